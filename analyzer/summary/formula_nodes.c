/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nodes of the cost tree in a symbolic run: branches, calls, sequences. Loops: formula_loops.c. */
#include "analyzer/cost_tree/cost_counts.h"
#include "analyzer/cost_tree/first_touches.h"
#include "analyzer/cost_tree/object_sizes.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/node_search.h"
#include "analyzer/regions/operations.h"
#include "analyzer/summary/formula_run.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_DEPTH = 40
};

/* ---- branches ---- */

/* otherwise NULL: nothing. */
static bool run_choice(fc_run *run, const fc_cost *taken, const fc_cost *otherwise, const fc_sym *chosen)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_sym *rest = fc_sym_subtract(algebra, fc_sym_integer(algebra, 1), chosen);
    fc_state *before = run->state, *yes = fc_state_copy(before), *no = fc_state_copy(before);
    const fc_run_ending start = {run->finalized, run->running};
    run->state = yes;
    bool done = fc_run_weighted(run, taken, chosen);
    const fc_run_ending after = {run->finalized, run->running};
    run->finalized = start.finalized;
    run->running = start.running;
    run->state = no;
    done = done && (!otherwise || fc_run_weighted(run, otherwise, rest));
    fc_run_join_endings(run, &after, &(fc_run_ending){run->finalized, run->running}, chosen);
    run->state = before;
    fc_state_choose(before, algebra, chosen, yes, no);
    fc_state_free(yes);
    fc_state_free(no);
    return done;
}

/* How many statements of the arm set a named parameter, or call what reads one. */
static int n_parameters_in(const fc_run *run, const fc_cost *arm)
{
    bool may = arm->kind == FC_COST_SLICE || arm->kind == FC_COST_CALL;
    if (may && fc_control_is_parameter(run->analysis->control, arm->node))
        return 1;
    int n = 0;
    for (int i = 0; i < arm->n_children; i++)
        n += n_parameters_in(run, arm->child[i]);
    return n;
}

/* The formula is for runs that are given all parameters: of alternatives, the one that reads most. NULL: none does. */
static const fc_cost *asked_arm(const fc_run *run, const fc_cost *branch)
{
    int n[2] = {n_parameters_in(run, branch->child[0]), n_parameters_in(run, branch->child[1])};
    return n[0] + n[1] == 0 ? NULL : branch->child[n[1] > n[0]];
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
    bool is_asked = !chosen && fc_control_asks_arguments(run->analysis->control, condition);
    const fc_cost *asked = is_asked ? asked_arm(run, branch) : NULL;
    if (asked) {
        bool before = run->is_asked;
        run->is_asked = true;
        bool done = fc_run_cost(run, asked);
        run->is_asked = before;
        return done;
    }
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

/* A call of the procedure around. The call itself is on top of the stack. */
static bool is_running(const fc_run *run, const fc_procedure *callee)
{
    for (size_t i = 0; i + 1 < run->n_stack; i++)
        if (run->stack[i]->kind == FC_COST_CALL && run->stack[i]->callee == callee)
            return true;
    return false;
}

static bool takes_address(const fc_node *node, const void *symbol)
{
    return node->kind == FC_UNARY && node->op == FC_OP_ADDRESS && node->child[0]->kind == FC_NAME &&
           node->child[0]->symbol == symbol;
}

/* After a recursive call: the caller's own variables, which have the names of the callee's. */
static void restore_variables(fc_run *run, const fc_state *before, const fc_procedure *procedure)
{
    const fc_program *program = run->analysis->program;
    for (int i = 0; i < program->n_symbols; i++) {
        const fc_symbol *symbol = program->symbol[i];
        if (symbol->owner != procedure || (symbol->kind != FC_SYMBOL_LOCAL && symbol->kind != FC_SYMBOL_PARAMETER))
            continue;
        fc_state_restore(run->state, before, symbol->id);
        char *key = fc_format("s%d", symbol->id);
        if (fc_node_search_first(procedure->body, takes_address, symbol)) /* perhaps changed by the callee */
            fc_state_forget(run->state, key);
        free(key);
    }
}

static bool run_call(fc_run *run, const fc_cost *cost)
{
    const fc_procedure *caller = run->procedure, *callee = cost->callee;
    const fc_cost *tree = run->analysis->tree[callee->id];
    if (!tree || run->depth >= MAX_DEPTH)
        return fc_run_fail(run, cost->node, "%s calls itself", callee->symbol->name);
    note_made(run, cost);
    fc_state *before = is_running(run, callee) ? fc_state_copy(run->state) : NULL;
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
    if (before)
        restore_variables(run, before, callee);
    fc_state_free(before);
    if (done && cost->value_kept) {
        char *key = fc_format("call%d", cost->node->id), *result = fc_format("result%d", callee->id);
        fc_state_forget(run->state, key);
        fc_state_copy_parts(run->state, key, result);
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

static bool run_allocation(fc_run *run, const fc_cost *cost)
{
    fc_view view = fc_run_view(run, cost->node);
    const fc_sym *bytes = fc_cost_counts_fresh_bytes(run->analysis, &view, cost->node);
    if (!bytes)
        return fc_run_fail(run, cost->node, "the size of this allocation is not closed in the parameters");
    note_made(run, cost);
    fc_formula_term *term = fc_run_term(run, cost->node);
    if (term)
        term->bytes = bytes;
    return true;
}

static bool run_touch(fc_run *run, const fc_cost *cost)
{
    fc_view view = fc_run_view(run, cost->toucher->node);
    const fc_sym *bytes = fc_first_touches_bytes(run->analysis, cost, &view);
    if (!bytes)
        return fc_run_fail(run, cost->node, "the size of this memory is not closed in the parameters");
    fc_formula_term *term = fc_run_term(run, cost->node);
    if (term)
        term->bytes = bytes;
    return true;
}

/* What a node that fails leaves undone. */
typedef struct before {
    size_t n_terms, n_stops, n_stop_places, n_tallies;
    bool may_stop, is_asked, finalized;
    const fc_sym *running;
} before;

static before remember(const fc_run *run)
{
    const fc_formula *formula = run->formula;
    return (before){.n_terms = formula->n_terms,
                    .n_stops = formula->n_stops,
                    .n_stop_places = formula->n_stop_places,
                    .n_tallies = run->n_tallies,
                    .may_stop = formula->may_stop,
                    .is_asked = run->is_asked,
                    .finalized = run->finalized,
                    .running = run->running};
}

static void restore(fc_run *run, const before *was)
{
    fc_run_cut_terms(run, was->n_terms);
    fc_run_forget_tallies(run, was->n_tallies);
    run->formula->n_stops = was->n_stops;
    run->formula->n_stop_places = was->n_stop_places;
    run->formula->may_stop = was->may_stop;
    run->is_asked = was->is_asked;
    run->finalized = was->finalized;
    run->running = was->running;
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

static bool is_return(const fc_cost *cost)
{
    return cost->kind == FC_COST_JUMP && cost->node->kind == FC_RETURN;
}

/* After a return lie labels, which only jumps reach that skip code; such a jump is not followed. */
static bool run_sequence(fc_run *run, const fc_cost *cost)
{
    for (int i = 0, n; i < cost->n_children; i += n) {
        n = group_at(cost, i);
        if (!run_group(run, (const fc_cost *const *)&cost->child[i], n))
            return false;
        if (is_return(cost->child[i + n - 1]))
            break;
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
    if (cost->node->kind == FC_GOTO && cost->is_left)
        return true; /* the code after it has a share */
    if (cost->skips)
        return fc_run_fail(run, cost->node, "this jump out of nested branches is not closed in the parameters");
    const fc_node *node = cost->node;
    const fc_node *value = node->kind == FC_RETURN && node->n_children > 0 ? node->child[0] : NULL;
    if (value && fc_control_result_in_slice(run->analysis->control, run->procedure))
        fc_run_return(run, value);
    return true;
}

static bool run_node(fc_run *run, const fc_cost *cost)
{
    switch (cost->kind) {
    case FC_COST_SEQUENCE:
        return run_sequence(run, cost);
    case FC_COST_REGION:
        return fc_operations_in_callers(run->procedure) || fc_run_closed(run, cost) ||
               fc_run_fail(run, cost->node, "what is around this cost is not closed in the parameters");
    case FC_COST_LIBRARY:
        return fc_run_closed(run, cost) ||
               fc_run_fail(run, cost->node, "the problem size of this library call is not closed in the parameters");
    case FC_COST_ANNOTATED:
        return fc_run_closed(run, cost) || fc_run_fail(run, cost->node, "this cost is not closed in the parameters");
    case FC_COST_SLICE:
        fc_run_effects(run, cost->node);
        return true;
    case FC_COST_CANONICAL_LOOP:
        return fc_run_loop(run, cost);
    case FC_COST_COUNTED_LOOP:
        return fc_run_counted(run, cost);
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
    case FC_COST_TOUCH:
        return run_touch(run, cost);
    case FC_COST_JUMP:
        return run_jump(run, cost);
    case FC_COST_INPUT:
        fc_run_given_numbers(run, cost);
        return true;
    case FC_COST_LABEL:
    case FC_COST_MARK:
    case FC_COST_CASE:
        return true;
    case FC_COST_SWITCH:
        return fc_run_switch(run, cost);
    case FC_COST_OPENMP:
        return fc_run_directive(run, cost);
    case FC_COST_EXECUTED_LOOP:
        return run_executed(run, cost);
    default:
        return fail_executed(run, cost);
    }
}

bool fc_run_is_too_long(const fc_run *run)
{
    enum {
        MAX_NODES = 40000 /* 2 s */
    };
    return run->clock > MAX_NODES && run->most_copies > 1;
}

bool fc_run_cost(fc_run *run, const fc_cost *cost)
{
    const before was = remember(run);
    if (fc_run_is_too_long(run))
        return true;
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
    run->loop_since = loop_since == 0 && fc_cost_is_loop(cost) ? run->clock : loop_since;
    fc_state_set_time(run->state, run->clock);
    const bool is_counted = fc_run_is_counted(run, cost);
    bool done = !is_counted && run_node(run, cost) && fc_run_has_known_terms(run, cost);
    if (!done && (is_counted || fc_run_can_count(run, cost))) {
        restore(run, &was);
        done = fc_run_count(run, cost);
    }
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
