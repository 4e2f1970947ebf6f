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

static void gather(fc_node *block, int first, int last)
{
    fc_node *body = block->child[first]->child[0];
    body->span.end = block->child[last]->span.end;
    body->span.end_line = block->child[last]->span.end_line;
    for (int i = first + 1; i <= last; i++)
        fc_node_add_child(body, block->child[i]);
    memmove(&block->child[first + 1], &block->child[last + 1],
            (size_t)(block->n_children - 1 - last) * sizeof *block->child);
    block->n_children -= last - first;
}

void fc_goto_loops_form(fc_program *program)
{
    for (int i = 0; i < program->n_nodes; i++) {
        fc_node *block = (fc_node *)program->node[i]->parent;
        if (program->node[i]->kind != FC_LABEL || !block || block->kind != FC_BLOCK ||
            program->node[i]->child[0]->kind != FC_BLOCK)
            continue;
        int first = 0;
        while (block->child[first] != program->node[i])
            first++;
        int last = last_repeated(block, first);
        if (last > first && !declares(block, first, last))
            gather(block, first, last);
    }
}
