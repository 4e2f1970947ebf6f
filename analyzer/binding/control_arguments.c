/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that are read from the program's arguments: elements of argv, optarg, and variables that only hold texts of
 * arguments (`char *arg = argv[++i];`, the parameter `arg` of a parser of options). A procedure that converts a text
 * for its caller is no parser: what it computes is not a parameter, but what the caller assigns is. */
#include "analyzer/binding/control_state.h"
#include "analyzer/effects/external.h"
#include "analyzer/model/annotations/parameter_annotation.h"
#include "analyzer/model/node_search.h"

enum {
    MOST_NAMES = 8 /* definitions one after the other that are looked through */
};

/* argv itself, or a parameter that it is passed to. */
static bool is_argument_vector(const fc_control *control, const fc_node *node)
{
    const fc_procedure *main_procedure = fc_program_find(control->program, "main");
    if (!main_procedure || main_procedure->n_parameters < 2)
        return false;
    int strings = fc_cells_pointee(control->cells, fc_cells_of_symbol(control->cells, main_procedure->parameter[1]));
    const fc_type *type = node->type;
    return strings >= 0 && type && type->kind == FC_TYPE_POINTER && type->of->kind == FC_TYPE_POINTER &&
           fc_cells_of_target(control->cells, node) == strings;
}

static bool is_element(const fc_control *control, const fc_node *node)
{
    bool is_access = node->kind == FC_INDEX || (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE);
    return is_access && is_argument_vector(control, node->child[0]);
}

static bool is_string(const fc_type *type)
{
    return type && type->kind == FC_TYPE_POINTER && type->of->kind == FC_TYPE_INTEGER && type->of->size == 1;
}

/* Other than as an argument of the program's own procedures. */
static bool reads_string(const fc_node *node, const void *unused)
{
    (void)unused;
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    if (node->kind == FC_CALL && (!target || target->definition))
        return false;
    return (node->kind == FC_NAME && is_string(node->type)) || fc_node_any_child(node, reads_string, NULL);
}

static bool is_local_number(const fc_symbol *symbol)
{
    return (symbol->kind == FC_SYMBOL_LOCAL || symbol->kind == FC_SYMBOL_PARAMETER) &&
           (symbol->type->kind == FC_TYPE_INTEGER || symbol->type->kind == FC_TYPE_REAL);
}

/* `&n` of a local number, as an argument of sscanf. */
static bool is_address_of_local(const fc_node *node)
{
    node = fc_node_without_casts(node);
    return node->kind == FC_UNARY && node->op == FC_OP_ADDRESS && node->child[0]->kind == FC_NAME &&
           is_local_number(node->child[0]->symbol);
}

static bool scans_into_local(const fc_node *call)
{
    bool scans = false;
    for (int i = 1; i < call->n_children && !scans; i++)
        scans = is_address_of_local(call->child[i]);
    return scans;
}

/* A local number or the result is computed from a text. */
static bool converts_text(const fc_node *node, const void *unused)
{
    (void)unused;
    const fc_node *place = node->kind == FC_ASSIGN ? node->child[0] : NULL;
    bool keeps = (node->kind == FC_DECLARE && is_local_number(node->symbol)) || node->kind == FC_RETURN ||
                 (place && place->kind == FC_NAME && is_local_number(place->symbol)) ||
                 (node->kind == FC_CALL && scans_into_local(node));
    if (keeps && reads_string(node, NULL))
        return true;
    return fc_node_any_child(node, converts_text, NULL);
}

static bool holds_text(const fc_control *control, const fc_symbol *symbol, int depth);

/* The text of an argument, or a place in it. */
static bool is_text(const fc_control *control, const fc_node *value, int depth)
{
    value = fc_node_without_casts(value);
    const fc_symbol *target = value->kind == FC_CALL ? fc_call_target(value) : NULL;
    if (value->kind == FC_CONDITIONAL)
        return is_text(control, value->child[1], depth) || is_text(control, value->child[2], depth);
    if (value->kind == FC_BINARY && value->op == FC_OP_ADD)
        return is_text(control, value->child[0], depth);
    if (target && fc_external_returns_first(target) && value->n_children > 1)
        return is_text(control, value->child[1], depth);
    if (value->kind == FC_NAME)
        return fc_external_is_getopt_global(value->symbol) || holds_text(control, value->symbol, depth + 1);
    return is_element(control, value);
}

/* A local pointer to characters all of whose values are texts of arguments or null. A step within the text (`text++`)
 * leaves it one. */
static bool holds_text(const fc_control *control, const fc_symbol *symbol, int depth)
{
    bool is_local = symbol->kind == FC_SYMBOL_LOCAL || symbol->kind == FC_SYMBOL_PARAMETER;
    bool may_hold = is_local && is_string(symbol->type) && depth < MOST_NAMES;
    int cell = may_hold ? fc_cells_of_symbol(control->cells, symbol) : -1;
    const fc_definitions *all = &control->definitions;
    bool holds = false;
    for (size_t i = cell < 0 ? 0 : all->first[cell]; cell >= 0 && i < all->first[cell + 1]; i++) {
        const fc_definition *definition = &all->definition[i];
        if (definition->kind == FC_DEFINED_BY_UPDATE || (definition->right && fc_node_is_null(definition->right)))
            continue;
        if (!definition->right || !is_text(control, definition->right, depth))
            return false;
        holds = true;
    }
    return holds && !(symbol->kind == FC_SYMBOL_PARAMETER && converts_text(symbol->owner->body, NULL));
}

bool fc_control_is_parameter(const fc_control *control, const fc_node *right_side)
{
    bool is_pointer = right_side->kind == FC_NAME && right_side->type->kind == FC_TYPE_POINTER;
    if ((is_pointer && is_text(control, right_side, 0)) || is_element(control, right_side) ||
        fc_parameter_annotation_is_call(right_side))
        return true;
    for (int i = 0; i < right_side->n_children; i++)
        if (right_side->child[i] && fc_control_is_parameter(control, right_side->child[i]))
            return true;
    return false;
}

bool fc_control_gets_text(const fc_control *control, const fc_procedure *procedure)
{
    bool gets = false;
    for (int i = 0; i < procedure->n_parameters && !gets; i++)
        gets = holds_text(control, procedure->parameter[i], 0);
    return gets;
}
