/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions: their operations in the sequence's region, their calls in the order of evaluation. */
#include "analyzer/passes/cost_builder.h"

#include "analyzer/model/params.h"
#include "analyzer/model/pieces.h"
#include "analyzer/passes/cost_told.h"
#include "analyzer/passes/definitions.h"
#include "analyzer/passes/external.h"
#include "analyzer/passes/library.h"
#include "analyzer/passes/library_told.h"
#include "analyzer/passes/operations.h"
#include "analyzer/passes/recursion.h"
#include "runtime/evaluate/forecost.h"

#include <stdlib.h>
#include <string.h>

/* One line a function, at its first call. */
static void warn_once(fc_builder *b, fc_span span, const char *function, const char *what)
{
    char *text = fc_format("%s: %s", function, what);
    bool known = false;
    for (size_t i = 0; i < b->analysis->n_warnings; i++)
        known |= strstr(b->analysis->warning[i], text) != NULL;
    if (!known)
        fc_builder_warn(b, span, text);
    free(text);
}

/* The time told is that between them: no region holds operations of both sides. */
static bool is_frame(const char *operation)
{
    return strcmp(operation, "MPI_Init") == 0 || strcmp(operation, "MPI_Init_thread") == 0 ||
           strcmp(operation, "MPI_Finalize") == 0;
}

static const char *counter_of(char role)
{
    return role == FC_ARG_DATATYPE ? "datatype" : role == FC_ARG_COUNTS ? "blocks" : "number";
}

static bool is_executable(const fc_builder *b, const fc_node *argument, char role)
{
    const fc_control *control = b->analysis->control;
    return fc_control_executable(control, argument) &&
           !(role == FC_ARG_COUNTS && fc_control_data_target(control, argument));
}

/* Asked once more in a profiling run, it does nothing but tell its value. */
static bool is_plain(const fc_node *node)
{
    bool plain = node->kind != FC_CALL && node->kind != FC_ASSIGN && node->kind != FC_STEP;
    for (int i = 0; i < node->n_children && plain; i++)
        plain = !node->child[i] || is_plain(node->child[i]);
    return plain;
}

/* A profile tells how many elements a call has, of how many bytes, and how many all ranks together where each has a
 * number of its own: of one datatype, one a rank of its communicator. */
static bool is_counted(const fc_builder *b, const fc_node *call, const fc_mpi_operation *operation, int i)
{
    const char *arguments = operation->arguments;
    const fc_node *argument = call->child[i + 1];
    if (!fc_mpi_kind_costs(operation->kind) || is_executable(b, argument, arguments[i]))
        return false;
    if (arguments[i] == FC_ARG_COUNT)
        return true;
    if (arguments[i] == FC_ARG_DATATYPE)
        return i > 0 && arguments[i - 1] == FC_ARG_COUNT;
    const char *comm = strchr(arguments, FC_ARG_COMM), *root = strchr(arguments, FC_ARG_PEER);
    bool is_whole = call->n_children > (int)strlen(arguments); /* not one declared without its parameters */
    bool is_even = strstr(operation->name, "eighbor") || strchr(arguments, FC_ARG_DATATYPES) || !comm || !is_whole;
    return arguments[i] == FC_ARG_COUNTS && !is_even && is_plain(call->child[1 + (comm - arguments)]) &&
           (!root || is_plain(call->child[1 + (root - arguments)]));
}

/* The program's procedures that the call hands to MPI: MPI_Op_create's, attributes', handlers of errors. */
static void warn_of_callbacks(fc_builder *b, const fc_node *call)
{
    for (int i = 1; i < call->n_children; i++) {
        const fc_node *argument = call->child[i];
        while (argument->kind == FC_CAST || (argument->kind == FC_UNARY && argument->op == FC_OP_ADDRESS))
            argument = argument->child[0];
        bool is_procedure = argument->kind == FC_NAME && argument->symbol->kind == FC_SYMBOL_PROCEDURE;
        if (is_procedure && argument->symbol->definition)
            warn_once(b, call->span, argument->symbol->name,
                      "the MPI library calls it an unknown number of times; these calls are not counted");
    }
}

static void build_mpi(fc_builder *b, fc_cost *sequence, const fc_node *call, const fc_mpi_operation *operation)
{
    b->analysis->n_mpi_calls++;
    warn_of_callbacks(b, call);
    fc_cost *cost = fc_builder_append(sequence, fc_builder_cost(FC_COST_MPI, call));
    cost->operation = operation;
    for (int i = 0; operation->arguments[i] && i + 1 < call->n_children; i++)
        if (is_counted(b, call, operation, i))
            b->analysis->number_counter[call->child[i + 1]->id] =
                fc_builder_counter(b, call->child[i + 1], counter_of(operation->arguments[i]), call->child[i + 1]);
    if (is_frame(operation->name))
        sequence->region = NULL;
    cost->site = fc_builder_site(b, call, operation->name);
    cost->value_kept = fc_control_needs_value(b->analysis->control, call);
}

/* The call's cost has a value where it stands. */
static bool is_told(const fc_builder *b, const fc_node *call)
{
    fc_view view = {b->analysis->control, b->analysis->algebra, call, NULL, NULL, NULL, NULL};
    return fc_library_is_told(b->analysis->control, call) && fc_library_turns(&view, call, 0) != NULL;
}

/* The line that a person tells of the function, where the call's arguments tell what it names. */
static bool build_told(fc_builder *b, fc_cost *sequence, const fc_node *call)
{
    fc_view view = {b->analysis->control, b->analysis->algebra, call, NULL, NULL, NULL, NULL};
    const char *line = fc_library_told_of(call);
    if (!line)
        return false;
    fc_told_text told = fc_library_told_text(line);
    bool is_known = !told.fault && (!told.expression || (fc_library_told_is_known(b->analysis->control, call) &&
                                                         fc_library_told_value(&view, call)));
    if (is_known && told.expression)
        fc_told_append(b, sequence, call, &told);
    fc_told_text_free(&told);
    return is_known;
}

static void build_library(fc_builder *b, fc_cost *sequence, const fc_node *call, const fc_library_form *form)
{
    for (int i = 0; i < FC_LIBRARY_PARTS && form->part[i].turns; i++) {
        fc_cost *cost = fc_builder_append(sequence, fc_builder_cost(FC_COST_LIBRARY, call));
        cost->region = fc_builder_region(b, call);
        cost->part = i;
        fc_library_describe(cost->region, call, i);
    }
}

/* A profiling run takes its time: so many nanoseconds. */
static void build_timed(fc_builder *b, fc_cost *sequence, const fc_node *call)
{
    fc_cost *timed = fc_builder_append(sequence, fc_builder_cost(FC_COST_SHARE, call));
    timed->counter = fc_builder_counter(b, call, "time", NULL);
    fc_cost *once = fc_builder_append(timed, fc_builder_cost(FC_COST_SEQUENCE, call));
    fc_builder_append(timed, fc_builder_cost(FC_COST_SEQUENCE, call));
    fc_builder_region_of(b, once, call)->seconds = 1e-9;
}

/* Which call ends the recursion only data tells. */
static bool comes_back(fc_builder *b, const fc_node *call, const fc_procedure *callee)
{
    if (callee != b->procedure && !fc_control_calls(b->analysis->control, callee, b->procedure))
        return false;
    char *text = fc_format("call through a pointer: a call of %s may be recursive here; counted as an empty call",
                           callee->symbol->name);
    fc_builder_warn(b, call->span, text);
    free(text);
    return true;
}

/* One share a procedure, by how often each of them was called. */
static fc_cost *build_share(fc_builder *b, fc_cost *sequence, const fc_node *call, const fc_procedure *callee)
{
    fc_cost *share = fc_builder_append(sequence, fc_builder_cost(FC_COST_SHARE, call));
    share->counter = fc_builder_counter(b, callee->body, "call", NULL);
    fc_cost *taken = fc_builder_append(share, fc_builder_cost(FC_COST_SEQUENCE, call));
    fc_builder_append(share, fc_builder_cost(FC_COST_SEQUENCE, call));
    return taken;
}

/* What it may run: where the slice holds the pointer, the one it holds; otherwise a share each. One that comes back
 * here is left out. */
static void build_pointer_call(fc_builder *b, fc_cost *sequence, const fc_node *call)
{
    bool is_known = fc_control_knows_callee(b->analysis->control, call);
    fc_candidates candidates = is_known ? fc_pointer_calls_candidates(b->analysis->pointer_calls, call)
                                        : fc_pointer_calls_sharing(b->analysis->pointer_calls, call);
    fc_cost *chosen =
        is_known && candidates.n ? fc_builder_append(sequence, fc_builder_cost(FC_COST_POINTER, call)) : NULL;
    for (size_t i = 0; i < candidates.n; i++) {
        const fc_procedure *callee = candidates.procedure[i];
        if (comes_back(b, call, callee))
            continue;
        fc_cost *taken = chosen ? chosen : build_share(b, sequence, call, callee);
        fc_builder_append(taken, fc_builder_cost(FC_COST_CALL, call))->callee = callee;
    }
    if (!candidates.is_complete)
        fc_builder_warn(b, call->span,
                        candidates.n
                            ? "call through a pointer: it may have further targets, which are counted as empty calls"
                            : "call through a pointer: its target is unknown; counted as an empty call");
    fc_candidates_free(&candidates);
}

/* A call from outside weighs the procedure by how often it runs then, by itself or called by itself. */
static void build_recursion(fc_builder *b, fc_cost *sequence, const fc_node *call, const fc_procedure *callee)
{
    if (callee == b->procedure)
        return;
    fc_cost *runs = fc_builder_append(sequence, fc_builder_cost(FC_COST_SHARE, call));
    runs->counter = fc_builder_counter(b, callee->body, "recursion", NULL);
    fc_cost *body = fc_builder_append(runs, fc_builder_cost(FC_COST_SEQUENCE, call));
    fc_builder_append(runs, fc_builder_cost(FC_COST_SEQUENCE, call));
    fc_builder_append(body, fc_builder_cost(FC_COST_CALL, call))->callee = callee;
}

static void build_call(fc_builder *b, fc_cost *sequence, const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    const fc_mpi_operation *operation = target ? fc_mpi_operation_find(target->name) : NULL;
    const fc_library_form *form = target && !target->definition ? fc_library_find(target->name).form : NULL;
    if (!target) {
        build_pointer_call(b, sequence, call);
        return;
    }
    if (target->definition && fc_operations_inlined(call))
        return; /* counted in the region */
    if (target->definition && fc_recursion_is_on_data(b->analysis, target->definition)) {
        build_recursion(b, sequence, call, target->definition);
    } else if (target->definition) {
        fc_cost *cost = fc_builder_append(sequence, fc_builder_cost(FC_COST_CALL, call));
        cost->callee = target->definition;
        cost->value_kept = fc_control_needs_value(b->analysis->control, call);
    } else if (strcmp(target->name, "omp_set_num_threads") == 0) {
        fc_builder_append(sequence, fc_builder_cost(FC_COST_THREADS, call));
    } else if (fc_control_is_stop(target)) {
        if (!b->may_be_left) /* by a run that ends well it is, before it comes here */
            fc_builder_append(sequence, fc_builder_cost(FC_COST_JUMP, call));
    } else if (operation) {
        build_mpi(b, sequence, call, operation);
    } else if (build_told(b, sequence, call)) {
        return;
    } else if (form && is_told(b, call)) {
        build_library(b, sequence, call, form);
    } else if (fc_library_allocated_argument(target->name)) {
        fc_cost *cost = fc_builder_append(sequence, fc_builder_cost(FC_COST_ALLOCATE, call));
        cost->site = fc_builder_site(b, call, target->name);
        cost->value_kept = fc_control_needs_value(b->analysis->control, call) ||
                           (fc_external_stores_allocation(call) && fc_control_kept(b->analysis->control, call));
    } else if (fc_external_is_unknown(call)) {
        warn_once(b, call->span, target->name,
                  "a library function of unknown cost, counted as an empty call unless a profile times it");
        if (b->analysis->program->times_calls && fc_external_is_timed(call))
            build_timed(b, sequence, call);
    }
}

/* Data decides the arm, and it ends the program: on a run that ends well it is never taken. */
static void drop_end(fc_cost *arm)
{
    if (arm->n_children == 0 || arm->child[arm->n_children - 1]->kind != FC_COST_JUMP)
        return;
    while (arm->n_children > 0)
        fc_cost_free(arm->child[--arm->n_children]);
}

/* Calls in the arms of c ? a : b, and on the right of && and ||, run only where that is evaluated. A share of && or ||
 * is that of its right side. */
static void build_choice(fc_builder *b, fc_cost *sequence, const fc_node *node)
{
    fc_cost_calls_append(b, sequence, node->child[0]);
    bool executable = fc_control_executable(b->analysis->control, node->child[0]);
    fc_cost *choice = fc_builder_cost(executable ? FC_COST_BRANCH : FC_COST_SHARE, node);
    fc_cost *yes = fc_builder_append(choice, fc_builder_cost(FC_COST_SEQUENCE, node->child[1]));
    fc_cost *no = fc_builder_append(choice, fc_builder_cost(FC_COST_SEQUENCE, node->child[node->n_children - 1]));
    fc_cost_calls_append(b, executable && node->op == FC_OP_OR ? no : yes, node->child[1]);
    if (node->kind == FC_CONDITIONAL)
        fc_cost_calls_append(b, no, node->child[2]);
    if (!executable) {
        drop_end(yes);
        drop_end(no);
    }
    if (yes->n_children + no->n_children == 0) {
        fc_cost_free(choice);
        return;
    }
    fc_builder_append(sequence, choice);
    if (!executable)
        choice->counter = fc_builder_counter(b, node, "branch", node->child[0]);
}

/* The calls of an expression, arguments before the call. */
void fc_cost_calls_append(fc_builder *b, fc_cost *sequence, const fc_node *node)
{
    bool choice =
        node->kind == FC_CONDITIONAL || (node->kind == FC_BINARY && (node->op == FC_OP_AND || node->op == FC_OP_OR));
    if (choice) {
        build_choice(b, sequence, node);
        return;
    }
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            fc_cost_calls_append(b, sequence, node->child[i]);
    if (node->kind == FC_CALL)
        build_call(b, sequence, node);
}

void fc_cost_calls_build(fc_builder *b, fc_cost *sequence, const fc_node *expression)
{
    bool is_told = expression->kind == FC_ASSIGN && fc_params_is_told(expression->child[1]);
    if (!is_told)
        fc_operations_count(fc_builder_region_of(b, sequence, expression), expression);
    fc_cost_calls_append(b, sequence, expression);
}
