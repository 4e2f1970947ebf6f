/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/powers/ratio.h"

#include "analyzer/symbolic/symbolic_store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_COORDINATES = 4,
    MOST_PROBES = 9,
    MOST_ITERATIONS = 1 << 13, /* of sums in one evaluation */
    PLACES = 5                 /* of each coordinate: from the first to the last */
};
static const double tolerance = 0.4; /* of a power */
static const double least_lead = 4;  /* log2: how far a product leads the slower ones where it is tested */

/* log2 of p and of the other variables at both ends of a test. One of them grows, or all. */
typedef struct scale {
    double ranks, others;        /* where they do not grow */
    double from, to;             /* of another variable that grows */
    double ranks_from, ranks_to; /* of p */
    double others_with_ranks;    /* where p grows alone */
    double all_from, all_to;     /* of the others where all grow, beside p from `ranks` to all_ranks */
    double all_ranks;
} scale;
static const scale wide = {6, 14, 24, 44, 18, 24, 31, 28, 48, 12};
static const scale narrow = {2, 2, 6, 8, 4, 6, 6, 3, 5, 4}; /* of sums */

/* One test: the variables' values at both ends, log2 of the expression's largest value over the ranks there. */
typedef struct probe {
    double value[2][FC_POWERS_VARIABLES];
    double found[2];
    double bits; /* by which the growing variables grow */
} probe;

/* The tests of a bound. */
typedef struct tests {
    const fc_ratio *ratio;
    const fc_powers_sum *bound;
    bool *is_removed; /* [bound->n] */
    probe at[MOST_PROBES];
    size_t n;
} tests;

/* Values for an evaluation. */
typedef struct setting {
    const fc_ratio *ratio;
    const double *value;
    double coordinate[MOST_COORDINATES];
} setting;

static bool look_up(void *data, const char *key, double *value)
{
    const setting *s = data;
    for (size_t i = 0; i < s->ratio->n; i++)
        if (strcmp(fc_sym_key(s->ratio->variable[i]), key) == 0) {
            *value = s->value[i];
            return true;
        }
    for (int i = 0; i < s->ratio->n_coordinates; i++)
        if (strcmp(fc_sym_key(s->ratio->coordinate[i]), key) == 0) {
            *value = s->coordinate[i];
            return true;
        }
    return false;
}

static double evaluate(setting *s, const fc_sym *expression)
{
    const fc_values values = {look_up, s->ratio->call, s};
    double value;
    return fc_sym_evaluate(expression, &values, &value) ? value : NAN;
}

/* The largest value over ranks at the ends, in the middle and between; NAN: one is not known. */
static double largest_value(const fc_ratio *ratio, const double *value, const fc_sym *expression)
{
    setting s = {.ratio = ratio, .value = value};
    int n = 1;
    double most = 0;
    for (int i = 0; i < ratio->n_coordinates; i++)
        n *= PLACES;
    for (int place = 0; place < n; place++) {
        for (int i = 0, rest = place; i < ratio->n_coordinates; i++, rest /= PLACES) {
            double last = evaluate(&s, ratio->size[i]) - 1;
            s.coordinate[i] = floor(last * (rest % PLACES) / (PLACES - 1));
        }
        double found = evaluate(&s, expression);
        if (isnan(found))
            return NAN;
        most = fmax(most, found);
    }
    return most;
}

static double log_of_product(const fc_ratio *ratio, const fc_powers *product, const double *value)
{
    double log = 0;
    for (size_t i = 0; i < ratio->n; i++)
        log += product->power[i] * log2(value[i]) + product->logs[i] * log2(log2(value[i]));
    return log;
}

/* Of the products that are left. */
static double log_of_bound(const tests *t, const double *value)
{
    double sum = 0;
    for (size_t i = 0; i < t->bound->n; i++)
        sum += t->is_removed[i] ? 0 : exp2(log_of_product(t->ratio, &t->bound->item[i], value));
    return log2(sum);
}

/* The variable that grows; n: all. */
static void set_values(probe *out, const fc_ratio *ratio, const scale *s, size_t growing)
{
    for (size_t i = 0; i < ratio->n; i++)
        for (int end = 0; end < 2; end++) {
            bool is_ranks = i == ratio->ranks, all = growing == ratio->n, grows = i == growing || all;
            double from = all ? s->ranks : s->ranks_from, to = all ? s->all_ranks : s->ranks_to;
            double ranks = !grows ? s->ranks : end ? to : from;
            double fixed = growing == ratio->ranks ? s->others_with_ranks : s->others;
            double moving = all ? (end ? s->all_to : s->all_from) : end ? s->to : s->from;
            double bits = is_ranks ? ranks : !grows ? fixed : moving;
            /* p is q^6, a power of the size of grids of two and three dimensions; other values are odd. */
            out->value[end][i] = is_ranks ? pow(round(exp2(bits / 6)), 6) : 2 * floor(exp2(bits) / 2) + 1;
        }
    out->bits = growing == ratio->n       ? s->all_to - s->all_from
                : growing == ratio->ranks ? s->ranks_to - s->ranks_from
                                          : s->to - s->from;
}

/* The iterations of the sums in an expression; an unknown range counts as long as that of the sum around. */
static double iterations_of(setting *s, const fc_sym *expression, double around)
{
    double all = 0;
    for (int i = 0; i < expression->n_atoms; i++) {
        const fc_atom *atom = expression->atom[i];
        const fc_algebra *algebra = expression->algebra;
        if (atom->kind == FC_ATOM_SUM) {
            double length = evaluate(s, fc_sym_subtract((fc_algebra *)algebra, atom->argument[2], atom->argument[1]));
            length = isnan(length) ? around : fmax(length + 1, 1);
            all += length * fmax(iterations_of(s, atom->argument[3], length), 1);
        } else {
            for (int k = 0; k < atom->n_arguments; k++)
                all += iterations_of(s, atom->argument[k], around);
        }
    }
    return all;
}

/* False: the values are not known, or their sums have too many terms. */
static bool run_probe(probe *out, const fc_ratio *ratio, const fc_sym *expression)
{
    bool runs = true;
    for (int end = 1; end >= 0 && runs; end--) {
        setting s = {.ratio = ratio, .value = out->value[end]};
        runs = iterations_of(&s, expression, 1) <= MOST_ITERATIONS;
        out->found[end] = runs ? log2(largest_value(ratio, out->value[end], expression)) : NAN;
        runs = runs && out->found[end] > 0;
    }
    return runs;
}

static double slope_of(const tests *t, size_t product, const probe *at)
{
    const fc_powers *item = &t->bound->item[product];
    return log_of_product(t->ratio, item, at->value[1]) - log_of_product(t->ratio, item, at->value[0]);
}

/* True if the values grow slower than the product, which leads all slower products already at the first end. */
static bool disproves(const tests *t, const probe *at, size_t i)
{
    const fc_powers *item = t->bound->item;
    double least = slope_of(t, i, at) - tolerance * at->bits, first = log_of_product(t->ratio, &item[i], at->value[0]);
    bool leads = at->found[1] - at->found[0] < least;
    for (size_t k = 0; k < t->bound->n && leads; k++)
        leads = t->is_removed[k] || slope_of(t, k, at) >= least ||
                log_of_product(t->ratio, &item[k], at->value[0]) + least_lead <= first;
    return leads;
}

static bool still_bounds(const tests *t, const probe *at)
{
    double growth = log_of_bound(t, at->value[1]) - log_of_bound(t, at->value[0]);
    return at->found[1] - at->found[0] <= growth + tolerance * at->bits / 2;
}

/* Runs the tests that can be run, the last one with all variables growing; none if that one cannot. */
static void run_probes(tests *t, const fc_sym *expression)
{
    const fc_ratio *ratio = t->ratio;
    const scale *s = fc_powers_has_sum(expression) ? &narrow : &wide;
    for (size_t i = 0; i < ratio->n && t->n < MOST_PROBES - 1; i++) {
        if (!fc_sym_depends(expression, ratio->variable[i]))
            continue;
        set_values(&t->at[t->n], ratio, s, i);
        t->n += run_probe(&t->at[t->n], ratio, expression);
    }
    set_values(&t->at[t->n], ratio, s, ratio->n);
    t->n = run_probe(&t->at[t->n], ratio, expression) ? t->n + 1 : 0;
}

/* Removes a product that a test disproves. A product may be tested once those that hide it are removed. */
static bool remove_one(tests *t)
{
    for (size_t i = 0; i < t->bound->n; i++)
        for (size_t k = 0; k < t->n && !t->is_removed[i]; k++)
            if (disproves(t, &t->at[k], i)) {
                t->is_removed[i] = true;
                return true;
            }
    return false;
}

/* Takes back the slowest removed product that grows as fast as the values of a test; false: there is none. */
static bool take_back(tests *t, const probe *failed)
{
    size_t best = t->bound->n;
    double least = INFINITY, needed = failed->found[1] - failed->found[0] - tolerance * failed->bits / 2;
    for (size_t i = 0; i < t->bound->n; i++) {
        /* How fast a product grows in all tests: the sum of squares prefers products of many variables to high powers.
         */
        double growth = 0;
        for (size_t k = 0; k < t->n; k++)
            growth += pow(slope_of(t, i, &t->at[k]), 2);
        if (t->is_removed[i] && slope_of(t, i, failed) >= needed && growth < least) {
            least = growth;
            best = i;
        }
    }
    if (best < t->bound->n)
        t->is_removed[best] = false;
    return best < t->bound->n;
}

void fc_ratio_prune(fc_powers_sum *bound, const fc_ratio *ratio, const fc_sym *expression)
{
    tests *t = fc_allocate(1, sizeof *t);
    size_t kept = 0;
    t->ratio = ratio;
    t->bound = bound;
    t->is_removed = fc_allocate(bound->n, sizeof *t->is_removed);
    run_probes(t, expression);
    while (remove_one(t))
        ;
    bool bounds = t->n > 0;
    for (size_t k = 0; k < t->n && bounds; k++)
        while (bounds && !still_bounds(t, &t->at[k]))
            bounds = take_back(t, &t->at[k]);
    for (size_t i = 0; i < bound->n && bounds; i++)
        if (!t->is_removed[i])
            bound->item[kept++] = bound->item[i];
    bound->n = bounds ? kept : bound->n;
    free(t->is_removed);
    free(t);
}
