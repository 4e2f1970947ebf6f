/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Polyvariant parameters: dynamic in some calls of a procedure, static in others, which then compute their own value.
 * The size passed to an allocation wrapper is an example. */
#include "analyzer/binding/control_state.h"

/* An integer parameter that the procedure does not change. */
static bool is_unchanged_parameter(const fc_control *control, const fc_node *name)
{
    bool is_number =
        name->kind == FC_NAME && name->symbol->kind == FC_SYMBOL_PARAMETER && name->type->kind == FC_TYPE_INTEGER;
    int cell = is_number ? fc_cells_of_symbol(control->cells, name->symbol) : -1;
    const fc_definitions *all = &control->definitions;
    for (size_t i = cell < 0 ? 0 : all->first[cell]; cell >= 0 && i < all->first[cell + 1]; i++)
        if (all->definition[i].kind != FC_DEFINED_AS_ARGUMENT)
            cell = -1;
    return cell >= 0;
}

bool fc_control_is_static_by_call(const fc_control *control, const fc_node *value)
{
    if (fc_control_is_static(control, value) || is_unchanged_parameter(control, value))
        return true;
    bool is_sum = value->kind == FC_BINARY && (value->op == FC_OP_ADD || value->op == FC_OP_MULTIPLY);
    bool is_static = is_sum || value->kind == FC_CAST;
    for (int i = 0; i < value->n_children && is_static; i++)
        is_static = fc_control_is_static_by_call(control, value->child[i]);
    return is_static;
}
