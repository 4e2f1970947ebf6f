/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/checks/overwritten_receive.h"

static bool is_below(const fc_node *node, const fc_node *above)
{
    while (node && node != above)
        node = node->parent;
    return node != NULL;
}

/* A value of the variable, or of a part of it, is read, and nothing else. */
static bool is_read(const fc_node *name)
{
    const fc_node *below = name, *up = name->parent;
    for (; up && ((up->kind == FC_INDEX && below == up->child[0]) || (up->kind == FC_MEMBER && up->op == FC_OP_DOT));
         up = up->parent)
        below = up;
    bool is_value = below->type && below->type->kind != FC_TYPE_ARRAY;
    bool is_written = up && ((up->kind == FC_ASSIGN && below == up->child[0]) || up->kind == FC_STEP ||
                             (up->kind == FC_UNARY && up->op == FC_OP_ADDRESS));
    return up && is_value && !is_written;
}

bool fc_overwritten_receive_is(const fc_program *program, const fc_node *call, const fc_symbol *object)
{
    const fc_node *node = call;
    while (node && node->kind != FC_FOR && node->kind != FC_WHILE && node->kind != FC_DO)
        node = node->parent;
    const fc_node *loop = node;
    bool is_after = false, read_after = false;
    if (!loop || object->kind != FC_SYMBOL_LOCAL)
        return false;
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i];
        is_after |= node == call;
        if (node->kind != FC_NAME || node->symbol != object || is_below(node, call))
            continue;
        if (is_below(node, loop) || !is_read(node))
            return false;
        read_after |= is_after;
    }
    return read_after;
}
