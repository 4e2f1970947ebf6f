/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/formula/formula_points.h"

#include "analyzer/emit/formula/formula_dims.h"
#include "analyzer/emit/formula/formula_region.h"
#include "analyzer/symbolic/symbolic_tape.h"
#include "comm_interface/runtime_function.h"
#include "runtime/models/compute.h"
#include "support/hash.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_RANKS = 4096, /* as in runtime/host/evaluate.h */
    MEMO_BITS = 8,
    MEMO = 1 << MEMO_BITS /* memoized prices of a term, direct-mapped */
};

static const double greatest_count = 9007199254740992.0; /* 2^53 */

typedef struct price {
    double seconds, error_s; /* per execution; error_s: one standard deviation */
} price;

/* A prepared term. Its numbers are steps of the tape, -1 for none. */
typedef struct part {
    const fc_formula_term *term;
    int count, moved;
    int number[2];    /* region: entries, iterations; call: ranks, bytes; allocation: bytes */
    int *working_set; /* [n_streams]; -1: infinite */
    int n_streams;
    bool depends; /* on the rank */
    int item;     /* region or call; errors of different items are independent */
    fc_formula_region region;
    fc_prepared_model prepared;
    double *key; /* [MEMO][width]: arguments of the memoized prices; first NAN: empty */
    price *kept; /* [MEMO] */
    size_t last; /* the entry used last */
    int width;
} part;

/* The totals of one rank. */
typedef struct sums {
    double compute_s, communication_s, messages, bytes;
    /* Sum of squared errors of calls; the same of regions, and the sum of their errors (fc_compute_variance). */
    double variance, squares, errors;
} sums;

/* An interval of ranks that may be one class. */
typedef struct range {
    double low, high;
} range;

struct fc_formula_points {
    const fc_formula *formula;
    const fc_coefficients *machine;
    fc_tape *tape;
    part *part;
    int n_parts, n_items;
    bool *item_depends;         /* some term of the item depends on the rank */
    double *shared_s, *error_s; /* [n_items]: errors of the terms that do not depend on the rank, of all */
    int *stop, n_stops;
    int *watched, n_watched; /* steps that must be constant in a class */
    double *value;           /* [tape->n_steps][FC_TAPE_ROWS] */
    double *variable;        /* [n_variables][FC_TAPE_ROWS] */
    fc_tape_span span;
    range stack[MAX_RANKS + 1];
};

/* ---- preparation ---- */

/* The expressions of all terms and stops. */
typedef struct list {
    const fc_sym **expression;
    int **step; /* receives the expression's step */
    size_t n, expression_capacity, step_capacity;
} list;

static void add(list *all, const fc_sym *expression, int *step)
{
    *step = -1;
    if (!expression)
        return;
    all->expression = fc_grow(all->expression, &all->expression_capacity, all->n + 1, sizeof *all->expression);
    all->step = fc_grow(all->step, &all->step_capacity, all->n + 1, sizeof *all->step);
    all->expression[all->n] = expression;
    all->step[all->n++] = step;
}

static void add_part(list *all, part *p)
{
    const fc_formula_term *term = p->term;
    add(all, term->count, &p->count);
    add(all, term->moved, &p->moved);
    add(all, term->region ? term->entries : term->operation ? term->ranks : NULL, &p->number[0]);
    add(all, term->region ? term->iterations : term->bytes, &p->number[1]);
    for (int i = 0; i < p->n_streams; i++)
        add(all, term->working_set[i], &p->working_set[i]);
}

/* Terms of one region, or of one call or allocation, are one item. */
static int item_of(const fc_formula_points *points, int index)
{
    const fc_formula_term *term = points->part[index].term;
    for (int i = 0; i < index; i++) {
        const fc_formula_term *other = points->part[i].term;
        if (term->region ? other->region == term->region : !other->region && other->node == term->node)
            return points->part[i].item;
    }
    return index;
}

static void make_part(fc_formula_points *points, int index, fc_compute_model *compute)
{
    part *p = &points->part[index];
    p->term = &points->formula->term[index];
    p->item = item_of(points, index);
    if (p->term->region) {
        fc_formula_region_build(&p->region, points->formula->analysis->program, p->term->region);
        fc_compute_prepare(&p->prepared, compute, points->machine, &p->region.region);
        p->n_streams = p->region.region.n_streams;
        p->working_set = fc_allocate((size_t)p->n_streams, sizeof *p->working_set);
    }
    p->width = 3 + p->n_streams;
    p->key = fc_allocate((size_t)MEMO * (size_t)p->width, sizeof *p->key);
    p->kept = fc_allocate(MEMO, sizeof *p->kept);
    for (int i = 0; i < MEMO; i++)
        p->key[i * p->width] = NAN;
}

static bool step_depends(const fc_formula_points *points, int step)
{
    return step >= 0 && points->tape->step[step].depends;
}

static void watch(fc_formula_points *points, int step)
{
    if (step_depends(points, step))
        points->watched[points->n_watched++] = step;
}

static void find_dependence(fc_formula_points *points)
{
    for (int i = 0; i < points->n_parts; i++) {
        part *p = &points->part[i];
        int before = points->n_watched;
        watch(points, p->count);
        watch(points, p->moved);
        watch(points, p->number[0]);
        watch(points, p->number[1]);
        for (int k = 0; k < p->n_streams; k++)
            watch(points, p->working_set[k]);
        p->depends = points->n_watched > before;
        points->item_depends[p->item] |= p->depends;
    }
    for (int i = 0; i < points->n_stops; i++)
        watch(points, points->stop[i]);
}

static void allocate_values(fc_formula_points *points, size_t n_expressions)
{
    size_t steps = (size_t)points->tape->n_steps, items = (size_t)points->n_parts;
    points->value = fc_allocate(steps * FC_TAPE_ROWS, sizeof *points->value);
    points->variable = fc_allocate((size_t)points->tape->n_variables * FC_TAPE_ROWS, sizeof *points->variable);
    points->span.at_low = fc_allocate(steps, sizeof(double));
    points->span.at_high = fc_allocate(steps, sizeof(double));
    points->span.form = fc_allocate(steps, 1);
    points->watched = fc_allocate(n_expressions, sizeof *points->watched);
    points->item_depends = fc_allocate(items, sizeof *points->item_depends);
    points->shared_s = fc_allocate(items, sizeof *points->shared_s);
    points->error_s = fc_allocate(items, sizeof *points->error_s);
}

/* "p", the parameters, and the pivot "rank". */
static bool write_tape(fc_formula_points *points, const list *all)
{
    const fc_formula *formula = points->formula;
    int n = (int)formula->n_parameters + 2;
    const char **key = fc_allocate((size_t)n, sizeof *key);
    key[0] = "p";
    for (size_t i = 0; i < formula->n_parameters; i++)
        key[i + 1] = fc_formula_key(formula->parameter[i]);
    key[n - 1] = "rank";
    fc_tape_names names = {key, n, "dims_create", dims_create};
    int *step = fc_allocate(all->n, sizeof *step);
    points->tape = fc_tape_create(step, all->expression, (int)all->n, &names);
    for (size_t i = 0; points->tape && i < all->n; i++)
        *all->step[i] = step[i];
    free(step);
    free(key);
    return points->tape != NULL;
}

static bool has_sums(const fc_formula *formula)
{
    for (size_t i = 0; i < formula->n_terms; i++)
        if (formula->term[i].n_sums > 0 || formula->term[i].executed)
            return true;
    return false;
}

fc_formula_points *fc_formula_points_create(const fc_formula *formula, const fc_coefficients *machine,
                                            fc_compute_model *compute)
{
    if (formula->may_stop || has_sums(formula) || formula->n_terms == 0)
        return NULL;
    fc_formula_points *points = fc_allocate(1, sizeof *points);
    list all = {0};
    points->formula = formula;
    points->machine = machine;
    points->n_parts = points->n_items = (int)formula->n_terms;
    points->part = fc_allocate(formula->n_terms, sizeof *points->part);
    points->n_stops = (int)formula->n_stops;
    points->stop = fc_allocate(formula->n_stops, sizeof *points->stop);
    for (int i = 0; i < points->n_parts; i++) {
        make_part(points, i, compute);
        add_part(&all, &points->part[i]);
    }
    for (int i = 0; i < points->n_stops; i++)
        add(&all, formula->stop[i], &points->stop[i]);
    bool written = write_tape(points, &all);
    if (written) {
        allocate_values(points, all.n);
        find_dependence(points);
    }
    free(all.expression);
    free(all.step);
    if (written)
        return points;
    fc_formula_points_free(points);
    return NULL;
}

void fc_formula_points_free(fc_formula_points *points)
{
    if (!points)
        return;
    for (int i = 0; i < points->n_parts; i++) {
        fc_formula_region_free(&points->part[i].region);
        free(points->part[i].working_set);
        free(points->part[i].key);
        free(points->part[i].kept);
    }
    fc_tape_free(points->tape);
    free(points->part);
    free(points->item_depends);
    free(points->shared_s);
    free(points->error_s);
    free(points->stop);
    free(points->watched);
    free(points->value);
    free(points->variable);
    free(points->span.at_low);
    free(points->span.at_high);
    free(points->span.form);
    free(points);
}

/* ---- prices ---- */

/* The point and class being evaluated, whose values are in points->span; active: busy cores. */
typedef struct place {
    fc_formula_points *points;
    int active;
} place;

static inline double value_of(const place *at, int step)
{
    return at->points->span.at_low[step];
}

static bool is_count(double value)
{
    return value >= 0 && value <= greatest_count;
}

static bool is_same(const double *a, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static price region_price(const place *at, part *p, const double *key)
{
    double error = 0;
    if (!is_count(key[0]) || !is_count(key[1]))
        return (price){NAN, 0};
    if (key[0] == 0 && key[1] == 0)
        return (price){0, 0};
    double seconds = fc_compute_prepared(&p->prepared, at->active, key[0], key[1], key + 3, &error);
    return (price){seconds, seconds * error};
}

static price call_price(const place *at, const part *p, const double *key)
{
    double error = 0;
    if (!(key[0] >= 1 && key[1] >= 0 && key[1] <= INT_MAX))
        return (price){NAN, 0};
    double seconds = fc_runtime_function_time(at->points->machine,
                                              (fc_runtime_query){p->term->fit, FC_VARIANT_ANY, key[0], key[1]}, &error);
    return (price){seconds, seconds * error};
}

/* A term's price, memoized. The key: two numbers, the busy cores of regions, the working sets. */
static price price_of(const place *at, part *p)
{
    double key[p->width];
    if (!p->term->region && !p->term->operation) {
        const fc_memory *memory = &at->points->machine->memory;
        double bytes = value_of(at, p->number[1]);
        double seconds = is_count(bytes) ? memory->allocate_s + bytes * memory->first_touch_s : NAN;
        return (price){seconds, seconds * memory->model_error};
    }
    key[0] = value_of(at, p->number[0]);
    key[1] = value_of(at, p->number[1]);
    key[2] = p->term->region ? at->active : 0;
    for (int i = 0; i < p->n_streams; i++)
        key[3 + i] = p->working_set[i] >= 0 ? value_of(at, p->working_set[i]) : INFINITY;
    if (is_same(p->key + p->last * (size_t)p->width, key, p->width))
        return p->kept[p->last];
    size_t memo = p->last = fc_hash_reals(0, key, p->width) >> (64 - MEMO_BITS);
    double *kept = p->key + memo * (size_t)p->width;
    if (!is_same(kept, key, p->width)) {
        p->kept[memo] = p->term->region ? region_price(at, p, key) : call_price(at, p, key);
        memcpy(kept, key, (size_t)p->width * sizeof *key);
    }
    return p->kept[memo];
}

/* Adds a term; an invalid count or price makes the sums NAN. */
static void add_term(const place *at, part *p, sums *to, double *error_s)
{
    double count = value_of(at, p->count);
    if (count == 0)
        return;
    price one = count > 0 ? price_of(at, p) : (price){NAN, 0};
    double *seconds = p->term->operation ? &to->communication_s : &to->compute_s;
    *seconds += count * one.seconds;
    error_s[p->item] += count * one.error_s;
    if (p->moved >= 0) {
        to->messages += count;
        to->bytes += count * value_of(at, p->moved);
    }
}

static void add_variance(const fc_formula_points *points, sums *to, const double *error_s, bool of_dependent)
{
    for (int i = 0; i < points->n_items; i++)
        if (points->item_depends[i] == of_dependent) {
            bool is_region = points->part[i].term->region;
            *(is_region ? &to->squares : &to->variance) += error_s[i] * error_s[i];
            to->errors += is_region ? error_s[i] : 0;
        }
}

static sums add_shared(const place *at)
{
    fc_formula_points *points = at->points;
    sums shared = {0};
    memset(points->shared_s, 0, (size_t)points->n_items * sizeof *points->shared_s);
    for (int i = 0; i < points->n_parts; i++)
        if (!points->part[i].depends)
            add_term(at, &points->part[i], &shared, points->shared_s);
    add_variance(points, &shared, points->shared_s, false);
    return shared;
}

/* The totals of a rank of the class; NAN seconds if the program stops on it. */
static sums add_class(const place *at, sums all)
{
    fc_formula_points *points = at->points;
    memcpy(points->error_s, points->shared_s, (size_t)points->n_items * sizeof *points->error_s);
    for (int i = 0; i < points->n_parts; i++)
        if (points->part[i].depends)
            add_term(at, &points->part[i], &all, points->error_s);
    add_variance(points, &all, points->error_s, true);
    for (int i = 0; i < points->n_stops; i++)
        if (value_of(at, points->stop[i]) > 0)
            all.compute_s = NAN;
    return all;
}

/* ---- ranks ---- */

/* The number of evaluated ranks below `rank`: evaluated rank i is floor(i (ranks - 1) / (n - 1)). */
static double evaluated_below(double rank, int n, double ranks)
{
    return n < 2 ? rank > 0 : n == ranks ? rank : ceil(rank * (n - 1) / (ranks - 1));
}

static bool is_class(const fc_formula_points *points)
{
    for (int i = 0; i < points->n_watched; i++)
        if (points->span.form[points->watched[i]] != 0)
            return false;
    return true;
}

static void take_class(fc_totals *out, const sums *class, double members)
{
    double time = class->compute_s + class->communication_s;
    double half = 1.645 * sqrt(class->variance + fc_compute_variance(class->squares, class->errors));
    out->messages += members * class->messages;
    out->bytes += members * class->bytes;
    if (!(time <= out->time_s)) { /* the first of the slowest, or none */
        out->time_s = time;
        out->compute_s = class->compute_s;
        out->communication_s = class->communication_s;
        out->low_s = fc_compute_low(time, half);
        out->high_s = time + half;
    }
}

/* Evaluates all ranks of a point, class by class, in ascending order of ranks. */
static void add_ranks(const place *at, const sums *shared, double ranks, fc_totals *out)
{
    fc_formula_points *points = at->points;
    fc_tape_span *span = &points->span;
    int n = ranks < MAX_RANKS ? (int)ranks : MAX_RANKS, depth = 0;
    points->stack[depth++] = (range){0, ranks - 1};
    while (depth > 0 && !isnan(out->time_s)) {
        range of = points->stack[--depth];
        double first = evaluated_below(of.low, n, ranks), members = evaluated_below(of.high + 1, n, ranks) - first;
        if (members == 0)
            continue;
        if (members == 1)
            of.low = of.high = n < 2 ? 0 : floor(first * (ranks - 1) / (n - 1));
        span->low = of.low;
        span->high = of.high;
        if (fc_tape_follow(span, points->tape) && is_class(points)) {
            sums class = span->good ? add_class(at, *shared) : (sums){.compute_s = NAN};
            take_class(out, &class, members);
        } else {
            points->stack[depth++] = (range){span->split + 1, of.high};
            points->stack[depth++] = (range){of.low, span->split};
        }
    }
    out->messages = out->messages * ranks / n;
    out->bytes = out->bytes * ranks / n;
}

/* ---- points ---- */

static void evaluate_point(fc_formula_points *points, int row, double ranks, fc_totals *out)
{
    int cores = points->machine->cores > 1 ? points->machine->cores : 1;
    place at = {points, ranks < cores ? (int)ranks : cores};
    *out = (fc_totals){.time_s = -1};
    fc_tape_load(&points->span, points->tape, points->value + row);
    sums shared = add_shared(&at);
    if (points->formula->uses_rank || points->n_watched > 0) {
        add_ranks(&at, &shared, ranks, out);
    } else {
        sums all = add_class(&at, shared);
        take_class(out, &all, ranks);
    }
}

/* An integer parameter is truncated as in C; NAN if it is less than `least` or not an int. */
static double integer_value(double least, double value)
{
    return value >= least && value <= INT_MAX ? trunc(value) : NAN;
}

static void fill_variables(fc_formula_points *points, const int *ranks, const double *const *parameter, int first,
                           int n)
{
    const fc_formula *formula = points->formula;
    for (int i = 0; i < n; i++)
        points->variable[i] = ranks[first + i];
    for (size_t k = 0; k < formula->n_parameters; k++) {
        double least = formula->is_signed[k] ? INT_MIN : 0;
        for (int i = 0; i < n; i++)
            points->variable[(k + 1) * FC_TAPE_ROWS + (size_t)i] =
                formula->is_real[k] ? parameter[k][first + i] : integer_value(least, parameter[k][first + i]);
    }
}

void fc_formula_points_run(fc_totals *out, fc_formula_points *points, const int *ranks, const double *const *parameter,
                           int n)
{
    const fc_tape *tape = points->tape;
    const double *variable[tape->n_variables];
    bool good[FC_TAPE_ROWS];
    for (int i = 0; i < tape->n_variables; i++)
        variable[i] = points->variable + (size_t)i * FC_TAPE_ROWS;
    for (int first = 0; first < n; first += FC_TAPE_ROWS) {
        int rows = n - first < FC_TAPE_ROWS ? n - first : FC_TAPE_ROWS;
        fill_variables(points, ranks, parameter, first, rows);
        fc_tape_run(points->value, good, tape, variable, rows);
        for (int i = 0; i < rows; i++)
            if (good[i])
                evaluate_point(points, i, ranks[first + i], &out[first + i]);
            else
                out[first + i] = (fc_totals){.time_s = NAN};
    }
}
