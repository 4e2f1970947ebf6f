/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Costs of expressions: their operations go to the sequence's region, their calls become nodes in order of evaluation.
 */
#include "analyzer/cost_tree/cost_builder.h"

#include "analyzer/cost_tree/cost_annotated.h"
#include "analyzer/cost_tree/recursion.h"
#include "analyzer/effects/external.h"
#include "analyzer/effects/library.h"
#include "analyzer/effects/library_annotated.h"
#include "analyzer/effects/stops.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/annotations/parameter_annotation.h"
#include "analyzer/model/node_search.h"
#include "analyzer/model/properties/irregular_flow.h"
#include "analyzer/regions/library_cost.h"
#include "analyzer/regions/operations.h"
#include "runtime/core/forecost.h"

#include <stdlib.h>
#include <string.h>

/* Warns about a function at its first call only. */
static void warn_once(fc_cost_builder *b, fc_span span, const char *function, const char *what)
{
    char *text = fc_format("%s: %s", function, what);
    bool known = false;
    for (size_t i = 0; i < b->analysis->n_warnings; i++)
        known |= strstr(b->analysis->warning[i], text) != NULL;
    if (!known)
        fc_cost_builder_warn(b, span, text);
    free(text);
}

/* The predicted time lies between these calls, so no region may hold operations from both sides. */
static bool is_frame(const char *operation)
{
    return strcmp(operation, "MPI_Init") == 0 || strcmp(operation, "MPI_Init_thread") == 0 ||
           strcmp(operation, "MPI_Finalize") == 0;
}

static const char *counter_of(char role)
{
    return role == FC_ARG_DATATYPE ? "datatype" : role == FC_ARG_COUNTS ? "blocks" : "number";
}

static bool is_executable(const fc_cost_builder *b, const fc_node *argument, char role)
{
    const fc_control *control = b->analysis->control;
    return fc_control_is_static(control, argument) &&
           !(role == FC_ARG_COUNTS && fc_control_target_is_dynamic(control, argument));
}

/* A profiling run cannot evaluate it again. */
static bool is_effect(const fc_node *node, const void *unused)
{
    (void)unused;
    return node->kind == FC_CALL || node->kind == FC_ASSIGN || node->kind == FC_STEP;
}

/* A profile can count the dynamic argument: a number of elements, their datatype, or one number of elements per rank.
 * The last requires a single datatype and the ranks of a communicator. */
static bool is_counted(const fc_cost_builder *b, const fc_node *call, const fc_mpi_operation *operation, int i)
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
    bool is_whole = call->n_children > (int)strlen(arguments); /* declared with its parameters */
    bool is_even = strstr(operation->name, "eighbor") || strchr(arguments, FC_ARG_DATATYPES) || !comm || !is_whole;
    return arguments[i] == FC_ARG_COUNTS && !is_even &&
           !fc_node_search_first(call->child[1 + (comm - arguments)], is_effect, NULL) &&
           (!root || !fc_node_search_first(call->child[1 + (root - arguments)], is_effect, NULL));
}

/* Warns about procedures passed to MPI as callbacks: operations, attribute functions, error handlers. */
static void warn_of_callbacks(fc_cost_builder *b, const fc_node *call)
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

static void build_mpi(fc_cost_builder *b, fc_cost *sequence, const fc_node *call, const fc_mpi_operation *operation)
{
    b->analysis->n_mpi_calls++;
    warn_of_callbacks(b, call);
    const char *name = operation->name;
    if (operation->kind == FC_MPI_UNSUPPORTED) {
        name = fc_call_target(call)->name; /* one row of the table stands for all functions of large counts */
        b->analysis->n_unsupported++;
        char *what = fc_format("not supported: %s; a rank that reaches it ends the prediction", operation->note);
        warn_once(b, call->span, name, what);
        free(what);
    }
    fc_cost *cost = fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_MPI, call));
    cost->operation = operation;
    for (int i = 0; operation->arguments[i] && i + 1 < call->n_children; i++)
        if (is_counted(b, call, operation, i))
            b->analysis->number_counter[call->child[i + 1]->id] =
                fc_cost_builder_counter(b, call->child[i + 1], counter_of(operation->arguments[i]), call->child[i + 1]);
    if (is_frame(operation->name))
        sequence->region = NULL;
    cost->site = fc_cost_builder_site(b->analysis, b->procedure, call, name);
    cost->value_kept = fc_control_needs_value(b->analysis->control, call);
}

/* The cost of the library call is closed at its position. */
static bool is_closed(const fc_cost_builder *b, const fc_node *call)
{
    fc_view view = {.control = b->analysis->control, .algebra = b->analysis->algebra, .root = call};
    return fc_library_cost_is_static(b->analysis->control, call) && fc_library_cost_trips(&view, call, 0) != NULL;
}

/* Uses the cost annotation of the called function, if the call's arguments determine the values it names. */
static bool build_annotation(fc_cost_builder *b, fc_cost *sequence, const fc_node *call)
{
    fc_view view = {.control = b->analysis->control, .algebra = b->analysis->algebra, .root = call};
    const char *line = fc_library_annotated_of(call);
    if (!line)
        return false;
    fc_cost_annotation annotation = fc_library_annotated_text(line);
    bool is_known = !annotation.fault &&
                    (!annotation.expression || (fc_library_cost_annotated_is_static(b->analysis->control, call) &&
                                                fc_library_cost_annotated_value(&view, call)));
    if (is_known && annotation.expression)
        fc_cost_annotated_append(b, sequence, call, &annotation);
    fc_cost_annotation_free(&annotation);
    return is_known;
}

static void build_library(fc_cost_builder *b, fc_cost *sequence, const fc_node *call, const fc_library_form *form)
{
    for (int i = 0; i < FC_LIBRARY_PARTS && form->part[i].trips; i++) {
        fc_cost *cost = fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_LIBRARY, call));
        cost->region = fc_cost_builder_region(b, call);
        cost->part = i;
        fc_library_cost_describe(cost->region, call, i);
    }
}

/* A profiling run measures the call's time; the counter's unit is a nanosecond. */
static void build_timed(fc_cost_builder *b, fc_cost *sequence, const fc_node *call)
{
    fc_cost *timed = fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_SHARE, call));
    timed->counter = fc_cost_builder_counter(b, call, "time", NULL);
    fc_cost *once = fc_cost_builder_append(timed, fc_cost_builder_node(FC_COST_SEQUENCE, call));
    fc_cost_builder_append(timed, fc_cost_builder_node(FC_COST_SEQUENCE, call));
    fc_cost_builder_region_of(b, once, call)->seconds = 1e-9;
}

/* The call may be recursive; the depth of such a recursion is dynamic. */
static bool may_recur(fc_cost_builder *b, const fc_node *call, const fc_procedure *callee)
{
    bool is_cut_elsewhere = b->analysis->is_head[b->procedure->id] && callee != b->procedure;
    if (is_cut_elsewhere || (callee != b->procedure && !fc_control_calls(b->analysis->control, callee, b->procedure)))
        return false;
    char *text = fc_format("call through a pointer: a call of %s may be recursive here; counted as an empty call",
                           callee->symbol->name);
    fc_cost_builder_warn(b, call->span, text);
    free(text);
    return true;
}

/* The relative frequency of calls of one possible target. */
static int target_counter(fc_cost_builder *b, const fc_procedure *callee)
{
    return fc_cost_builder_counter(b, callee->body, "call", NULL);
}

/* A share for one possible target. */
static fc_cost *build_share(fc_cost_builder *b, fc_cost *sequence, const fc_node *call, const fc_procedure *callee)
{
    fc_cost *share = fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_SHARE, call));
    share->counter = target_counter(b, callee);
    fc_cost *taken = fc_cost_builder_append(share, fc_cost_builder_node(FC_COST_SEQUENCE, call));
    fc_cost_builder_append(share, fc_cost_builder_node(FC_COST_SEQUENCE, call));
    return taken;
}

/* Appends the possible targets: the one that a static pointer holds, otherwise a share each. Left out are procedures
 * whose address no reachable part takes, and recursive targets. The latter are counted: without the branches that a
 * profile shows as never executed, the same target may not recur. */
static void build_pointer_call(fc_cost_builder *b, fc_cost *sequence, const fc_node *call)
{
    bool is_known = fc_control_callee_is_static(b->analysis->control, call);
    fc_candidates candidates = is_known ? fc_indirect_calls_candidates(b->analysis->pointer_calls, call)
                                        : fc_indirect_calls_group_candidates(b->analysis->pointer_calls, call);
    fc_cost *chosen =
        is_known && candidates.n ? fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_POINTER, call)) : NULL;
    for (size_t i = 0; i < candidates.n; i++) {
        const fc_procedure *callee = candidates.procedure[i];
        if (!b->analysis->reached[callee->id])
            continue;
        if (may_recur(b, call, callee)) {
            if (!chosen)
                target_counter(b, callee);
            continue;
        }
        fc_cost *taken = chosen ? chosen : build_share(b, sequence, call, callee);
        fc_cost_builder_append(taken, fc_cost_builder_node(FC_COST_CALL, call))->callee = callee;
    }
    if (!candidates.is_complete)
        fc_cost_builder_warn(
            b, call->span,
            candidates.n ? "call through a pointer: it may have further targets, which are counted as empty calls"
                         : "call through a pointer: its target is unknown; counted as an empty call");
    fc_candidates_free(&candidates);
}

/* A call from outside weights the procedure by its executions per such call, including recursive ones. */
static void build_recursion(fc_cost_builder *b, fc_cost *sequence, const fc_node *call, const fc_procedure *callee)
{
    bool is_head = b->analysis->is_head[callee->id];
    if (callee == b->procedure || (is_head && fc_control_calls(b->analysis->control, callee, b->procedure)))
        return;
    fc_cost *runs = fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_SHARE, call));
    runs->counter = fc_cost_builder_counter(b, callee->body, "recursion", NULL);
    fc_cost *body = fc_cost_builder_append(runs, fc_cost_builder_node(FC_COST_SEQUENCE, call));
    fc_cost_builder_append(runs, fc_cost_builder_node(FC_COST_SEQUENCE, call));
    fc_cost_builder_append(body, fc_cost_builder_node(FC_COST_CALL, call))->callee = callee;
}

/* The nearest decision about the call is static, and a dynamic one surrounds it. */
static bool is_nested_in_dynamic(const fc_cost_builder *b, const fc_node *call)
{
    bool is_nested = false;
    for (const fc_node *below = call, *up = call->parent; up; below = up, up = up->parent) {
        const fc_node *condition = fc_control_condition(up);
        if (!condition || condition == below)
            continue;
        if (!fc_control_is_static(b->analysis->control, condition))
            return is_nested;
        is_nested = true;
    }
    return false;
}

static void build_call(fc_cost_builder *b, fc_cost *sequence, const fc_node *call)
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
    if ((b->may_be_left || is_nested_in_dynamic(b, call)) && fc_stops_certainly(target))
        return; /* a successful run leaves the procedure earlier, or takes another branch */
    if (target->definition &&
        (b->analysis->is_head[target->definition->id] || fc_recursion_is_dynamic(b->analysis, target->definition))) {
        build_recursion(b, sequence, call, target->definition);
    } else if (target->definition) {
        fc_cost *cost = fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_CALL, call));
        cost->callee = target->definition;
        cost->value_kept = fc_control_needs_value(b->analysis->control, call);
    } else if (strcmp(target->name, "omp_set_num_threads") == 0) {
        fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_THREADS, call));
    } else if (fc_external_is_stop(target)) {
        fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_JUMP, call));
    } else if (operation) {
        build_mpi(b, sequence, call, operation);
    } else if (build_annotation(b, sequence, call)) {
        return;
    } else if (form && is_closed(b, call)) {
        build_library(b, sequence, call, form);
    } else if (fc_library_allocated_argument(target->name)) {
        fc_cost *cost = fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_ALLOCATE, call));
        cost->site = fc_cost_builder_site(b->analysis, b->procedure, call, target->name);
        cost->value_kept = fc_control_needs_value(b->analysis->control, call) ||
                           (fc_external_allocates_by_argument(call) && fc_control_in_slice(b->analysis->control, call));
    } else if (form || fc_external_is_unknown(call)) {
        warn_once(b, call->span, target->name,
                  form ? "its cost depends on dynamic values; counted as an empty call unless a profile times it"
                       : "a library function of unknown cost, counted as an empty call unless a profile times it");
        if (b->analysis->program->times_calls && fc_external_is_timed(call))
            build_timed(b, sequence, call);
    }
}

/* A dynamic branch that ends the program is never taken in a successful run. */
static void drop_end(fc_cost *arm)
{
    const fc_cost *last = arm->n_children > 0 ? arm->child[arm->n_children - 1] : NULL;
    bool is_end = last && (last->kind == FC_COST_JUMP ||
                           (last->kind == FC_COST_CALL && last->callee && fc_stops_certainly(last->callee->symbol)));
    if (!is_end)
        return;
    while (arm->n_children > 0)
        fc_cost_free(arm->child[--arm->n_children]);
}

/* Calls in the branches of c ? a : b, and in the right operand of && and ||, run only if that is evaluated. The
 * probability of && and || is that of the right operand. */
static void build_choice(fc_cost_builder *b, fc_cost *sequence, const fc_node *node)
{
    fc_cost_calls_append(b, sequence, node->child[0]);
    bool executable = fc_control_is_static(b->analysis->control, node->child[0]);
    fc_cost *choice = fc_cost_builder_node(executable ? FC_COST_BRANCH : FC_COST_SHARE, node);
    fc_cost *yes = fc_cost_builder_append(choice, fc_cost_builder_node(FC_COST_SEQUENCE, node->child[1]));
    fc_cost *no =
        fc_cost_builder_append(choice, fc_cost_builder_node(FC_COST_SEQUENCE, node->child[node->n_children - 1]));
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
    fc_cost_builder_append(sequence, choice);
    if (!executable)
        choice->counter = fc_cost_builder_counter(b, node, "branch", node->child[0]);
}

/* Appends the calls of an expression, arguments before the call. */
void fc_cost_calls_append(fc_cost_builder *b, fc_cost *sequence, const fc_node *node)
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

/* Adds the expression's operations to the region, and those that are moved out of its loop to the region in front of
 * the loop, from where they may move on. */
static void count_operations(fc_cost_builder *b, fc_region_model *region, const fc_node *expression)
{
    const fc_cost_open_loop *loop = b->loop;
    fc_operations_count(region, expression);
    for (size_t i = 0; i < region->n_hoisted; i++) {
        const fc_node *moved = region->hoisted[i];
        b->loop = loop->outer;
        count_operations(b, fc_cost_builder_region_before(b, loop->sequence, moved), moved);
        b->loop = loop;
    }
    region->n_hoisted = 0;
}

void fc_cost_calls_build(fc_cost_builder *b, fc_cost *sequence, const fc_node *expression)
{
    bool is_parameter = expression->kind == FC_ASSIGN && fc_parameter_annotation_is_call(expression->child[1]);
    if (!is_parameter)
        count_operations(b, fc_cost_builder_region_of(b, sequence, expression), expression);
    fc_cost_calls_append(b, sequence, expression);
}
