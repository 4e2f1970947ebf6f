/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/properties/goto_loops.h"

#include "analyzer/model/node_search.h"

#include <stdlib.h>
#include <string.h>

static bool is_jump_to(const fc_node *node, const void *label)
{
    return node->kind == FC_GOTO && node->symbol == label;
}

bool fc_goto_loops_is_head(const fc_node *label)
{
    return label->kind == FC_LABEL && fc_node_search_first(label->child[0], is_jump_to, label->symbol);
}

/* The index of the last statement after the label, in its block, that jumps back to it; -1: none. */
static int last_repeated(const fc_node *block, int first)
{
    int last = block->n_children - 1;
    while (last > first && !fc_node_search_first(block->child[last], is_jump_to, block->child[first]->symbol))
        last--;
    return last > first ? last : -1;
}

static bool declares(const fc_node *block, int first, int last)
{
    for (int i = first; i <= last; i++)
        if (block->child[i]->kind == FC_DECLARE)
            return true;
    return false;
}

static int index_in(const fc_node *block, const fc_node *statement)
{
    int i = 0;
    while (block->child[i] != statement)
        i++;
    return i;
}

/* `a: b: x;` becomes `a: ; b: x;`: a goto to b does not enter the statement of a. */
static void separate_labels(fc_node *label)
{
    fc_node *block = (fc_node *)label->parent, *body = label->child[0];
    if (body->n_children != 1 || body->child[0]->kind != FC_LABEL)
        return;
    fc_node *inner = body->child[0];
    body->n_children = 0;
    body->span.end = label->span.end = body->span.begin;
    body->span.end_line = label->span.end_line = body->span.line;
    fc_node_add_child(block, inner);
    int at = index_in(block, label) + 1;
    memmove(&block->child[at + 1], &block->child[at], (size_t)(block->n_children - 1 - at) * sizeof *block->child);
    block->child[at] = inner;
}

static bool is_in_block(const fc_node *label)
{
    return label->kind == FC_LABEL && label->parent && label->parent->kind == FC_BLOCK &&
           label->child[0]->kind == FC_BLOCK;
}

void fc_goto_loops_form(fc_program *program)
{
    for (int i = 0; i < program->n_nodes; i++)
        if (is_in_block(program->node[i]))
            separate_labels(program->node[i]);
    for (int i = 0; i < program->n_nodes; i++) {
        if (!is_in_block(program->node[i]))
            continue;
        fc_node *block = (fc_node *)program->node[i]->parent;
        int first = index_in(block, program->node[i]), last = last_repeated(block, first);
        if (last > first && !declares(block, first, last)) {
            fc_node *body = block->child[first]->child[0];
            body->span.end = block->child[last]->span.end;
            body->span.end_line = block->child[last]->span.end_line;
            for (int k = first + 1; k <= last; k++)
                fc_node_add_child(body, block->child[k]);
            memmove(&block->child[first + 1], &block->child[last + 1],
                    (size_t)(block->n_children - 1 - last) * sizeof *block->child);
            block->n_children -= last - first;
        }
    }
}
