/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenMP directives in a symbolic run: a team of one thread does all the work in program order, and constructs add
 * their overheads, as in runtime/openmp. Larger teams and tasks are left to the cost program, which simulates their
 * schedules. */
#include "analyzer/context/loops.h"
#include "analyzer/cost_tree/collapse.h"
#include "analyzer/cost_tree/cost_counts.h"
#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/model/openmp.h"
#include "analyzer/summary/formula_run.h"

#include <stdlib.h>
#include <string.h>

typedef struct directive {
    const fc_cost *cost;
    fc_openmp of;
} directive;

static const fc_sym *one(const fc_run *run)
{
    return fc_sym_integer(run->analysis->algebra, 1);
}

static void add_overhead(fc_run *run, const fc_cost *cost, fc_overhead_kind kind, const fc_sym *times)
{
    fc_formula_term *term = fc_run_term(run, cost->node);
    if (!term)
        return;
    term->is_overhead = true;
    term->overhead = kind;
    term->bytes = fc_sym_integer(run->analysis->algebra, 0);
    term->count = fc_sym_multiply(run->analysis->algebra, term->count, times);
}

/* Only the outermost team simulates its constructs. */
static bool is_outermost(const fc_run *run)
{
    return run->n_teams == 1;
}

/* ---- worksharing loops ---- */

/* Of a number >= 0, also of a mean. */
static const fc_sym *is_positive(fc_algebra *algebra, const fc_sym *value)
{
    const fc_sym *always = fc_sym_integer(algebra, 1);
    return fc_sym_proves_positive(algebra, value) ? always
                                                  : fc_sym_subtract(algebra, always, fc_sym_is_zero(algebra, value));
}

static const fc_sym *trips_of(const fc_run *run, const fc_cost *loop)
{
    fc_view view = fc_run_view(run, loop->node);
    fc_loop_range range;
    if (loop->kind == FC_COST_COUNTED_LOOP)
        return fc_cost_counts_iterations(run->analysis, loop, &view);
    return fc_loops_range(&range, loop, &view) ? range.trips : NULL;
}

/* Of the first `count` iterations. */
static const fc_sym *of_share(fc_algebra *algebra, const fc_sym *value, const fc_loop_share *share, const fc_sym *count)
{
    const fc_sym *zero = fc_sym_integer(algebra, 0);
    return value
               ? fc_sym_substitute(algebra, fc_sym_substitute(algebra, value, share->first, zero), share->count, count)
               : NULL;
}

/* The share of `count` iterations, `times` over. */
static void add_share(fc_run *run, const fc_terms *terms, const fc_loop_share *share, const fc_sym *count,
                      const fc_sym *times)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_sym *weight = run->weight;
    fc_terms own = {.n = terms->n, .term = fc_allocate(terms->n, sizeof *own.term)};
    for (size_t i = 0; i < terms->n; i++) {
        fc_term *term = &own.term[i];
        const fc_sym **working_set = terms->term[i].working_set;
        size_t n = terms->term[i].region ? fc_region_model_n_sizes(terms->term[i].region) : 0;
        *term = terms->term[i];
        term->entries = of_share(algebra, term->entries, share, count);
        term->iterations = of_share(algebra, term->iterations, share, count);
        term->bytes = of_share(algebra, term->bytes, share, count);
        term->working_set = fc_allocate(n, sizeof *term->working_set);
        for (size_t k = 0; k < n; k++)
            term->working_set[k] = of_share(algebra, working_set[k], share, count);
    }
    run->weight = fc_sym_multiply(algebra, weight, times);
    fc_run_add_closed(run, &own);
    run->weight = weight;
    fc_terms_free(&own);
}

/* A loop in closed form, as the cost program charges it: equal chunks one by one, or all iterations at once. chunk
 * NULL: at once. */
static bool run_closed_loop(fc_run *run, const fc_cost *loop, const fc_terms *terms, const fc_sym *chunk)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_loop_share share = fc_loops_share(algebra, loop->node);
    const fc_sym *trips = trips_of(run, loop);
    if (!trips)
        return fc_run_fail(run, loop->node, "the bounds of this loop are not closed in the parameters");
    if (!chunk || !fc_terms_is_even(terms, share.first)) {
        add_share(run, terms, &share, trips, is_positive(algebra, trips));
        return true;
    }
    const fc_sym *whole = fc_sym_floor_divide(algebra, trips, chunk);
    const fc_sym *rest = fc_sym_subtract(algebra, trips, fc_sym_multiply(algebra, whole, chunk));
    double left;
    add_share(run, terms, &share, chunk, whole);
    if (!fc_sym_is_constant(rest, &left) || left > 0)
        add_share(run, terms, &share, rest, is_positive(algebra, rest));
    return true;
}

/* The loop and, of a collapsed nest, the loops that it joins: their iterations, multiplied. NULL: not closed. */
static const fc_sym *collapsed_trips(const fc_run *run, const directive *d, const fc_cost *loop)
{
    const fc_sym *trips = trips_of(run, loop);
    const fc_cost *inner = loop;
    for (long level = fc_openmp_joined_loops(d->cost->node, &d->of); trips && level > 1; level--) {
        inner = fc_cost_joined_loop(inner);
        const fc_sym *times = inner ? trips_of(run, inner) : NULL;
        trips = times ? fc_sym_multiply(run->analysis->algebra, trips, times) : NULL;
    }
    return trips;
}

/* The thread takes each chunk of a dynamic or guided schedule, and finds in the end that none is left. */
static bool add_chunks(fc_run *run, const directive *d, const fc_cost *loop, const fc_sym *chunk)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_sym *trips = collapsed_trips(run, d, loop);
    if (!trips)
        return fc_run_fail(run, loop->node, "the bounds of this loop are not closed in the parameters");
    const fc_sym *before = fc_sym_subtract(algebra, chunk, one(run));
    const fc_sym *chunks = d->of.schedule == FC_OMP_GUIDED
                               ? is_positive(algebra, trips)
                               : fc_sym_floor_divide(algebra, fc_sym_add(algebra, trips, before), chunk);
    add_overhead(run, d->cost, FC_OVERHEAD_CHUNK, fc_sym_add(algebra, chunks, one(run)));
    return true;
}

/* Values of --omp-schedule apply to predictions; without it, schedule(runtime) is dynamic,1. */
static bool run_shared_loop(fc_run *run, const directive *d, const fc_cost *loop)
{
    const fc_node *clause = fc_openmp_expression_of(d->cost->node, &d->of, FC_OMP_CHUNK);
    bool outermost = is_outermost(run), is_collapsed = fc_openmp_joined_loops(d->cost->node, &d->of) != 1;
    bool is_static = d->of.schedule == FC_OMP_STATIC, is_guided = d->of.schedule == FC_OMP_GUIDED;
    if (outermost && loop->kind == FC_COST_COUNTED_LOOP && !is_guided && (clause || !is_static))
        return fc_run_fail(run, loop->node, "the chunks of a mean number of iterations are no whole number");
    const fc_sym *chunk = clause ? fc_run_value(run, clause) : one(run);
    if (!chunk || (is_static && !fc_sym_proves_positive(run->analysis->algebra, chunk)))
        return fc_run_fail(run, clause, "the size of this loop's chunks is not closed in the parameters");
    chunk = fc_sym_maximum(run->analysis->algebra, chunk, one(run));
    if (outermost && !is_static && !add_chunks(run, d, loop, chunk))
        return false;
    fc_view view = fc_run_view(run, loop->node);
    view.shared = loop->node;
    fc_terms terms = {0};
    bool in_chunks = outermost && !is_guided && (clause || !is_static);
    bool is_closed = !is_collapsed && fc_collapse(&terms, run->analysis, loop, &view);
    bool done = is_closed ? run_closed_loop(run, loop, &terms, in_chunks ? chunk : NULL) : fc_run_cost(run, loop);
    fc_terms_free(&terms);
    return done;
}

static bool run_for(fc_run *run, const directive *d)
{
    const fc_cost *body = d->cost->child[0], *loop = fc_cost_shared_loop(d->cost);
    for (int i = 0; i + 1 < body->n_children; i++)
        if (!fc_run_cost(run, body->child[i]))
            return false;
    return !loop || run_shared_loop(run, d, loop);
}

/* ---- other constructs ---- */

/* Sections are chunks of one iteration. */
static bool run_sections(fc_run *run, const directive *d)
{
    if (is_outermost(run))
        add_overhead(run, d->cost, FC_OVERHEAD_CHUNK, fc_sym_integer(run->analysis->algebra, d->cost->n_children + 1));
    for (int i = 0; i < d->cost->n_children; i++)
        if (!fc_run_cost(run, d->cost->child[i]))
            return false;
    return true;
}

static bool run_construct(fc_run *run, const directive *d)
{
    const unsigned parts = d->of.parts, shares = FC_OMP_FOR | FC_OMP_SECTIONS | FC_OMP_SINGLE;
    bool waits = (parts & FC_OMP_BARRIER) || ((parts & shares) && !(parts & FC_OMP_PARALLEL) && !d->of.nowait);
    bool done = parts & FC_OMP_FOR        ? run_for(run, d)
                : parts & FC_OMP_SECTIONS ? run_sections(run, d)
                : d->cost->n_children > 0 ? fc_run_cost(run, d->cost->child[0])
                                          : true;
    if (done && waits && is_outermost(run))
        add_overhead(run, d->cost, FC_OVERHEAD_BARRIER, one(run));
    return done;
}

static bool calls(const fc_node *node, const char *name)
{
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    return target && !target->definition && strcmp(target->name, name) == 0;
}

void fc_run_thread_queries(fc_run *run)
{
    const fc_program *program = run->analysis->program;
    run->sets_threads = fc_openmp_sets_threads(program);
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i];
        bool is_number = calls(node, "omp_get_thread_num");
        if (!is_number && !calls(node, "omp_get_num_threads"))
            continue;
        char *key = fc_format("call%d", node->id);
        fc_state_bind(run->state, key, fc_sym_integer(run->analysis->algebra, is_number ? 0 : 1));
        free(key);
    }
}

/* The team of a parallel region has one thread by default: no clause, call or nesting makes it larger. */
static bool has_one_thread(const fc_run *run, const directive *d)
{
    const fc_node *threads = fc_openmp_expression_of(d->cost->node, &d->of, FC_OMP_NUM_THREADS);
    if (run->n_teams > 0)
        return true;
    double n = 1;
    if (threads && fc_control_is_static(run->analysis->control, threads)) {
        const fc_sym *value = fc_run_value(run, threads);
        return value && fc_sym_is_constant(value, &n) && n == 1;
    }
    return !run->sets_threads;
}

bool fc_run_directive(fc_run *run, const fc_cost *cost)
{
    const directive d = {cost, fc_openmp_of(cost->node)};
    if (d.of.parts & (FC_OMP_TASK | FC_OMP_TASKWAIT | FC_OMP_TASKGROUP | FC_OMP_TASKLOOP))
        return fc_run_fail(run, cost->node, "the cost program simulates the schedule of tasks");
    if (d.of.parts & FC_OMP_PARALLEL) {
        if (!has_one_thread(run, &d))
            return fc_run_fail(run, d.cost->node, "the cost program simulates a team of several threads");
        run->n_teams++;
        if (is_outermost(run))
            add_overhead(run, d.cost, FC_OVERHEAD_REGION, one(run));
        bool done = run_construct(run, &d);
        run->n_teams--;
        return done;
    }
    if ((d.of.parts & FC_OMP_CRITICAL) && run->n_teams > 0)
        add_overhead(run, cost, FC_OVERHEAD_CRITICAL, one(run));
    return run_construct(run, &d);
}
