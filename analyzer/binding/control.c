/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/binding/control.h"
#include "analyzer/model/annotations/parameter_annotation.h"

#include "analyzer/binding/control_state.h"
#include "analyzer/effects/external.h"
#include "comm_interface/operations.h"

#include <stdlib.h>
#include <string.h>

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
    return at > 0 && at < node->n_children && !fc_control_is_static(control, node->child[at]) ? node->child[at] : NULL;
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
        return fc_control_is_static(control, definition->node);
    if (definition->right && !fc_control_is_static(control, definition->right))
        return false;
    if (definition->kind == FC_DEFINED_AS_TARGET)
        return !fc_control_cell_is_dynamic(control, definition->from);
    if (definition->kind == FC_DEFINED_BY_MESSAGE)
        return fc_control_is_static(control, definition->place) &&
               !fc_control_message_is_dynamic(control, definition) &&
               !fc_control_cell_is_dynamic(control, definition->from);
    if (definition->kind == FC_DEFINED_BY_MPI && fc_control_query_is_dynamic(control, definition))
        return false;
    return !definition->place || definition->kind == FC_DEFINED_BY_MPI ||
           fc_control_place_is_static(control, definition->place);
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
    if (!through && !decided_by && definition->place) {
        /* The dynamic pointer or subscript of a place; NULL: the place is static. */
        const fc_node *place = definition->place;
        const fc_node *part = NULL;
        for (int i = 0; i < place->n_children && !part && !fc_control_place_is_static(control, place); i++)
            part = fc_control_is_static(control, place->child[i]) ? NULL
                                                                  : fc_control_dynamic_part(control, place->child[i]);
        through = part;
    }
    control->cause[definition->cell] = (fc_control_cause){definition, decided_by, through, NULL};
    control->dynamic[definition->cell] = control->changed = true;
}

static void find_executable(fc_control *control)
{
    do {
        control->changed = find_unmatched(control);
        control->changed |= fc_control_find_early_exits(control);
        control->changed |= fc_control_find_dynamic_calls(control);
        for (size_t i = 0; i < control->definitions.n; i++)
            if (!control->dynamic[control->definitions.definition[i].cell])
                find_data(control, &control->definitions.definition[i]);
    } while (control->changed);
}

fc_control *fc_control_create_initial(const fc_program *program, const fc_indirect_calls *calls)
{
    fc_control *control = fc_allocate(1, sizeof *control);
    control->program = program;
    control->cells = fc_cells_create(program, calls);
    control->points = fc_points_to_create(program, calls);
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
    fc_control_find_initial_set(control);
    return control;
}

fc_control *fc_control_create(const fc_program *program, const fc_indirect_calls *calls)
{
    fc_control *control = fc_control_create_initial(program, calls);
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
    fc_points_to_free(control->points);
    free(control->dynamic);
    free(control->is_apart);
    free(control->has_apart);
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
