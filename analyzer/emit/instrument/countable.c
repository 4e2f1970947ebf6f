/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/instrument/countable.h"
#include "analyzer/model/properties/gather_pointer.h"
#include "analyzer/model/properties/goto_loops.h"
#include "comm_interface/operations.h"
#include "support/text.h"

#include <string.h>

bool fc_countable_is_loop(const fc_node *node)
{
    return node->kind == FC_FOR || node->kind == FC_WHILE || node->kind == FC_DO || fc_goto_loops_is_head(node);
}

bool fc_countable_is_logical(const fc_node *node)
{
    return node->kind == FC_BINARY && (node->op == FC_OP_AND || node->op == FC_OP_OR);
}

bool fc_countable_is_case(const fc_node *node)
{
    return node->kind == FC_CASE || node->kind == FC_DEFAULT;
}

bool fc_countable_is_body(const fc_node *node)
{
    return node->kind == FC_BLOCK && !node->parent;
}

const fc_node *fc_countable_bound_loop(const fc_node *bound)
{
    const fc_node *below = bound, *up = bound->parent;
    for (; up && up->kind == FC_BINARY && up->op == FC_OP_AND; below = up, up = up->parent)
        ;
    int condition = !up ? -1 : up->kind == FC_WHILE ? 0 : up->kind == FC_FOR || up->kind == FC_DO ? 1 : -1;
    return condition >= 0 && up->child[condition] == below ? up : NULL;
}

bool fc_countable_is_bound(const fc_node *node)
{
    return node->kind == FC_BINARY && node->op != FC_OP_AND && node->op != FC_OP_OR && fc_countable_bound_loop(node);
}

char fc_countable_size(const fc_node *node)
{
    const fc_node *call = node->parent;
    const fc_symbol *target = call && call->kind == FC_CALL ? fc_call_target(call) : NULL;
    const fc_mpi_operation *operation = target ? fc_mpi_operation_find(target->name) : NULL;
    for (int i = 1; operation && operation->arguments[i - 1] && i < call->n_children; i++)
        if (call->child[i] == node) {
            char role = operation->arguments[i - 1];
            return role == FC_ARG_COUNT || role == FC_ARG_DATATYPE || role == FC_ARG_COUNTS ? role : 0;
        }
    return 0;
}

bool fc_countable_is(const fc_node *node)
{
    return node->kind == FC_IRREGULAR_REGION || fc_countable_is_loop(node) || fc_countable_is_case(node) ||
           fc_countable_is_logical(node) || node->kind == FC_IF || node->kind == FC_CONDITIONAL;
}

int fc_countable_first_child(const fc_node *node)
{
    return node->kind == FC_CASE ? 1 : 0;
}

int fc_countable_n_children(const fc_node *node)
{
    /* True for constant or unevaluated expressions, which cannot contain counters. */
    if (node->kind == FC_SIZEOF || (node->kind == FC_DECLARE && node->symbol->kind == FC_SYMBOL_STATIC))
        return 0;
    return node->kind == FC_CASE ? 2 : node->n_children;
}

bool fc_countable_is_call_of(const fc_node *node, const fc_words *functions)
{
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    for (size_t i = 0; target && i < functions->n; i++)
        if (strcmp(functions->item[i], target->name) == 0)
            return true;
    return false;
}

const fc_node *fc_countable_switch(const fc_node *node)
{
    while (node && node->kind != FC_SWITCH)
        node = node->parent;
    return node;
}

void fc_countable_walk(fc_countable_list *list, const fc_words *functions, const fc_node *node)
{
    bool is_listed = fc_countable_is(node) || fc_countable_size(node) || fc_countable_is_bound(node) ||
                     fc_gather_pointer_is(node) || node->kind == FC_SWITCH || fc_countable_is_call_of(node, functions);
    if (is_listed) {
        list->node = fc_grow(list->node, &list->capacity, list->n + 1, sizeof *list->node);
        list->node[list->n++] = node;
    }
    int n = fc_countable_n_children(node);
    for (int i = fc_countable_first_child(node); i < n; i++)
        if (node->child[i])
            fc_countable_walk(list, functions, node->child[i]);
}
