/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/formula/points/formula_points.h"

#include "analyzer/emit/formula/points/compiled_formula.h"
#include "analyzer/emit/formula/points/formula_sums.h"
#include "analyzer/emit/formula/points/rank_intervals.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROWS = FC_TAPE_ROWS
};

/* Classes that are evaluated together, each a row; each point's in ascending order of ranks. */
typedef struct classes {
    int n;                /* rows */
    int point[ROWS];      /* the row of the class's point */
    double members[ROWS]; /* its ranks */
    double active[ROWS];
    double *value; /* [n_steps][ROWS] of the plan's gathered and derived steps */
    fc_formula_sums sums;
} classes;

struct fc_formula_points {
    fc_compiled_formula *compiled;
    double *variable; /* [n_variables][ROWS] */
    fc_tape_span span;
    double active[ROWS];                             /* busy cores */
    fc_formula_priced *shared_priced, *class_priced; /* [n_parts] */
    uint64_t *changed;                               /* of fc_formula_rows */
    fc_formula_sums shared;                          /* of the terms that do not depend on the rank */
    fc_rank_intervals *intervals;                    /* [ROWS] */
    classes classes;
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
    fc_tape_span_open(&points->span, compiled->tape);
    points->variable = fc_allocate((size_t)compiled->tape->n_variables * ROWS, sizeof *points->variable);
    points->changed = fc_allocate(steps + 1, sizeof *points->changed);
    points->shared_priced = fc_allocate(n, sizeof *points->shared_priced);
    points->class_priced = fc_allocate(n, sizeof *points->class_priced);
    points->shared.error_s = fc_allocate(n * ROWS, sizeof(double));
    points->intervals = fc_allocate(ROWS, sizeof *points->intervals);
    points->classes.sums.error_s = fc_allocate(n * ROWS, sizeof(double));
    points->classes.value = fc_allocate(steps * ROWS, sizeof(double));
    fc_tape_run_constants(points->span.at_low, compiled->tape);
    fc_tape_run_constants(points->classes.value, compiled->tape);
    return points;
}

void fc_formula_points_free(fc_formula_points *points)
{
    if (!points)
        return;
    fc_compiled_formula_free(points->compiled);
    fc_tape_span_close(&points->span);
    free(points->variable);
    free(points->changed);
    free(points->shared_priced);
    free(points->class_priced);
    free(points->shared.error_s);
    free(points->intervals);
    free(points->classes.value);
    free(points->classes.sums.error_s);
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

/* ---- classes ---- */

static void gather(double *out, const double *from, const classes *of)
{
#pragma GCC unroll 4
    for (int i = 0; i < of->n; i++)
        out[i] = from[of->point[i]];
}

/* The values that are the same for all classes of a point. */
static void gather_values(fc_formula_points *points)
{
    classes *of = &points->classes;
    const fc_tape_list *list = &points->compiled->plan.gathered;
    for (int i = 0; i < list->n; i++) {
        const size_t at = (size_t)list->step[i] * ROWS;
        gather(of->value + at, points->span.at_low + at, of);
    }
    gather(of->active, points->active, of);
}

/* The sums of the terms that do not depend on the rank. */
static void gather_sums(fc_formula_points *points)
{
    const fc_compiled_formula *compiled = points->compiled;
    classes *of = &points->classes;
    for (int k = 0; k < FC_N_SUMS; k++)
        gather(of->sums.total[k], points->shared.total[k], of);
    for (int i = 0; i < compiled->n_parts; i++) {
        double *error_s = of->sums.error_s + (size_t)i * ROWS;
        if (compiled->item_depends[i] && compiled->item_is_shared[i])
            gather(error_s, points->shared.error_s + (size_t)i * ROWS, of);
        else if (compiled->item_depends[i])
            memset(error_s, 0, ROWS * sizeof *error_s);
    }
}

/* The prices of the terms that depend on the rank. */
static void price_classes(fc_formula_points *points, fc_formula_rows *rows)
{
    const fc_compiled_formula *compiled = points->compiled;
    evaluate_prices(points->class_priced, points, rows, true);
    for (int i = 0; i < compiled->n_parts; i++)
        if (compiled->price_is_needed[i] && !compiled->price_depends[i]) {
            gather(points->class_priced[i].seconds, points->shared_priced[i].seconds, &points->classes);
            gather(points->class_priced[i].error_s, points->shared_priced[i].error_s, &points->classes);
        }
}

/* The program stops where a stop is positive, and a class without a value has none. */
static void add_stops(fc_formula_sums *to, const fc_formula_points *points, const fc_formula_rows *rows,
                      const double *invalid)
{
    for (int i = 0; i < rows->n; i++)
        to->total[FC_SUM_COMPUTE][i] += invalid[i];
    for (int k = 0; k < points->compiled->n_stops; k++)
        for (int i = 0; i < rows->n; i++)
            if (rows->value[(size_t)points->compiled->stop[k] * ROWS + (size_t)i] > 0)
                to->total[FC_SUM_COMPUTE][i] = NAN;
}

/* Adds class i to its point's totals, unless they are unknown already. network_error: relative, of communication. */
static void take_class(fc_totals *out, const classes *of, int i, double network_error)
{
    const double(*total)[ROWS] = of->sums.total;
    double time = total[FC_SUM_COMPUTE][i] + total[FC_SUM_COMMUNICATION][i];
    if (isnan(out->time_s))
        return;
    out->messages += of->members[i] * total[FC_SUM_MESSAGES][i];
    out->bytes += of->members[i] * total[FC_SUM_BYTES][i];
    if (!(time <= out->time_s)) { /* the first of the slowest, or none */
        double network = network_error * total[FC_SUM_COMMUNICATION][i];
        double half = 1.645 * sqrt(network * network + total[FC_SUM_VARIANCE][i] +
                                   fc_compute_variance(total[FC_SUM_SQUARES][i], total[FC_SUM_ERRORS][i]));
        out->time_s = time;
        out->compute_s = total[FC_SUM_COMPUTE][i];
        out->communication_s = total[FC_SUM_COMMUNICATION][i];
        out->low_s = fc_compute_low(time, half);
        out->high_s = time + half;
    }
}

static void take_classes(fc_totals *out, fc_formula_points *points)
{
    const fc_compiled_formula *compiled = points->compiled;
    classes *of = &points->classes;
    fc_formula_rows rows = {of->value, of->active, points->changed, of->n};
    double invalid[ROWS] = {0};
    gather_values(points);
    gather_sums(points);
    fc_tape_run(of->value, invalid, compiled->tape, &compiled->plan.derived, NULL);
    price_classes(points, &rows);
    for (int i = 0; i < compiled->n_parts; i++)
        if (compiled->part[i].depends)
            add_term(&of->sums, &compiled->part[i], &rows, points->class_priced);
    add_errors(&of->sums, points, true, of->n);
    add_stops(&of->sums, points, &rows, invalid);
    for (int i = 0; i < of->n; i++) {
        const double ranks = points->variable[of->point[i]];
        take_class(&out[of->point[i]], of, i, fc_runtime_function_network_error(compiled->machine, ranks));
    }
    of->n = 0;
}

static void add_class(fc_totals *out, fc_formula_points *points, int point, double members)
{
    const fc_compiled_formula *compiled = points->compiled;
    classes *of = &points->classes;
    if (of->n == ROWS)
        take_classes(out, points);
    for (int i = 0; i < compiled->plan.watched.n; i++) {
        const size_t at = (size_t)compiled->plan.watched.step[i] * ROWS;
        of->value[at + (size_t)of->n] = points->span.at_low[at + (size_t)point];
    }
    of->point[of->n] = point;
    of->members[of->n++] = members;
}

/* ---- ranks ---- */

/* The sum of the watched steps' forms: 0 if all of them are constant. */
static void find_changes(double *changes, const fc_formula_points *points)
{
    const fc_compiled_formula *compiled = points->compiled;
    memset(changes, 0, ROWS * sizeof *changes);
    for (int k = 0; k < compiled->plan.watched.n; k++) {
        const double *form = points->span.form + (size_t)compiled->plan.watched.step[k] * ROWS;
        for (int i = 0; i < ROWS; i++)
            changes[i] += form[i];
    }
}

/* What becomes of a point's interval in the tape's span: a class, or two intervals. */
static void sort_interval(fc_totals *out, fc_formula_points *points, int row, double changes)
{
    const fc_tape_span *span = &points->span;
    fc_rank_intervals *of = &points->intervals[row];
    if (span->split[row] >= span->low[row])
        fc_rank_intervals_split(of, span->split[row]);
    else if (changes != 0)
        fc_rank_intervals_split(of, floor((span->low[row] + span->high[row]) / 2));
    else if (span->invalid[row] == 0)
        add_class(out, points, row, of->members);
    else
        out[row].time_s = NAN;
}

/* Sets the tape's spans to the next intervals of the busy points; returns how many remain busy. */
static int next_intervals(int *busy, int n, const fc_totals *out, fc_formula_points *points)
{
    int left = 0;
    for (int k = 0; k < n; k++) {
        const int row = busy[k];
        fc_rank_intervals *of = &points->intervals[row];
        fc_rank_intervals_next(of);
        const bool is_done = of->members == 0 || isnan(out[row].time_s);
        points->span.low[row] = is_done ? 0 : of->range.low;
        points->span.high[row] = is_done ? -1 : of->range.high;
        if (!is_done)
            busy[left++] = row;
    }
    return left;
}

/* Evaluates all ranks of the busy points, class by class, in ascending order of ranks. The intervals of all points are
 * followed in lockstep. */
static void add_ranks(fc_totals *out, fc_formula_points *points, int *busy, int n)
{
    double changes[ROWS];
    while ((n = next_intervals(busy, n, out, points)) > 0) {
        fc_tape_follow(&points->span, points->compiled->tape, &points->compiled->plan.followed);
        find_changes(changes, points);
        for (int k = 0; k < n; k++)
            sort_interval(out, points, busy[k], changes[busy[k]]);
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

/* Rows 0 ... n - 1. */
static void evaluate_rows(fc_totals *out, fc_formula_points *points, int n)
{
    const fc_compiled_formula *compiled = points->compiled;
    const fc_tape *tape = compiled->tape;
    const double *variable[tape->n_variables];
    const bool by_rank = compiled->formula->uses_rank || compiled->plan.watched.n > 0;
    double invalid[ROWS] = {0};
    int busy[ROWS], n_busy = 0;
    for (int i = 0; i < tape->n_variables; i++)
        variable[i] = points->variable + (size_t)i * ROWS;
    fc_tape_run(points->span.at_low, invalid, tape, &compiled->plan.shared, variable);
    add_shared(points, n);
    for (int i = 0; i < n; i++) {
        const double ranks = points->variable[i];
        out[i] = (fc_totals){.time_s = invalid[i] == 0 ? -1 : NAN};
        fc_rank_intervals_start(&points->intervals[i], ranks);
        if (invalid[i] == 0 && by_rank)
            busy[n_busy++] = i;
        else if (invalid[i] == 0)
            add_class(out, points, i, ranks);
    }
    if (by_rank)
        add_ranks(out, points, busy, n_busy);
    take_classes(out, points);
    for (int i = 0; i < n && by_rank; i++) {
        const fc_rank_intervals *of = &points->intervals[i];
        out[i].messages = out[i].messages * of->ranks / of->n;
        out[i].bytes = out[i].bytes * of->ranks / of->n;
    }
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
