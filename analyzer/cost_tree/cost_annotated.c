/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/cost_tree/cost_annotated.h"

#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/cost_tree/loop_effects.h"
#include "analyzer/effects/cost_pragma.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/node_search.h"
#include "analyzer/model/properties/reachable.h"
#include "analyzer/regions/library_cost.h"
#include "support/messages/analysis.h"

#include <stdlib.h>

bool fc_cost_annotated_is_used(const fc_analysis *analysis, const fc_node *pragma)
{
    const fc_procedure *procedure = fc_control_owner(analysis->control, pragma);
    return fc_cost_pragma_annotated(pragma) && procedure && analysis->reached[procedure->id];
}

/* ---- the value ---- */

static const fc_sym *value_in_view(void *data, const fc_node *place, const char *name, size_t length)
{
    (void)name, (void)length;
    return place ? fc_value(data, place) : NULL;
}

const fc_sym *fc_cost_annotated_value(const fc_view *view, const fc_node *pragma)
{
    if (pragma->kind == FC_CALL)
        return fc_library_cost_annotated_value(view, pragma);
    const fc_sym *value = NULL;
    fc_cost_annotation t = fc_cost_pragma_text(pragma);
    fc_cost_pragma_names names = {pragma, fc_control_owner(view->control, pragma), value_in_view, (void *)view};
    if (t.expression)
        fc_cost_pragma_evaluate(&value, view->algebra, t.expression, &names);
    fc_cost_annotation_free(&t);
    return value;
}

/* ---- removal of the replaced costs ---- */

/* The procedure, or one it calls, communicates. */
static bool callee_communicates(const fc_analysis *a, const fc_procedure *callee)
{
    const fc_program *program = a->program;
    for (int i = 0; i < program->n_procedures; i++) {
        const fc_procedure *other = program->procedure[i];
        bool is_reached = other == callee || fc_control_calls(a->control, callee, other);
        for (int k = 0; is_reached && k < program->n_nodes; k++)
            if (program->node[k]->kind == FC_CALL && fc_control_owner(a->control, program->node[k]) == other) {
                const fc_symbol *target = fc_call_target(program->node[k]);
                const fc_mpi_operation *operation = target ? fc_mpi_operation_find(target->name) : NULL;
                if (operation && fc_mpi_kind_costs(operation->kind))
                    return true;
            }
    }
    return false;
}

static bool communicates(const fc_node *node, const void *analysis)
{
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    const fc_mpi_operation *operation = target ? fc_mpi_operation_find(target->name) : NULL;
    return (operation && fc_mpi_kind_costs(operation->kind)) ||
           (target && target->definition && callee_communicates(analysis, target->definition));
}

static bool is_jump_out(const fc_node *node, const void *unused)
{
    (void)unused;
    return node->kind == FC_RETURN || node->kind == FC_GOTO;
}

/* No value that the procedure or its callees keep in the slice is read after it returns. */
static bool leaves_nothing(const fc_analysis *a, const fc_procedure *callee)
{
    const fc_program *program = a->program;
    for (int i = 0; i < program->n_procedures; i++) {
        const fc_procedure *other = program->procedure[i];
        bool is_reached = other == callee || fc_control_calls(a->control, callee, other);
        if (is_reached && other->body && !fc_loop_effects_are_private(a->control, other->body, other->body))
            return false;
    }
    return true;
}

/* The call, an enclosing statement or its procedure has a cost annotation. */
static bool lies_in_annotated(const fc_analysis *a, const fc_node *call)
{
    for (const fc_node *at = call; at; at = at->parent)
        if (fc_cost_pragma_of_statement(at))
            return true;
    const fc_procedure *owner = fc_control_owner(a->control, call);
    return owner && fc_cost_pragma_of_procedure(owner);
}

/* strip() removes the call. */
static bool goes(void *data, const fc_node *call)
{
    const fc_analysis *a = data;
    const fc_symbol *target = fc_call_target(call);
    return target && target->definition && !fc_control_needs_value(a->control, call) && lies_in_annotated(a, call) &&
           leaves_nothing(a, target->definition);
}

bool *fc_cost_annotated_reachable(const fc_analysis *analysis)
{
    const fc_program *program = analysis->program;
    bool has_annotation = false;
    for (int i = 0; i < program->n_nodes && !has_annotation; i++)
        has_annotation = fc_cost_pragma_is(program->node[i]);
    fc_reachable reached;
    fc_reachable_filter filter = {goes, (void *)analysis};
    fc_reachable_find(&reached, program, has_annotation ? &filter : NULL);
    free(reached.node);
    return reached.procedure;
}

/* GOES: not needed. LEAVES: needed only if an enclosing loop stays. STAYS: needed. */
typedef enum fate {
    GOES,
    LEAVES,
    STAYS
} fate;

static fate strip(const fc_analysis *a, fc_cost *cost);

/* The strongest fate of the children; removes those of a sequence that go. */
static fate strip_children(const fc_analysis *a, fc_cost *cost)
{
    fate most = GOES;
    int n = 0;
    for (int i = 0; i < cost->n_children; i++) {
        fate of = strip(a, cost->child[i]);
        most = of > most ? of : most;
        if (of == GOES && cost->kind == FC_COST_SEQUENCE)
            fc_cost_free(cost->child[i]);
        else
            cost->child[n++] = cost->child[i];
    }
    cost->n_children = n;
    cost->region = NULL;
    return most;
}

static fate strip(const fc_analysis *a, fc_cost *cost)
{
    switch (cost->kind) {
    case FC_COST_REGION:
    case FC_COST_LIBRARY:
    case FC_COST_ANNOTATED:
        return GOES;
    case FC_COST_ALLOCATE:
        return cost->value_kept ? STAYS : GOES;
    case FC_COST_CALL:
        return cost->value_kept || !leaves_nothing(a, cost->callee) ? STAYS : GOES;
    case FC_COST_JUMP:
        return cost->node->kind == FC_BREAK || cost->node->kind == FC_CONTINUE ? LEAVES : STAYS;
    case FC_COST_SLICE:
        return fc_loop_effects_are_private(a->control, cost->node, cost->node) ? GOES : STAYS;
    case FC_COST_CANONICAL_LOOP:
    case FC_COST_COUNTED_LOOP:
    case FC_COST_EXECUTED_LOOP:
    case FC_COST_OPENMP:
        return strip_children(a, cost) == STAYS ? STAYS : GOES;
    case FC_COST_SEQUENCE:
    case FC_COST_BRANCH:
    case FC_COST_SHARE:
    case FC_COST_POINTER:
    case FC_COST_SWITCH:
    case FC_COST_CASE:
        return strip_children(a, cost);
    default:
        return STAYS;
    }
}

static void find_counter(void *data, const fc_cost *cost)
{
    int *last = data;
    *last = cost->counter > *last ? cost->counter : *last;
}

/* ---- the cost ---- */

fc_cost_annotated_mark fc_cost_annotated_begin(const fc_cost_builder *b)
{
    return (fc_cost_annotated_mark){b->analysis->n_counters, b->analysis->n_warnings, b->analysis->n_loops};
}

static void refuse(fc_cost_builder *b, const fc_node *pragma, const char *next, FC_TAKE char *what)
{
    if (b->status == FC_OK)
        b->status = fc_fail(b->report, FC_E_INPUT, fc_program_place(b->analysis->program, pragma->span), next,
                            FC_MSG_PRAGMA_INVALID, pragma->text, what);
    free(what);
}

/* The names without a static value. */
typedef struct naming {
    const fc_control *control;
    fc_text unknown, dynamic; /* the first name of each kind */
    bool is_of_body;          /* a name is a variable of the procedure other than a parameter */
} naming;

static const fc_sym *check_name(void *data, const fc_node *place, const char *name, size_t length)
{
    naming *n = data;
    if (!place && !n->unknown.length)
        fc_text_append(&n->unknown, name, length);
    if (place && !fc_control_is_static(n->control, place) && !n->dynamic.length)
        fc_text_append(&n->dynamic, name, length);
    while (place && place->kind != FC_NAME)
        place = place->n_children > 0 ? place->child[0] : NULL;
    n->is_of_body |= place && place->symbol->kind == FC_SYMBOL_LOCAL;
    return NULL;
}

/* *is_of_body: the cost needs values that the annotated code computes. */
static void check_expression(bool *is_of_body, fc_cost_builder *b, const fc_node *pragma, const fc_cost_annotation *t)
{
    const fc_sym *value = NULL;
    double constant = 0;
    naming n = {.control = b->analysis->control};
    fc_cost_pragma_names names = {pragma, fc_control_owner(n.control, pragma), check_name, &n};
    fc_cost_fault fault = {t->fault, 0};
    if (t->expression && !t->fault)
        fault = fc_cost_pragma_evaluate(&value, b->analysis->algebra, t->expression, &names);
    if (t->fault)
        refuse(b, pragma, "Write cost(EXPRESSION) or cost(EXPRESSION, OPERATION TYPE).", fc_copy_string(t->fault));
    else if (fault.what)
        refuse(b, pragma, "Write for example cost(2e-9*n*m).",
               fc_format(t->expression[fault.at] ? "%s, at \"%.20s\"" : "%s%s", fault.what, t->expression + fault.at));
    else if (n.unknown.length)
        refuse(b, pragma, "Name a parameter, or a variable or member that the procedure mentions before this line.",
               fc_format("%s is unknown here", n.unknown.bytes));
    else if (n.dynamic.length)
        refuse(b, pragma, "Name only values that follow from the program's arguments.",
               fc_format("the value of %s is dynamic", n.dynamic.bytes));
    else if (value && fc_sym_is_constant(value, &constant) && constant < 0)
        refuse(b, pragma, "Specify a cost of 0 or more.", fc_format("its value is %g", constant));
    *is_of_body = n.is_of_body;
    fc_text_free(&n.unknown);
    fc_text_free(&n.dynamic);
}

void fc_cost_annotated_append(fc_cost_builder *b, fc_cost *sequence, const fc_node *node, const fc_cost_annotation *t)
{
    fc_cost *cost = fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_ANNOTATED, node));
    cost->region = fc_cost_builder_region(b, node);
    cost->region->is_annotated = true;
    if (t->is_seconds)
        cost->region->seconds = 1;
    else
        cost->region->operation[t->operation][t->numeric] = 1;
}

void fc_cost_annotated_end(fc_cost_builder *b, fc_cost *sequence, FC_TAKE fc_cost *own, const fc_node *pragma,
                           const fc_cost_annotated_mark *mark)
{
    const fc_node *annotated = fc_cost_pragma_annotated(pragma);
    fc_cost_annotation t = fc_cost_pragma_text(pragma);
    bool is_of_body;
    check_expression(&is_of_body, b, pragma, &t);
    if (fc_node_search_first(annotated, communicates, b->analysis))
        refuse(b, pragma, "Annotate the computation between the MPI calls.",
               fc_copy_string("the annotated code contains MPI calls"));
    if (!fc_cost_pragma_is_about_procedure(pragma) && fc_node_search_first(annotated, is_jump_out, NULL))
        refuse(b, pragma, "Annotate the statements before the jump.",
               fc_copy_string("a jump leaves the annotated statement"));
    if (strip(b->analysis, own) == GOES && own->n_children > 0)
        while (own->n_children > 0)
            fc_cost_free(own->child[--own->n_children]);
    fc_analysis *a = b->analysis;
    int last = -1;
    fc_cost_walk(own, find_counter, &last);
    size_t needed = (size_t)(last + 1);
    fc_cost_builder_keep_counters(b, needed > mark->n_counters ? needed : mark->n_counters);
    while (a->n_warnings > mark->n_warnings)
        free(a->warning[--a->n_warnings]);
    a->n_loops = mark->n_loops;
    bool is_told = t.expression && b->status == FC_OK;
    if (is_told && !is_of_body) /* in front of returns */
        fc_cost_annotated_append(b, sequence, pragma, &t);
    fc_cost_builder_append(sequence, own);
    if (is_told && is_of_body)
        fc_cost_annotated_append(b, sequence, pragma, &t);
    fc_cost_annotation_free(&t);
}
