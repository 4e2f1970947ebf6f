/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Costs of irregular control flow (model/irregular_flow.h): each straight-line region costs as often as a profile
 * counted it.
 */
#include "analyzer/cost_tree/cost_builder.h"

#include "analyzer/model/properties/irregular_flow.h"

#include <stdlib.h>

typedef struct cut_block {
    fc_cost_builder *b;
    fc_cost *sequence; /* of the block */
    const char *why;
    fc_cost *piece; /* the current region; NULL: the block's first one, which runs once */
    fc_cost *open;  /* the sequence that takes the next statement */
} cut_block;

/* A region without cost (a single goto) needs no counter. */
static void end_piece(cut_block *at)
{
    if (!at->piece) {
        at->sequence->region = NULL;
        return;
    }
    if (fc_cost_is_free(at->open)) {
        fc_cost_builder_keep_counters(at->b, (size_t)at->piece->counter);
        at->sequence->n_children--;
        fc_cost_free(at->piece);
    } else {
        fc_cost_describe(at->b, at->open, NULL);
    }
    at->piece = NULL;
}

static void begin_piece(cut_block *at, const fc_node *node)
{
    end_piece(at);
    if (node->text) {
        at->why = node->text;
        at->open = at->sequence;
        return;
    }
    at->piece = fc_cost_builder_append(at->sequence, fc_cost_builder_node(FC_COST_COUNTED_LOOP, node));
    at->piece->counter = fc_cost_builder_counter(at->b, node, "piece", NULL);
    at->b->analysis->counter[at->piece->counter].why = fc_copy_string(at->why);
    at->open = fc_cost_builder_append(at->piece, fc_cost_builder_node(FC_COST_SEQUENCE, node));
}

static void build(cut_block *at, const fc_node *node);

static void build_value(cut_block *at, const fc_node *expression)
{
    if (expression)
        fc_cost_calls_build(at->b, at->open, expression);
}

/* Conditions and increments follow the body here: they belong to the region in which the body ends. */
static void build_loop(cut_block *at, const fc_node *node)
{
    bool is_for = node->kind == FC_FOR;
    if (is_for && node->child[0])
        fc_cost_build(at->b, at->open, node->child[0]);
    build(at, node->child[is_for ? 3 : node->kind == FC_WHILE ? 1 : 0]);
    build_value(at, node->child[node->kind == FC_WHILE ? 0 : 1]);
    if (is_for)
        build_value(at, node->child[2]);
}

static void build_parts(cut_block *at, const fc_node *node)
{
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && node->child[i]->kind < FC_INTEGER)
            build(at, node->child[i]);
        else if (node->kind != FC_CASE)
            build_value(at, node->child[i]);
}

static void build(cut_block *at, const fc_node *node)
{
    if (node == at->b->procedure->init_end)
        fc_cost_builder_refuse(at->b, node->span, "an initialization block that ends in irregular control flow",
                               at->why);
    switch (node->kind) {
    case FC_IRREGULAR_REGION:
        begin_piece(at, node);
        return;
    case FC_CASE:
    case FC_DEFAULT:
    case FC_LABEL:
    case FC_GOTO:
    case FC_BREAK:
    case FC_CONTINUE:
    case FC_RETURN:
        build_parts(at, node);
        return;
    case FC_FOR:
    case FC_WHILE:
    case FC_DO:
        if (fc_irregular_flow_is_within(node)) {
            build_loop(at, node);
            return;
        }
        break;
    default:
        if (fc_irregular_flow_is_within(node)) {
            build_parts(at, node);
            return;
        }
    }
    fc_cost_build(at->b, at->open, node);
}

bool fc_cost_irregular_is_block(const fc_node *block)
{
    for (int i = 0; i < block->n_children; i++)
        if (block->child[i]->kind == FC_IRREGULAR_REGION)
            return block->child[i]->text != NULL;
    return false;
}

void fc_cost_irregular_build(fc_cost_builder *b, fc_cost *sequence, const fc_node *block)
{
    cut_block at = {.b = b, .sequence = sequence, .open = sequence};
    for (int i = 0; i < block->n_children; i++)
        build(&at, block->child[i]);
    end_piece(&at);
    sequence->region = NULL;
}
