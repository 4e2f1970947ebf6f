/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/cost_tree/recursion.h"

#include "analyzer/memory/definitions.h"
#include "analyzer/model/node_search.h"

static bool is_call_of(const fc_node *node, const void *procedure)
{
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    return target && target->definition == procedure;
}

static bool is_name_of(const fc_node *node, const fc_symbol *symbol)
{
    node = fc_node_without_casts(node);
    return node->kind == FC_NAME && node->symbol == symbol;
}

static bool value_varies(const fc_analysis *analysis, const fc_node *value, const fc_procedure *procedure,
                         int followed);

/* A definition in the procedure gives the next call another value than this one. */
static bool is_another_value(const fc_analysis *analysis, const fc_definition *definition, const fc_node *name,
                             const fc_procedure *procedure, int followed)
{
    if (definition->kind == FC_DEFINED_AS_ARGUMENT)
        return !definition->right || !is_name_of(definition->right, name->symbol);
    return name->symbol->kind == FC_SYMBOL_PARAMETER || definition->kind != FC_DEFINED_BY_VALUE ||
           (definition->right && value_varies(analysis, definition->right, procedure, followed + 1));
}

/* A variable, field, element or target: the procedure, or one that it calls, defines it with another value. */
static bool place_varies(const fc_analysis *analysis, const fc_node *place, const fc_procedure *procedure, int followed)
{
    const fc_definitions *all = fc_control_definitions(analysis->control);
    int cell = fc_cells_of_place(fc_control_cells(analysis->control), place);
    bool is_own = place->kind == FC_NAME &&
                  (place->symbol->kind == FC_SYMBOL_LOCAL || place->symbol->kind == FC_SYMBOL_PARAMETER);
    if (cell < 0)
        return false;
    for (size_t i = all->first[cell]; i < all->first[cell + 1]; i++)
        if (all->owner[all->definition[i].node->id] == procedure &&
            (!is_own || is_another_value(analysis, &all->definition[i], place, procedure, followed)))
            return true;
    return fc_definitions_calls_definer(all, procedure->body, cell, procedure);
}

/* The value may differ between a call of the procedure and the recursive calls in it. */
static bool value_varies(const fc_analysis *analysis, const fc_node *value, const fc_procedure *procedure, int followed)
{
    enum {
        MOST_FOLLOWED = 8 /* variables, each defined by the next; then a value varies */
    };
    bool varies =
        value->kind == FC_CALL || followed > MOST_FOLLOWED || place_varies(analysis, value, procedure, followed);
    for (int i = 0; i < value->n_children && !varies; i++)
        varies = value->child[i] && value_varies(analysis, value->child[i], procedure, followed);
    return varies;
}

static bool is_parameter(const fc_node *node, const void *unused)
{
    (void)unused;
    return node->kind == FC_NAME && node->symbol->kind == FC_SYMBOL_PARAMETER;
}

/* The condition is static and may end a recursion: recursive calls may change its value. A loop's condition can end it
 * only if it reads parameters. */
static bool decides(const fc_analysis *analysis, const fc_node *node, const fc_procedure *procedure)
{
    const fc_node *condition = fc_control_condition(node);
    return condition && fc_control_is_static(analysis->control, condition) &&
           (!fc_node_is_loop(node) || fc_node_search_first(condition, is_parameter, NULL)) &&
           value_varies(analysis, condition, procedure, 0);
}

/* A static condition controls a recursive call or a return. */
static bool is_decided(const fc_analysis *analysis, const fc_node *root, const fc_procedure *procedure, bool decided)
{
    if (!root)
        return false;
    decided |= decides(analysis, root, procedure);
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

typedef struct return_path {
    const fc_analysis *analysis;
    const fc_procedure *to;
} return_path;

/* A dynamic call through a pointer, a target of which leads to the procedure. */
static bool leads_back(const fc_node *node, const void *data)
{
    const return_path *path = data;
    const fc_analysis *analysis = path->analysis;
    bool found = false;
    if (node->kind != FC_CALL || fc_call_target(node) || fc_control_callee_is_static(analysis->control, node))
        return false;
    fc_candidates targets = fc_indirect_calls_group_candidates(analysis->pointer_calls, node);
    for (size_t i = 0; i < targets.n && !found; i++)
        found = fc_control_calls(analysis->control, targets.procedure[i], path->to);
    fc_candidates_free(&targets);
    return found;
}

static bool is_in_cycle(const fc_analysis *analysis, const fc_procedure *a, const fc_procedure *b)
{
    return fc_control_calls(analysis->control, a, b) && fc_control_calls(analysis->control, b, a);
}

bool *fc_recursion_find_heads(const fc_analysis *analysis)
{
    const fc_program *program = analysis->program;
    bool *is_head = fc_allocate((size_t)program->n_procedures, sizeof *is_head);
    for (int i = 0; i < program->n_procedures; i++) {
        const fc_procedure *procedure = program->procedure[i];
        const return_path path = {analysis, procedure};
        is_head[i] = analysis->reached[i] && !fc_indirect_calls_may_target(analysis->pointer_calls, procedure) &&
                     !fc_control_result_in_slice(analysis->control, procedure) &&
                     fc_node_search_first(procedure->body, leads_back, &path);
        for (int k = 0; k < i && is_head[i]; k++)
            is_head[i] = !(is_head[k] && is_in_cycle(analysis, program->procedure[k], procedure));
    }
    return is_head;
}
