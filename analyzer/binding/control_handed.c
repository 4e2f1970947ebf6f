/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that a procedure is handed where some of its calls hand in data: each of the others knows its own. The size
 * that a procedure around malloc is asked for is such a value. */
#include "analyzer/binding/control_state.h"

/* A number that the procedure has as it was handed in: nothing there changes it. */
static bool is_as_handed(const fc_control *control, const fc_node *name)
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

bool fc_control_is_handed(const fc_control *control, const fc_node *value)
{
    if (fc_control_executable(control, value) || is_as_handed(control, value))
        return true;
    bool is_sum = value->kind == FC_BINARY && (value->op == FC_OP_ADD || value->op == FC_OP_MULTIPLY);
    bool is_handed = is_sum || value->kind == FC_CAST;
    for (int i = 0; i < value->n_children && is_handed; i++)
        is_handed = fc_control_is_handed(control, value->child[i]);
    return is_handed;
}
