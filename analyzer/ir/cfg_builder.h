/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cfg_builder.h  The control-flow graph under construction: blocks in order of creation, unreached ones
 * included, and the steps that make the final graph of them. Included by cfg*.c only. */
#ifndef FC_CFG_BUILDER_H
#define FC_CFG_BUILDER_H

#include "analyzer/ir/cfg.h"

enum {
    FC_CFG_BUILDER_ENTRY,
    FC_CFG_BUILDER_EXIT
};

typedef struct fc_cfg_evaluation {
    const fc_node *node;
    int block;
} fc_cfg_evaluation;

typedef struct fc_cfg_builder {
    fc_cfg_block *block; /* decision and statement only */
    size_t n_blocks, block_capacity;
    fc_graph_edge *edge;
    size_t n_edges, edge_capacity;
    fc_cfg_edge *attribute; /* by edge */
    size_t attribute_capacity;
    fc_cfg_evaluation *evaluation; /* in order */
    size_t n_evaluations, evaluation_capacity;
} fc_cfg_builder;

/** With the entry and the exit. */
void fc_cfg_builder_create(FC_GIVE fc_cfg_builder *out);
int fc_cfg_builder_add_block(fc_cfg_builder *builder);
/** label NULL: none. Edges from or to FC_GRAPH_NONE are left out. */
void fc_cfg_builder_add_edge(fc_cfg_builder *builder, int from, int to, fc_cfg_edge_kind kind, const fc_node *label);
void fc_cfg_builder_add_instruction(fc_cfg_builder *builder, int block, const fc_node *node);
/** Leaves out what the entry does not reach, adds FC_CFG_ENDLESS edges, numbers the blocks in reverse postorder, and
 * frees the builder. */
void fc_cfg_builder_finish(FC_GIVE fc_cfg *out, FC_TAKE fc_cfg_builder *builder);

#endif
