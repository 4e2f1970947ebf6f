/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/binding/control.h"
#include "analyzer/model/annotations/parameter_annotation.h"

#include "analyzer/binding/control_state.h"
#include "analyzer/effects/external.h"
#include "comm_interface/operations.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_WRAPPERS = 8 /* procedures that allocate, one within the other */
};

/* ---- static values ---- */

static bool is_static(const fc_control *control, const fc_node *node);

static bool is_data(const fc_control *control, int cell)
{
    return cell < 0 || control->dynamic[cell];
}

static bool static_children(const fc_control *control, const fc_node *node)
{
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && !is_static(control, node->child[i]))
            return false;
    return true;
}

/* The length of an inner array, which is the distance between elements of the outer one. */
static bool static_length(const fc_control *control, const fc_type *type)
{
    for (; type->kind == FC_TYPE_ARRAY; type = type->of)
        if (type->length < 0 && !(type->extent && is_static(control, type->extent)))
            return false;
    return true;
}

/* The address of an lvalue is static, whatever its content. */
static bool static_place(const fc_control *control, const fc_node *node)
{
    switch (node->kind) {
    case FC_NAME:
        return true;
    case FC_MEMBER:
        return node->op == FC_OP_ARROW ? is_static(control, node->child[0]) : static_place(control, node->child[0]);
    case FC_INDEX:
        return static_length(control, node->type) && static_children(control, node);
    case FC_CAST:
        return static_children(control, node);
    case FC_UNARY:
        return node->op == FC_OP_DEREFERENCE && static_length(control, node->type) &&
               is_static(control, node->child[0]);
    case FC_CALL: /* a field of the record that it returns */
        return is_static(control, node);
    default:
        return false;
    }
}

static bool static_read(const fc_control *control, const fc_node *node)
{
    if (!static_place(control, node))
        return false;
    if (node->type->kind == FC_TYPE_ARRAY || (node->kind == FC_NAME && node->symbol->kind == FC_SYMBOL_PROCEDURE))
        return true;
    return !control->dynamic_read[node->id] && !is_data(control, fc_cells_of_place(control->cells, node));
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
        return is_data(control, fc_cells_of_symbol(control->cells, comparator->symbol));
    if (fc_external_is_tokeniser(function))
        return is_data(control, fc_cells_of_target(control->cells, call));
    const fc_type *option = fc_external_is_getopt(function) ? fc_external_option_type(call) : NULL;
    for (int i = 0; option && i < option->n_fields; i++) {
        int text = fc_control_option_text(control, option->field[i]);
        if (is_data(control, fc_cells_of_symbol(control->cells, option->field[i])) ||
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
        return !is_data(control, fc_cells_of_symbol(control->cells, target));
    if (fc_external_keeps_content(node)) /* what was there before is copied */
        return is_static(control, node->child[1]);
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
        if (!is_static(control, node->child[i]) || reads_data(control, node, i))
            return false;
    return !reads_more_data(control, node);
}

static bool is_static(const fc_control *control, const fc_node *node)
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
            return static_place(control, node->child[0]);
        return node->op == FC_OP_DEREFERENCE ? static_read(control, node) : is_static(control, node->child[0]);
    case FC_ASSIGN:
    case FC_STEP:
        return static_read(control, node->child[0]) && static_children(control, node);
    case FC_CALL:
        return static_call(control, node);
    case FC_SIZEOF:
    case FC_BINARY:
    case FC_CONDITIONAL:
    case FC_COMMA:
    case FC_CAST:
    case FC_LIST:
        return static_children(control, node);
    default:
        return false;
    }
}

static const fc_mpi_operation *operation_of(const fc_node *node)
{
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    return target ? fc_mpi_operation_find(target->name) : NULL;
}

/* The definition is the content of a point-to-point message, or its status. */
static bool is_received(const fc_definition *definition)
{
    const fc_mpi_operation *operation = operation_of(definition->node);
    fc_mpi_side side;
    if (!operation)
        return false;
    return definition->kind == FC_DEFINED_BY_MESSAGE
               ? fc_mpi_receive_side(&side, operation)
               : definition->kind == FC_DEFINED_BY_MPI && strchr(operation->arguments, FC_ARG_STATUS);
}

/* The dynamic count (or target) of the message that the node sends; NULL: it is static, or the node sends none. */
static const fc_node *dynamic_side(const fc_control *control, const fc_node *node, bool is_target)
{
    const fc_mpi_operation *operation = control->definitions.owner[node->id] ? operation_of(node) : NULL;
    fc_mpi_side side;
    if (!operation || !fc_mpi_send_side(&side, operation))
        return NULL;
    int at = (is_target ? side.peer : side.count) + 1;
    return at > 0 && at < node->n_children && !is_static(control, node->child[at]) ? node->child[at] : NULL;
}

static bool is_known_unmatched(const fc_control *control, const fc_node *send)
{
    bool found = false;
    for (size_t i = 0; i < control->n_unmatched && !found; i++)
        found = control->unmatched[i] == send;
    return found;
}

/* True: a new one was found. */
static bool find_unmatched(fc_control *control)
{
    size_t before = control->n_unmatched;
    for (int i = 0; i < control->program->n_nodes; i++) {
        const fc_node *node = control->program->node[i];
        if (!control->dynamic_count)
            control->dynamic_count = dynamic_side(control, node, false);
        if (!dynamic_side(control, node, true) || is_known_unmatched(control, node))
            continue;
        control->unmatched =
            fc_grow(control->unmatched, &control->unmatched_capacity, control->n_unmatched + 1, sizeof(fc_node *));
        control->unmatched[control->n_unmatched++] = node;
    }
    return control->n_unmatched > before;
}

static bool sends_reals(const fc_control *control, const fc_node *send)
{
    fc_mpi_side side;
    return fc_mpi_send_side(&side, operation_of(send)) &&
           fc_definitions_are_reals(&control->definitions, send, side.datatype);
}

/* The dynamic target of a send that the definition may receive; NULL: there is none. Messages of reals carry no
 * integers, but can be probed. */
static const fc_node *dynamic_target_for(const fc_control *control, const fc_definition *definition)
{
    const fc_node *target = NULL;
    for (size_t i = 0; i < control->n_unmatched && !target; i++) {
        const fc_node *send = control->unmatched[i];
        bool may_bring = definition->kind != FC_DEFINED_BY_MESSAGE || !sends_reals(control, send);
        if (may_bring && fc_definitions_may_meet(&control->definitions, send, definition->node))
            target = dynamic_side(control, send, true);
    }
    return target;
}

/* MPI_Get_count and similar queries. */
static bool counts_elements(const fc_definition *definition)
{
    const fc_mpi_operation *operation = definition->kind == FC_DEFINED_BY_MPI ? operation_of(definition->node) : NULL;
    return operation && (strncmp(operation->name, "MPI_Get_count", 13) == 0 ||
                         strncmp(operation->name, "MPI_Get_elements", 16) == 0);
}

/* The dynamic part of a message that the definition depends on; NULL: none. */
static const fc_node *dynamic_side_for(const fc_control *control, const fc_definition *definition)
{
    const fc_node *target = is_received(definition) ? dynamic_target_for(control, definition) : NULL;
    if (target)
        return target;
    return counts_elements(definition) ? control->dynamic_count : NULL;
}

/* The value of the definition is static, and so is its place. */
static bool value_is_static(const fc_control *control, const fc_definition *definition)
{
    if (definition->kind == FC_DEFINED_BY_DATA || dynamic_side_for(control, definition))
        return false;
    if (definition->kind == FC_DEFINED_BY_CALL)
        return is_static(control, definition->node);
    if (definition->right && !is_static(control, definition->right))
        return false;
    if (definition->kind == FC_DEFINED_AS_TARGET)
        return !is_data(control, definition->from);
    if (definition->kind == FC_DEFINED_BY_MESSAGE)
        return is_static(control, definition->place) && !is_data(control, definition->from);
    if (definition->kind == FC_DEFINED_BY_MPI && fc_control_query_is_dynamic(control, definition))
        return false;
    return !definition->place || definition->kind == FC_DEFINED_BY_MPI || static_place(control, definition->place);
}

const fc_node *fc_control_decides_by(const fc_node *decision)
{
    return decision->kind == FC_CALL ? fc_call_pointer(decision) : fc_control_condition(decision);
}

/* The dynamic pointer or subscript of a place; NULL: the place is static. */
static const fc_node *escaped_place(const fc_control *control, const fc_node *place)
{
    const fc_node *part = NULL;
    for (int i = 0; i < place->n_children && !part && !static_place(control, place); i++)
        part = is_static(control, place->child[i]) ? NULL : fc_control_dynamic_part(control, place->child[i]);
    return part;
}

/* A dynamic definition makes its cell dynamic. */
static void find_data(fc_control *control, const fc_definition *definition)
{
    const fc_node *measured = control->measured[definition - control->definitions.definition];
    if (measured) {
        control->cause[definition->cell] = (fc_control_cause){.definition = definition, .measured = measured};
        control->dynamic[definition->cell] = control->changed = true;
        return;
    }
    bool static_value = value_is_static(control, definition);
    const fc_node *decided_by = static_value ? fc_control_dynamic_decision(control, definition) : NULL;
    if (static_value && !decided_by)
        return;
    const fc_node *target = dynamic_side_for(control, definition);
    const fc_node *value = target                                   ? target
                           : definition->kind == FC_DEFINED_BY_CALL ? definition->node
                                                                    : definition->right;
    const fc_node *read = decided_by ? fc_control_decides_by(decided_by) : value;
    const fc_node *through = read ? fc_control_dynamic_part(control, read) : NULL;
    if (!through && !decided_by && definition->place)
        through = escaped_place(control, definition->place);
    control->cause[definition->cell] = (fc_control_cause){definition, decided_by, through, NULL};
    control->dynamic[definition->cell] = control->changed = true;
}

static void find_executable(fc_control *control)
{
    fc_control_find_initial_set(control);
    do {
        control->changed = find_unmatched(control);
        control->changed |= fc_control_find_early_exits(control);
        control->changed |= fc_control_find_dynamic_calls(control);
        for (size_t i = 0; i < control->definitions.n; i++)
            if (!control->dynamic[control->definitions.definition[i].cell])
                find_data(control, &control->definitions.definition[i]);
    } while (control->changed);
}

fc_control *fc_control_create(const fc_program *program, const fc_indirect_calls *calls)
{
    fc_control *control = fc_allocate(1, sizeof *control);
    control->program = program;
    control->cells = fc_cells_create(program, calls);
    fc_definitions_collect(&control->definitions, program, control->cells, calls);
    size_t cells = (size_t)fc_cells_count(control->cells);
    control->dynamic = fc_allocate(cells, sizeof *control->dynamic);
    control->cause = fc_allocate(cells, sizeof *control->cause);
    control->needed_cell = fc_allocate(cells, sizeof *control->needed_cell);
    control->entered_cell = fc_allocate(cells, sizeof *control->entered_cell);
    control->dynamic_caller = fc_allocate((size_t)program->n_procedures, sizeof *control->dynamic_caller);
    control->is_decided = fc_allocate((size_t)program->n_nodes, sizeof *control->is_decided);
    control->n_harmless = fc_allocate(control->definitions.n, sizeof *control->n_harmless);
    control->visited = fc_allocate((size_t)program->n_nodes, sizeof *control->visited);
    control->sliced = fc_allocate((size_t)program->n_nodes, sizeof *control->sliced);
    control->dynamic_read = fc_allocate((size_t)program->n_nodes, sizeof *control->dynamic_read);
    control->sliced_symbol = fc_allocate((size_t)program->n_symbols, sizeof *control->sliced_symbol);
    control->ambiguous = fc_allocate((size_t)program->n_symbols, sizeof *control->ambiguous);
    control->loops = fc_allocate((size_t)program->n_procedures, sizeof *control->loops);
    control->measured = fc_allocate(control->definitions.n, sizeof *control->measured);
    fc_lifetimes_find(&control->lifetimes, program, control->cells);
    fc_control_find_once(control);
    fc_control_find_ambiguous(control);
    fc_control_find_measured(control);
    find_executable(control);
    fc_control_find_slice(control);
    return control;
}

void fc_control_free(fc_control *control)
{
    if (!control)
        return;
    for (int i = 0; i < control->program->n_nodes; i++)
        free(control->dynamic_read[i]);
    free(control->dynamic_read);
    fc_definitions_free(&control->definitions, control->program);
    fc_cells_free(control->cells);
    free(control->dynamic);
    free(control->cause);
    free(control->measured);
    free(control->dynamic_caller);
    for (size_t i = 0; i < control->n_decided_calls; i++)
        free(control->decided_call[i].reached);
    free(control->decided_call);
    free(control->is_decided);
    free(control->unmatched);
    free(control->n_harmless);
    fc_lifetimes_free(&control->lifetimes);
    fc_control_free_early_exits(control);
    fc_control_free_loops(control);
    free(control->needed_cell);
    free(control->entered_cell);
    free(control->visited);
    free(control->sliced);
    free(control->sliced_symbol);
    free(control->ambiguous);
    free(control);
}

const fc_definitions *fc_control_definitions(const fc_control *control)
{
    return &control->definitions;
}

const fc_cells *fc_control_cells(const fc_control *control)
{
    return control->cells;
}

bool fc_control_starts_dynamic(const fc_control *control, int cell)
{
    return control->dynamic[cell] && !control->cause[cell].definition;
}

bool fc_control_is_static(const fc_control *control, const fc_node *expression)
{
    return is_static(control, expression);
}

bool fc_control_callee_is_static(const fc_control *control, const fc_node *call)
{
    return !fc_call_target(call) && is_static(control, fc_call_pointer(call));
}

bool fc_control_in_slice(const fc_control *control, const fc_node *node)
{
    return control->sliced[node->id];
}

bool fc_control_needs_value(const fc_control *control, const fc_node *expression)
{
    return control->visited[expression->id];
}

bool fc_control_symbol_in_slice(const fc_control *control, const fc_symbol *symbol)
{
    return control->sliced_symbol[symbol->id];
}

bool fc_control_result_in_slice(const fc_control *control, const fc_procedure *procedure)
{
    int cell = fc_cells_of_symbol(control->cells, procedure->symbol);
    bool is_void = procedure->symbol->type->of->kind == FC_TYPE_VOID;
    return !is_void && control->needed_cell[cell] && !control->dynamic[cell];
}

bool fc_control_has_value(const fc_control *control, const fc_node *place)
{
    bool named = place->kind == FC_NAME || place->kind == FC_MEMBER;
    if (named && !control->sliced_symbol[place->symbol->id])
        return false;
    int cell = fc_cells_of_place(control->cells, place);
    if (control->dynamic_read[place->id])
        return false;
    bool aggregate = place->type->kind == FC_TYPE_ARRAY || place->type->kind == FC_TYPE_RECORD;
    if (cell >= 0 && !aggregate && (!control->needed_cell[cell] || control->dynamic[cell]))
        return false;
    for (int i = 0; i < place->n_children; i++)
        if (place->child[i]->kind != FC_INTEGER && !fc_control_has_value(control, place->child[i]))
            return false;
    return true;
}

static bool is_kept_memory(const fc_control *control, int cell)
{
    return cell >= 0 && (control->entered_cell[cell] || (control->needed_cell[cell] && !control->dynamic[cell]));
}

bool fc_control_target_in_slice(const fc_control *control, const fc_node *pointer)
{
    int cell = fc_cells_of_target(control->cells, pointer);
    const fc_type *of = pointer->type ? pointer->type->of : NULL;
    bool to_real = of && of->kind == FC_TYPE_REAL;
    return is_kept_memory(control, cell) ||
           (to_real && is_kept_memory(control, fc_cells_of_reals(control->cells, cell)));
}

bool fc_control_target_is_dynamic(const fc_control *control, const fc_node *pointer)
{
    int cell = fc_cells_of_target(control->cells, pointer);
    return cell >= 0 && control->dynamic[cell];
}

bool fc_control_allocates(const fc_control *control, const fc_procedure *procedure)
{
    return fc_cells_allocates(control->cells, procedure);
}

/* Some caller of the allocation wrapper has the memory in its slice. depth: nested wrappers. */
static bool is_kept_by_caller(const fc_control *control, const fc_procedure *procedure, int depth)
{
    bool is_kept = false;
    for (int i = 0; i < control->program->n_nodes && !is_kept && depth < MOST_WRAPPERS; i++) {
        const fc_node *node = control->program->node[i];
        const fc_procedure *owner = control->definitions.owner[i];
        const fc_symbol *target = owner && node->kind == FC_CALL ? fc_call_target(node) : NULL;
        if (target && target->definition == procedure)
            is_kept = fc_control_target_in_slice(control, node) ||
                      (fc_control_allocates(control, owner) && is_kept_by_caller(control, owner, depth + 1));
    }
    return is_kept;
}

bool fc_control_allocation_in_slice(const fc_control *control, const fc_node *call)
{
    const fc_procedure *owner = fc_control_owner(control, call);
    if (fc_control_allocates(control, owner) && is_kept_by_caller(control, owner, 0))
        return true;
    if (!fc_external_allocates_by_argument(call))
        return fc_control_target_in_slice(control, call);
    int pointer = fc_cells_of_target(control->cells, call->child[1]);
    return pointer >= 0 && is_kept_memory(control, fc_cells_pointee(control->cells, pointer));
}

bool fc_control_rank_dependent(const fc_control *control)
{
    return control->rank_dependent;
}

bool fc_control_changes_arguments(const fc_control *control)
{
    const fc_definitions *all = &control->definitions;
    const fc_procedure *main_procedure = fc_program_find(control->program, "main");
    bool changes = false;
    if (!main_procedure || main_procedure->n_parameters < 2)
        return false;
    int cell = fc_cells_of_symbol(control->cells, main_procedure->parameter[1]);
    while (!changes && (cell = fc_cells_pointee(control->cells, cell)) >= 0)
        for (size_t i = all->first[cell]; i < all->first[cell + 1]; i++)
            changes |= control->sliced[all->definition[i].node->id];
    return changes;
}

const fc_procedure *fc_control_owner(const fc_control *control, const fc_node *node)
{
    return control->definitions.owner[node->id];
}

bool fc_control_calls(const fc_control *control, const fc_procedure *caller, const fc_procedure *callee)
{
    return control->definitions.calls[caller->id * control->definitions.n_procedures + callee->id];
}
