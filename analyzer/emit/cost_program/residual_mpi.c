/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/cost_program/residual_mpi.h"

#include "analyzer/effects/external.h"
#include "analyzer/memory/definitions.h"
#include "support/quote.h"

#include <stdlib.h>
#include <string.h>

/* Replaces a dynamic argument. A missing number that the call needs ends the evaluation. Request operations start and
 * complete without their count. A call outside of the slice (MPI_Init_thread) needs no number. */
static void print_missing(fc_residual *residual, const fc_node *call, char role)
{
    const fc_mpi_operation *operation = fc_mpi_operation_find(fc_call_target(call)->name);
    bool of_requests = operation->kind == FC_MPI_COMPLETION || strcmp(operation->name, "MPI_Startall") == 0;
    bool number = (role == FC_ARG_VALUE && !of_requests) || role == FC_ARG_COUNT || role == FC_ARG_ADDRESS;
    bool in_slice = fc_control_in_slice(residual->analysis->control, call);
    if (in_slice && role == FC_ARG_VALUES && strchr(operation->arguments, FC_ARG_NEW_COMM)) {
        fc_text_add(residual->out, "FC_MPI_NUMBERS_UNKNOWN");
        return;
    }
    if (number && in_slice) {
        if (strchr(operation->arguments, FC_ARG_NEW_COMM))
            fc_text_add(residual->out, "FC_MPI_NUMBER_UNKNOWN");
        else if (strstr(operation->name, "_incl") || strstr(operation->name, "_excl") ||
                 strstr(operation->name, "MPI_Win_"))
            fc_text_add(residual->out, "FC_MPI_COUNT_UNKNOWN");
        else
            fc_text_add(residual->out, "fc_unknown(r, %d)", residual->site[call->id]);
        return;
    }
    fc_text_add(residual->out, "%s",
                role == FC_ARG_PEER                                              ? "FC_MPI_RANK_UNKNOWN"
                : role == FC_ARG_TAG                                             ? "FC_MPI_TAG_UNKNOWN"
                : role == FC_ARG_DATATYPE                                        ? "FC_MPI_DATATYPE_UNKNOWN"
                : role == FC_ARG_COMM                                            ? "FC_MPI_COMM_UNKNOWN"
                : role == FC_ARG_GROUP                                           ? "FC_MPI_GROUP_UNKNOWN"
                : role == FC_ARG_OP_READ                                         ? "FC_MPI_OP_UNKNOWN"
                : role == FC_ARG_WINDOW                                          ? "FC_MPI_WIN_UNKNOWN"
                : role == FC_ARG_DISPLACEMENT || role == FC_ARG_OFFSET           ? "FC_MPI_DISPLACEMENT_UNKNOWN"
                : role == FC_ARG_FILE_MODE                                       ? "FC_MPI_MODE_UNKNOWN"
                : fc_argument_is_result(role) || strchr("vIAYRSz", role) != NULL ? "NULL"
                                                                                 : "0");
}

static void print_mpi_argument(fc_residual *residual, const fc_node *call, int i);
static void print_mpi_arguments(fc_residual *residual, const fc_node *call);

/* A list of the call; one of large counts is narrowed. */
static void print_list(fc_residual *residual, const fc_node *call, const fc_node *list)
{
    const fc_mpi_operation *operation = fc_mpi_operation_find(fc_call_target(call)->name);
    if (!fc_mpi_is_large_count(fc_call_target(call)->name)) {
        fc_residual_expression(residual, list);
        return;
    }
    bool is_collective = fc_mpi_is_collective(operation);
    fc_text_add(residual->out, is_collective ? "fc_narrow_for_ranks(r, " : "fc_narrow(r, ");
    print_mpi_argument(residual, call,
                       is_collective ? (int)(strchr(operation->arguments, 'c') - operation->arguments) : 0);
    fc_text_add(residual->out, ", ");
    fc_residual_expression(residual, list);
    fc_text_add(residual->out, ")");
}

/* The displacements that follow `from` in the argument list; NULL if they are dynamic. */
static void print_displacements(fc_residual *residual, const fc_node *call, const char *from, const char *arguments)
{
    const fc_control *control = residual->analysis->control;
    const char *at = strchr(from, FC_ARG_IGNORED_COUNTS), *other = strchr(from + 1, FC_ARG_RECEIVED);
    const fc_node *argument = at && !(other && other < at) ? call->child[1 + (at - arguments)] : NULL;
    if (argument && fc_control_is_static(control, argument) && fc_control_needs_value(control, argument))
        print_list(residual, call, argument);
    else
        fc_text_add(residual->out, "NULL");
}

/* The buffer of a collective, if it contains numbers of the slice; else NULL. */
static void print_payload_target(fc_residual *residual, const fc_node *memory)
{
    bool in_place = memory->kind == FC_HANDLE;
    if (in_place || fc_control_target_in_slice(residual->analysis->control, memory))
        fc_residual_expression(residual, memory);
    else
        fc_text_add(residual->out, "NULL");
}

/* Residual records have only the fields of the slice: the call's number of records, with their residual size. */
static void print_broadcast_records(fc_residual *residual, const fc_node *call, const fc_type *record)
{
    enum {
        MEMORY,
        COUNT,
        DATATYPE,
        ROOT,
        COMM
    };
    const fc_node *memory = fc_node_without_casts(call->child[1 + MEMORY]);
    fc_text_add(residual->out, "(fc_payload_broadcast(r, ");
    fc_residual_expression(residual, memory);
    fc_text_add(residual->out, ", fc_payload_records(");
    print_mpi_argument(residual, call, COUNT);
    fc_text_add(residual->out, ", ");
    print_mpi_argument(residual, call, DATATYPE);
    fc_text_add(residual->out, ", %ld) * (double)sizeof *(", record->size);
    fc_residual_expression(residual, memory);
    fc_text_add(residual->out, "), FC_MPI_BYTE, ");
    print_mpi_argument(residual, call, ROOT);
    fc_text_add(residual->out, ", ");
    print_mpi_argument(residual, call, COMM);
    fc_text_add(residual->out, "), ");
}

/* "(fc_payload_broadcast(...), ": gives a broadcast's payload before the call. */
static void print_broadcast(fc_residual *residual, const fc_node *call)
{
    const fc_type *record = fc_definitions_broadcast_record(call);
    if (record && record->size > 0) {
        print_broadcast_records(residual, call, record);
        return;
    }
    fc_text_add(residual->out, "(fc_payload_broadcast(r, ");
    fc_residual_expression(residual, call->child[1]);
    print_mpi_arguments(residual, call);
    fc_text_add(residual->out, "), ");
}

static const fc_node *argument_of(const fc_node *call, char role)
{
    const char *arguments = fc_mpi_operation_find(fc_call_target(call)->name)->arguments, *at = strchr(arguments, role);
    return at && at - arguments + 1 < call->n_children ? call->child[at - arguments + 1] : NULL;
}

/* ", FC_MPI_SUM), ": the last argument of fc_payload_set(), 0 where the call has no operator. */
static void print_operator(fc_residual *residual, const fc_node *reduction)
{
    bool is_handle = reduction && reduction->kind == FC_HANDLE;
    fc_text_add(residual->out, ", %s%s), ", is_handle ? "FC_" : "0", is_handle ? reduction->text : "");
}

/* "(fc_MPI_Check_operator(...), ": a reduction by MPI_OP_NULL, which is an error; returns the number of prefixes. */
static int print_no_operation(fc_residual *residual, const fc_node *call)
{
    const fc_mpi_operation *operation = fc_mpi_operation_find(fc_call_target(call)->name);
    const fc_node *reduction = fc_mpi_is_collective(operation) ? argument_of(call, FC_ARG_OP) : NULL;
    if (!reduction || reduction->kind != FC_HANDLE || strcmp(reduction->text, "MPI_OP_NULL") != 0)
        return 0;
    fc_text_add(residual->out, "(fc_MPI_Check_operator(r, %d, FC_MPI_OP_NULL), ", residual->site[call->id]);
    return 1;
}

/* "(fc_payload_set(...), ": gives another collective's payload and displacements; returns the number of such prefixes.
 */
static int print_distributed(fc_residual *residual, const fc_node *call)
{
    const char *arguments = fc_mpi_operation_find(fc_call_target(call)->name)->arguments;
    const char *brought = strchr(arguments, FC_ARG_RECEIVED);
    fc_text_add(residual->out, "(fc_payload_set(r, ");
    print_payload_target(residual, call->child[1]);
    fc_text_add(residual->out, ", ");
    print_payload_target(residual, call->child[1 + (brought - arguments)]);
    print_operator(residual, argument_of(call, FC_ARG_OP));
    if (!strchr(arguments, FC_ARG_IGNORED_COUNTS))
        return 1;
    fc_text_add(residual->out, "(fc_payload_set_displacements(r, ");
    print_displacements(residual, call, arguments, arguments);
    fc_text_add(residual->out, ", ");
    print_displacements(residual, call, brought, arguments);
    fc_text_add(residual->out, "), ");
    return 2;
}

static void print_memory(fc_residual *residual, const fc_node *memory)
{
    if (memory)
        fc_residual_expression(residual, memory);
    else
        fc_text_add(residual->out, "NULL");
}

/* "(fc_payload_set(...), fc_payload_set_status(...), ": gives a message's payload and status; returns the number of
 * prefixes. */
static int print_received(fc_residual *residual, const fc_node *call)
{
    const fc_control *control = residual->analysis->control;
    const fc_mpi_operation *operation = fc_mpi_operation_find(fc_call_target(call)->name);
    const char *at = strchr(operation->arguments, FC_ARG_STATUS);
    const long place = at ? at - operation->arguments + 1 : call->n_children;
    const fc_node *status = place < call->n_children ? call->child[place] : NULL;
    status = status && fc_control_needs_value(control, status) ? status : NULL;
    fc_mpi_side sent = {0}, received = {0};
    bool hands_on = fc_control_sends_values(control, call), gets = fc_control_receives_values(control, call);
    fc_mpi_send_side(&sent, operation);
    fc_mpi_receive_side(&received, operation);
    if (hands_on || gets) {
        fc_text_add(residual->out, "(fc_payload_set(r, ");
        print_memory(residual, hands_on ? call->child[sent.buffer + 1] : NULL);
        fc_text_add(residual->out, ", ");
        print_memory(residual, gets ? call->child[received.buffer + 1] : NULL);
        fc_text_add(residual->out, ", 0), ");
    }
    if (status) {
        fc_text_add(residual->out, "(fc_payload_set_status(r, ");
        fc_residual_expression(residual, status);
        fc_text_add(residual->out, "), ");
    }
    return (hands_on || gets) + (status != NULL);
}

/* "(fc_payload_set(r, NULL, memory, 0), ": gives the memory of the window that the call creates; returns the number of
 * prefixes. */
static int print_exposed_window(fc_residual *residual, const fc_node *call)
{
    const fc_node *memory = argument_of(call, FC_ARG_EXPOSED);
    if (!fc_control_exposes_window(residual->analysis->control, call))
        return 0;
    fc_text_add(residual->out, "(fc_payload_set(r, NULL, ");
    fc_residual_expression(residual, memory ? memory : argument_of(call, FC_ARG_NEW_MEMORY));
    fc_text_add(residual->out, ", 0), ");
    return 1;
}

/* "(fc_payload_set(r, in, out, op), ": gives the payload of a one-sided access; returns the number of prefixes. */
static int print_accessed_window(fc_residual *residual, const fc_node *call)
{
    const fc_control *control = residual->analysis->control;
    bool in = fc_control_accesses_window(control, call, FC_ARG_BUFFER),
         out = fc_control_accesses_window(control, call, FC_ARG_RECEIVED);
    if (!in && !out)
        return 0;
    fc_text_add(residual->out, "(fc_payload_set(r, ");
    print_memory(residual, in ? argument_of(call, FC_ARG_BUFFER) : NULL);
    fc_text_add(residual->out, ", ");
    print_memory(residual, out ? argument_of(call, FC_ARG_RECEIVED) : NULL);
    print_operator(residual, argument_of(call, FC_ARG_OP));
    if (!fc_control_accesses_window(control, call, FC_ARG_COMPARED))
        return 1;
    fc_text_add(residual->out, "(fc_payload_set_compared(r, ");
    fc_residual_expression(residual, argument_of(call, FC_ARG_COMPARED));
    fc_text_add(residual->out, "), ");
    return 2;
}

/* A costless query, or a new datatype, whose results are all dynamic: only its error code is in the slice. Its
 * arguments may be dynamic. */
static bool is_query_of_data(const fc_residual *residual, const fc_node *call, const fc_mpi_operation *operation)
{
    const fc_control *control = residual->analysis->control;
    const char results[] = {FC_ARG_OUT, FC_ARG_ADDRESS_OUT, FC_ARG_COUNT_OUT, FC_ARG_NEW_DATATYPE, '\0'};
    bool is_query = operation->kind == FC_MPI_CONTROL && operation->fit == FC_N_FITS &&
                    strpbrk(operation->arguments, results) && !residual->analysis->program->is_verified;
    for (int i = 0; is_query && operation->arguments[i] && i + 1 < call->n_children; i++)
        if (fc_argument_is_result(operation->arguments[i]))
            is_query =
                strchr(results, operation->arguments[i]) && fc_control_target_is_dynamic(control, call->child[i + 1]);
    return is_query;
}

/* fc_MPI_X(r, site, ...), preceded by the payload's places if it transfers values of the slice. */
void fc_residual_mpi_call(fc_residual *residual, const fc_node *call)
{
    const fc_mpi_operation *operation = fc_mpi_operation_find(fc_call_target(call)->name);
    if (operation->kind == FC_MPI_DROPPED || is_query_of_data(residual, call, operation)) {
        fc_text_add(residual->out, "FC_MPI_SUCCESS");
        return;
    }
    if (operation->kind == FC_MPI_UNSUPPORTED) {
        fc_text_add(residual->out, "fc_unsupported(r, %d, ", residual->site[call->id]);
        fc_quote_c(residual->out, operation->note, strlen(operation->note));
        fc_text_add(residual->out, ")");
        return;
    }
    bool carries = fc_control_distributes_values(residual->analysis->control, call);
    bool one_sided = operation->kind == FC_MPI_ONE_SIDED;
    bool is_broadcast = carries && strcmp(operation->name, "MPI_Bcast") == 0;
    int around = one_sided ? print_exposed_window(residual, call) + print_accessed_window(residual, call)
                           : print_received(residual, call);
    if (is_broadcast)
        print_broadcast(residual, call);
    else if (carries)
        around += print_distributed(residual, call);
    around += print_no_operation(residual, call);
    fc_text_add(residual->out, "fc_%s(r, %d", operation->name, residual->site[call->id]);
    print_mpi_arguments(residual, call);
    for (int i = 0; i <= around + is_broadcast; i++)
        fc_text_add(residual->out, ")");
}

/* Replaces a dynamic argument by a profile's counter. */
static void print_counted(fc_residual *residual, const fc_node *call, int i)
{
    const char *arguments = fc_mpi_operation_find(fc_call_target(call)->name)->arguments;
    int counter = residual->analysis->number_counter[call->child[i + 1]->id], site = residual->site[call->id];
    if (arguments[i] == FC_ARG_COUNT) {
        fc_text_add(residual->out, "fc_counted(r, %d)", counter);
    } else if (arguments[i] == FC_ARG_DATATYPE) {
        fc_text_add(residual->out, "fc_counted_datatype(r, %d, %d)", site, counter);
    } else {
        fc_text_add(residual->out, "fc_counted_blocks(r, %d, %d, ", site, counter);
        print_mpi_argument(residual, call, (int)(strchr(arguments, FC_ARG_COMM) - arguments));
        fc_text_add(residual->out, ")");
    }
}

static bool is_constant(const fc_node *call, const char *at, const char *arguments, const char *name)
{
    const fc_node *argument = at && at - arguments + 1 < call->n_children ? call->child[at - arguments + 1] : NULL;
    argument = argument ? fc_node_without_casts(argument) : NULL;
    return argument && argument->kind == FC_HANDLE && strcmp(argument->text, name) == 0;
}

/* MPI ignores the argument: it describes a buffer that is MPI_IN_PLACE (MPI 3.1, section 5.2.1), or the origin of an
 * access with MPI_NO_OP (section 11.3.4). */
static bool is_ignored(const fc_node *call, const fc_mpi_operation *operation, int i)
{
    const char *arguments = operation->arguments, *sent = strchr(arguments, FC_ARG_BUFFER),
               *received = strchr(arguments, FC_ARG_RECEIVED), *buffer = NULL;
    if (!sent || !received || received < sent || !strchr("ntvY", arguments[i]))
        return false;
    buffer = i > received - arguments ? received : sent;
    if (operation->kind == FC_MPI_ONE_SIDED)
        return buffer == sent && is_constant(call, strchr(arguments, FC_ARG_OP), arguments, "MPI_NO_OP");
    bool describes = strspn(buffer + 1, "ntvdY") >= (size_t)(i - (buffer - arguments));
    return fc_mpi_is_collective(operation) && describes && !strchr(arguments, FC_ARG_OP) &&
           is_constant(call, buffer, arguments, "MPI_IN_PLACE");
}

/* The result lies in memory that is no memory of the slice: elements of an array that no one reads. */
static bool is_result_unread(const fc_control *control, const fc_node *argument, char role)
{
    const fc_node *place = fc_node_without_casts(argument);
    if (place->kind == FC_UNARY && place->op == FC_OP_ADDRESS)
        place = place->child[0];
    return fc_argument_is_result(role) && place->kind == FC_INDEX && place->child[0]->type->kind == FC_TYPE_POINTER &&
           !fc_control_target_in_slice(control, argument);
}

/* Prints argument i of the operation. */
static void print_mpi_argument(fc_residual *residual, const fc_node *call, int i)
{
    const fc_control *control = residual->analysis->control;
    const fc_mpi_operation *operation = fc_mpi_operation_find(fc_call_target(call)->name);
    const fc_node *argument = i + 1 < call->n_children ? call->child[i + 1] : NULL;
    const bool is_freed = operation->kind == FC_MPI_COSTLESS && fc_argument_is_result(operation->arguments[i]);
    const bool is_memory = is_freed || strchr("vIARqQz", operation->arguments[i]) != NULL;
    if (is_ignored(call, operation, i)) {
        char role = operation->arguments[i];
        fc_text_add(residual->out, "%s", role == FC_ARG_COUNT ? "0" : role == FC_ARG_DATATYPE ? "FC_MPI_BYTE" : "NULL");
    } else if (argument && fc_control_is_static(control, argument) && fc_control_needs_value(control, argument) &&
               !(is_memory && fc_control_target_is_dynamic(control, argument)) &&
               !is_result_unread(control, argument, operation->arguments[i])) {
        if (strchr("vdI", operation->arguments[i]))
            print_list(residual, call, argument);
        else
            fc_residual_expression(residual, argument);
    } else if (argument && residual->analysis->number_counter[argument->id] >= 0)
        print_counted(residual, call, i);
    else
        print_missing(residual, call, operation->arguments[i]);
}

static void print_mpi_arguments(fc_residual *residual, const fc_node *call)
{
    const fc_mpi_operation *operation = fc_mpi_operation_find(fc_call_target(call)->name);
    for (int i = 0; operation->arguments[i]; i++) {
        if (!fc_argument_is_passed(operation->arguments[i]))
            continue;
        fc_text_add(residual->out, ", ");
        print_mpi_argument(residual, call, i);
    }
}
