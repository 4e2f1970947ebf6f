/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file control_flow.h  The control-flow graph of one procedure, and the order in which it reads and writes its
 * variables.
 *
 * Blocks are numbered from 0, the entry block. Both operands of &&, || and ?: are blocks of their own. The construction
 * walks the syntax tree once, in time linear in its size. */
#ifndef FC_CONTROL_FLOW_H
#define FC_CONTROL_FLOW_H

#include "analyzer/model/program.h"

typedef enum fc_access_kind {
    FC_READS,
    FC_DEFINES, /* =, or a declaration (an undefined value without an initializer) */
    FC_UPDATES  /* reads and defines: op=, ++ */
} fc_access_kind;

typedef struct fc_control_flow_access {
    fc_node *node; /* the FC_NAME of a local variable or parameter, or its FC_DECLARE */
    fc_access_kind kind;
    int block, order; /* order of evaluation within the block */
} fc_control_flow_access;

typedef struct fc_control_flow_edge {
    int from, to;
} fc_control_flow_edge;

typedef struct fc_control_flow {
    fc_control_flow_access *access;
    size_t n_accesses, access_capacity;
    fc_control_flow_edge *edge; /* sorted by `to` */
    size_t n_edges, edge_capacity;
    size_t *first; /* by block: its incoming edges are first[block] .. first[block + 1] - 1 */
    int n_blocks;
} fc_control_flow;

/** The flow of the procedure's body. Calls are assumed to return. */
void fc_control_flow_create(FC_GIVE fc_control_flow *out, const fc_procedure *procedure);
void fc_control_flow_free(fc_control_flow *flow);

#endif
