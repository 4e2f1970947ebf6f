/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which expressions and places are static, given the cells that are dynamic; polyvariant parameters; dynamic decisions.
 */
#include "analyzer/binding/control_state.h"
#include "analyzer/effects/external.h"
#include "analyzer/model/annotations/parameter_annotation.h"
#include "comm_interface/operations.h"

bool fc_control_cell_is_dynamic(const fc_control *control, int cell)
{
    return cell < 0 || control->dynamic[cell];
}

static bool static_children(const fc_control *control, const fc_node *node)
{
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && !fc_control_is_static(control, node->child[i]))
            return false;
    return true;
}

/* The length of an inner array, which is the distance between elements of the outer one. */
static bool static_length(const fc_control *control, const fc_type *type)
{
    for (; type->kind == FC_TYPE_ARRAY; type = type->of)
        if (type->length < 0 && !(type->extent && fc_control_is_static(control, type->extent)))
            return false;
    return true;
}

bool fc_control_place_is_static(const fc_control *control, const fc_node *node)
{
    switch (node->kind) {
    case FC_NAME:
        return true;
    case FC_MEMBER:
        return node->op == FC_OP_ARROW ? fc_control_is_static(control, node->child[0])
                                       : fc_control_place_is_static(control, node->child[0]);
    case FC_INDEX:
        return static_length(control, node->type) && static_children(control, node);
    case FC_CAST:
        return static_children(control, node);
    case FC_UNARY:
        return node->op == FC_OP_DEREFERENCE && static_length(control, node->type) &&
               fc_control_is_static(control, node->child[0]);
    case FC_CALL: /* a field of the record that it returns */
        return fc_control_is_static(control, node);
    default:
        return false;
    }
}

static bool static_read(const fc_control *control, const fc_node *node)
{
    if (!fc_control_place_is_static(control, node))
        return false;
    if (node->type->kind == FC_TYPE_ARRAY || (node->kind == FC_NAME && node->symbol->kind == FC_SYMBOL_PROCEDURE))
        return true;
    return !control->dynamic_read[node->id] &&
           !fc_control_cell_is_dynamic(control, fc_cells_of_place(control->cells, node));
}

/* The external function reads dynamic memory through its argument. */
static bool reads_data(const fc_control *control, const fc_node *call, int argument)
{
    fc_external_role role = fc_external_role_of(call, argument);
    int cell = fc_cells_of_target(control->cells, call->child[argument]);
    if (cell < 0 || (role != FC_EXTERNAL_READS && role != FC_EXTERNAL_CHANGES))
        return false;
    return control->dynamic[cell] ||
           (fc_external_copies_bytes(call) && control->dynamic[fc_cells_of_reals(control->cells, cell)]) ||
           fc_mod_ref_splits_records(&control->definitions.reach, call->child[argument]);
}

int fc_control_option_text(const fc_control *control, const fc_symbol *field)
{
    int cell = fc_cells_of_symbol(control->cells, field);
    bool is_text = field->type->kind == FC_TYPE_POINTER && field->type->of->size == 1;
    return is_text && cell >= 0 ? fc_cells_pointee(control->cells, cell) : -1;
}

/* ... or dynamic memory that no argument points to directly: the names of long options, the text that strtok continues,
 * the result of the procedure by which qsort compares. */
static bool reads_more_data(const fc_control *control, const fc_node *call)
{
    const fc_symbol *function = fc_call_target(call);
    const fc_procedure *comparator = fc_external_comparator(call);
    if (comparator)
        return fc_control_cell_is_dynamic(control, fc_cells_of_symbol(control->cells, comparator->symbol));
    if (fc_external_is_tokenizer(function))
        return fc_control_cell_is_dynamic(control, fc_cells_of_target(control->cells, call));
    const fc_type *option = fc_external_is_getopt(function) ? fc_external_option_type(call) : NULL;
    for (int i = 0; option && i < option->n_fields; i++) {
        int text = fc_control_option_text(control, option->field[i]);
        if (fc_control_cell_is_dynamic(control, fc_cells_of_symbol(control->cells, option->field[i])) ||
            (text >= 0 && control->dynamic[text]))
            return true;
    }
    return false;
}

static bool static_call(const fc_control *control, const fc_node *node)
{
    const fc_symbol *target = fc_call_target(node);
    if (!target)
        return false;
    if (target->definition)
        return !fc_control_cell_is_dynamic(control, fc_cells_of_symbol(control->cells, target));
    if (fc_external_keeps_content(node)) /* what was there before is copied */
        return fc_control_is_static(control, node->child[1]);
    if (fc_external_is_allocation(target->name) || fc_external_allocates_by_argument(node) ||
        fc_external_opens_to_write(node)) /* whatever its name: a run that ends well opens it */
        return true;
    const fc_mpi_operation *operation = fc_mpi_operation_find(target->name);
    bool is_computed = operation && fc_mpi_returns_value(operation);
    if (operation && !is_computed)
        return node->type->kind == FC_TYPE_INTEGER && operation->kind != FC_MPI_UNSUPPORTED;
    if (!is_computed && !fc_external_is_pure(target->name) && !fc_external_is_repeatable(node) &&
        !fc_parameter_annotation_is_call(node))
        return false;
    for (int i = 1; i < node->n_children; i++)
        if (!fc_control_is_static(control, node->child[i]) || reads_data(control, node, i))
            return false;
    return !reads_more_data(control, node);
}

bool fc_control_is_static(const fc_control *control, const fc_node *node)
{
    if (node->type && fc_type_is_vector(node->type))
        return false;
    switch (node->kind) {
    case FC_INTEGER:
    case FC_REAL:
    case FC_STRING:
    case FC_HANDLE:
        return true;
    case FC_NAME:
    case FC_MEMBER:
    case FC_INDEX:
        return static_read(control, node);
    case FC_UNARY:
        if (node->op == FC_OP_ADDRESS)
            return fc_control_place_is_static(control, node->child[0]);
        return node->op == FC_OP_DEREFERENCE ? static_read(control, node)
                                             : fc_control_is_static(control, node->child[0]);
    case FC_ASSIGN:
    case FC_STEP:
        return static_read(control, node->child[0]) && static_children(control, node);
    case FC_CALL:
        return static_call(control, node);
    case FC_COMMA:
        return fc_node_is_output_check(node) ? fc_control_is_static(control, node->child[1])
                                             : static_children(control, node);
    case FC_SIZEOF:
    case FC_BINARY:
    case FC_CONDITIONAL:
    case FC_CAST:
    case FC_LIST:
        return static_children(control, node);
    default:
        return false;
    }
}

bool fc_control_callee_is_static(const fc_control *control, const fc_node *call)
{
    return !fc_call_target(call) && fc_control_is_static(control, fc_call_pointer(call));
}

/* ---- polyvariant parameters: dynamic in some calls of a procedure, static in others, which then compute their own
 * value. The size passed to an allocation wrapper is an example. ---- */

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

/* ---- decisions ---- */

const fc_node *fc_control_condition(const fc_node *node)
{
    switch (node->kind) {
    case FC_IF:
    case FC_WHILE:
    case FC_SWITCH:
    case FC_CONDITIONAL:
        return node->child[0];
    case FC_FOR:
    case FC_DO:
        return node->child[1];
    case FC_BINARY:
        return node->op == FC_OP_AND || node->op == FC_OP_OR ? node->child[0] : NULL;
    default:
        return NULL;
    }
}

const fc_node *fc_control_decides_by(const fc_node *decision)
{
    return decision->kind == FC_CALL ? fc_call_pointer(decision) : fc_control_condition(decision);
}

const fc_node *fc_control_dynamic_jump(const fc_control *control, const fc_node *jump, const fc_node *top)
{
    for (const fc_node *below = jump, *up = jump->parent; up && up != top; below = up, up = up->parent) {
        const fc_node *condition = fc_control_condition(up);
        if (condition && condition != below && !fc_control_is_static(control, condition))
            return up;
    }
    return NULL;
}
