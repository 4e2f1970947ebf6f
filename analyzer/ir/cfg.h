/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cfg.h  The control-flow graph of one procedure, down to short-circuit conditions.
 *
 * An instruction is a node of the tree: an expression, a declaration, a jump or another statement without parts. Each
 * block holds its instructions in order of evaluation, operands before the operator, the right side of an assignment
 * before the left. Each node is evaluated in at most one block. Construction walks the tree once; it is linear in the
 * nodes, and quadratic only in the variable-length array types of one procedure. */
#ifndef FC_CFG_H
#define FC_CFG_H

#include "analyzer/ir/graph.h"
#include "analyzer/model/program.h"

typedef enum fc_cfg_edge_kind {
    FC_CFG_ALWAYS,   /* the only way on; also after a constant condition */
    FC_CFG_TRUE,     /* the decision is not 0 */
    FC_CFG_FALSE,    /* the decision is 0 */
    FC_CFG_CASE,     /* the decision is the value of a switch; label: the FC_CASE or FC_DEFAULT, NULL: none matches */
    FC_CFG_COMPUTED, /* from the block that all computed gotos jump to, to each FC_LABEL of the procedure */
    FC_CFG_STOP,     /* to the exit, from a call that does not return */
    FC_CFG_ENDLESS   /* to the exit, never taken: from a cycle without exit, so that each block reaches the exit */
} fc_cfg_edge_kind;

typedef struct fc_cfg_edge {
    fc_cfg_edge_kind kind;
    const fc_node *label; /* of FC_CFG_CASE and FC_CFG_COMPUTED; otherwise NULL */
} fc_cfg_edge;

typedef struct fc_cfg_block {
    int first, n;             /* instruction[first] .. instruction[first + n - 1] */
    const fc_node *decision;  /* the expression that selects the outgoing edge, the last instruction; NULL: one way on,
                                 or a computed goto */
    const fc_node *statement; /* the loop, FC_LABEL, FC_CASE or FC_DEFAULT that begins here; NULL: none. A for or while
                                 loop begins at its condition */
} fc_cfg_block;

/** Blocks are numbered in reverse postorder: 0 is the entry, the last one the exit. Blocks that the entry does not
 * reach are left out, and so are their nodes. Instructions of &&, || and ?: select among values that the preceding
 * blocks computed; in a condition, &&, || and ! are edges, not instructions. */
typedef struct fc_cfg {
    const fc_procedure *procedure;
    fc_graph graph;
    fc_cfg_block *block; /* by node of the graph */
    fc_cfg_edge *edge;   /* by edge of the graph; the edges of a block are in the order of the source */
    const fc_node **instruction;
    int n_instructions;
    int first_id, n_ids;
    int *position;          /* by node id - first_id: its index among the instructions; FC_GRAPH_NONE: none */
    int *block_of_position; /* by instruction */
    const fc_node **twice;  /* calls of functions such as setjmp: their second return is not an edge */
    size_t n_twice, twice_capacity;
} fc_cfg;

typedef enum fc_cfg_call {
    FC_CFG_RETURNS,
    FC_CFG_STOPS,        /* as exit and abort do */
    FC_CFG_RETURNS_TWICE /* as setjmp does */
} fc_cfg_call;

/** Classifies calls. */
typedef struct fc_cfg_calls {
    fc_cfg_call (*classify)(void *data, const fc_node *call);
    void *data;
} fc_cfg_calls;

/** calls NULL: every call returns once. The structured block of an OpenMP directive runs once, as in the sequential
 * program. */
void fc_cfg_create(FC_GIVE fc_cfg *out, const fc_procedure *procedure, const fc_cfg_calls *calls);
void fc_cfg_free(fc_cfg *cfg);

/** The number of blocks; the exit is the last one. */
static inline int fc_cfg_n_blocks(const fc_cfg *cfg)
{
    return cfg->graph.n;
}

/** The node's index among the instructions; FC_GRAPH_NONE: it is none. Constant time. */
int fc_cfg_position(const fc_cfg *cfg, const fc_node *node);
/** The block that evaluates the node; FC_GRAPH_NONE: none. Constant time. */
int fc_cfg_block_of(const fc_cfg *cfg, const fc_node *node);
/** Each block is reached from the entry and reaches the exit; each instruction stands once, after its operands; the
 * outgoing edges fit the decision. */
bool fc_cfg_is_valid(const fc_cfg *cfg);

#endif
