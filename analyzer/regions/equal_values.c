/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/regions/equal_values.h"

#include "analyzer/model/node_search.h"

/* The innermost loop around the node, or the procedure's body. */
static const fc_node *scope_of(const fc_node *node)
{
    while (node->parent && !fc_node_is_loop(node))
        node = node->parent;
    return node;
}

/* Assigns the field, or may do so in a procedure. */
static bool changes_field(const fc_node *node, const void *field)
{
    if (node->kind == FC_CALL) {
        const fc_symbol *target = fc_call_target(node);
        return !target || target->definition;
    }
    bool changes = node->kind == FC_ASSIGN || node->kind == FC_STEP;
    return changes && node->child[0]->kind == FC_MEMBER && node->child[0]->symbol == field;
}

static bool are_equal_children(const fc_control *control, const fc_node *a, const fc_node *b)
{
    bool equal = a->n_children == b->n_children;
    for (int i = 0; i < a->n_children && equal; i++)
        equal = a->child[i] && b->child[i] && fc_equal_values_are(control, a->child[i], b->child[i]);
    return equal;
}

bool fc_equal_values_are(const fc_control *control, const fc_node *a, const fc_node *b)
{
    if (a == b || a->kind != b->kind || a->op != b->op)
        return a == b;
    switch (a->kind) {
    case FC_INTEGER:
        return a->value == b->value;
    case FC_NAME: {
        const fc_procedure_loops *loops = fc_control_loops(control, a);
        if (a->symbol != b->symbol || !loops)
            return false;
        int value = fc_ssa_value_read(&loops->ir.ssa, a);
        return value == fc_ssa_value_read(&loops->ir.ssa, b) &&
               (value != FC_GRAPH_NONE || !fc_control_changes_within(control, a->symbol, scope_of(a)));
    }
    case FC_MEMBER:
        return a->symbol == b->symbol && !fc_node_search_first(scope_of(a), changes_field, a->symbol) &&
               are_equal_children(control, a, b);
    case FC_UNARY:
        return a->op != FC_OP_DEREFERENCE && a->op != FC_OP_ADDRESS && are_equal_children(control, a, b);
    case FC_BINARY:
    case FC_CAST:
        return are_equal_children(control, a, b);
    default:
        return false;
    }
}
