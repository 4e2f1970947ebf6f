/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/formula/points/formula_points.h"

#include "analyzer/emit/formula/points/class_sums.h"
#include "analyzer/emit/formula/points/compiled_formula.h"
#include "analyzer/emit/formula/points/rank_intervals.h"
#include "comm_interface/runtime_function.h"
#include "runtime/models/uncertainty.h"
#include "support/lanes.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROWS = FC_TAPE_ROWS
};

/* Consecutive rows with equal values of the steps that enter the classes. Their classes are those of the row with the
 * most ranks, up to the last rank of each. */
typedef struct run {
    int first, end;
    int widest; /* the row with the most ranks of those with a value; -1: none has one */
} run;

/* Classes that are evaluated together, each a column; each run's in ascending order of ranks. */
typedef struct classes {
    int n, n_copied;  /* the first n_copied have their watched values */
    fc_class_map map; /* the widest row of each class's run */
    int run[ROWS];
    fc_rank_range range[ROWS];
    double members[ROWS]; /* evaluated ranks of the run's widest row */
    double active[ROWS];
    double *value; /* [n_steps][ROWS] of the plan's gathered and derived steps */
} classes;

struct fc_formula_points {
    fc_compiled_formula *compiled;
    bool by_rank;
    double known_ranks; /* fc_runtime_function_known_ranks() */
    double *variable;   /* [n_variables][ROWS] */
    fc_tape_span span;
    double changes[ROWS]; /* of each row's span: the sum of the watched steps' forms; 0: all are constant */
    double active[ROWS];  /* busy cores */
    fc_formula_priced *shared_priced, *class_priced; /* [n_parts] */
    uint64_t *changed;                               /* of fc_formula_rows */
    fc_formula_sums shared;                          /* of the terms that do not depend on the rank */
    fc_rank_intervals *intervals;                    /* [ROWS], of runs */
    run run[ROWS];
    int n_runs;
    classes classes;
    fc_class_sums sums;
};

/* ---- life ---- */

fc_formula_points *fc_formula_points_create(const fc_formula *formula, const fc_coefficients *machine,
                                            fc_compute_model *compute)
{
    fc_compiled_formula *compiled = fc_compiled_formula_create(formula, machine, compute);
    if (!compiled)
        return NULL;
    const size_t steps = (size_t)compiled->tape->n_steps, n = (size_t)compiled->n_parts;
    fc_formula_points *points = fc_allocate(1, sizeof *points);
    points->compiled = compiled;
    points->known_ranks = fc_runtime_function_known_ranks(machine);
    fc_tape_span_open(&points->span, compiled->tape);
    points->variable = fc_allocate((size_t)compiled->tape->n_variables * ROWS, sizeof *points->variable);
    points->changed = fc_allocate(steps + 1, sizeof *points->changed);
    points->shared_priced = fc_allocate(n, sizeof *points->shared_priced);
    points->class_priced = fc_allocate(n, sizeof *points->class_priced);
    points->shared.error_s = fc_allocate(n * ROWS, sizeof(double));
    points->intervals = fc_allocate(ROWS, sizeof *points->intervals);
    points->by_rank = formula->uses_rank || compiled->plan.watched.n > 0;
    fc_class_sums_open(&points->sums, compiled);
    points->classes.value = fc_allocate(steps * ROWS, sizeof(double));
    fc_tape_run_constants(points->span.at_low, compiled->tape);
    fc_tape_run_constants(points->classes.value, compiled->tape);
    return points;
}

void fc_formula_points_free(fc_formula_points *points)
{
    if (!points)
        return;
    fc_class_sums_close(&points->sums);
    fc_compiled_formula_free(points->compiled);
    fc_tape_span_close(&points->span);
    free(points->variable);
    free(points->changed);
    free(points->shared_priced);
    free(points->class_priced);
    free(points->shared.error_s);
    free(points->intervals);
    free(points->classes.value);
    free(points);
}

/* ---- terms ---- */

/* All prices that depend on the rank, or all others. */
static void evaluate_prices(fc_formula_priced *out, fc_formula_points *points, fc_formula_rows *rows, bool depends)
{
    const fc_compiled_formula *compiled = points->compiled;
    const fc_tape_list *arguments = depends ? &compiled->class_keys : &compiled->shared_keys;
    const int first = depends ? compiled->n_shared_groups : 0,
              end = depends ? compiled->n_groups : compiled->n_shared_groups;
    for (int i = 0; i < arguments->n; i++)
        fc_formula_rows_compare(rows, arguments->step[i]);
    for (int i = first; i < end; i++)
        fc_formula_price_group_evaluate(out, &compiled->group[i], compiled->price, compiled->machine, rows);
    for (int i = 0; i < compiled->n_parts; i++)
        if (compiled->part[i].price == i && compiled->price_depends[i] == depends &&
            fc_compiled_formula_is_allocation(&compiled->price[i]))
            fc_formula_price_allocations(&out[i], &compiled->price[i], &compiled->machine->memory, rows);
}

static void add_term(fc_formula_sums *to, const fc_compiled_part *p, const fc_formula_rows *rows,
                     const fc_formula_priced *priced)
{
    fc_formula_addend of = {.count = rows->value + (size_t)p->count * ROWS,
                            .moved = p->moved >= 0 ? rows->value + (size_t)p->moved * ROWS : NULL,
                            .price = &priced[p->price],
                            .to = p->term->operation ? FC_SUM_COMMUNICATION : FC_SUM_COMPUTE,
                            .item = p->item};
    fc_formula_sums_add(to, &of, rows->n);
}

static void add_errors(fc_formula_sums *to, const fc_formula_points *points, bool of_dependent, int n)
{
    const fc_compiled_formula *compiled = points->compiled;
    for (int i = 0; i < compiled->n_parts; i++)
        if (compiled->part[i].item == i && compiled->item_depends[i] == of_dependent)
            fc_formula_sums_add_error(to, i, compiled->part[i].term->region != NULL, n);
}

/* The terms that do not depend on the rank, and all prices that do not. */
static void add_shared(fc_formula_points *points, int n)
{
    const fc_compiled_formula *compiled = points->compiled;
    fc_formula_rows rows = {points->span.at_low, points->active, points->changed, n};
    fc_formula_sums *to = &points->shared;
    memset(to->total, 0, sizeof to->total);
    for (int i = 0; i < compiled->n_parts; i++)
        if (compiled->part[i].item == i)
            memset(to->error_s + (size_t)i * ROWS, 0, ROWS * sizeof(double));
    evaluate_prices(points->shared_priced, points, &rows, false);
    for (int i = 0; i < compiled->n_parts; i++)
        if (!compiled->part[i].depends)
            add_term(to, &compiled->part[i], &rows, points->shared_priced);
    add_errors(to, points, false, n);
}

/* ---- runs ---- */

/* The rows whose values that enter the classes differ from those of the row before. Where ranks are left out, the
 * classes of fewer ranks are others. */
static uint64_t find_changes_of_rows(fc_formula_points *points, int n)
{
    const fc_tape_list *entering = &points->compiled->plan.entering;
    fc_formula_rows rows = {points->span.at_low, points->active, points->changed, n};
    fc_formula_rows_compare(&rows, FC_FORMULA_ACTIVE);
    uint64_t changed = rows.changed[FC_FORMULA_ACTIVE + 1];
    for (int i = 0; i < entering->n; i++) {
        fc_formula_rows_compare(&rows, entering->step[i]);
        changed |= rows.changed[entering->step[i] + 1];
    }
    for (int i = 0; i < n; i++)
        if (points->variable[i] > FC_RANK_INTERVALS_MOST)
            changed |= (uint64_t)3 << i; /* the row and the one after it */
    return changed;
}

/* Divides the rows into runs. */
static void find_runs(fc_formula_points *points, const double *invalid, int n)
{
    const uint64_t changed = find_changes_of_rows(points, n);
    points->n_runs = 0;
    for (int i = 0; i < n; i++) {
        if (changed >> i & 1)
            points->run[points->n_runs++] = (run){.first = i, .widest = -1};
        run *of = &points->run[points->n_runs - 1];
        of->end = i + 1;
        if (invalid[i] != 0)
            points->sums.rows.time_s[i] = NAN;
        else if (of->widest < 0 || points->variable[i] > points->variable[of->widest])
            of->widest = i;
    }
}

/* ---- classes ---- */

static const run *run_of(const fc_formula_points *points, int class)
{
    return &points->run[points->classes.run[class]];
}

/* The values that are the same for all classes of a run. */
static void gather_values(fc_formula_points *points)
{
    const fc_tape_list *list = &points->compiled->plan.gathered;
    for (int i = 0; i < list->n; i++) {
        const size_t at = (size_t)list->step[i] * ROWS;
        fc_class_map_gather(points->classes.value + at, &points->classes.map, points->span.at_low + at, 0);
    }
    fc_class_map_gather(points->classes.active, &points->classes.map, points->active, 0);
}

/* The watched values of the classes that have none yet, while the span has them. */
static void copy_watched(fc_formula_points *points)
{
    const fc_tape_list *watched = &points->compiled->plan.watched;
    classes *of = &points->classes;
    for (int i = 0; i < watched->n; i++) {
        const size_t at = (size_t)watched->step[i] * ROWS;
        fc_class_map_gather(of->value + at, &of->map, points->span.at_low + at, of->n_copied);
    }
    of->n_copied = of->n;
}

/* The classes' prices of terms that depend on the rank. */
static void price_classes(fc_formula_points *points, fc_formula_rows *rows)
{
    const fc_compiled_formula *compiled = points->compiled;
    const fc_class_map *map = &points->classes.map;
    evaluate_prices(points->class_priced, points, rows, true);
    for (int i = 0; i < compiled->n_parts; i++)
        if (compiled->price_is_needed[i] && !compiled->price_depends[i] && !compiled->price_is_by_row[i]) {
            fc_class_map_gather(points->class_priced[i].seconds, map, points->shared_priced[i].seconds, 0);
            fc_class_map_gather(points->class_priced[i].error_s, map, points->shared_priced[i].error_s, 0);
        }
}

static void take_class(fc_formula_points *points, const fc_formula_rows *of_classes, int class)
{
    const run *of = run_of(points, class);
    const fc_rank_range range = points->classes.range[class];
    const bool is_sampled = points->by_rank && points->variable[of->first] > FC_RANK_INTERVALS_MOST;
    const fc_class_rows to = {.class = class,
                              .first = of->first,
                              .end = of->end,
                              .low = range.low,
                              .high = range.high,
                              .members = is_sampled ? points->classes.members[class] : -1,
                              .ranks = points->variable,
                              .shared = &points->shared,
                              .priced = points->shared_priced};
    fc_class_sums_take(&points->sums, of_classes, &to);
}

static bool has_one_row(const fc_formula_points *points, int class)
{
    const run *of = run_of(points, class);
    return of->end - of->first == 1;
}

/* The classes that only one row has. */
static void take_single_rows(fc_formula_points *points, const fc_formula_rows *of_classes)
{
    const fc_class_rows to = {.shared = &points->shared, .priced = points->shared_priced};
    double members[ROWS];
    for (int i = 0; i < points->classes.n; i++)
        members[i] = !has_one_row(points, i) ? 0
                     : points->by_rank       ? points->classes.members[i]
                                             : points->variable[points->classes.map.row[i]];
    fc_class_sums_take_each(&points->sums, of_classes, &to, &points->classes.map, members);
}

static void take_classes(fc_formula_points *points)
{
    const fc_compiled_formula *compiled = points->compiled;
    classes *of = &points->classes;
    fc_formula_rows rows = {of->value, of->active, points->changed, of->n};
    memset(points->sums.invalid, 0, sizeof points->sums.invalid);
    copy_watched(points);
    gather_values(points);
    fc_tape_run(of->value, points->sums.invalid, compiled->tape, &compiled->plan.derived, NULL);
    price_classes(points, &rows);
    fc_class_sums_evaluate(&points->sums, &rows, points->class_priced);
    bool single = false;
    for (int i = 0; i < of->n; i++)
        single |= has_one_row(points, i);
    if (single)
        take_single_rows(points, &rows);
    for (int i = 0; i < of->n; i++)
        if (!has_one_row(points, i))
            take_class(points, &rows, i);
    of->n = of->n_copied = of->map.n = 0;
}

/* Adds the current interval of a run as a class. */
static void add_class(fc_formula_points *points, int number)
{
    const fc_rank_intervals *intervals = &points->intervals[number];
    classes *of = &points->classes;
    if (of->n == ROWS)
        take_classes(points);
    fc_class_map_add(&of->map, points->run[number].widest);
    of->run[of->n] = number;
    of->range[of->n] = intervals->range;
    of->members[of->n++] = intervals->members;
}

/* ---- ranks ---- */

/* The rows that have this rank have no value. */
static void refuse_rows(fc_formula_points *points, const run *of, double rank)
{
    for (int i = of->first; i < of->end; i++)
        if (points->variable[i] > rank)
            points->sums.rows.time_s[i] = NAN;
}

FC_LANES_CLONED static void add_changes(fc_formula_points *points)
{
    const fc_tape_list *watched = &points->compiled->plan.watched;
    for (int k = 0; k < points->span.n_busy; k++) {
        const int i = points->span.busy[k];
        fc_lanes changes = {0};
        for (int step = 0; step < watched->n; step++)
            changes += fc_lanes_load(points->span.form + (size_t)watched->step[step] * ROWS, i);
        fc_lanes_store(points->changes, i, changes);
    }
}

/* What becomes of a run's interval in the tape's span: a class, or two intervals. */
static void sort_interval(fc_formula_points *points, int number)
{
    const fc_tape_span *span = &points->span;
    const run *of = &points->run[number];
    const int row = of->widest;
    const bool is_known = span->split[row] < span->low[row] && points->changes[row] == 0;
    if (span->split[row] >= span->low[row])
        fc_rank_intervals_split(&points->intervals[number], span->split[row]);
    else if (!is_known || (span->invalid[row] != 0 && span->low[row] < span->high[row]))
        fc_rank_intervals_split(&points->intervals[number], floor((span->low[row] + span->high[row]) / 2));
    else if (span->invalid[row] == 0)
        add_class(points, number);
    else
        refuse_rows(points, of, span->low[row]);
}

/* Sets the tape's spans to the next intervals of the busy runs; returns how many remain busy. */
static int next_intervals(int *busy, int n, fc_formula_points *points)
{
    int left = 0;
    for (int k = 0; k < n; k++) {
        const int row = points->run[busy[k]].widest;
        fc_rank_intervals *of = &points->intervals[busy[k]];
        fc_rank_intervals_next(of);
        const bool is_done = of->members == 0 || isnan(points->sums.rows.time_s[row]);
        points->span.low[row] = is_done ? 0 : of->range.low;
        points->span.high[row] = is_done ? -1 : of->range.high;
        if (!is_done)
            busy[left++] = busy[k];
    }
    return left;
}

/* Evaluates all ranks of the runs, class by class, in ascending order of ranks. The intervals of all runs are followed
 * in lockstep. */
static void add_ranks(fc_formula_points *points)
{
    int busy[ROWS], n = 0;
    for (int i = 0; i < points->n_runs; i++) {
        const int row = points->run[i].widest;
        if (row < 0)
            continue;
        busy[n++] = i;
        fc_rank_intervals_start(&points->intervals[i], points->variable[row]);
    }
    while ((n = next_intervals(busy, n, points)) > 0) {
        fc_tape_follow(&points->span, points->compiled->tape, &points->compiled->plan.followed);
        add_changes(points);
        for (int k = 0; k < n; k++)
            sort_interval(points, busy[k]);
        copy_watched(points);
    }
}

/* ---- points ---- */

/* An integer parameter is truncated as in C; NAN if it is less than `least` or not an int. */
static double integer_value(double least, double value)
{
    return value >= least && value <= INT_MAX ? trunc(value) : NAN;
}

/* The points first ... first + n - 1 as rows; other rows repeat the last. */
static void fill_variables(fc_formula_points *points, const int *ranks, const double *const *parameter, int first,
                           int n)
{
    const fc_compiled_formula *compiled = points->compiled;
    const fc_formula *formula = compiled->formula;
    const int cores = compiled->machine->cores > 1 ? compiled->machine->cores : 1;
    for (int i = 0; i < ROWS; i++) {
        int own = ranks[first + (i < n ? i : n - 1)];
        points->variable[i] = own;
        points->active[i] = own < cores ? own : cores;
    }
    for (size_t k = 0; k < formula->n_parameters; k++) {
        double least = formula->is_signed[k] ? INT_MIN : 0;
        for (int i = 0; i < ROWS; i++) {
            double value = parameter[k][first + (i < n ? i : n - 1)];
            points->variable[(k + 1) * ROWS + (size_t)i] = formula->is_real[k] ? value : integer_value(least, value);
        }
    }
}

/* Of a formula that does not depend on the rank. */
static void add_whole_runs(fc_formula_points *points)
{
    for (int i = 0; i < points->n_runs; i++)
        if (points->run[i].widest >= 0) {
            points->intervals[i].range = (fc_rank_range){0, INFINITY};
            add_class(points, i);
        }
}

/* The row's sums, of all its ranks. */
static void write_totals(fc_totals *out, const fc_formula_points *points, int row)
{
    const fc_row_sums *rows = &points->sums.rows;
    const double ranks = points->variable[row], evaluated = fc_rank_intervals_evaluated(ranks);
    const double squares = rows->slowest[FC_SUM_SQUARES][row], errors = rows->slowest[FC_SUM_ERRORS][row];
    *out = (fc_totals){.time_s = rows->time_s[row], .messages = rows->messages[row], .bytes = rows->bytes[row]};
    if (points->by_rank) {
        out->messages = out->messages * ranks / evaluated;
        out->bytes = out->bytes * ranks / evaluated;
    }
    if (!(out->time_s >= 0))
        return;
    out->compute_s = rows->slowest[FC_SUM_COMPUTE][row];
    out->communication_s = rows->slowest[FC_SUM_COMMUNICATION][row];
    double network = fc_runtime_function_network_error_beyond(points->compiled->machine, points->known_ranks, ranks) *
                     out->communication_s;
    double variance =
        network * network + rows->slowest[FC_SUM_VARIANCE][row] + fc_uncertainty_variance(squares, errors);
    fc_uncertainty_interval(&out->low_s, &out->high_s, out->time_s, variance, 1);
}

/* Rows 0 ... n - 1. */
static void evaluate_rows(fc_totals *out, fc_formula_points *points, int n)
{
    const fc_compiled_formula *compiled = points->compiled;
    const fc_tape *tape = compiled->tape;
    const double *variable[tape->n_variables];
    double invalid[ROWS] = {0};
    for (int i = 0; i < tape->n_variables; i++)
        variable[i] = points->variable + (size_t)i * ROWS;
    fc_tape_run(points->span.at_low, invalid, tape, &compiled->plan.shared, variable);
    add_shared(points, n);
    fc_class_sums_start(&points->sums);
    find_runs(points, invalid, n);
    if (points->by_rank)
        add_ranks(points);
    else
        add_whole_runs(points);
    take_classes(points);
    for (int i = 0; i < n; i++)
        write_totals(&out[i], points, i);
}

void fc_formula_points_run(fc_totals *out, fc_formula_points *points, const int *ranks, const double *const *parameter,
                           int n)
{
    for (int first = 0; first < n; first += ROWS) {
        int rows = n - first < ROWS ? n - first : ROWS;
        fill_variables(points, ranks, parameter, first, rows);
        evaluate_rows(out + first, points, rows);
    }
}
