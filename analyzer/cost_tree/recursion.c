/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/cost_tree/recursion.h"

#include "analyzer/memory/definitions.h"
#include "analyzer/model/node_search.h"

static bool is_call_of(const fc_node *node, const void *procedure)
{
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    return target && target->definition == procedure;
}

static bool is_parameter(const fc_node *node, const void *unused)
{
    (void)unused;
    return node->kind == FC_NAME && node->symbol->kind == FC_SYMBOL_PARAMETER;
}

/* The condition is static and may end a recursion. A loop's condition can end it only if it reads parameters. */
static bool decides(const fc_analysis *analysis, const fc_node *node)
{
    const fc_node *condition = fc_control_condition(node);
    return condition && fc_control_is_static(analysis->control, condition) &&
           (!fc_node_is_loop(node) || fc_node_search_first(condition, is_parameter, NULL));
}

/* A static condition controls a recursive call or a return. */
static bool is_decided(const fc_analysis *analysis, const fc_node *root, const fc_procedure *procedure, bool decided)
{
    if (!root)
        return false;
    decided |= decides(analysis, root);
    if (decided && (root->kind == FC_RETURN || is_call_of(root, procedure)))
        return true;
    for (int i = 0; i < root->n_children; i++)
        if (is_decided(analysis, root->child[i], procedure, decided))
            return true;
    return false;
}

bool fc_recursion_is_dynamic(const fc_analysis *analysis, const fc_procedure *procedure)
{
    return fc_node_search_first(procedure->body, is_call_of, procedure) &&
           !fc_indirect_calls_may_target(analysis->pointer_calls, procedure) &&
           !fc_control_result_in_slice(analysis->control, procedure) &&
           !is_decided(analysis, procedure->body, procedure, false);
}
