/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops of the cost tree in a symbolic run: repeated equal iterations, explicit sums, unrolled ones, counted loops. */
#include "analyzer/context/loops.h"
#include "analyzer/cost_tree/cost_counts.h"
#include "analyzer/cost_tree/loop_effects.h"
#include "analyzer/model/node_search.h"
#include "analyzer/summary/formula_filled.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_ACCUMULATIONS = 8,
    MAX_UNROLLED = 16,
    MOST_CLOSED = 8 /* terms of a sum in closed form; a longer one stays a sum */
};

/* The loop is known to what lies in its body. */
static bool run_body(fc_run *run, const fc_cost *loop)
{
    size_t n_run = run->around.n_run;
    fc_loop_frames_enter(&run->around, run->analysis, loop, false);
    bool done = fc_run_cost(run, loop->child[0]);
    fc_loop_frames_leave(&run->around, n_run);
    return done;
}

bool fc_run_weighted(fc_run *run, const fc_cost *body, const fc_sym *weight)
{
    const fc_sym *before = run->weight;
    run->weight = fc_sym_multiply(run->analysis->algebra, before, weight);
    bool done = fc_run_cost(run, body);
    run->weight = before;
    return done;
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
    *out = (moved_variables){
        .number = fc_sym_variable(run->analysis->algebra, "\004number", NULL, NULL, FC_FACT_NONNEGATIVE)};
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

/* In front of the body: after a condition that precedes it, which may change variables, as in while (i++ < n). */
static void begin_iteration(fc_run *run, const fc_cost *loop, const moved_variables *moved, const fc_sym *number)
{
    const fc_node *condition = loop->node->kind == FC_DO ? NULL : fc_control_condition(loop->node);
    bind_moved(run, moved, number);
    if (condition)
        fc_run_effects(run, condition);
}

/* place += e at the top of a loop's body: after the loop it is what it was plus the sum of e. */
typedef struct accumulation {
    char *key;
    const fc_sym *before, *each;
} accumulation;

static const fc_node *accumulates(const fc_cost *kept)
{
    const fc_node *node = kept->kind == FC_COST_SLICE && kept->node->kind == FC_EVALUATE ? kept->node->child[0] : NULL;
    return node && node->kind == FC_ASSIGN && node->op == FC_OP_ADD ? node : NULL;
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

/* A loop of few iterations whose number is known is run iteration by iteration, so that elements keep their own values.
 */
static bool run_unrolled(fc_run *run, const fc_cost *loop, const moved_variables *moved, long trips)
{
    bool done = true;
    const long copies = run->n_copies, copy = run->copy;
    run->n_copies = copies * trips;
    for (long i = 0; done && i < trips; i++) {
        run->copy = copy * trips + i;
        begin_iteration(run, loop, moved, fc_sym_integer(run->analysis->algebra, i));
        done = run_body(run, loop);
    }
    run->n_copies = copies;
    run->copy = copy;
    return done;
}

/* All iterations at once: the body's terms under an explicit sum. */
static bool run_summed(fc_run *run, const fc_cost *loop, const moved_variables *moved, const fc_loop_range *range)
{
    accumulation list[MAX_ACCUMULATIONS];
    int n = 0;
    for (int i = 0; i < loop->child[0]->n_children && n < MAX_ACCUMULATIONS; i++) {
        const fc_node *node = accumulates(loop->child[0]->child[i]);
        fc_view view = fc_run_view(run, node);
        if (!node || !fc_value_key(&list[n].key, &view, node->child[0]))
            continue;
        list[n].before = fc_run_value(run, node->child[0]);
        list[n++].each = NULL;
    }
    fc_state *before = fc_state_copy(run->state);
    fc_run_forget_carried(run, loop);
    fc_filling_forget(run, loop->node);
    begin_iteration(run, loop, moved, range->number);
    value_accumulations(run, list, loop->child[0]);
    fc_filling filling;
    fc_filling_begin(&filling, run, loop->node, range);
    run->sum[run->n_sums++] = (fc_formula_sum){range->variable, range->low, range->high};
    bool done = run_body(run, loop);
    run->n_sums--;
    fc_algebra *algebra = run->analysis->algebra;
    fc_state_meet(run->state, algebra, before);
    fc_state_free(before);
    fc_run_forget_objects(run, range->variable);
    for (int i = 0; i < n; i++) {
        if (list[i].before && list[i].each)
            fc_state_bind(
                run->state, list[i].key,
                fc_sym_add(algebra, list[i].before,
                           fc_sym_sum_or_loop(algebra, range->variable, range->low, range->high, list[i].each)));
        free(list[i].key);
    }
    fc_filling_end(&filling, run, range);
    return done;
}

/* The iterations differ; the range gives their number. */
static bool run_range(fc_run *run, const fc_cost *loop, const fc_loop_range *range)
{
    if (run->n_sums == FC_RUN_MAX_SUMS)
        return fc_run_fail(run, loop->node, "loops are nested too deeply");
    moved_variables moved;
    double trips;
    find_moved(&moved, run, loop);
    const fc_cost *charged = run->charged;
    run->charged = fc_run_enter(run, loop);
    bool is_whole = fc_sym_is_constant(range->trips, &trips) && trips <= MAX_UNROLLED &&
                    trips <= (double)(run->most_copies / run->n_copies);
    bool done = is_whole ? run_unrolled(run, loop, &moved, (long)trips) : run_summed(run, loop, &moved, range);
    run->charged = charged;
    /* What the loop leaves behind: the values at the start of the iteration that its condition prevents, and what the
     * condition itself changes. */
    if (moved.leaves_at_head)
        bind_moved(run, &moved, range->trips);
    if (moved.leaves_by_condition)
        fc_run_effects(run, fc_control_condition(loop->node));
    for (int i = 0; i < moved.n; i++)
        free(moved.key[i]);
    free(moved.key);
    free(moved.value);
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
    return run_range(run, loop, &range);
}

static bool run_iterations(fc_run *run, const fc_cost *loop, const fc_sym *iterations)
{
    size_t n_run = run->around.n_run;
    const fc_cost *charged = run->charged;
    run->charged = fc_run_enter(run, loop);
    fc_loop_frames_enter(&run->around, run->analysis, loop, true);
    bool done = fc_run_weighted(run, loop->child[0], iterations);
    fc_loop_frames_leave(&run->around, n_run);
    run->charged = charged;
    return done;
}

/* What the condition calls when it ends the loop. */
static bool run_head(fc_run *run, const fc_cost *loop)
{
    const fc_cost *body = loop->child[0];
    bool done = true;
    for (int i = 0; i < body->n_children && done; i++)
        if (fc_loops_runs_once_more(body->child[i], loop, run->analysis->control))
            done = fc_run_cost(run, body->child[i]);
    return done;
}

bool fc_run_loop(fc_run *run, const fc_cost *loop)
{
    if (fc_run_closed(run, loop))
        return true;
    fc_view view = fc_run_view(run, loop->node);
    fc_loop_range range;
    if (fc_loop_effects_repeats(run->analysis, loop) && fc_loops_range(&range, loop, &view))
        return run_iterations(run, loop, range.trips) && run_head(run, loop);
    return run_sum(run, loop) && run_head(run, loop);
}

/* Iterations 0 .. count - 1 of a loop whose count is not closed. */
static fc_loop_range counted_range(fc_run *run, const fc_cost *loop)
{
    fc_algebra *algebra = run->analysis->algebra;
    char *key = fc_format("t%d", loop->node->id);
    fc_loop_range range = {.variable = fc_sym_variable(algebra, key, "t", "t", FC_FACT_NONNEGATIVE),
                           .low = fc_sym_integer(algebra, 0),
                           .trips = fc_cost_counts_counter(run->analysis, loop->counter)};
    range.number = range.variable;
    range.high = fc_sym_subtract(algebra, range.trips, fc_sym_integer(algebra, 1));
    free(key);
    return range;
}

static void note_whole(fc_formula *formula, int counter)
{
    for (size_t i = 0; i < formula->n_whole; i++)
        if (formula->whole[i] == counter)
            return;
    formula->whole = fc_grow(formula->whole, &formula->whole_capacity, formula->n_whole + 1, sizeof *formula->whole);
    formula->whole[formula->n_whole++] = counter;
}

bool fc_run_counted(fc_run *run, const fc_cost *loop)
{
    if (fc_run_closed(run, loop))
        return true;
    fc_view view = fc_run_view(run, loop->node);
    fc_loop_range range;
    bool is_bounded = fc_cost_counts_bound(&range, run->analysis, loop, &view);
    if (!is_bounded)
        range = counted_range(run, loop);
    if (fc_loop_effects_repeats(run->analysis, loop))
        return run_iterations(run, loop, range.trips);
    if (is_bounded)
        return run_range(run, loop, &range);
    note_whole(run->formula, loop->counter);
    return run_range(run, loop, &range);
}

/* ---- sums in closed form ---- */

static bool depends(const fc_sym *const *part, size_t n_parts, const fc_sym *variable)
{
    bool does = false;
    for (size_t i = 0; i < n_parts && !does; i++)
        does = part[i] && fc_sym_depends(part[i], variable);
    return does;
}

/* A size of the term, or a bound of a sum within the k-th, depends on the index of the k-th. */
static bool is_needed(const fc_formula_term *term, int k)
{
    const fc_sym *index = term->sum[k].variable;
    const fc_sym *size[] = {term->entries, term->iterations, term->ranks, term->bytes, term->moved};
    bool is = depends(size, sizeof size / sizeof *size, index) ||
              (term->region && depends(term->working_set, fc_region_model_n_sizes(term->region), index));
    for (int i = k + 1; i < term->n_sums && !is; i++)
        is = fc_sym_depends(term->sum[i].low, index) || fc_sym_depends(term->sum[i].high, index);
    return is;
}

/* Equal summands over a count that is no integer to the algebra: the formula is for whole counts (note_whole). */
static const fc_sym *multiplied(fc_algebra *algebra, const fc_formula_sum *sum, const fc_sym *summand)
{
    const fc_sym *length =
        fc_sym_add(algebra, fc_sym_subtract(algebra, sum->high, sum->low), fc_sym_integer(algebra, 1));
    bool is_equal = !fc_sym_depends(summand, sum->variable) && fc_sym_proves_nonnegative(algebra, length);
    return is_equal ? fc_sym_multiply(algebra, length, summand) : NULL;
}

/* How often the term counts, where the indices of its sums are within their bounds. */
static const fc_sym *within_sums(fc_algebra *algebra, const fc_formula_term *term)
{
    const fc_sym *within[2 * FC_RUN_MAX_SUMS];
    fc_sym_domain domain = {.nonnegative = within};
    bool depends_on_one = false;
    for (int k = 0; k < term->n_sums; k++) {
        const fc_formula_sum *sum = &term->sum[k];
        within[domain.n_nonnegative++] = fc_sym_subtract(algebra, sum->variable, sum->low);
        within[domain.n_nonnegative++] = fc_sym_subtract(algebra, sum->high, sum->variable);
        depends_on_one = depends_on_one || fc_sym_depends(term->count, sum->variable);
    }
    return depends_on_one ? fc_sym_simplify(algebra, term->count, &domain) : term->count;
}

/* The terms count equally often, within equal sums. */
static bool counts_equally(const fc_formula_term *a, const fc_formula_term *b)
{
    bool is_equal = a->count == b->count && a->n_sums == b->n_sums;
    for (int k = 0; k < a->n_sums && is_equal; k++)
        is_equal = a->sum[k].variable == b->sum[k].variable && a->sum[k].low == b->sum[k].low &&
                   a->sum[k].high == b->sum[k].high;
    return is_equal;
}

void fc_run_close_sums(fc_formula *formula)
{
    /* The terms of one place follow each other, and count equally often. */
    const fc_sym **count = fc_allocate(formula->n_terms, sizeof *count);
    for (size_t i = 0; i < formula->n_terms; i++) {
        bool is_known = i > 0 && counts_equally(&formula->term[i], &formula->term[i - 1]);
        count[i] = is_known ? count[i - 1] : within_sums(formula->analysis->algebra, &formula->term[i]);
    }
    for (size_t i = 0; i < formula->n_terms; i++)
        formula->term[i].count = count[i];
    free(count);
    for (size_t i = 0; i < formula->n_terms; i++)
        for (int k = formula->term[i].n_sums - 1; k >= 0; k--)
            if (!is_needed(&formula->term[i], k)) {
                fc_formula_term *term = &formula->term[i];
                const fc_formula_sum *sum = &term->sum[k];
                const fc_sym *closed =
                    fc_sym_sum(formula->analysis->algebra, sum->variable, sum->low, sum->high, term->count);
                closed = closed ? closed : multiplied(formula->analysis->algebra, sum, term->count);
                if (!closed || fc_sym_n_terms(closed) > MOST_CLOSED)
                    continue;
                term->count = closed;
                term->n_sums--;
                memmove(term->sum + k, term->sum + k + 1, (size_t)(term->n_sums - k) * sizeof *term->sum);
            }
}
