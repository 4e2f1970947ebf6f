/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nodes of the cost tree in a symbolic run: loops, branches, calls, sequences. */
#include "analyzer/context/loops.h"
#include "analyzer/cost_tree/collapse.h"
#include "analyzer/cost_tree/cost_counts.h"
#include "analyzer/cost_tree/loop_effects.h"
#include "analyzer/cost_tree/object_sizes.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/regions/operations.h"
#include "analyzer/summary/formula_run.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_DEPTH = 40,
    MAX_ACCUMULATIONS = 8,
    MAX_UNROLLED = 16
};

/* ---- loops ---- */

/* The loop is known to what lies in its body. */
static bool run_body(fc_run *run, const fc_cost *loop)
{
    size_t n_run = run->around.n_run;
    fc_loop_frames_enter(&run->around, run->analysis, loop, false);
    bool done = fc_run_cost(run, loop->child[0]);
    fc_loop_frames_leave(&run->around, n_run);
    return done;
}

static bool run_weighted(fc_run *run, const fc_cost *body, const fc_sym *weight)
{
    const fc_sym *before = run->weight;
    run->weight = fc_sym_multiply(run->analysis->algebra, before, weight);
    bool done = fc_run_cost(run, body);
    run->weight = before;
    return done;
}

/* Variables the body changes are not known at its start, nor behind the loop. */
static void forget_changes(fc_run *run, const fc_node *node)
{
    if (node->kind == FC_ASSIGN || node->kind == FC_STEP) {
        fc_view view = fc_run_view(run, node->child[0]);
        char *key = NULL;
        if (fc_control_in_slice(run->analysis->control, node) && fc_value_key(&key, &view, node->child[0]))
            fc_state_forget(run->state, key);
        free(key);
    }
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            forget_changes(run, node->child[i]);
}

/* The variables that the iterations move on: their values at the start of an iteration, as seen from the loop's entry.
 */
typedef struct moved_variables {
    char **key;
    const fc_sym **value; /* as a function of the iteration's number; NULL: unknown */
    int n;
    const fc_sym *number;
    bool leaves_by_condition, leaves_at_head; /* the only exit is the loop's condition; and it precedes the body */
} moved_variables;

static void find_moved(moved_variables *out, const fc_run *run, const fc_cost *loop)
{
    fc_view view = fc_run_view(run, loop->node);
    fc_evolution evolution;
    *out = (moved_variables){.number = fc_sym_variable(run->analysis->algebra, "\004number", NULL, NULL, 0)};
    if (!fc_value_evolution(&evolution, &view))
        return;
    int number = fc_procedure_loops_of(evolution.loops, loop->node);
    if (number == FC_GRAPH_NONE)
        return;
    const fc_loop_form *form = &evolution.loops->form[number];
    out->n = form->n_recurrences;
    out->key = fc_allocate((size_t)out->n, sizeof *out->key);
    out->value = fc_allocate((size_t)out->n, sizeof *out->value);
    out->leaves_by_condition = form->exits.n == 1 && form->exits.exit[0].decision == fc_control_condition(loop->node);
    out->leaves_at_head = out->leaves_by_condition && form->exits.exit[0].is_head;
    for (int i = 0; i < out->n; i++) {
        out->key[i] = fc_format("s%d", fc_procedure_loops_variable(evolution.loops, &form->recurrence[i])->id);
        out->value[i] = fc_evolution_at(&evolution, number, &form->recurrence[i], out->number);
    }
}

static void bind_moved(fc_run *run, const moved_variables *moved, const fc_sym *number)
{
    for (int i = 0; i < moved->n; i++)
        fc_state_bind(
            run->state, moved->key[i],
            moved->value[i] ? fc_sym_substitute(run->analysis->algebra, moved->value[i], moved->number, number) : NULL);
}

/* What the loop leaves behind: the values at the start of the iteration that its condition prevents, and what the
 * condition itself changes. */
static void leave_loop(fc_run *run, const fc_cost *loop, moved_variables *moved, const fc_sym *trips)
{
    if (moved->leaves_at_head)
        bind_moved(run, moved, trips);
    if (moved->leaves_by_condition)
        fc_run_effects(run, fc_control_condition(loop->node));
    for (int i = 0; i < moved->n; i++)
        free(moved->key[i]);
    free(moved->key);
    free(moved->value);
}

/* place += e at the top of a loop's body: behind the loop it is what it was plus the sum of e. */
typedef struct accumulation {
    char *key;
    const fc_sym *before, *each;
} accumulation;

static const fc_node *accumulates(const fc_cost *kept)
{
    const fc_node *node = kept->kind == FC_COST_SLICE && kept->node->kind == FC_EVALUATE ? kept->node->child[0] : NULL;
    return node && node->kind == FC_ASSIGN && node->op == FC_OP_ADD ? node : NULL;
}

static int find_accumulations(fc_run *run, accumulation *list, const fc_cost *body)
{
    int n = 0;
    for (int i = 0; i < body->n_children && n < MAX_ACCUMULATIONS; i++) {
        const fc_node *node = accumulates(body->child[i]);
        fc_view view = fc_run_view(run, node);
        if (!node || !fc_value_key(&list[n].key, &view, node->child[0]))
            continue;
        list[n].before = fc_run_value(run, node->child[0]);
        list[n++].each = NULL;
    }
    return n;
}

/* The value each iteration adds, while the loop's variable is bound; unknown where it depends on what changes. */
static void value_accumulations(fc_run *run, accumulation *list, const fc_cost *body)
{
    int n = 0;
    for (int i = 0; i < body->n_children && n < MAX_ACCUMULATIONS; i++) {
        const fc_node *node = accumulates(body->child[i]);
        fc_view view = fc_run_view(run, node);
        char *key = NULL;
        if (node && fc_value_key(&key, &view, node->child[0]))
            list[n++].each = fc_run_value(run, node->child[1]);
        free(key);
    }
}

static void bind_accumulations(fc_run *run, accumulation *list, int n, const fc_loop_range *range)
{
    fc_algebra *algebra = run->analysis->algebra;
    for (int i = 0; i < n; i++) {
        if (list[i].before && list[i].each)
            fc_state_bind(
                run->state, list[i].key,
                fc_sym_add(algebra, list[i].before,
                           fc_sym_sum_or_loop(algebra, range->variable, range->low, range->high, list[i].each)));
        free(list[i].key);
    }
}

/* A loop of few iterations whose number is known is run iteration by iteration, so that elements keep their own values.
 */
static bool run_unrolled(fc_run *run, const fc_cost *loop, const moved_variables *moved, long trips)
{
    bool done = true;
    run->n_unrolled++;
    for (long i = 0; done && i < trips; i++) {
        bind_moved(run, moved, fc_sym_integer(run->analysis->algebra, i));
        done = run_body(run, loop);
    }
    run->n_unrolled--;
    return done;
}

/* All iterations at once: the body's terms under an explicit sum. */
static bool run_summed(fc_run *run, const fc_cost *loop, const moved_variables *moved, const fc_loop_range *range)
{
    accumulation list[MAX_ACCUMULATIONS];
    int n = find_accumulations(run, list, loop->child[0]);
    forget_changes(run, loop->node);
    bind_moved(run, moved, range->number);
    value_accumulations(run, list, loop->child[0]);
    run->sum[run->n_sums++] = (fc_formula_sum){range->variable, range->low, range->high};
    bool done = run_body(run, loop);
    run->n_sums--;
    forget_changes(run, loop->node);
    fc_run_forget_objects(run, range->variable);
    bind_accumulations(run, list, n, range);
    return done;
}

static bool run_sum(fc_run *run, const fc_cost *loop)
{
    fc_view view = fc_run_view(run, loop->node);
    fc_loop_range range;
    bool is_known = fc_loops_range(&range, loop, &view);
    bool is_given = !is_known && fc_control_reads_inputs(run->analysis->control, loop->node);
    if (is_given && fc_run_given(run, loop))
        return true;
    if (!is_known)
        return fc_run_fail(run, loop->node, "the bounds of this loop are not closed in the parameters");
    if (run->n_sums == FC_RUN_MAX_SUMS)
        return fc_run_fail(run, loop->node, "loops are nested too deeply");
    moved_variables moved;
    double trips;
    find_moved(&moved, run, loop);
    bool is_whole = fc_sym_is_constant(range.trips, &trips) && trips <= MAX_UNROLLED;
    bool done = is_whole ? run_unrolled(run, loop, &moved, (long)trips) : run_summed(run, loop, &moved, &range);
    leave_loop(run, loop, &moved, range.trips);
    return done;
}

static bool run_iterations(fc_run *run, const fc_cost *loop, const fc_sym *iterations)
{
    size_t n_run = run->around.n_run;
    fc_loop_frames_enter(&run->around, run->analysis, loop, true);
    bool done = run_weighted(run, loop->child[0], iterations);
    fc_loop_frames_leave(&run->around, n_run);
    return done;
}

static bool run_loop(fc_run *run, const fc_cost *loop)
{
    if (fc_run_closed(run, loop))
        return true;
    fc_view view = fc_run_view(run, loop->node);
    fc_loop_range range;
    if (fc_loop_effects_repeats(run->analysis, loop) && fc_loops_range(&range, loop, &view))
        return run_iterations(run, loop, range.trips);
    return run_sum(run, loop);
}

static bool run_counted(fc_run *run, const fc_cost *loop)
{
    if (fc_run_closed(run, loop))
        return true;
    if (!fc_loop_effects_repeats(run->analysis, loop))
        return fc_run_fail(
            run, loop->node,
            "the trip count of this loop is dynamic, and later counts depend on values that the loop changes");
    return run_iterations(run, loop, fc_cost_counts_counter(run->analysis, loop->counter));
}

/* ---- branches ---- */

/* otherwise NULL: nothing. */
static bool run_choice(fc_run *run, const fc_cost *taken, const fc_cost *otherwise, const fc_sym *chosen)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_sym *rest = fc_sym_subtract(algebra, fc_sym_integer(algebra, 1), chosen);
    fc_state *before = run->state, *yes = fc_state_copy(before), *no = fc_state_copy(before);
    bool finalized = run->finalized;
    run->state = yes;
    bool done = run_weighted(run, taken, chosen);
    bool finalized_yes = run->finalized;
    run->finalized = finalized;
    run->state = no;
    done = done && (!otherwise || run_weighted(run, otherwise, rest));
    run->finalized |= finalized_yes;
    run->state = before;
    fc_state_choose(before, algebra, chosen, yes, no);
    fc_state_free(yes);
    fc_state_free(no);
    return done;
}

/* The arm sets a named parameter, or calls what reads one: the formula is for runs that are given all of them. */
static bool reads_parameter(const fc_run *run, const fc_cost *arm)
{
    bool may = arm->kind == FC_COST_SLICE || arm->kind == FC_COST_CALL;
    if (may && fc_control_is_parameter(run->analysis->control, arm->node))
        return true;
    for (int i = 0; i < arm->n_children; i++)
        if (reads_parameter(run, arm->child[i]))
            return true;
    return false;
}

static bool run_asked(fc_run *run, const fc_cost *arm)
{
    bool before = run->is_asked;
    run->is_asked = true;
    bool done = fc_run_cost(run, arm);
    run->is_asked = before;
    return done;
}

static bool run_branch(fc_run *run, const fc_cost *branch)
{
    const fc_node *condition = branch->node->child[0];
    fc_run_effects(run, condition);
    for (int i = 0; i < 2; i++)
        if (fc_run_arm_stops(run, branch->child[i])) {
            fc_run_stop(run, condition, i == 0);
            return fc_run_cost(run, branch->child[1 - i]);
        }
    fc_view view = fc_run_view(run, condition);
    const fc_sym *chosen = fc_value_condition(&view, condition);
    double constant;
    if (!chosen && fc_control_asks_arguments(run->analysis->control, condition))
        for (int i = 0; i < 2; i++)
            if (reads_parameter(run, branch->child[i]))
                return run_asked(run, branch->child[i]);
    bool is_given = !chosen && fc_control_reads_inputs(run->analysis->control, branch->node);
    if (is_given && fc_run_given(run, branch))
        return true;
    if (!chosen)
        return fc_run_fail(run, condition, "this condition is not closed in the parameters");
    if (fc_sym_is_constant(chosen, &constant))
        return fc_run_cost(run, branch->child[constant != 0 ? 0 : 1]);
    return run_choice(run, branch->child[0], branch->child[1], chosen);
}

static bool run_share(fc_run *run, const fc_cost *share)
{
    if (fc_run_closed(run, share))
        return true;
    return run_choice(run, share->child[0], share->child[1], fc_cost_counts_share(run->analysis, share));
}

/* ---- calls ---- */

/* What a call that is run makes. */
static void note_made(fc_run *run, const fc_cost *cost)
{
    int object = run->analysis->object[cost->node->id];
    fc_view view = fc_run_view(run, cost->node);
    if (object >= 0)
        fc_run_bind_object(run, object, fc_object_sizes_allocated(run->analysis, &view, cost->node));
}

static bool run_call(fc_run *run, const fc_cost *cost)
{
    const fc_procedure *caller = run->procedure, *callee = cost->callee;
    const fc_cost *tree = run->analysis->tree[callee->id];
    if (!tree || run->depth >= MAX_DEPTH)
        return fc_run_fail(run, cost->node, "%s calls itself", callee->symbol->name);
    note_made(run, cost);
    fc_run_bind_arguments(run, callee, cost->node);
    const fc_loop_frames around = run->around; /* the callee's cost is taken without its caller's loops */
    run->around = (fc_loop_frames){0};
    const size_t in_procedure = run->in_procedure;
    const bool skips = run->skips_printed;
    run->in_procedure = run->n_stack;
    run->skips_printed = false;
    run->procedure = callee;
    run->entered[callee->id]++;
    run->depth++;
    bool done = fc_run_cost(run, tree);
    run->depth--;
    run->procedure = caller;
    run->in_procedure = in_procedure;
    run->skips_printed = skips;
    fc_loop_frames_free(&run->around);
    run->around = around;
    if (done && cost->value_kept) {
        const fc_sym *value = NULL;
        char *key = fc_format("call%d", cost->node->id), *result = fc_format("result%d", callee->id);
        fc_state_lookup(run->state, result, &value);
        fc_state_bind(run->state, key, value);
        free(key);
        free(result);
    }
    return done;
}

/* Each procedure that the pointer may hold, where it is the one. */
static bool run_pointer(fc_run *run, const fc_cost *cost)
{
    const fc_sym *held = fc_run_procedures(run, fc_call_pointer(cost->node));
    const fc_procedure *target = held ? NULL : fc_run_target_of(run, cost);
    for (int i = 0; target && i < cost->n_children; i++)
        if (cost->child[i]->callee == target)
            return fc_run_cost(run, cost->child[i]);
    bool done = held || fc_run_fail(run, cost->node,
                                    "the target of this call through a pointer is not closed in the parameters");
    for (int i = 0; done && i < cost->n_children; i++) {
        const fc_sym *chosen = fc_run_share_of(run, held, cost->child[i]->callee);
        double constant;
        if (!fc_sym_is_constant(chosen, &constant))
            done = run_choice(run, cost->child[i], NULL, chosen);
        else if (constant != 0)
            done = fc_run_cost(run, cost->child[i]);
    }
    return done;
}

static void run_return(fc_run *run, const fc_node *node)
{
    const fc_node *value = node->kind == FC_RETURN && node->n_children > 0 ? node->child[0] : NULL;
    if (!value || !fc_control_result_in_slice(run->analysis->control, run->procedure))
        return;
    char *key = fc_format("result%d", run->procedure->id);
    fc_state_bind(run->state, key, fc_run_value(run, value));
    free(key);
}

static bool run_allocation(fc_run *run, const fc_cost *cost)
{
    fc_view view = fc_run_view(run, cost->node);
    const fc_sym *bytes = fc_cost_counts_bytes(&view, cost->node);
    if (!bytes)
        return fc_run_fail(run, cost->node, "the size of this allocation is not closed in the parameters");
    note_made(run, cost);
    fc_formula_term *term = fc_run_term(run, cost->node);
    if (term)
        term->bytes = bytes;
    return true;
}

/* What a node that fails leaves undone. */
typedef struct before {
    size_t n_terms, n_stops, n_stop_places;
    bool may_stop, is_asked, finalized;
} before;

static before remember(const fc_run *run)
{
    const fc_formula *formula = run->formula;
    return (before){formula->n_terms,  formula->n_stops, formula->n_stop_places,
                    formula->may_stop, run->is_asked,    run->finalized};
}

static void restore(fc_run *run, const before *was)
{
    fc_run_cut_terms(run, was->n_terms);
    run->formula->n_stops = was->n_stops;
    run->formula->n_stop_places = was->n_stop_places;
    run->formula->may_stop = was->may_stop;
    run->is_asked = was->is_asked;
    run->finalized = was->finalized;
}

/* The last of the nodes prints the calls before it within its expression. As a part they are executed; what stands in
 * between is not in them. */
static bool execute_group(fc_run *run, const fc_cost *const *list, int n)
{
    bool done = true, before = run->skips_printed;
    run->skips_printed = true;
    for (int i = 0; i < n - 1 && done; i++)
        done = fc_run_cost(run, list[i]);
    run->skips_printed = before;
    if (done)
        fc_run_execute(run, list[n - 1]);
    return done;
}

static bool run_group(fc_run *run, const fc_cost *const *list, int n)
{
    const before was = remember(run);
    bool done = true;
    if (n == 1)
        return fc_run_cost(run, list[0]);
    if (fc_run_part_of(run, list[n - 1]) >= 0)
        return execute_group(run, list, n);
    const fc_cost *host = run->host;
    for (int i = 0; i < n && done; i++) {
        run->host = list[n - 1];
        done = fc_run_cost(run, list[i]);
    }
    run->host = host;
    if (done || !fc_run_take_part(run, list[n - 1]))
        return done;
    restore(run, &was);
    return execute_group(run, list, n);
}

/* How many nodes from the i-th on belong together: up to the one that prints a call of the first. */
static int group_at(const fc_cost *sequence, int i)
{
    const fc_cost *call = fc_run_call_printed_elsewhere(sequence->child[i]);
    for (int k = i + 1; call && k < sequence->n_children; k++)
        if (fc_run_prints(sequence->child[k], call))
            return k - i + 1;
    return 1;
}

static bool run_sequence(fc_run *run, const fc_cost *cost)
{
    for (int i = 0, n; i < cost->n_children; i += n) {
        n = group_at(cost, i);
        if (!run_group(run, (const fc_cost *const *)&cost->child[i], n))
            return false;
    }
    return true;
}

static bool fail_executed(fc_run *run, const fc_cost *cost)
{
    return fc_run_fail(run, cost->node, "the cost program runs this %s step by step",
                       fc_node_kind_text(cost->node->kind));
}

static bool run_executed(fc_run *run, const fc_cost *cost)
{
    bool is_given = fc_control_reads_inputs(run->analysis->control, cost->node);
    return (is_given && fc_run_given(run, cost)) || fail_executed(run, cost);
}

static bool run_jump(fc_run *run, const fc_cost *cost)
{
    if (cost->skips)
        return fc_run_fail(run, cost->node, "this jump out of nested branches is not closed in the parameters");
    run_return(run, cost->node);
    return true;
}

static bool run_node(fc_run *run, const fc_cost *cost)
{
    switch (cost->kind) {
    case FC_COST_SEQUENCE:
        return run_sequence(run, cost);
    case FC_COST_REGION:
        return fc_operations_in_callers(run->procedure) || fc_run_closed(run, cost);
    case FC_COST_LIBRARY:
        return fc_run_closed(run, cost) ||
               fc_run_fail(run, cost->node, "the problem size of this library call is not closed in the parameters");
    case FC_COST_ANNOTATED:
        return fc_run_closed(run, cost) || fc_run_fail(run, cost->node, "this cost is not closed in the parameters");
    case FC_COST_SLICE:
        fc_run_effects(run, cost->node);
        return true;
    case FC_COST_CANONICAL_LOOP:
        return run_loop(run, cost);
    case FC_COST_COUNTED_LOOP:
        return run_counted(run, cost);
    case FC_COST_BRANCH:
        return run_branch(run, cost);
    case FC_COST_SHARE:
        return run_share(run, cost);
    case FC_COST_MPI:
        return fc_run_mpi(run, cost);
    case FC_COST_CALL:
        return run_call(run, cost);
    case FC_COST_POINTER:
        return run_pointer(run, cost);
    case FC_COST_ALLOCATE:
        return run_allocation(run, cost);
    case FC_COST_JUMP:
        return run_jump(run, cost);
    case FC_COST_INPUT:
        fc_run_given_numbers(run, cost);
        return true;
    case FC_COST_LABEL:
    case FC_COST_MARK:
    case FC_COST_CASE:
        return true;
    case FC_COST_EXECUTED_LOOP:
    case FC_COST_SWITCH:
        return run_executed(run, cost);
    default:
        return fail_executed(run, cost);
    }
}

static bool is_loop(const fc_cost *cost)
{
    return cost->kind == FC_COST_CANONICAL_LOOP || cost->kind == FC_COST_COUNTED_LOOP;
}

bool fc_run_cost(fc_run *run, const fc_cost *cost)
{
    const before was = remember(run);
    if (run->skips_printed && fc_run_is_printed_inside(cost)) {
        fc_run_set_written(run, cost);
        return true;
    }
    if (fc_run_part_of(run, cost) >= 0) {
        fc_state_set_time(run->state, ++run->clock);
        fc_run_execute(run, cost);
        return true;
    }
    run->stack = fc_grow(run->stack, &run->stack_capacity, run->n_stack + 1, sizeof *run->stack);
    run->stack[run->n_stack++] = cost;
    const long node_since = run->node_since, loop_since = run->loop_since;
    run->node_since = ++run->clock;
    run->loop_since = loop_since == 0 && is_loop(cost) ? run->clock : loop_since;
    fc_state_set_time(run->state, run->clock);
    bool done = run_node(run, cost) && fc_run_has_known_terms(run, cost);
    run->node_since = node_since;
    run->loop_since = loop_since;
    run->n_stack--;
    if (done || cost == run->host || !fc_run_take_part(run, cost))
        return done;
    restore(run, &was);
    fc_state_set_time(run->state, ++run->clock);
    fc_run_execute(run, cost);
    return true;
}
