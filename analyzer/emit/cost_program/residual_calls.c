/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the calls of the residual code: the program's own procedures, MPI, allocations, pure functions. */
#include "analyzer/emit/cost_program/residual_input.h"
#include "analyzer/emit/cost_program/residual_mpi.h"

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
static bool is_discarded_read(const fc_residual *residual, const fc_node *call, int argument)
{
    const fc_type *type = call->child[argument]->type, *of = type ? type->of : NULL;
    const char *name = fc_call_target(call)->name;
    bool scans = strcmp(name, "fscanf") == 0 || strcmp(name, "sscanf") == 0;
    bool is_number = of && ((of->kind == FC_TYPE_INTEGER && of->bits >= 16) || of->kind == FC_TYPE_REAL);
    return scans && argument > 2 && is_number &&
           !fc_control_target_in_slice(residual->analysis->control, call->child[argument]);
}

void fc_residual_arguments(fc_residual *residual, const fc_node *call)
{
    for (int i = 1; i < call->n_children; i++) {
        fc_text_add(residual->out, i > 1 ? ", " : "");
        if (is_record_pointer(call->child[i]->type)) {
            fc_residual_input_file(residual, call, i);
            continue;
        }
        if (is_discarded_read(residual, call, i)) {
            fc_text_add(residual->out, "&(");
            fc_residual_type(residual->out, residual, call->child[i]->type->of, "");
            fc_text_add(residual->out, "){0}");
            continue;
        }
        fc_residual_expression(residual, call->child[i]);
    }
}

/* is_value: what it returns, otherwise its time. */
static void print_own_call(fc_residual *residual, const fc_node *call, const fc_symbol *target, bool is_value)
{
    const fc_control *control = residual->analysis->control;
    /* "(G->fc_keeps = 1, ": whether the callee's allocation is memory of the slice (1) or dynamic data (0). */
    bool is_asked = fc_control_allocates(control, target->definition);
    if (is_asked && fc_control_allocates(control, fc_control_owner(control, call)))
        fc_text_add(residual->out, "(G->fc_keeps = fc_keeps, ");
    else if (is_asked)
        fc_text_add(residual->out, "(G->fc_keeps = %d, ", fc_control_target_in_slice(control, call));
    if (is_value)
        fc_text_add(residual->out, "fc_value_%d", target->id);
    else
        fc_control_print_procedure(residual->out, control, target);
    fc_text_add(residual->out, "(r");
    for (int i = 0; i < target->definition->n_parameters; i++) {
        const fc_node *argument = i + 1 < call->n_children ? call->child[i + 1] : NULL;
        fc_text_add(residual->out, ", ");
        const fc_type *type = target->definition->parameter[i]->type;
        bool is_other = argument && argument->type != type && type->kind == FC_TYPE_POINTER && !fc_call_target(call);
        bool is_list = argument && argument->kind == FC_LIST; /* its parts are needed one by one */
        if (is_list || (argument && fc_control_needs_value(control, argument) &&
                        fc_control_is_static_by_call(control, argument))) {
            fc_text_add(residual->out, is_other ? "(void *)" : "");
            fc_residual_expression(residual, argument);
        } else {
            fc_residual_zero(residual, type);
        }
    }
    fc_text_add(residual->out, is_asked ? "))" : ")");
}

/* The arguments that determine an allocation's size are child[first .. last]. */
static void size_arguments(const fc_node *call, int *first, int *last)
{
    const char *name = fc_call_target(call)->name;
    *first = fc_library_allocated_argument(name);
    *last = *first + (strcmp(name, "calloc") == 0);
    *last = *last < call->n_children ? *last : call->n_children - 1;
}

static bool knows_bytes(const fc_residual *residual, const fc_node *call)
{
    int first, last;
    size_arguments(call, &first, &last);
    for (int i = first; i <= last; i++)
        if (!fc_control_is_static(residual->analysis->control, call->child[i]))
            return false;
    return true;
}

static void print_bytes(fc_residual *residual, const fc_node *call)
{
    int first, last;
    size_arguments(call, &first, &last);
    for (int i = first; i <= last; i++) {
        fc_text_add(residual->out, i > first ? " * (double)" : "(double)");
        if (fc_control_is_static_by_call(residual->analysis->control, call->child[i]))
            fc_residual_expression(residual, call->child[i]);
        else
            fc_text_add(residual->out, "0");
    }
}

/* Objects of the slice get memory; dynamic data gets an address that is never read. */
static void print_allocation(fc_residual *residual, const fc_node *call, bool value)
{
    fc_text_add(residual->out, value ? "(fc_charge_allocation(r, %d, " : "fc_charge_allocation(r, %d, ",
                residual->site[call->id]);
    if (fc_external_keeps_content(call) || residual->analysis->reuses[call->id])
        fc_text_add(residual->out, "0"); /* fc_cost_counts_fresh_bytes() */
    else
        print_bytes(residual, call);
    fc_text_add(residual->out, ", 1)");
    if (value && fc_control_allocation_in_slice(residual->analysis->control, call)) {
        bool is_asked =
            fc_control_allocates(residual->analysis->control, fc_control_owner(residual->analysis->control, call));
        fc_text_add(residual->out, ", %s", is_asked ? "!fc_keeps ? FC_NO_MEMORY : " : "");
        bool is_annotated = knows_bytes(residual, call), goes_on = fc_external_keeps_content(call);
        fc_text_add(residual->out, "fc_memory_keep%s(r, ", !is_annotated ? "_untold" : goes_on ? "_on" : "");
        if (goes_on)
            fc_residual_expression(residual, call->child[1]);
        fc_text_add(residual->out, goes_on ? ", " : is_annotated ? "" : "NULL, ");
        print_bytes(residual, call);
        fc_text_add(residual->out, "))");
    } else if (value) {
        fc_text_add(residual->out, ", FC_NO_MEMORY)");
    }
}

/* "(fc_step(...), fc_parameter_annotated(r, 2, 1, NAN))": argument 1 gives parameter 2; the step records the place for
 * an error. */
static void print_annotated_parameter(fc_residual *residual, const fc_node *call)
{
    const fc_node *origin = call->n_children > 1 ? call->child[1] : NULL;
    fc_place place = fc_program_place(residual->analysis->program, call->span);
    fc_text_add(residual->out, "(fc_step(r, ");
    fc_quote_c(residual->out, place.file, strlen(place.file));
    fc_text_add(residual->out, ", %d), fc_parameter_annotated(r, %zu, ", place.line,
                fc_residual_parameter_index(residual, call->parent->child[0], NULL));
    if (origin && origin->kind == FC_REAL)
        fc_text_add(residual->out, "0, %s))", origin->text);
    else
        fc_text_add(residual->out, "%ld, NAN))", origin ? origin->value : 0);
}

/* ", &G->optind": the address of a global of getopt; NULL if the program does not use it. */
static void print_getopt_global(fc_residual *residual, const char *name)
{
    const fc_program *program = residual->analysis->program;
    for (int i = 0; i < program->n_symbols; i++) {
        const fc_symbol *symbol = program->symbol[i];
        if (!fc_external_is_getopt_global(symbol) || strcmp(symbol->name, name) != 0)
            continue;
        fc_text_add(residual->out, ", &");
        fc_control_print_name(residual->out, residual->analysis->control, symbol);
        return;
    }
    fc_text_add(residual->out, ", NULL");
}

/* fc_getopt(r, &(fc_getopt_call){...}), which has separate state for each rank. */
static void print_getopt(fc_residual *residual, const fc_node *call)
{
    static const char *const type[] = {"", "(char **)", "", "(const fc_long_option *)(const void *)", "(int *)"};
    fc_text_add(residual->out, "fc_getopt(r, &(fc_getopt_call){");
    for (int i = 1; i < 6; i++) {
        fc_text_add(residual->out, i > 1 ? ", %s" : "%s", type[i - 1]);
        if (i < call->n_children)
            fc_residual_expression(residual, call->child[i]);
        else
            fc_text_add(residual->out, "NULL");
    }
    print_getopt_global(residual, "optind");
    print_getopt_global(residual, "optarg");
    print_getopt_global(residual, "optopt");
    fc_text_add(residual->out, "})");
}

/* "memset(p, 0, (size_t)(n * 24UL) / 24 * sizeof(struct fc_t0))": residual records have fewer fields. Dynamic memory
 * does not exist here. */
static void print_clearing(fc_residual *residual, const fc_node *call)
{
    const fc_type *record = fc_external_cleared_record(call);
    if (!fc_control_target_in_slice(residual->analysis->control, call->child[1])) {
        fc_text_add(residual->out, "(void)0");
        return;
    }
    fc_text_add(residual->out, "memset(");
    fc_residual_expression(residual, fc_node_without_casts(call->child[1]));
    fc_text_add(residual->out, ", 0, (size_t)(");
    fc_residual_expression(residual, call->child[3]);
    fc_text_add(residual->out, ") / %ld * sizeof(", record->size);
    fc_residual_type(residual->out, residual, record, "");
    fc_text_add(residual->out, "))");
}

/* A call of the libc function itself; numbers that sscanf reads from argv are parameters. */
static void print_called(fc_residual *residual, const fc_node *call, const char *name)
{
    bool scans = strcmp(name, "sscanf") == 0;
    if (scans)
        fc_text_add(residual->out, "({ int fc_scanned = ");
    if (strcmp(name, "freopen") == 0) {
        fc_text_add(residual->out, "fc_reopen_input(r, ");
        fc_residual_expression(residual, call->child[1]);
        fc_text_add(residual->out, ")");
        return;
    }
    if (strcmp(name, "fopen") == 0)
        fc_text_add(residual->out, "fc_open_input(r, ");
    else
        fc_text_add(residual->out, "%s%s(", is_record_pointer(call->type) ? "(void *)" : "", name);
    fc_residual_arguments(residual, call);
    fc_text_add(residual->out, ")");
    if (!scans)
        return;
    fc_text_add(residual->out, ";");
    /* A number that sscanf reads from argv is a named parameter: x = fc_parameter(r, 0, x) after the call. */
    bool parameter = fc_control_is_parameter(residual->analysis->control, call->child[1]);
    for (int i = 3; parameter && i < call->n_children; i++) {
        const fc_node *target = fc_node_without_casts(call->child[i]);
        const fc_node *place = target->kind == FC_UNARY && target->op == FC_OP_ADDRESS ? target->child[0] : NULL;
        bool number = place && (place->type->kind == FC_TYPE_REAL ||
                                (place->type->kind == FC_TYPE_INTEGER && place->type->bits >= 16));
        if (!number)
            continue;
        fc_text_add(residual->out, " ");
        fc_residual_named_parameter(residual, place);
    }
    fc_text_add(residual->out, " fc_scanned; })");
}

static void print_pure_call(fc_residual *residual, const fc_node *call)
{
    const char *name = fc_call_target(call)->name;
    if (fc_parameter_annotation_is_call(call)) {
        print_annotated_parameter(residual, call);
        return;
    }
    if (fc_external_is_thread_query(name)) {
        fc_text_add(residual->out, "fc_%s(r)", name);
        return;
    }
    if (fc_external_is_getopt(fc_call_target(call))) {
        print_getopt(residual, call);
        return;
    }
    if (fc_external_comparator(call)) {
        /* fc_sort(...) with the residual element size, since residual records have only the fields of the slice. */
        const fc_node *base = fc_node_without_casts(call->child[1]);
        fc_text_add(residual->out, "fc_sort(r, ");
        fc_residual_expression(residual, base);
        fc_text_add(residual->out, ", (size_t)");
        fc_residual_expression(residual, call->child[2]);
        fc_text_add(residual->out, ", sizeof *");
        fc_residual_expression(residual, base);
        fc_text_add(residual->out, ", fc_compare_%d)", fc_external_comparator(call)->symbol->id);
        return;
    }
    if (fc_external_cleared_record(call)) {
        print_clearing(residual, call);
        return;
    }
    if (strcmp(name, "__errno_location") == 0) {
        fc_text_add(residual->out, "(&(int){0})"); /* no errors occur in a successful run */
        return;
    }
    if (fc_residual_input_call(residual, call))
        return;
    if (strcmp(name, "strtok") == 0) {
        fc_text_add(residual->out, "strtok_r(");
        fc_residual_arguments(residual, call);
        fc_text_add(residual->out, ", fc_token(r))");
        return;
    }
    if (fc_external_opens_to_write(call)) {
        fc_text_add(residual->out, "(void *)r");
        return;
    }
    print_called(residual, call, name);
}

/* posix_memalign: "(*(p) = ..., 0)", with p without casts. */
static void print_stored_allocation(fc_residual *residual, const fc_node *call)
{
    const fc_node *place = call->child[1];
    while (place->kind == FC_CAST && place->child[0]->type->kind == FC_TYPE_POINTER &&
           place->child[0]->type->of->kind == FC_TYPE_POINTER)
        place = place->child[0];
    fc_text_add(residual->out, "(*");
    fc_residual_expression(residual, place);
    fc_text_add(residual->out, " = ");
    print_allocation(residual, call, true);
    fc_text_add(residual->out, ", 0)");
}

void fc_residual_call_value(fc_residual *residual, const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    if (target->definition) {
        print_own_call(residual, call, target,
                       fc_control_result_in_slice(residual->analysis->control, target->definition));
    } else if (fc_mpi_operation_find(target->name)) {
        fc_residual_mpi_call(residual, call);
    } else if (fc_external_is_allocation(target->name)) {
        print_allocation(residual, call, true);
    } else if (fc_external_allocates_by_argument(call)) {
        print_stored_allocation(residual, call);
    } else {
        print_pure_call(residual, call);
    }
}

void fc_residual_call(fc_residual *residual, const fc_cost *cost)
{
    if (cost->kind == FC_COST_CALL)
        print_own_call(residual, cost->node, cost->callee->symbol, false);
    else if (cost->kind == FC_COST_MPI)
        fc_residual_mpi_call(residual, cost->node);
    else
        print_allocation(residual, cost->node, false);
}
