/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file ssa.h  Static single assignment form of a procedure's scalar variables, and its def-use chains.
 *
 * Algorithm: Cytron, Ferrante, Rosen, Wegman, Zadeck, "Efficiently computing static single assignment form and the
 * control dependence graph" (TOPLAS 1991): phi functions at the iterated dominance frontiers of the definitions, and
 * renaming along the dominator tree; pruned by liveness (Choi, Cytron, Ferrante 1991). Time: the sizes of the
 * dominance frontiers and, for each variable, of the blocks where it is live; in practice linear. */
#ifndef FC_SSA_H
#define FC_SSA_H

#include "analyzer/ir/cfg.h"
#include "analyzer/ir/dominance.h"

typedef enum fc_ssa_kind {
    FC_SSA_ENTRY,      /* the value at procedure entry: of a parameter, its argument; of a local, undefined */
    FC_SSA_DEFINITION, /* of an FC_ASSIGN, FC_STEP or FC_DECLARE; without an initializer the value is undefined */
    FC_SSA_UNSEEN,     /* an unknown value, from an instruction (node) that may assign the variable: fc_ssa_effects */
    FC_SSA_PHI         /* of a join: the operand of the edge by which control arrived */
} fc_ssa_kind;

typedef struct fc_ssa_value {
    fc_ssa_kind kind;
    int variable;
    int block;
    const fc_node *node; /* the defining node; NULL: entry or phi */
    int first_operand;   /* of a phi: operand[first_operand + i] belongs to the block's i-th incoming edge */
} fc_ssa_value;

typedef struct fc_ssa_use {
    const fc_node *name; /* the FC_NAME that reads the value; NULL: a phi */
    int phi;             /* the value that has it as operand; FC_GRAPH_NONE: a name */
} fc_ssa_use;

typedef struct fc_ssa {
    const fc_cfg *cfg;
    const fc_symbol **variable; /* those in SSA form, by symbol id */
    int n_variables;
    fc_ssa_value *value;
    int n_values;
    int *operand; /* values */
    int n_operands;
    int *phi_first, *phi; /* phi functions of block b: phi[phi_first[b]] .. phi[phi_first[b + 1] - 1] */
    int *read, *defined;  /* by position of an instruction: the value that it reads or defines; FC_GRAPH_NONE: none */
    int *use_first;       /* by value: its uses are use[use_first[v]] .. use[use_first[v + 1] - 1] */
    fc_ssa_use *use;
} fc_ssa;

/** Supplies what an analysis of memory knows: calls and stores through pointers that assign variables. */
typedef struct fc_ssa_effects {
    /* The instruction, a call or a store through a pointer, may assign the variable, whose address is taken. */
    bool (*may_assign)(void *data, const fc_node *instruction, const fc_symbol *variable);
    void *data;
} fc_ssa_effects;

/** Variables: locals and parameters of scalar type. Those are left out that are read after the second return of a
 * setjmp and may have changed since the first (C17, 7.13.2.1). With effects NULL, variables are left out whose address
 * is taken, or which an OpenMP construct assigns that does not hold all of their uses. With effects, both are included;
 * values that a construct assigns then hold only within it (fc_ssa_is_visible). dominance: of the same graph, forward
 * from the entry. The result refers to *cfg. */
void fc_ssa_create(FC_GIVE fc_ssa *out, const fc_cfg *cfg, const fc_dominance *dominance,
                   const fc_ssa_effects *effects);
void fc_ssa_free(fc_ssa *ssa);

/** The value that an FC_NAME reads; FC_GRAPH_NONE: it reads none, or no variable in SSA form. */
int fc_ssa_value_read(const fc_ssa *ssa, const fc_node *name);
/** The value that the node assigns; FC_GRAPH_NONE: none. */
int fc_ssa_value_defined(const fc_ssa *ssa, const fc_node *node);
/** The innermost OpenMP construct around the value's definition is also around the node. Elsewhere a private variable
 * may have another value, and a shared one the value of another thread. A phi function is visible everywhere; its
 * operands may not be. */
bool fc_ssa_is_visible(const fc_ssa *ssa, int value, const fc_node *node);
/** Each use is dominated by its definition, of the same variable; each definition is one value; the chains of uses and
 * the values read agree. */
bool fc_ssa_is_valid(const fc_ssa *ssa, const fc_dominance *dominance);

#endif
