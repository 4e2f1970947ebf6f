/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/context/pointers.h"
#include "analyzer/effects/external.h"
#include "analyzer/memory/cells.h"

#include <stdlib.h>
#include <string.h>

static const fc_sym *truth_in_state(const fc_view *view, const fc_node *place)
{
    const fc_sym *value = NULL;
    char *key = NULL;
    bool stays = view->state && fc_control_is_invariant(view->control, place, view->root);
    if (stays && fc_value_key(&key, view, place))
        fc_state_lookup(view->state, key, &value);
    free(key);
    return value;
}

static const fc_sym *truth_of_call(const fc_view *view, const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    const fc_sym *value = NULL;
    bool is_external = target && !target->definition && fc_external_is_allocation(target->name);
    bool is_own =
        target && target->definition && fc_cells_allocates(fc_control_cells(view->control), target->definition);
    if (is_own || (is_external && strcmp(target->name, "realloc") != 0))
        return fc_sym_integer(view->algebra, 1);
    char *key = fc_format("call%d", call->id);
    if (view->state)
        fc_state_lookup(view->state, key, &value);
    free(key);
    return value;
}

static const fc_sym *truth_of_conditional(const fc_view *view, const fc_node *node)
{
    const fc_sym *chosen = fc_value_condition(view, node->child[0]);
    const fc_sym *yes = fc_pointer_truth(view, node->child[1]), *no = fc_pointer_truth(view, node->child[2]);
    return chosen && yes && no ? fc_sym_choose(view->algebra, chosen, yes, no) : NULL;
}

const fc_sym *fc_pointer_truth(const fc_view *view, const fc_node *pointer)
{
    const fc_node *node = fc_node_without_casts(pointer);
    if (node->kind == FC_INTEGER)
        return fc_sym_integer(view->algebra, node->value != 0);
    if (node->kind == FC_STRING || (node->kind == FC_UNARY && node->op == FC_OP_ADDRESS) ||
        (node->type && node->type->kind == FC_TYPE_ARRAY))
        return fc_sym_integer(view->algebra, 1);
    if (!fc_type_is_address(node->type))
        return NULL;
    switch (node->kind) {
    case FC_NAME:
    case FC_MEMBER:
        return truth_in_state(view, node);
    case FC_CALL:
        return truth_of_call(view, node);
    case FC_CONDITIONAL:
        return truth_of_conditional(view, node);
    case FC_ASSIGN:
        return node->op == FC_OP_NONE ? fc_pointer_truth(view, node->child[1]) : NULL;
    default:
        return NULL;
    }
}

const fc_sym *fc_pointer_comparison(const fc_view *view, const fc_node *comparison)
{
    const fc_node *a = comparison->child[0], *b = comparison->child[1];
    bool is_equality = comparison->op == FC_OP_EQUAL || comparison->op == FC_OP_NOT_EQUAL;
    const fc_node *pointer = fc_node_is_null(b) ? a : fc_node_is_null(a) ? b : NULL;
    const fc_sym *truth = is_equality && pointer ? fc_pointer_truth(view, pointer) : NULL;
    return truth && comparison->op == FC_OP_EQUAL
               ? fc_sym_subtract(view->algebra, fc_sym_integer(view->algebra, 1), truth)
               : truth;
}
