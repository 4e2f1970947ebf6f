/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Binding times of MPI queries about a status, a communicator, a group or a datatype, and of what messages carry. */
#include "analyzer/binding/control_state.h"
#include "comm_interface/operations.h"

#include <string.h>

static bool lies_in_data(const fc_control *control, const fc_node *pointer)
{
    int cell = fc_cells_of_target(control->cells, pointer);
    return cell < 0 || control->dynamic[cell];
}

static bool is_list(char role)
{
    return role == FC_ARG_VALUES || role == FC_ARG_RANGES;
}

/* The query computes numbers, or the members of a communicator or group, from its numbers. */
static bool computes(const fc_mpi_operation *operation)
{
    const char results[] = {
        FC_ARG_OUT, FC_ARG_ADDRESS_OUT, FC_ARG_COUNT_OUT, FC_ARG_OFFSET_OUT, FC_ARG_NEW_COMM, FC_ARG_NEW_GROUP, '\0'};
    return strpbrk(operation->arguments, results) != NULL;
}

/* The query's result depends on the argument: on the communicator, unless all possible ones have the same ranks; on the
 * ranks of a group; on the elements of a datatype; on a number. */
static bool goes_by(const fc_control *control, const fc_mpi_operation *operation, int i, const fc_node *argument)
{
    const fc_mpi_handles *objects = &control->definitions.objects;
    char role = operation->arguments[i];
    if (role == FC_ARG_COMM)
        return !fc_mpi_handles_span_world(objects, fc_mpi_handles_of(objects, argument));
    if (role == FC_ARG_COUNT || role == FC_ARG_PEER || role == FC_ARG_FILE_NAME || role == FC_ARG_OFFSET ||
        is_list(role))
        return computes(operation);
    if (role == FC_ARG_VALUE)
        return computes(operation) || strchr(operation->arguments, FC_ARG_NEW_DATATYPE);
    return role == FC_ARG_GROUP || role == FC_ARG_DATATYPE;
}

/* In place of a list: MPI_UNWEIGHTED, NULL. */
static bool is_constant(const fc_node *argument)
{
    return fc_node_without_casts(argument)->kind == FC_HANDLE || fc_node_is_null(argument);
}

static bool is_static(const fc_control *control, char role, const fc_node *argument)
{
    bool is_read = is_list(role) && !is_constant(argument);
    return fc_control_is_static(control, argument) && !(is_read && lies_in_data(control, argument));
}

bool fc_control_query_is_dynamic(const fc_control *control, const fc_definition *definition)
{
    const fc_symbol *target = fc_call_target(definition->node);
    const fc_mpi_operation *operation = target ? fc_mpi_operation_find(target->name) : NULL;
    bool found = false;
    for (int i = 0; operation && operation->arguments[i] && i + 1 < definition->node->n_children; i++) {
        const fc_node *argument = definition->node->child[i + 1];
        char role = operation->arguments[i];
        if (role == FC_ARG_STATUS_READ)
            found |= lies_in_data(control, argument);
        if (operation->kind == FC_MPI_CONTROL)
            found |= goes_by(control, operation, i, argument) && !is_static(control, role, argument);
    }
    return found;
}

bool fc_control_message_is_dynamic(const fc_control *control, const fc_definition *definition)
{
    const fc_symbol *target = fc_call_target(definition->node);
    const fc_mpi_operation *operation = target ? fc_mpi_operation_find(target->name) : NULL;
    const char *role = operation ? strchr(operation->arguments, FC_ARG_COMM) : NULL;
    int at = role ? (int)(role - operation->arguments) : -1;
    return at >= 0 && at + 1 < definition->node->n_children &&
           goes_by(control, operation, at, definition->node->child[at + 1]) &&
           !fc_control_is_static(control, definition->node->child[at + 1]);
}
