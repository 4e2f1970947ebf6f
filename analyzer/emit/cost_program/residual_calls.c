/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the calls of the residual code: the program's own procedures, MPI, allocations, pure functions. */
#include "analyzer/emit/cost_program/residual_input.h"

#include "analyzer/effects/external.h"
#include "analyzer/effects/library.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/annotations/parameter_annotation.h"
#include "support/quote.h"

#include <stdlib.h>
#include <string.h>

static bool is_record_pointer(const fc_type *type)
{
    return type->kind == FC_TYPE_POINTER && type->of->kind == FC_TYPE_RECORD;
}

/* True for an argument of fscanf or sscanf that receives a dynamic number, whose memory does not exist here. */
static bool is_read_for_nothing(const fc_kept *kept, const fc_node *call, int argument)
{
    const fc_type *type = call->child[argument]->type, *of = type ? type->of : NULL;
    const char *name = fc_call_target(call)->name;
    bool scans = strcmp(name, "fscanf") == 0 || strcmp(name, "sscanf") == 0;
    bool is_number = of && ((of->kind == FC_TYPE_INTEGER && of->bits >= 16) || of->kind == FC_TYPE_REAL);
    return scans && argument > 2 && is_number &&
           !fc_control_target_in_slice(kept->analysis->control, call->child[argument]);
}

void fc_residual_arguments(fc_kept *kept, const fc_node *call)
{
    for (int i = 1; i < call->n_children; i++) {
        fc_text_add(kept->out, i > 1 ? ", " : "");
        if (is_record_pointer(call->child[i]->type)) {
            fc_residual_input_file(kept, call, i);
            continue;
        }
        if (is_read_for_nothing(kept, call, i)) {
            fc_text_add(kept->out, "&(");
            fc_residual_type(kept->out, kept, call->child[i]->type->of, "");
            fc_text_add(kept->out, "){0}");
            continue;
        }
        fc_residual_expression(kept, call->child[i]);
    }
}

/* "(G->fc_keeps = 1, ": whether the callee's allocation is memory of the slice (1) or dynamic data (0). */
static bool print_whether_kept(fc_kept *kept, const fc_node *call, const fc_symbol *target)
{
    const fc_control *control = kept->analysis->control;
    bool is_asked = fc_control_allocates(control, target->definition) &&
                    !fc_control_allocates(control, fc_control_owner(control, call));
    if (is_asked)
        fc_text_add(kept->out, "(G->fc_keeps = %d, ", fc_control_target_in_slice(control, call));
    return is_asked;
}

static void print_own_call(fc_kept *kept, const fc_node *call, const fc_symbol *target)
{
    const fc_control *control = kept->analysis->control;
    bool is_asked = print_whether_kept(kept, call, target);
    fc_control_print_procedure(kept->out, control, target);
    fc_text_add(kept->out, "(r");
    for (int i = 0; i < target->definition->n_parameters; i++) {
        const fc_node *argument = i + 1 < call->n_children ? call->child[i + 1] : NULL;
        fc_text_add(kept->out, ", ");
        const fc_type *type = target->definition->parameter[i]->type;
        bool is_other = argument && argument->type != type && type->kind == FC_TYPE_POINTER && !fc_call_target(call);
        if (argument && fc_control_needs_value(control, argument) && fc_control_is_static_by_call(control, argument)) {
            fc_text_add(kept->out, is_other ? "(void *)" : "");
            fc_residual_expression(kept, argument);
        } else {
            fc_residual_zero(kept, type);
        }
    }
    fc_text_add(kept->out, is_asked ? "))" : ")");
}

/* Replaces a dynamic argument. A missing number that the call needs ends the evaluation. Request operations start and
 * complete without their count. A call outside of the slice (MPI_Init_thread) needs no number. */
static void print_missing(fc_kept *kept, const fc_node *call, char role)
{
    const fc_mpi_operation *operation = fc_mpi_operation_find(fc_call_target(call)->name);
    bool of_requests = operation->kind == FC_MPI_COMPLETION || strcmp(operation->name, "MPI_Startall") == 0;
    bool number = (role == FC_ARG_VALUE && !of_requests) || role == FC_ARG_COUNT || role == FC_ARG_ADDRESS;
    if (number && fc_control_in_slice(kept->analysis->control, call)) {
        if (strstr(operation->name, "_incl") || strstr(operation->name, "_excl"))
            fc_text_add(kept->out, "FC_MPI_COUNT_UNKNOWN");
        else
            fc_text_add(kept->out, "fc_unknown(r, %d)", kept->site[call->id]);
        return;
    }
    fc_text_add(kept->out, "%s",
                role == FC_ARG_PEER                                             ? "FC_MPI_RANK_UNKNOWN"
                : role == FC_ARG_TAG                                            ? "FC_MPI_TAG_UNKNOWN"
                : role == FC_ARG_DATATYPE                                       ? "FC_MPI_DATATYPE_NULL"
                : role == FC_ARG_COMM                                           ? "FC_MPI_COMM_UNKNOWN"
                : role == FC_ARG_DISPLACEMENT || role == FC_ARG_OFFSET          ? "FC_MPI_DISPLACEMENT_UNKNOWN"
                : fc_argument_is_result(role) || strchr("vIAYRS", role) != NULL ? "NULL"
                                                                                : "0");
}

static void print_mpi_argument(fc_kept *kept, const fc_node *call, int i);
static void print_mpi_arguments(fc_kept *kept, const fc_node *call);

/* The displacements that follow `from` in the argument list; NULL if they are dynamic. */
static void print_displacements(fc_kept *kept, const fc_node *call, const char *from, const char *arguments)
{
    const fc_control *control = kept->analysis->control;
    const char *at = strchr(from, FC_ARG_IGNORED_COUNTS), *other = strchr(from + 1, FC_ARG_RECEIVED);
    const fc_node *argument = at && !(other && other < at) ? call->child[1 + (at - arguments)] : NULL;
    if (argument && fc_control_is_static(control, argument) && fc_control_needs_value(control, argument))
        fc_residual_expression(kept, argument);
    else
        fc_text_add(kept->out, "NULL");
}

/* The buffer of a collective, if it contains numbers of the slice; else NULL. */
static void print_carrier(fc_kept *kept, const fc_node *memory)
{
    bool in_place = memory->kind == FC_HANDLE;
    if (in_place || fc_control_target_in_slice(kept->analysis->control, memory))
        fc_residual_expression(kept, memory);
    else
        fc_text_add(kept->out, "NULL");
}

/* Residual records have only the fields of the slice: the call's number of records, with their residual size. */
static void print_broadcast_records(fc_kept *kept, const fc_node *call, const fc_type *record)
{
    enum {
        MEMORY,
        COUNT,
        DATATYPE,
        ROOT,
        COMM
    };
    const fc_node *memory = fc_node_without_casts(call->child[1 + MEMORY]);
    fc_text_add(kept->out, "(fc_payload_broadcast(r, ");
    fc_residual_expression(kept, memory);
    fc_text_add(kept->out, ", fc_payload_records(");
    print_mpi_argument(kept, call, COUNT);
    fc_text_add(kept->out, ", ");
    print_mpi_argument(kept, call, DATATYPE);
    fc_text_add(kept->out, ", %ld) * (double)sizeof *(", record->size);
    fc_residual_expression(kept, memory);
    fc_text_add(kept->out, "), FC_MPI_BYTE, ");
    print_mpi_argument(kept, call, ROOT);
    fc_text_add(kept->out, ", ");
    print_mpi_argument(kept, call, COMM);
    fc_text_add(kept->out, "), ");
}

/* "(fc_payload_broadcast(...), ": gives a broadcast's payload before the call. */
static void print_broadcast(fc_kept *kept, const fc_node *call)
{
    const fc_type *record = fc_definitions_broadcast_record(call);
    if (record && record->size > 0) {
        print_broadcast_records(kept, call, record);
        return;
    }
    fc_text_add(kept->out, "(fc_payload_broadcast(r, ");
    fc_residual_expression(kept, call->child[1]);
    print_mpi_arguments(kept, call);
    fc_text_add(kept->out, "), ");
}

static const fc_node *argument_of(const fc_node *call, char role)
{
    const char *arguments = fc_mpi_operation_find(fc_call_target(call)->name)->arguments, *at = strchr(arguments, role);
    return at && at - arguments + 1 < call->n_children ? call->child[at - arguments + 1] : NULL;
}

/* ", FC_MPI_SUM), ": the last argument of fc_payload_set(), 0 where the call has no operator. */
static void print_operator(fc_kept *kept, const fc_node *reduction)
{
    bool is_handle = reduction && reduction->kind == FC_HANDLE;
    fc_text_add(kept->out, ", %s%s), ", is_handle ? "FC_" : "0", is_handle ? reduction->text : "");
}

/* "(fc_payload_set(...), ": gives another collective's payload and displacements; returns the number of such prefixes.
 */
static int print_carried(fc_kept *kept, const fc_node *call)
{
    const char *arguments = fc_mpi_operation_find(fc_call_target(call)->name)->arguments;
    const char *brought = strchr(arguments, FC_ARG_RECEIVED);
    fc_text_add(kept->out, "(fc_payload_set(r, ");
    print_carrier(kept, call->child[1]);
    fc_text_add(kept->out, ", ");
    print_carrier(kept, call->child[1 + (brought - arguments)]);
    print_operator(kept, argument_of(call, FC_ARG_OP));
    if (!strchr(arguments, FC_ARG_IGNORED_COUNTS))
        return 1;
    fc_text_add(kept->out, "(fc_payload_set_displacements(r, ");
    print_displacements(kept, call, arguments, arguments);
    fc_text_add(kept->out, ", ");
    print_displacements(kept, call, brought, arguments);
    fc_text_add(kept->out, "), ");
    return 2;
}

static void print_memory(fc_kept *kept, const fc_node *memory)
{
    if (memory)
        fc_residual_expression(kept, memory);
    else
        fc_text_add(kept->out, "NULL");
}

/* The status argument; NULL if the slice does not read it. */
static const fc_node *status_of(const fc_kept *kept, const fc_node *call)
{
    const char *arguments = fc_mpi_operation_find(fc_call_target(call)->name)->arguments;
    const char *at = strchr(arguments, FC_ARG_STATUS);
    const fc_node *status = at && at - arguments + 1 < call->n_children ? call->child[at - arguments + 1] : NULL;
    return status && fc_control_needs_value(kept->analysis->control, status) ? status : NULL;
}

/* "(fc_payload_set(...), fc_payload_set_status(...), ": gives a message's payload and status; returns the number of
 * prefixes. */
static int print_received(fc_kept *kept, const fc_node *call)
{
    const fc_control *control = kept->analysis->control;
    const fc_mpi_operation *operation = fc_mpi_operation_find(fc_call_target(call)->name);
    const fc_node *status = status_of(kept, call);
    fc_mpi_side sent = {0}, received = {0};
    bool hands_on = fc_control_sends_values(control, call), gets = fc_control_receives_values(control, call);
    fc_mpi_send_side(&sent, operation);
    fc_mpi_receive_side(&received, operation);
    if (hands_on || gets) {
        fc_text_add(kept->out, "(fc_payload_set(r, ");
        print_memory(kept, hands_on ? call->child[sent.buffer + 1] : NULL);
        fc_text_add(kept->out, ", ");
        print_memory(kept, gets ? call->child[received.buffer + 1] : NULL);
        fc_text_add(kept->out, ", 0), ");
    }
    if (status) {
        fc_text_add(kept->out, "(fc_payload_set_status(r, ");
        fc_residual_expression(kept, status);
        fc_text_add(kept->out, "), ");
    }
    return (hands_on || gets) + (status != NULL);
}

/* "(fc_payload_set(r, NULL, memory, 0), ": gives the memory of the window that the call creates; returns the number of
 * prefixes. */
static int print_laid_open(fc_kept *kept, const fc_node *call)
{
    const fc_node *memory = argument_of(call, FC_ARG_EXPOSED);
    if (!fc_control_exposes_window(kept->analysis->control, call))
        return 0;
    fc_text_add(kept->out, "(fc_payload_set(r, NULL, ");
    fc_residual_expression(kept, memory ? memory : argument_of(call, FC_ARG_NEW_MEMORY));
    fc_text_add(kept->out, ", 0), ");
    return 1;
}

/* "(fc_payload_set(r, in, out, op), ": gives the payload of a one-sided access; returns the number of prefixes. */
static int print_reached(fc_kept *kept, const fc_node *call)
{
    const fc_control *control = kept->analysis->control;
    bool in = fc_control_accesses_window(control, call, FC_ARG_BUFFER),
         out = fc_control_accesses_window(control, call, FC_ARG_RECEIVED);
    if (!in && !out)
        return 0;
    fc_text_add(kept->out, "(fc_payload_set(r, ");
    print_memory(kept, in ? argument_of(call, FC_ARG_BUFFER) : NULL);
    fc_text_add(kept->out, ", ");
    print_memory(kept, out ? argument_of(call, FC_ARG_RECEIVED) : NULL);
    print_operator(kept, argument_of(call, FC_ARG_OP));
    if (!fc_control_accesses_window(control, call, FC_ARG_COMPARED))
        return 1;
    fc_text_add(kept->out, "(fc_payload_set_compared(r, ");
    fc_residual_expression(kept, argument_of(call, FC_ARG_COMPARED));
    fc_text_add(kept->out, "), ");
    return 2;
}

/* fc_MPI_X(r, site, ...), preceded by the payload's places if it transfers values of the slice. */
static void print_mpi_call(fc_kept *kept, const fc_node *call)
{
    const fc_mpi_operation *operation = fc_mpi_operation_find(fc_call_target(call)->name);
    if (operation->kind == FC_MPI_DROPPED) {
        fc_text_add(kept->out, "FC_MPI_SUCCESS");
        return;
    }
    if (operation->kind == FC_MPI_UNSUPPORTED) {
        fc_text_add(kept->out, "fc_unsupported(r, %d, ", kept->site[call->id]);
        fc_quote_c(kept->out, operation->note, strlen(operation->note));
        fc_text_add(kept->out, ")");
        return;
    }
    bool carries = fc_control_distributes_values(kept->analysis->control, call);
    bool one_sided = operation->kind == FC_MPI_ONE_SIDED;
    bool is_broadcast = carries && strcmp(operation->name, "MPI_Bcast") == 0;
    int around = one_sided ? print_laid_open(kept, call) + print_reached(kept, call) : print_received(kept, call);
    if (is_broadcast)
        print_broadcast(kept, call);
    else if (carries)
        around += print_carried(kept, call);
    fc_text_add(kept->out, "fc_%s(r, %d", operation->name, kept->site[call->id]);
    print_mpi_arguments(kept, call);
    for (int i = 0; i <= around + is_broadcast; i++)
        fc_text_add(kept->out, ")");
}

/* Replaces a dynamic argument by a profile's counter. */
static void print_counted(fc_kept *kept, const fc_node *call, int i)
{
    const char *arguments = fc_mpi_operation_find(fc_call_target(call)->name)->arguments;
    int counter = kept->analysis->number_counter[call->child[i + 1]->id], site = kept->site[call->id];
    if (arguments[i] == FC_ARG_COUNT) {
        fc_text_add(kept->out, "fc_counted(r, %d)", counter);
    } else if (arguments[i] == FC_ARG_DATATYPE) {
        fc_text_add(kept->out, "fc_counted_datatype(r, %d, %d)", site, counter);
    } else {
        fc_text_add(kept->out, "fc_counted_blocks(r, %d, %d, ", site, counter);
        print_mpi_argument(kept, call, (int)(strchr(arguments, FC_ARG_COMM) - arguments));
        fc_text_add(kept->out, ")");
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
    return operation->kind == FC_MPI_COLLECTIVE && describes && !strchr(arguments, FC_ARG_OP) &&
           is_constant(call, buffer, arguments, "MPI_IN_PLACE");
}

static void print_ignored(fc_kept *kept, char role)
{
    fc_text_add(kept->out, "%s", role == FC_ARG_COUNT ? "0" : role == FC_ARG_DATATYPE ? "FC_MPI_BYTE" : "NULL");
}

/* Prints argument i of the operation. */
static void print_mpi_argument(fc_kept *kept, const fc_node *call, int i)
{
    const fc_control *control = kept->analysis->control;
    const fc_mpi_operation *operation = fc_mpi_operation_find(fc_call_target(call)->name);
    const fc_node *argument = i + 1 < call->n_children ? call->child[i + 1] : NULL;
    const bool is_memory = strchr("vIARqQ", operation->arguments[i]) != NULL;
    if (is_ignored(call, operation, i))
        print_ignored(kept, operation->arguments[i]);
    else if (argument && fc_control_is_static(control, argument) && fc_control_needs_value(control, argument) &&
             !(is_memory && fc_control_target_is_dynamic(control, argument)))
        fc_residual_expression(kept, argument);
    else if (argument && kept->analysis->number_counter[argument->id] >= 0)
        print_counted(kept, call, i);
    else
        print_missing(kept, call, operation->arguments[i]);
}

static void print_mpi_arguments(fc_kept *kept, const fc_node *call)
{
    const fc_mpi_operation *operation = fc_mpi_operation_find(fc_call_target(call)->name);
    for (int i = 0; operation->arguments[i]; i++) {
        if (!fc_argument_is_passed(operation->arguments[i]))
            continue;
        fc_text_add(kept->out, ", ");
        print_mpi_argument(kept, call, i);
    }
}

/* The arguments that determine an allocation's size are child[first .. last]. */
static void size_arguments(const fc_node *call, int *first, int *last)
{
    const char *name = fc_call_target(call)->name;
    *first = fc_library_allocated_argument(name);
    *last = *first + (strcmp(name, "calloc") == 0);
    *last = *last < call->n_children ? *last : call->n_children - 1;
}

static bool knows_bytes(const fc_kept *kept, const fc_node *call)
{
    int first, last;
    size_arguments(call, &first, &last);
    for (int i = first; i <= last; i++)
        if (!fc_control_is_static(kept->analysis->control, call->child[i]))
            return false;
    return true;
}

static void print_bytes(fc_kept *kept, const fc_node *call)
{
    int first, last;
    size_arguments(call, &first, &last);
    for (int i = first; i <= last; i++) {
        fc_text_add(kept->out, i > first ? " * (double)" : "(double)");
        if (fc_control_is_static_by_call(kept->analysis->control, call->child[i]))
            fc_residual_expression(kept, call->child[i]);
        else
            fc_text_add(kept->out, "0");
    }
}

/* Objects of the slice get memory; dynamic data gets an address that is never read. */
static void print_allocation(fc_kept *kept, const fc_node *call, bool value)
{
    fc_text_add(kept->out, value ? "(fc_charge_allocation(r, %d, " : "fc_charge_allocation(r, %d, ",
                kept->site[call->id]);
    print_bytes(kept, call);
    fc_text_add(kept->out, ", 1)");
    if (value && fc_control_allocation_in_slice(kept->analysis->control, call)) {
        bool is_asked = fc_control_allocates(kept->analysis->control, fc_control_owner(kept->analysis->control, call));
        fc_text_add(kept->out, ", %s", is_asked ? "!G->fc_keeps ? FC_NO_MEMORY : " : "");
        bool is_annotated = knows_bytes(kept, call), goes_on = fc_external_keeps_content(call);
        fc_text_add(kept->out, "fc_memory_keep%s(r, ", !is_annotated ? "_untold" : goes_on ? "_on" : "");
        if (goes_on)
            fc_residual_expression(kept, call->child[1]);
        fc_text_add(kept->out, goes_on ? ", " : is_annotated ? "" : "NULL, ");
        print_bytes(kept, call);
        fc_text_add(kept->out, "))");
    } else if (value) {
        fc_text_add(kept->out, ", FC_NO_MEMORY)");
    }
}

/* A number that sscanf reads from argv is a named parameter: x = fc_parameter(r, 0, x) after the call. */
static void print_scanned_parameters(fc_kept *kept, const fc_node *call)
{
    bool parameter = fc_control_is_parameter(kept->analysis->control, call->child[1]);
    for (int i = 3; parameter && i < call->n_children; i++) {
        const fc_node *target = fc_node_without_casts(call->child[i]);
        const fc_node *place = target->kind == FC_UNARY && target->op == FC_OP_ADDRESS ? target->child[0] : NULL;
        bool number = place && (place->type->kind == FC_TYPE_REAL ||
                                (place->type->kind == FC_TYPE_INTEGER && place->type->bits >= 16));
        if (!number)
            continue;
        fc_text_add(kept->out, " ");
        fc_residual_named_parameter(kept, place);
    }
}

/* "(fc_step(...), fc_parameter_annotated(r, 2, 1, NAN))": argument 1 gives parameter 2; the step records the place for
 * an error. */
static void print_told_parameter(fc_kept *kept, const fc_node *call)
{
    const fc_node *origin = call->n_children > 1 ? call->child[1] : NULL;
    fc_place place = fc_program_place(kept->analysis->program, call->span);
    fc_text_add(kept->out, "(fc_step(r, ");
    fc_quote_c(kept->out, place.file, strlen(place.file));
    fc_text_add(kept->out, ", %d), fc_parameter_annotated(r, %zu, ", place.line,
                fc_residual_parameter_index(kept, call->parent->child[0], NULL));
    if (origin && origin->kind == FC_REAL)
        fc_text_add(kept->out, "0, %s))", origin->text);
    else
        fc_text_add(kept->out, "%ld, NAN))", origin ? origin->value : 0);
}

/* ", &G->optind": the address of a global of getopt; NULL if the program does not use it. */
static void print_getopt_global(fc_kept *kept, const char *name)
{
    const fc_program *program = kept->analysis->program;
    for (int i = 0; i < program->n_symbols; i++) {
        const fc_symbol *symbol = program->symbol[i];
        if (!fc_external_is_getopt_global(symbol) || strcmp(symbol->name, name) != 0)
            continue;
        fc_text_add(kept->out, ", &");
        fc_control_print_name(kept->out, kept->analysis->control, symbol);
        return;
    }
    fc_text_add(kept->out, ", NULL");
}

/* fc_getopt(r, &(fc_getopt_call){...}), which has separate state for each rank. */
static void print_getopt(fc_kept *kept, const fc_node *call)
{
    static const char *const type[] = {"", "(char **)", "", "(const fc_long_option *)(const void *)", "(int *)"};
    fc_text_add(kept->out, "fc_getopt(r, &(fc_getopt_call){");
    for (int i = 1; i < 6; i++) {
        fc_text_add(kept->out, i > 1 ? ", %s" : "%s", type[i - 1]);
        if (i < call->n_children)
            fc_residual_expression(kept, call->child[i]);
        else
            fc_text_add(kept->out, "NULL");
    }
    print_getopt_global(kept, "optind");
    print_getopt_global(kept, "optarg");
    print_getopt_global(kept, "optopt");
    fc_text_add(kept->out, "})");
}

/* fc_sort(...) with the residual element size, since residual records have only the fields of the slice. */
static void print_sort(fc_kept *kept, const fc_node *call)
{
    const fc_node *base = fc_node_without_casts(call->child[1]);
    fc_text_add(kept->out, "fc_sort(r, ");
    fc_residual_expression(kept, base);
    fc_text_add(kept->out, ", (size_t)");
    fc_residual_expression(kept, call->child[2]);
    fc_text_add(kept->out, ", sizeof *");
    fc_residual_expression(kept, base);
    fc_text_add(kept->out, ", fc_compare_%d)", fc_external_comparator(call)->symbol->id);
}

/* A call of the libc function itself; numbers that sscanf reads from argv are parameters. */
static void print_called(fc_kept *kept, const fc_node *call, const char *name)
{
    bool scans = strcmp(name, "sscanf") == 0;
    if (scans)
        fc_text_add(kept->out, "({ int fc_scanned = ");
    if (strcmp(name, "fopen") == 0)
        fc_text_add(kept->out, "fc_open_input(r, ");
    else
        fc_text_add(kept->out, "%s%s(", is_record_pointer(call->type) ? "(void *)" : "", name);
    fc_residual_arguments(kept, call);
    fc_text_add(kept->out, ")");
    if (!scans)
        return;
    fc_text_add(kept->out, ";");
    print_scanned_parameters(kept, call);
    fc_text_add(kept->out, " fc_scanned; })");
}

static void print_pure_call(fc_kept *kept, const fc_node *call)
{
    const char *name = fc_call_target(call)->name;
    if (fc_parameter_annotation_is_call(call)) {
        print_told_parameter(kept, call);
        return;
    }
    if (fc_external_is_thread_query(name)) {
        fc_text_add(kept->out, "fc_%s(r)", name);
        return;
    }
    if (fc_external_is_getopt(fc_call_target(call))) {
        print_getopt(kept, call);
        return;
    }
    if (fc_external_comparator(call)) {
        print_sort(kept, call);
        return;
    }
    if (strcmp(name, "__errno_location") == 0) {
        fc_text_add(kept->out, "(&(int){0})"); /* no errors occur in a successful run */
        return;
    }
    if (fc_residual_input_call(kept, call))
        return;
    if (strcmp(name, "strtok") == 0) {
        fc_text_add(kept->out, "strtok_r(");
        fc_residual_arguments(kept, call);
        fc_text_add(kept->out, ", fc_token(r))");
        return;
    }
    if (fc_external_opens_to_write(call)) {
        fc_text_add(kept->out, "(void *)r");
        return;
    }
    print_called(kept, call, name);
}

/* posix_memalign: "(*(p) = ..., 0)", with p without casts. */
static void print_stored_allocation(fc_kept *kept, const fc_node *call)
{
    const fc_node *place = call->child[1];
    while (place->kind == FC_CAST && place->child[0]->type->kind == FC_TYPE_POINTER &&
           place->child[0]->type->of->kind == FC_TYPE_POINTER)
        place = place->child[0];
    fc_text_add(kept->out, "(*");
    fc_residual_expression(kept, place);
    fc_text_add(kept->out, " = ");
    print_allocation(kept, call, true);
    fc_text_add(kept->out, ", 0)");
}

void fc_residual_call_value(fc_kept *kept, const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    if (target->definition) {
        fc_text_add(kept->out, "(");
        print_own_call(kept, call, target);
        fc_text_add(kept->out, ", G->fc_result_%d)", target->id);
    } else if (fc_mpi_operation_find(target->name)) {
        print_mpi_call(kept, call);
    } else if (fc_external_is_allocation(target->name)) {
        print_allocation(kept, call, true);
    } else if (fc_external_allocates_by_argument(call)) {
        print_stored_allocation(kept, call);
    } else {
        print_pure_call(kept, call);
    }
}

void fc_residual_call(fc_kept *kept, const fc_cost *cost)
{
    if (cost->kind == FC_COST_CALL)
        print_own_call(kept, cost->node, cost->callee->symbol);
    else if (cost->kind == FC_COST_MPI)
        print_mpi_call(kept, cost->node);
    else
        print_allocation(kept, cost->node, false);
}
