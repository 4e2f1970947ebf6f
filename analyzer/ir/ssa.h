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

/** Variables: locals and parameters of scalar type whose address is not taken, and which no OpenMP construct assigns
 * unless it declares them; none in a procedure that calls setjmp (cfg->returns_twice). dominance: of the same graph,
 * forward from the entry. The result refers to *cfg. */
void fc_ssa_create(FC_GIVE fc_ssa *out, const fc_cfg *cfg, const fc_dominance *dominance);
void fc_ssa_free(fc_ssa *ssa);

/** The value that an FC_NAME reads; FC_GRAPH_NONE: it reads none, or no variable in SSA form. */
int fc_ssa_value_read(const fc_ssa *ssa, const fc_node *name);
/** The value that the node assigns; FC_GRAPH_NONE: none. */
int fc_ssa_value_defined(const fc_ssa *ssa, const fc_node *node);
/** Each use is dominated by its definition, of the same variable; each definition is one value; the chains of uses and
 * the values read agree. */
bool fc_ssa_is_valid(const fc_ssa *ssa, const fc_dominance *dominance);

#endif
