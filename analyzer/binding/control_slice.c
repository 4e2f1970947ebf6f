/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program slice: backward from conditions, MPI arguments and allocation sizes along use-def chains (Weiser 1984).
 */
#include "analyzer/binding/control_state.h"
#include "analyzer/effects/cost_pragma.h"
#include "analyzer/effects/external.h"
#include "analyzer/effects/library.h"
#include "analyzer/effects/library_annotated.h"
#include "analyzer/model/node_search.h"
#include "analyzer/model/openmp.h"
#include "comm_interface/operations.h"

#include <string.h>

static void need(fc_control *control, const fc_node *node);

static void need_cell(fc_control *control, int cell)
{
    if (cell >= 0)
        control->needed_cell[cell] = true;
}

/* The record of a needed member must exist, even if nothing else of it is read. */
static void enter(fc_control *control, int record)
{
    if (record >= 0)
        control->entered_cell[record] = true;
}

static void need_place(fc_control *control, const fc_node *node)
{
    if (node->kind == FC_NAME) {
        control->sliced_symbol[node->symbol->id] = true;
    } else if (node->kind == FC_MEMBER) {
        control->sliced_symbol[node->symbol->id] = true;
        const fc_node *base = node->child[0];
        if (node->op == FC_OP_ARROW) {
            enter(control, fc_cells_of_target(control->cells, base));
            need(control, base);
        } else {
            enter(control, fc_cells_of_place(control->cells, base));
            need_place(control, base);
        }
    } else if (node->kind == FC_CALL) {
        need(control, node);
    } else {
        if (node->type->kind == FC_TYPE_RECORD)
            enter(control, fc_cells_of_place(control->cells, node));
        for (int i = 0; i < node->n_children; i++)
            need(control, node->child[i]);
    }
}

static void need_read(fc_control *control, const fc_node *node)
{
    need_place(control, node);
    if (node->type->kind != FC_TYPE_ARRAY)
        need_cell(control, fc_cells_of_place(control->cells, node));
}

static bool is_read(const fc_control *control, int cell)
{
    int reals = fc_cells_of_reals(control->cells, cell);
    return cell >= 0 && ((control->needed_cell[cell] && !control->dynamic[cell]) ||
                         (control->needed_cell[reals] && !control->dynamic[reals]));
}

static bool is_field_read(const fc_control *control, const fc_type *record)
{
    bool found = false;
    for (int i = 0; record && record->kind == FC_TYPE_RECORD && i < record->n_fields && !found; i++) {
        const fc_type *type = record->field[i]->type;
        found = is_read(control, fc_definitions_field_cell(control->cells, record->field[i])) ||
                is_field_read(control, type->kind == FC_TYPE_ARRAY ? type->of : type);
    }
    return found;
}

/* A broadcast whose buffer the slice reads transfers static values to the other ranks. */
static bool carries(const fc_control *control, const fc_node *call)
{
    const fc_mod_ref *reach = &control->definitions.reach;
    int cell = fc_cells_of_target(control->cells, call->child[1]);
    bool some = is_read(control, cell) || is_field_read(control, fc_definitions_broadcast_record(call));
    for (size_t i = cell < 0 ? 0 : reach->first[cell]; cell >= 0 && i < reach->first[cell + 1]; i++)
        some |= is_field_read(control, reach->record[i].type);
    for (int i = 0; i < fc_cells_n_elements(control->cells, call->child[1]) && !some; i++) {
        int element = fc_cells_of_element(control->cells, call->child[1], i);
        some = control->needed_cell[element] && !control->dynamic[element];
    }
    return some && fc_control_is_static(control, call->child[1]);
}

/* The operation's result depends on the calling rank. */
static bool asks_place(const char *operation)
{
    return strcmp(operation, "MPI_Comm_rank") == 0 || strcmp(operation, "MPI_Cart_shift") == 0 ||
           strcmp(operation, "MPI_Cart_get") == 0 || strcmp(operation, "MPI_Group_rank") == 0 ||
           strcmp(operation, "MPI_Comm_split_type") == 0 || strstr(operation, "eighbor") ||
           strstr(operation, "_map"); /* neighbor counts differ by rank */
}

/* The slice reads a static field of this status, or of some other. */
static bool is_status_read(const fc_control *control, const fc_node *status)
{
    int cell = status->kind == FC_HANDLE ? -1 : fc_cells_of_target(control->cells, status);
    bool is_read = cell >= 0 && control->needed_cell[cell] && !control->dynamic[cell];
    for (size_t i = 0; i < control->definitions.n_status_cells && cell >= 0; i++) {
        int field = control->definitions.status_cell[i];
        is_read |= control->needed_cell[field] && !control->dynamic[field];
    }
    return is_read && fc_control_is_static(control, status);
}

/* Names and modes of files matter to their sizes only. */
static bool asks_file_size(const fc_control *control)
{
    bool asks = false;
    for (int i = 0; i < control->program->n_nodes && !asks; i++) {
        const fc_node *node = control->program->node[i];
        const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
        asks = (target && strcmp(target->name, "MPI_File_get_size") == 0) ||
               (node->kind == FC_HANDLE && strcmp(node->text, "MPI_SEEK_END") == 0);
    }
    return asks;
}

static bool is_needed(const fc_control *control, const fc_mpi_operation *of, char role, const fc_node *argument)
{
    if (!fc_argument_is_passed(role) || !fc_control_is_static(control, argument))
        return false;
    return (role != FC_ARG_FILE_NAME && role != FC_ARG_FILE_MODE) || of->kind != FC_MPI_FILE || asks_file_size(control);
}

static void need_mpi_arguments(fc_control *control, const fc_node *call, const fc_mpi_operation *operation)
{
    for (int i = 0; operation->arguments[i] && i + 1 < call->n_children; i++) {
        if (operation->arguments[i] == FC_ARG_STATUS && is_status_read(control, call->child[i + 1])) {
            need(control, call->child[i + 1]);
            control->rank_dependent = true;
        }
        if (!is_needed(control, operation, operation->arguments[i], call->child[i + 1]))
            continue;
        need(control, call->child[i + 1]);
        bool is_ended = fc_argument_is_ended(operation->name, operation->arguments[i]);
        if (is_ended || strchr("vIAYRqQSMz", operation->arguments[i])) /* what it points to is read too */
            need_cell(control, fc_cells_of_target(control->cells, call->child[i + 1]));
    }
    if (strcmp(operation->name, "MPI_Bcast") == 0 && carries(control, call))
        need(control, call->child[1]);
    control->sliced[call->id] = true;
    control->rank_dependent |= asks_place(operation->name);
}

/* The globals and the table of long options that the cost program's getopt needs. */
static void need_getopt(fc_control *control, const fc_node *call)
{
    const fc_type *option = fc_external_option_type(call);
    for (int i = 0; i < control->program->n_symbols; i++)
        if (fc_external_is_getopt_global(control->program->symbol[i]))
            control->sliced_symbol[i] = true;
    for (int i = 0; option && i < option->n_fields; i++) {
        control->sliced_symbol[option->field[i]->id] = true;
        need_cell(control, fc_cells_of_symbol(control->cells, option->field[i]));
        need_cell(control, fc_control_option_text(control, option->field[i]));
    }
}

static void need_call_arguments(fc_control *control, const fc_node *node)
{
    for (int i = 1; i < node->n_children; i++) {
        if (!fc_control_is_static(control, node->child[i]))
            continue;
        need(control, node->child[i]);
        fc_external_role role = fc_external_role_of(node, i);
        int cell = fc_cells_of_target(control->cells, node->child[i]);
        if (role == FC_EXTERNAL_READS || role == FC_EXTERNAL_CHANGES)
            need_cell(control, cell);
        if (role == FC_EXTERNAL_READS && fc_external_copies_bytes(node))
            need_cell(control, fc_cells_of_reals(control->cells, cell));
    }
    if (fc_external_comparator(node))
        need_cell(control, fc_cells_of_symbol(control->cells, fc_external_comparator(node)->symbol));
    if (fc_external_is_getopt(fc_call_target(node)))
        need_getopt(control, node);
    if (fc_external_is_tokenizer(fc_call_target(node)))
        need_cell(control, fc_cells_of_target(control->cells, node));
}

static void need_call(fc_control *control, const fc_node *node)
{
    const fc_symbol *target = fc_call_target(node);
    const fc_mpi_operation *operation = fc_mpi_operation_find(target->name);
    control->sliced[node->id] = true;
    if (target->definition) {
        need_cell(control, fc_cells_of_symbol(control->cells, target));
    } else if (operation) {
        need_mpi_arguments(control, node, operation);
    } else {
        need_call_arguments(control, node);
    }
}

static void need_extents_of(fc_control *control, const fc_type *type)
{
    for (; type && (type->kind == FC_TYPE_ARRAY || type->kind == FC_TYPE_POINTER); type = type->of)
        if (type->extent && fc_control_is_static(control, type->extent))
            need(control, type->extent);
}

static void need(fc_control *control, const fc_node *node)
{
    if (!node || control->visited[node->id])
        return;
    control->visited[node->id] = true;
    if (node->kind == FC_NAME && node->symbol->kind == FC_SYMBOL_PROCEDURE)
        return; /* its address */
    switch (node->kind) {
    case FC_NAME:
    case FC_MEMBER:
    case FC_INDEX:
        need_read(control, node);
        break;
    case FC_UNARY:
        if (node->op == FC_OP_ADDRESS)
            need_place(control, node->child[0]);
        else if (node->op == FC_OP_DEREFERENCE)
            need_read(control, node);
        else
            need(control, node->child[0]);
        break;
    case FC_CALL:
        need_call(control, node);
        break;
    case FC_CAST:
        need_extents_of(control, node->type);
        need(control, node->child[0]);
        break;
    default:
        for (int i = fc_node_is_output_check(node) ? 1 : 0; i < node->n_children; i++)
            need(control, node->child[i]);
    }
}

/* The static arguments of all calls for a polyvariant value. */
static void need_static_part(fc_control *control, const fc_node *value)
{
    if (fc_control_is_static(control, value)) {
        need(control, value);
        return;
    }
    if (control->visited[value->id] || !fc_control_is_static_by_call(control, value))
        return;
    control->visited[value->id] = true;
    for (int i = 0; i < value->n_children; i++)
        need_static_part(control, value->child[i]);
    const fc_definitions *all = &control->definitions;
    int cell = value->kind == FC_NAME ? fc_cells_of_symbol(control->cells, value->symbol) : -1;
    for (size_t i = cell < 0 ? 0 : all->first[cell]; cell >= 0 && i < all->first[cell + 1]; i++)
        need_static_part(control, all->definition[i].right);
}

static void need_allocation(fc_control *control, const fc_node *call)
{
    need_call(control, call);
    for (int i = 1; i < call->n_children; i++)
        need_static_part(control, call->child[i]);
}

/* The send buffer and the receive buffer of each rank. */
static void need_message(fc_control *control, const fc_definition *definition)
{
    const fc_mpi_operation *operation = fc_mpi_operation_find(fc_call_target(definition->node)->name);
    need(control, definition->place);
    if (fc_mpi_transfers_payload(operation))
        need(control, definition->node->child[1]);
    need_cell(control, fc_cells_of_target(control->cells, definition->right));
    need_cell(control, definition->from);
    need_mpi_arguments(control, definition->node, operation);
    const fc_node *call = definition->node;
    for (int i = 0; operation->arguments[i] && i + 1 < call->n_children; i++)
        if (operation->arguments[i] == FC_ARG_IGNORED_COUNTS && fc_control_is_static(control, call->child[i + 1])) {
            need(control, call->child[i + 1]);
            need_cell(control, fc_cells_of_target(control->cells, call->child[i + 1]));
        }
    control->rank_dependent = true;
}

/* A whole record is copied (a = b, an argument, a result), and the slice reads fields of the copy. */
static bool copies_fields(const fc_control *control, const fc_definition *definition)
{
    const fc_node *right = definition->right;
    bool is_record = right && right->kind != FC_LIST && right->type && right->type->kind == FC_TYPE_RECORD;
    return is_record && control->entered_cell[definition->cell];
}

/* Adds a needed cell's definition to the slice, and the values that it needs. */
static bool keep(fc_control *control, const fc_definition *definition)
{
    bool is_read = control->needed_cell[definition->cell] || copies_fields(control, definition);
    if (!is_read || control->dynamic[definition->cell])
        return false;
    bool is_call = definition->kind == FC_DEFINED_AS_ARGUMENT || definition->kind == FC_DEFINED_AS_TARGET;
    bool fresh = !is_call && !control->sliced[definition->node->id];
    if (!is_call)
        control->sliced[definition->node->id] = true;
    if (definition->node->kind == FC_DECLARE)
        control->sliced_symbol[definition->node->symbol->id] = true;
    bool fresh_right = definition->right && !control->visited[definition->right->id];
    bool fresh_place = definition->kind == FC_DEFINED_BY_MPI && !control->visited[definition->place->id];
    if (definition->right)
        need(control, definition->right);
    if (definition->kind == FC_DEFINED_BY_CALL)
        need_call_arguments(control, definition->node);
    else if (definition->kind == FC_DEFINED_BY_MESSAGE)
        need_message(control, definition);
    else if (definition->kind == FC_DEFINED_AS_TARGET)
        need_cell(control, definition->from);
    else if (definition->place && definition->kind != FC_DEFINED_BY_MPI)
        need_place(control, definition->place);
    if (definition->kind == FC_DEFINED_BY_MPI)
        need_mpi_arguments(control, definition->node, fc_mpi_operation_find(fc_call_target(definition->node)->name));
    fresh_place = fresh_place && control->visited[definition->place->id];
    return fresh_right || fresh_place || fresh;
}

static bool holds_call(const fc_node *node, const void *unused)
{
    (void)unused;
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    if (target && !fc_external_is_pure(target->name))
        return true;
    return fc_node_any_child(node, holds_call, NULL);
}

/* Of c ? a : b, && and ||: a conditionally evaluated operand has a call. */
static bool chooses_calls(const fc_node *node)
{
    for (int i = 1; i < node->n_children; i++)
        if (holds_call(node->child[i], NULL))
            return true;
    return false;
}

/* The argument with a library call's size; 0: it has none. */
static void need_argument(fc_control *control, const fc_node *call, int argument)
{
    if (argument > 0 && argument < call->n_children && fc_control_is_static(control, call->child[argument]))
        need(control, call->child[argument]);
}

/* An argument that a library call's cost depends on. */
static void need_library_argument(void *data, const fc_node *argument, bool is_by_address)
{
    fc_control *control = data;
    if (!fc_control_is_static(control, argument))
        return;
    need(control, argument);
    if (is_by_address)
        need_cell(control, fc_cells_of_target(control->cells, argument));
}

/* Values in an OpenMP directive's clauses: numbers of threads, chunks, conditions; of dependences the subscripts. */
static void need_clauses(fc_control *control, const fc_node *directive)
{
    fc_openmp of = fc_openmp_of(directive);
    for (int i = 0; i < of.n_expressions; i++) {
        bool depends = of.expression[i].role >= FC_OMP_DEPEND_IN;
        for (const fc_node *at = directive->child[i]; at; at = at->kind == FC_INDEX ? at->child[0] : NULL) {
            const fc_node *value = !depends ? at : at->kind == FC_INDEX ? at->child[1] : NULL;
            if (value && fc_control_is_static(control, value))
                need(control, value);
        }
    }
}

static const fc_sym *need_named(void *data, const fc_node *place, const char *name, size_t length)
{
    fc_control *control = data;
    (void)name, (void)length;
    if (place && fc_control_is_static(control, place))
        need(control, place);
    return NULL;
}

static void need_annotation(fc_control *control, const fc_node *pragma)
{
    const fc_sym *value;
    fc_cost_annotation annotation = fc_cost_pragma_text(pragma);
    fc_cost_pragma_names names = {pragma, fc_control_owner(control, pragma), need_named, control};
    fc_algebra *algebra = fc_algebra_create();
    if (annotation.expression)
        fc_cost_pragma_evaluate(&value, algebra, annotation.expression, &names);
    fc_algebra_free(algebra);
    fc_cost_annotation_free(&annotation);
}

/* All ranks take part in the creation of a communicator, and it has its cost, even where its numbers are dynamic. */
static bool creates_communicator(const fc_mpi_operation *operation)
{
    return operation->fit < FC_N_FITS && strchr(operation->arguments, FC_ARG_NEW_COMM);
}

/* The program is verified, and the call counts even where its results are not used: it makes an object, or has
 * arguments to check. */
static bool counts_unused(const fc_control *control, const fc_mpi_operation *operation)
{
    static const char objects[] = {FC_ARG_NEW_DATATYPE, FC_ARG_NEW_GROUP, FC_ARG_NEW_OP, FC_ARG_NEW_COMM, '\0'};
    static const char checked[] = {FC_ARG_COMM,   FC_ARG_GROUP,  FC_ARG_PEER, FC_ARG_VALUE,
                                   FC_ARG_VALUES, FC_ARG_RANGES, FC_ARG_OUT,  '\0'};
    bool is_checked = operation->kind == FC_MPI_CONTROL && strchr(operation->arguments, FC_ARG_OUT) &&
                      operation->arguments[strspn(operation->arguments, checked)] == '\0';
    return control->program->is_verified && (is_checked || strpbrk(operation->arguments, objects));
}

/* It does so, and its arguments are static. */
static bool counts_by_static_arguments(const fc_control *control, const fc_node *call,
                                       const fc_mpi_operation *operation)
{
    bool is_static = counts_unused(control, operation);
    for (int i = 0; is_static && operation->arguments[i] && i + 1 < call->n_children; i++)
        is_static =
            !fc_argument_is_passed(operation->arguments[i]) ||
            (fc_control_is_static(control, call->child[i + 1]) &&
             !(strchr("vIAYR", operation->arguments[i]) && fc_control_target_is_dynamic(control, call->child[i + 1])));
    return is_static;
}

/* The slicing criteria: conditions, MPI arguments, allocation sizes. */
static void need_control_points(fc_control *control)
{
    for (int i = 0; i < control->program->n_nodes; i++) {
        const fc_node *node = control->program->node[i];
        if (!control->definitions.owner[i])
            continue;
        if (fc_cost_pragma_is(node))
            need_annotation(control, node);
        const fc_node *condition = fc_control_condition(node);
        if (condition && (node->type == NULL || chooses_calls(node)) && fc_control_is_static(control, condition))
            need(control, condition);
        if (fc_node_is_loop(node))
            need(control, fc_control_bound(control, node));
        if (node->kind == FC_OPENMP)
            need_clauses(control, node);
        if (node->kind == FC_CALL && fc_control_callee_is_static(control, node))
            need(control, fc_call_pointer(node));
        const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
        if (!target || target->definition)
            continue;
        bool exits = fc_external_is_stop(target) && strstr(target->name, "exit");
        if (exits || strcmp(target->name, "omp_set_num_threads") == 0)
            need_argument(control, node, 1);
        const fc_mpi_operation *operation = fc_mpi_operation_find(target->name);
        if (operation && (fc_mpi_kind_costs(operation->kind) || creates_communicator(operation) ||
                          counts_by_static_arguments(control, node, operation)))
            need_mpi_arguments(control, node, operation);
        else if (operation && operation->kind == FC_MPI_UNSUPPORTED)
            control->sliced[node->id] = true;
        else if (fc_external_is_allocation(target->name))
            need_allocation(control, node);
        else {
            need_argument(control, node, fc_library_allocated_argument(target->name));
            if (fc_library_annotated_of(node))
                fc_library_annotated_visit_arguments(node, need_library_argument, control);
            else
                fc_library_visit_arguments(node, need_library_argument, control);
        }
    }
}

static bool has_sliced_field(const fc_control *control, const fc_type *record)
{
    for (int i = 0; i < record->n_fields; i++)
        if (control->sliced_symbol[record->field[i]->id])
            return true;
    return false;
}

/* A record that is also accessed as its first member keeps it, and the members around it, first. */
static bool keep_first_member(fc_control *control, const fc_node *node)
{
    bool is_cast = node->kind == FC_CAST && node->type->kind == FC_TYPE_POINTER && node->child[0]->type &&
                   node->child[0]->type->kind == FC_TYPE_POINTER;
    bool changed = false;
    for (int side = 0; is_cast && side < 2; side++) {
        const fc_type *record = side ? node->type->of : node->child[0]->type->of;
        const fc_type *member = side ? node->child[0]->type->of : node->type->of;
        const fc_symbol *first = fc_type_first_member(record, member);
        for (; first && has_sliced_field(control, member); first = fc_type_first_member(first->type, member)) {
            changed |= !control->sliced_symbol[first->id];
            control->sliced_symbol[first->id] = true;
        }
    }
    return changed;
}

/* Records that share memory have the same first fields in the slice. True: one was added. */
static bool keep_shared_fields(fc_control *control)
{
    bool changed = false;
    fc_recast recast;
    for (int i = 0; i < control->program->n_nodes; i++) {
        const fc_node *node = control->program->node[i];
        if (!control->definitions.owner[i])
            continue;
        changed |= keep_first_member(control, node);
        if (!fc_cells_recast(&recast, node))
            continue;
        for (int k = 0; k < recast.n_shared; k++) {
            bool *a = &control->sliced_symbol[recast.from->field[k]->id],
                 *b = &control->sliced_symbol[recast.to->field[k]->id];
            changed |= *a != *b;
            *a = *b = *a || *b;
        }
    }
    return changed;
}

/* Records and unions of which the slice needs all bytes. True: a field was added. */
static bool keep_whole(fc_control *control)
{
    bool changed = false;
    for (int i = 0; i < control->program->n_types; i++) {
        const fc_type *type = control->program->type[i];
        bool some = false, is_whole = fc_cells_is_of_whole(type) || control->definitions.is_whole[i];
        for (int k = 0; is_whole && k < type->n_fields; k++)
            some |= control->sliced_symbol[type->field[k]->id];
        for (int k = 0; some && k < type->n_fields; k++) {
            changed |= !control->sliced_symbol[type->field[k]->id];
            control->sliced_symbol[type->field[k]->id] = true;
        }
    }
    return changed;
}

/* An unnamed record in a record is needed with its fields. True: one was added. */
static bool keep_unnamed(fc_control *control, const fc_type *type)
{
    bool changed = false;
    for (int i = 0; type->kind == FC_TYPE_RECORD && i < type->n_fields; i++) {
        const fc_symbol *field = type->field[i];
        bool *kept = &control->sliced_symbol[field->id];
        if (*field->name || *kept || field->type->kind != FC_TYPE_RECORD)
            continue;
        keep_unnamed(control, field->type);
        for (int k = 0; k < field->type->n_fields; k++)
            *kept |= control->sliced_symbol[field->type->field[k]->id];
        changed |= *kept;
    }
    return changed;
}

void fc_control_find_slice(fc_control *control)
{
    need_control_points(control);
    for (bool changed = true; changed;) {
        changed = false;
        /* Extents of the slice's variable-length arrays, and of pointers to their rows, are needed. */
        for (int i = 0; i < control->program->n_symbols; i++)
            if (control->sliced_symbol[i])
                need_extents_of(control, control->program->symbol[i]->type);
        for (size_t i = 0; i < control->definitions.n; i++)
            changed |= keep(control, &control->definitions.definition[i]);
        changed |= keep_shared_fields(control);
        changed |= keep_whole(control);
        for (int i = 0; i < control->program->n_types; i++)
            changed |= keep_unnamed(control, control->program->type[i]);
    }
}

/* The argument's buffer is read or written by the slice. */
static bool is_carried(const fc_control *control, const fc_node *call, int argument)
{
    const fc_node *memory = call->child[argument + 1];
    return control->visited[memory->id] && fc_control_target_in_slice(control, memory);
}

bool fc_control_sends_values(const fc_control *control, const fc_node *call)
{
    fc_mpi_side side;
    return fc_mpi_send_side(&side, fc_mpi_operation_find(fc_call_target(call)->name)) &&
           is_carried(control, call, side.buffer) && fc_control_is_static(control, call->child[side.count + 1]) &&
           !fc_definitions_are_reals(&control->definitions, call, side.datatype);
}

bool fc_control_receives_values(const fc_control *control, const fc_node *call)
{
    fc_mpi_side side;
    return fc_mpi_receive_side(&side, fc_mpi_operation_find(fc_call_target(call)->name)) &&
           is_carried(control, call, side.buffer) &&
           !fc_definitions_are_reals(&control->definitions, call, side.datatype);
}

bool fc_control_distributes_values(const fc_control *control, const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    const fc_mpi_operation *operation = target ? fc_mpi_operation_find(target->name) : NULL;
    if (!operation || !fc_mpi_transfers_payload(operation))
        return operation && strcmp(operation->name, "MPI_Bcast") == 0 && carries(control, call);
    return control->visited[call->child[1]->id]; /* only its received values need this argument */
}

bool fc_control_exposes_window(const fc_control *control, const fc_node *call)
{
    int memory = fc_definitions_window_memory(control->cells, call);
    return memory >= 0 && control->needed_cell[memory] && !control->dynamic[memory];
}

bool fc_control_accesses_window(const fc_control *control, const fc_node *call, char role)
{
    const char *arguments = fc_mpi_operation_find(fc_call_target(call)->name)->arguments, *at = strchr(arguments, role);
    return at && at - arguments + 1 < call->n_children && is_carried(control, call, (int)(at - arguments));
}
