/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/ir/cfg_builder.h"

#include <stdlib.h>

void fc_cfg_builder_create(fc_cfg_builder *out)
{
    *out = (fc_cfg_builder){0};
    fc_cfg_builder_add_block(out);
    fc_cfg_builder_add_block(out);
}

int fc_cfg_builder_add_block(fc_cfg_builder *builder)
{
    builder->block = fc_grow(builder->block, &builder->block_capacity, builder->n_blocks + 1, sizeof *builder->block);
    return (int)builder->n_blocks++;
}

void fc_cfg_builder_add_edge(fc_cfg_builder *builder, int from, int to, fc_cfg_edge_kind kind, const fc_node *label)
{
    if (from == FC_GRAPH_NONE || to == FC_GRAPH_NONE)
        return;
    size_t n = builder->n_edges++;
    builder->edge = fc_grow(builder->edge, &builder->edge_capacity, n + 1, sizeof *builder->edge);
    builder->attribute = fc_grow(builder->attribute, &builder->attribute_capacity, n + 1, sizeof *builder->attribute);
    builder->edge[n] = (fc_graph_edge){from, to};
    builder->attribute[n] = (fc_cfg_edge){kind, label};
}

void fc_cfg_builder_add_instruction(fc_cfg_builder *builder, int block, const fc_node *node)
{
    size_t n = builder->n_evaluations++;
    builder->evaluation =
        fc_grow(builder->evaluation, &builder->evaluation_capacity, n + 1, sizeof *builder->evaluation);
    builder->evaluation[n] = (fc_cfg_evaluation){node, block};
}

/* ---- blocks that do not reach the exit ---- */

typedef struct marking {
    const fc_graph *graph;
    bool *reaches_exit;
    int *waiting;
} marking;

/* Each block is marked once in all calls together. */
static void mark_backward(marking *m, int block)
{
    int n = 0;
    m->reaches_exit[block] = true;
    m->waiting[n++] = block;
    while (n > 0) {
        int v = m->waiting[--n];
        for (int i = m->graph->in_first[v]; i < m->graph->in_first[v + 1]; i++) {
            int from = m->graph->edge[m->graph->in[i]].from;
            if (!m->reaches_exit[from])
                m->waiting[n++] = from;
            m->reaches_exit[from] = true;
        }
    }
}

/* The first block in postorder that does not reach the exit is the deepest one: the latch of an endless loop. */
static void add_endless_edges(fc_cfg_builder *builder, const fc_graph *graph, const fc_graph_search *search)
{
    marking m = {graph, fc_allocate((size_t)graph->n, sizeof *m.reaches_exit),
                 fc_allocate((size_t)graph->n, sizeof *m.waiting)};
    mark_backward(&m, FC_CFG_BUILDER_EXIT);
    for (int i = 0; i < search->n; i++) {
        int block = search->postorder[i];
        if (m.reaches_exit[block])
            continue;
        fc_cfg_builder_add_edge(builder, block, FC_CFG_BUILDER_EXIT, FC_CFG_ENDLESS, NULL);
        mark_backward(&m, block);
    }
    free(m.reaches_exit);
    free(m.waiting);
}

/* ---- the final graph ---- */

static void place_blocks(fc_cfg *out, const fc_cfg_builder *builder, const int *number, int n_blocks)
{
    out->block = fc_allocate((size_t)n_blocks, sizeof *out->block);
    for (size_t i = 0; i < builder->n_blocks; i++)
        if (number[i] != FC_GRAPH_NONE)
            out->block[number[i]] = builder->block[i];
    for (size_t i = 0; i < builder->n_evaluations; i++)
        if (number[builder->evaluation[i].block] != FC_GRAPH_NONE)
            out->block[number[builder->evaluation[i].block]].n++;
    for (int i = 1; i < n_blocks; i++)
        out->block[i].first = out->block[i - 1].first + out->block[i - 1].n;
    out->n_instructions = out->block[n_blocks - 1].first + out->block[n_blocks - 1].n;
}

static void place_instructions(fc_cfg *out, const fc_cfg_builder *builder, const int *number, int n_blocks)
{
    size_t n = (size_t)out->n_instructions;
    out->instruction = fc_allocate(n, sizeof *out->instruction);
    out->block_of_position = fc_allocate(n, sizeof *out->block_of_position);
    int *next = fc_allocate((size_t)n_blocks, sizeof *next);
    int greatest = out->first_id = out->procedure->body->id;
    for (size_t i = 0; i < builder->n_evaluations; i++) {
        int block = number[builder->evaluation[i].block], id = builder->evaluation[i].node->id;
        if (block == FC_GRAPH_NONE)
            continue;
        int position = out->block[block].first + next[block]++;
        out->instruction[position] = builder->evaluation[i].node;
        out->block_of_position[position] = block;
        out->first_id = id < out->first_id ? id : out->first_id;
        greatest = id > greatest ? id : greatest;
    }
    out->n_ids = greatest - out->first_id + 1;
    out->position = fc_allocate((size_t)out->n_ids, sizeof *out->position);
    for (int i = 0; i < out->n_ids; i++)
        out->position[i] = FC_GRAPH_NONE;
    for (int i = 0; i < out->n_instructions; i++)
        out->position[out->instruction[i]->id - out->first_id] = i;
    free(next);
}

/* Sorted by source, stable. `all` has every edge, FC_CFG_ENDLESS ones too. */
static void place_edges(fc_cfg *out, const fc_cfg_builder *builder, const int *number, int n_blocks)
{
    fc_graph all;
    fc_graph_create(&all, (int)builder->n_blocks, builder->edge, (int)builder->n_edges);
    int *block = fc_allocate((size_t)n_blocks, sizeof *block), n_edges = 0;
    for (int v = 0; v < all.n; v++)
        if (number[v] != FC_GRAPH_NONE)
            block[number[v]] = v;
    fc_graph_edge *edge = fc_allocate(builder->n_edges, sizeof *edge);
    out->edge = fc_allocate(builder->n_edges, sizeof *out->edge);
    for (int v = 0; v < n_blocks; v++)
        for (int i = all.out_first[block[v]]; i < all.out_first[block[v] + 1]; i++) {
            out->edge[n_edges] = builder->attribute[all.out[i]];
            edge[n_edges++] = (fc_graph_edge){v, number[all.edge[all.out[i]].to]};
        }
    fc_graph_create(&out->graph, n_blocks, edge, n_edges);
    fc_graph_free(&all);
    free(edge);
    free(block);
}

static void builder_free(fc_cfg_builder *builder)
{
    free(builder->block);
    free(builder->edge);
    free(builder->attribute);
    free(builder->evaluation);
    *builder = (fc_cfg_builder){0};
}

void fc_cfg_builder_finish(fc_cfg *out, fc_cfg_builder *builder)
{
    fc_graph graph;
    fc_graph_search search;
    /* A search that follows the last edge first: its reverse postorder has a loop's body before what follows the loop.
     */
    size_t n = builder->n_edges;
    fc_graph_edge *edge = fc_allocate(n, sizeof *edge);
    for (size_t i = 0; i < n; i++)
        edge[i] = builder->edge[n - 1 - i];
    fc_graph_create(&graph, (int)builder->n_blocks, edge, (int)n);
    free(edge);
    fc_graph_search_create(&search, &graph, FC_CFG_BUILDER_ENTRY, FC_GRAPH_FORWARD);
    int *number = fc_allocate(builder->n_blocks, sizeof *number);
    /* FC_GRAPH_NONE: left out. */
    int n_blocks = 0;
    for (int v = 0; v < graph.n; v++)
        number[v] = FC_GRAPH_NONE;
    for (int i = search.n - 1; i >= 0; i--)
        if (search.postorder[i] != FC_CFG_BUILDER_EXIT)
            number[search.postorder[i]] = n_blocks++;
    number[FC_CFG_BUILDER_EXIT] = n_blocks++;
    add_endless_edges(builder, &graph, &search);
    place_blocks(out, builder, number, n_blocks);
    place_instructions(out, builder, number, n_blocks);
    place_edges(out, builder, number, n_blocks);
    free(number);
    fc_graph_search_free(&search);
    fc_graph_free(&graph);
    builder_free(builder);
}
