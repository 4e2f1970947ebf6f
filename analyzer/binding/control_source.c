/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Definitions and reads within a subtree. */
#include "analyzer/binding/control_state.h"

#include <string.h>

static bool cell_changes_within(const fc_control *control, int cell, const fc_node *root)
{
    const fc_definitions *all = &control->definitions;
    const fc_procedure *home = all->owner[root->id];
    return (home && fc_definers_has_within(&all->definers, cell, root->id, all->last[root->id])) ||
           fc_definitions_calls_definer(all, root, cell, home);
}

bool fc_control_changes_within(const fc_control *control, const fc_symbol *symbol, const fc_node *node)
{
    return cell_changes_within(control, fc_cells_of_symbol(control->cells, symbol), node);
}

bool fc_control_is_invariant(const fc_control *control, const fc_node *place, const fc_node *root)
{
    int cell = fc_cells_of_place(control->cells, place);
    if (cell >= 0 && cell_changes_within(control, cell, root))
        return false;
    for (int i = 0; i < place->n_children; i++)
        if (place->child[i] && !fc_control_is_invariant(control, place->child[i], root))
            return false;
    return true;
}

const fc_node *fc_control_only_definition(const fc_control *control, const fc_symbol *symbol)
{
    int cell = fc_cells_of_symbol(control->cells, symbol);
    const fc_definition *only = NULL;
    for (size_t i = control->definitions.first[cell]; i < control->definitions.first[cell + 1]; i++) {
        const fc_definition *definition = &control->definitions.definition[i];
        if (only || definition->kind != FC_DEFINED_BY_VALUE)
            return NULL;
        only = definition;
    }
    return only ? only->right : NULL;
}

/* A file contains no valid addresses: a pointer in a record that is read from a file has no target until it is set. */
static bool brings_no_address(const fc_definition *definition)
{
    bool by_call = definition->kind == FC_DEFINED_BY_DATA || definition->kind == FC_DEFINED_BY_CALL;
    const fc_symbol *target = by_call ? fc_call_target(definition->node) : NULL;
    return target && !target->definition && strcmp(target->name, "fread") == 0;
}

bool fc_control_each_value(const fc_control *control, const fc_node *place,
                           void (*visit)(void *data, const fc_node *value), void *data)
{
    int cell = fc_cells_of_place(control->cells, place);
    bool all = cell >= 0;
    for (size_t i = all ? control->definitions.first[cell] : 0; all && i < control->definitions.first[cell + 1]; i++) {
        const fc_definition *definition = &control->definitions.definition[i];
        bool is_value = definition->kind == FC_DEFINED_BY_VALUE || definition->kind == FC_DEFINED_AS_ARGUMENT;
        if (is_value && definition->right)
            visit(data, definition->right);
        all = is_value || definition->kind == FC_DEFINED_BY_UPDATE || brings_no_address(definition);
    }
    return all;
}

int fc_control_least_value(const fc_control *control, const fc_symbol *symbol)
{
    int cell = fc_cells_of_symbol(control->cells, symbol), least = 1;
    size_t first = control->definitions.first[cell], end = control->definitions.first[cell + 1];
    for (size_t i = first; i < end; i++) {
        const fc_definition *definition = &control->definitions.definition[i];
        const fc_symbol *query = definition->kind == FC_DEFINED_BY_MPI ? fc_call_target(definition->node) : NULL;
        if (!query || (strcmp(query->name, "MPI_Comm_size") != 0 && strcmp(query->name, "MPI_Comm_rank") != 0))
            return -1;
        if (strcmp(query->name, "MPI_Comm_rank") == 0)
            least = 0;
    }
    return first < end ? least : -1;
}

bool fc_control_outlives(const fc_control *control, const fc_symbol *symbol, const fc_node *root)
{
    if (symbol->kind != FC_SYMBOL_LOCAL && symbol->kind != FC_SYMBOL_PARAMETER)
        return true;
    for (size_t i = 0; i < control->definitions.n_reads[symbol->id]; i++) {
        const fc_node *read = control->definitions.read[symbol->id][i];
        if (control->visited[read->id] && !fc_node_is_within(read, root))
            return true;
    }
    return false;
}

bool fc_control_assigns(const fc_node *node, const fc_symbol *symbol)
{
    if (!node)
        return false;
    if (node->kind == FC_EVALUATE || node->kind == FC_COMMA || node->kind == FC_BLOCK) {
        for (int i = 0; i < node->n_children; i++)
            if (fc_control_assigns(node->child[i], symbol))
                return true;
        return false;
    }
    if (node->kind == FC_DECLARE)
        return node->symbol == symbol && node->n_children > 0 && node->child[0];
    return node->kind == FC_ASSIGN && node->op == FC_OP_NONE && node->child[0]->kind == FC_NAME &&
           node->child[0]->symbol == symbol;
}

/* The variable is set before the node, in the same block. */
static bool is_assigned_before(const fc_node *node, const fc_symbol *symbol)
{
    const fc_node *block = node->parent;
    int i = block->kind == FC_BLOCK ? block->n_children - 1 : -1;
    while (i >= 0 && block->child[i] != node)
        i--;
    for (; i >= 0; i--) {
        const fc_node *statement = block->child[i];
        if (statement->kind == FC_LABEL || statement->kind == FC_CASE || statement->kind == FC_DEFAULT)
            return false;
        if (statement != node && fc_control_assigns(statement, symbol))
            return true;
    }
    return false;
}

/* The iteration sets the variable before it reads it. */
static bool is_set_in_iteration(const fc_node *read, const fc_symbol *symbol, const fc_node *loop)
{
    for (const fc_node *below = read, *up = read->parent; below != loop; below = up, up = up->parent)
        if ((up != loop && up->kind == FC_FOR && below != up->child[0] && fc_control_assigns(up->child[0], symbol)) ||
            is_assigned_before(below, symbol))
            return true;
    return false;
}

/* The right side of symbol = ... */
static bool is_in_own_assignment(const fc_node *read, const fc_symbol *symbol)
{
    const fc_node *up = read->parent;
    while (up && up->kind != FC_ASSIGN && up->kind >= FC_INTEGER)
        up = up->parent;
    return up && up->kind == FC_ASSIGN && up->child[0]->kind == FC_NAME && up->child[0]->symbol == symbol;
}

bool fc_control_is_carried(const fc_control *control, const fc_symbol *symbol, const fc_node *loop)
{
    const fc_node *bound = fc_control_bound(control, loop);
    bool moves_itself = false, is_used = false; /* between iterations; other than by itself and the bound */
    for (size_t i = 0; i < control->definitions.n_reads[symbol->id]; i++) {
        const fc_node *read = control->definitions.read[symbol->id][i];
        if (!control->visited[read->id] || !fc_node_is_within(read, loop) || (bound && fc_node_is_within(read, bound)))
            continue;
        bool for_itself = bound && is_in_own_assignment(read, symbol), is_set = is_set_in_iteration(read, symbol, loop);
        if (!is_set && !for_itself)
            return true;
        moves_itself |= !is_set;
        is_used |= !for_itself;
    }
    return moves_itself && is_used;
}

bool fc_control_reads_within(const fc_control *control, const fc_symbol *symbol, const fc_node *node)
{
    for (size_t i = 0; i < control->definitions.n_reads[symbol->id]; i++) {
        const fc_node *read = control->definitions.read[symbol->id][i];
        if (control->visited[read->id] && fc_node_is_within(read, node))
            return true;
    }
    return false;
}

bool fc_control_leaves_early(const fc_control *control, const fc_node *loop)
{
    return control->definitions.n_jumps[loop->id] > 0;
}

const fc_node *fc_control_label(const fc_control *control, const fc_node *jump)
{
    return jump->symbol ? control->definitions.label[jump->symbol->id] : NULL;
}
