/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops, branches, switches and calls through pointers of which only the cost program knows how often their arms run.
 * The arms are run once, and their terms are weighted with the mean number of executions, a quantity. The mean gives
 * the same time only if all executions of an arm cost the same: its terms must not depend on the loops around, nor on
 * the call through which they are reached. */
#include "analyzer/context/loops.h"
#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/cost_tree/loop_effects.h"
#include "analyzer/summary/formula_run.h"
#include "runtime/core/forecost.h"

#include <stdlib.h>
#include <string.h>

static bool is_loop(const fc_cost *cost)
{
    return cost->kind == FC_COST_CANONICAL_LOOP || cost->kind == FC_COST_EXECUTED_LOOP;
}

/* ---- what can be counted ---- */

static bool has_arms(const fc_cost *cost)
{
    return is_loop(cost) || cost->kind == FC_COST_BRANCH || cost->kind == FC_COST_POINTER ||
           (cost->kind == FC_COST_SWITCH && cost->value_kept);
}

typedef struct own_calls {
    const fc_cost *host;
    bool any;
} own_calls;

static void find_own_call(void *data, const fc_cost *cost)
{
    own_calls *of = data;
    of->any |= fc_run_is_printed_inside(cost) && fc_run_prints(of->host, cost);
}

/* A call in the loop's head is executed once more than its body. */
static bool calls_in_head(const fc_cost *loop)
{
    own_calls of = {loop, false};
    fc_cost_walk(loop->child[0], find_own_call, &of);
    return of.any;
}

bool fc_run_can_count(fc_run *run, const fc_cost *cost)
{
    /* The last failure is that of the node, not of a part of it. */
    return has_arms(cost) && run->where &&
           (run->where == cost->node || run->where == fc_control_condition(cost->node)) && !run->finalized &&
           fc_run_is_printed(run) && !fc_run_collapses(run, cost) && !(is_loop(cost) && calls_in_head(cost));
}

bool fc_run_is_counted(const fc_run *run, const fc_cost *cost)
{
    for (size_t i = 0; i < run->n_counted; i++)
        if (run->counted[i] == cost)
            return true;
    return false;
}

/* ---- the terms of one execution ---- */

static bool has_equal_sums(const fc_formula_term *a, const fc_formula_term *b)
{
    bool same = a->n_sums == b->n_sums;
    for (int i = 0; i < a->n_sums && same; i++)
        same = a->sum[i].variable == b->sum[i].variable && a->sum[i].low == b->sum[i].low &&
               a->sum[i].high == b->sum[i].high;
    return same;
}

/* Expressions are hash-consed. */
static bool is_equal(const fc_formula_term *a, const fc_formula_term *b)
{
    bool same = a->node == b->node && a->region == b->region && a->operation == b->operation && a->fit == b->fit &&
                a->variant == b->variant && a->is_overhead == b->is_overhead && a->overhead == b->overhead &&
                a->is_asked == b->is_asked;
    same = same && a->count == b->count && a->entries == b->entries && a->iterations == b->iterations &&
           a->ranks == b->ranks && a->bytes == b->bytes && a->moved == b->moved && has_equal_sums(a, b);
    for (size_t i = 0; same && a->region && i < fc_region_model_n_sizes(a->region); i++)
        same = a->working_set[i] == b->working_set[i];
    return same;
}

static fc_formula_term copy_of(const fc_formula_term *term)
{
    fc_formula_term copy = *term;
    size_t n_sums = (size_t)term->n_sums, n_sets = term->region ? fc_region_model_n_sizes(term->region) : 0;
    copy.sum = fc_allocate(n_sums, sizeof *copy.sum);
    copy.working_set = fc_allocate(n_sets, sizeof *copy.working_set);
    if (n_sums)
        memcpy(copy.sum, term->sum, n_sums * sizeof *copy.sum);
    if (n_sets)
        memcpy(copy.working_set, term->working_set, n_sets * sizeof *copy.working_set);
    return copy;
}

static bool is_as_before(const fc_run *run, const fc_run_tally *tally, size_t first)
{
    const fc_formula *formula = run->formula;
    size_t n = 0;
    bool same = true;
    for (size_t i = first; i < formula->n_terms && same; i++)
        if (!formula->term[i].executed) {
            same = n < tally->n_terms && is_equal(&formula->term[i], &tally->term[n]);
            n++;
        }
    return same && n == tally->n_terms;
}

/* All ways to the node give the same terms; after MPI_Finalize there are none. */
static bool is_steady(fc_run *run, const fc_cost *cost, size_t first)
{
    if (run->finalized)
        return true;
    for (size_t i = 0; i < run->n_tallies; i++)
        if (run->tally[i].cost == cost)
            return is_as_before(run, &run->tally[i], first) ||
                   fc_run_fail(run, cost->node, "its cost differs from call to call");
    const fc_formula *formula = run->formula;
    fc_run_tally tally = {.cost = cost, .term = fc_allocate(formula->n_terms - first, sizeof *tally.term)};
    for (size_t i = first; i < formula->n_terms; i++)
        if (!formula->term[i].executed)
            tally.term[tally.n_terms++] = copy_of(&formula->term[i]);
    run->tally = fc_grow(run->tally, &run->tally_capacity, run->n_tallies + 1, sizeof *run->tally);
    run->tally[run->n_tallies++] = tally;
    return true;
}

/* ---- weights ---- */

/* What is around the node: its terms have these weights and sums. */
typedef struct around {
    const fc_sym *weight;
    fc_formula_sum sum[FC_RUN_MAX_SUMS];
    int n_sums;
} around;

static bool put_around(fc_run *run, const around *was, size_t first)
{
    const size_t n = (size_t)was->n_sums;
    run->weight = was->weight;
    run->n_sums = was->n_sums;
    memcpy(run->sum, was->sum, sizeof run->sum);
    run->n_counted_around--;
    for (size_t i = first; i < run->formula->n_terms; i++) {
        fc_formula_term *term = &run->formula->term[i];
        if (term->executed)
            continue;
        if (term->n_sums + was->n_sums > FC_RUN_MAX_SUMS)
            return fc_run_fail(run, term->node, "loops are nested too deeply");
        fc_formula_sum *all = fc_allocate(n + (size_t)term->n_sums, sizeof *all);
        memcpy(all, was->sum, n * sizeof *all);
        if (term->n_sums)
            memcpy(all + n, term->sum, (size_t)term->n_sums * sizeof *all);
        free(term->sum);
        term->sum = all;
        term->n_sums += was->n_sums;
        term->count = fc_sym_multiply(run->analysis->algebra, term->count, was->weight);
    }
    return true;
}

/* ---- loops ---- */

/* The cost program prints the loop's body once, with a weight. */
static bool is_weighted(const fc_run *run, const fc_cost *loop)
{
    const fc_view view = {.control = run->analysis->control, .algebra = run->analysis->algebra, .root = loop->node};
    fc_loop_range range;
    return loop->kind == FC_COST_CANONICAL_LOOP && fc_loop_effects_repeats(run->analysis, loop) &&
           fc_loops_range(&range, loop, &view);
}

static bool run_iterations(fc_run *run, const fc_cost *loop)
{
    const size_t n_run = run->around.n_run;
    const fc_sym *times = fc_run_count_of(run, loop, loop->child[0]);
    const fc_cost *charged = run->charged;
    run->charged = fc_run_enter(run, loop);
    const size_t first = run->formula->n_terms;
    fc_loop_frames_enter(&run->around, run->analysis, loop, is_weighted(run, loop));
    bool done = fc_run_cost(run, loop->child[0]);
    fc_loop_frames_leave(&run->around, n_run);
    run->charged = charged;
    if (done)
        for (size_t i = first; i < run->formula->n_terms; i++) {
            fc_formula_term *term = &run->formula->term[i];
            if (!term->executed)
                term->count = fc_sym_multiply(run->analysis->algebra, term->count, times);
        }
    return done;
}

/* ---- branches ---- */

/* From the state in front of the node. */
static bool run_arm(fc_run *run, const fc_cost *arm, const fc_sym *times)
{
    const size_t first = run->formula->n_terms;
    fc_state *before = run->state;
    run->state = fc_state_copy(before);
    bool done = fc_run_cost(run, arm);
    fc_state_free(run->state);
    run->state = before;
    for (size_t i = first; i < run->formula->n_terms; i++) {
        fc_formula_term *term = &run->formula->term[i];
        if (!term->executed)
            term->count = fc_sym_multiply(run->analysis->algebra, term->count, times);
    }
    return done;
}

static bool run_arms(fc_run *run, const fc_cost *cost)
{
    bool done = true;
    for (int i = 0; i < cost->n_children && done; i++) {
        const fc_cost *arm = cost->kind == FC_COST_SWITCH ? cost->child[i]->child[0] : cost->child[i];
        bool is_empty = cost->kind == FC_COST_BRANCH && arm->n_children == 0; /* the cost program has no such else */
        done = is_empty || run_arm(run, arm, fc_run_count_of(run, cost, arm));
    }
    return done;
}

/* ---- the node ---- */

/* A part that is one term as a whole is easier to read than arms that consist of parts mostly. */
static bool is_mostly_closed(const fc_run *run, size_t first)
{
    size_t n = run->formula->n_terms - first, n_closed = 0;
    for (size_t i = first; i < run->formula->n_terms; i++)
        n_closed += !run->formula->term[i].executed;
    return 2 * n_closed >= n && (n == 0 || n_closed > 0);
}

static bool run_counted(fc_run *run, const fc_cost *cost)
{
    const size_t first = run->formula->n_terms;
    around was = {.weight = run->weight, .n_sums = run->n_sums};
    memcpy(was.sum, run->sum, sizeof was.sum);
    run->weight = fc_sym_integer(run->analysis->algebra, 1);
    run->n_sums = 0;
    run->n_counted_around++;
    bool done = is_loop(cost) ? run_iterations(run, cost) : run_arms(run, cost);
    done = done && is_mostly_closed(run, first) && is_steady(run, cost, first);
    return put_around(run, &was, first) && done;
}

/* The node calls MPI_Init or MPI_Finalize: terms before the one and after the other have no weight. */
static bool starts_or_ends(fc_run *run, const fc_cost *cost)
{
    fc_state *before = run->state;
    run->state = fc_state_copy(before);
    const fc_run_frame frame = fc_run_set_written(run, cost);
    fc_state_free(run->state);
    run->state = before;
    return frame.starts || frame.ends;
}

/* What the node writes is unknown in the iterations of a loop, and after each node. */
bool fc_run_count(fc_run *run, const fc_cost *cost)
{
    char *why = run->why;
    const fc_node *where = run->where;
    bool done = !starts_or_ends(run, cost);
    run->why = NULL;
    if (done && is_loop(cost))
        fc_run_set_written(run, cost);
    done = done && run_counted(run, cost);
    fc_run_set_written(run, cost);
    if (done) {
        /* The mean is that of all executions, so that the node is counted on each way to it. */
        if (!fc_run_is_counted(run, cost)) {
            run->counted = fc_grow(run->counted, &run->counted_capacity, run->n_counted + 1, sizeof *run->counted);
            run->counted[run->n_counted++] = cost;
            run->is_repeated |= run->n_copies > 1 || run->entered[run->procedure->id] > 1;
        }
    } else if (!run->why && why) {
        run->why = why;
        run->where = where;
        why = NULL;
    } else if (!run->why) {
        fc_run_fail(run, cost->node, "most of this %s is not closed in the parameters",
                    fc_node_kind_text(cost->node->kind));
    }
    free(why);
    return done;
}
