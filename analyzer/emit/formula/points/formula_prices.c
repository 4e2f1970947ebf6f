/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/formula/points/formula_prices.h"

#include "comm_interface/runtime_function.h"
#include "support/hash.h"
#include "support/lanes.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALL_BITS = 16, /* memoized rows of all groups */
    LEAST_BITS = 6,
    CALL_BITS = 12, /* the inner axis of a sweep, ranks, returns to the same ones */
    REGION_BITS = 9
};

static const double greatest_count = 9007199254740992.0; /* 2^53 */

/* ---- preparation ---- */

void fc_formula_price_init(fc_formula_price *price, const fc_formula_term *term, const fc_program *program,
                           const fc_coefficients *machine, fc_compute_model *compute)
{
    *price = (fc_formula_price){.term = term, .number = {-1, -1}};
    if (!term->region)
        return;
    fc_formula_region_build(&price->region, program, term->region);
    fc_compute_prepare(&price->prepared, compute, machine, &price->region.region);
    price->n_sizes = fc_region_n_sizes(&price->region.region);
    price->working_set = fc_allocate((size_t)price->n_sizes, sizeof *price->working_set);
}

void fc_formula_price_free(fc_formula_price *price)
{
    fc_formula_region_free(&price->region);
    free(price->working_set);
}

void fc_formula_price_visit(const fc_formula_price *price, void (*use)(void *data, int step), void *data)
{
    for (int i = 0; i < 2; i++)
        if (price->number[i] >= 0)
            use(data, price->number[i]);
    for (int i = 0; i < price->n_sizes; i++)
        if (price->working_set[i] >= 0)
            use(data, price->working_set[i]);
}

void fc_formula_price_group_open(fc_formula_price_group *group, int share)
{
    const int most = group->n_keys == 0 ? 0 : group->has_region ? REGION_BITS : CALL_BITS;
    for (group->bits = ALL_BITS; group->bits > LEAST_BITS && share > 1; share /= 2)
        group->bits--;
    group->bits = group->bits < most ? group->bits : most;
    size_t n = (size_t)1 << group->bits, width = (size_t)group->n_keys + 2 * (size_t)group->n_prices;
    group->memo = fc_allocate(n * width, sizeof *group->memo);
    for (size_t i = 0; i < n; i++)
        group->memo[i * width] = NAN;
    group->last = fc_allocate((size_t)group->n_keys + 1, sizeof *group->last);
}

void fc_formula_price_group_close(fc_formula_price_group *group)
{
    free(group->key);
    free(group->price);
    free(group->memo);
    free(group->last);
}

bool fc_formula_price_is_equal(const fc_formula_price *a, const fc_formula_price *b)
{
    const fc_formula_term *x = a->term, *y = b->term;
    return x->region == y->region && !x->operation == !y->operation &&
           (!x->operation || (x->fit == y->fit && x->variant == y->variant)) && a->number[0] == b->number[0] &&
           a->number[1] == b->number[1] && a->n_sizes == b->n_sizes &&
           (a->n_sizes == 0 ||
            memcmp(a->working_set, b->working_set, (size_t)a->n_sizes * sizeof *a->working_set) == 0);
}

/* ---- evaluation ---- */

/* The price of one row, and where its seconds and error go. */
typedef struct row {
    const fc_formula_rows *of;
    int i;
    double *seconds, *error_s; /* error_s: one standard deviation */
} row;

static inline double value_of(const row *at, int step)
{
    return at->of->value[(size_t)step * FC_TAPE_ROWS + (size_t)at->i];
}

static bool is_count(double value)
{
    return value >= 0 && value <= greatest_count;
}

static void price_region(const row *at, const fc_formula_price *price)
{
    double entries = value_of(at, price->number[0]), iterations = value_of(at, price->number[1]), error = 0;
    double working_set[price->n_sizes + 1];
    if (!is_count(entries) || !is_count(iterations)) {
        *at->seconds = NAN;
        return;
    }
    if (entries == 0 && iterations == 0)
        return;
    for (int i = 0; i < price->n_sizes; i++)
        working_set[i] = price->working_set[i] >= 0 ? value_of(at, price->working_set[i]) : INFINITY;
    *at->seconds =
        fc_compute_prepared(&price->prepared, (int)at->of->active[at->i], entries, iterations, working_set, &error);
    *at->error_s = *at->seconds * error;
}

static void price_call(const row *at, const fc_formula_price *price, const fc_coefficients *machine)
{
    double ranks = value_of(at, price->number[0]), bytes = value_of(at, price->number[1]), error = 0;
    if (!(ranks >= 1 && bytes >= 0 && bytes <= INT_MAX)) {
        *at->seconds = NAN;
        return;
    }
    const fc_runtime_query query = {price->term->fit, price->term->variant, ranks, bytes};
    *at->seconds = fc_runtime_function_time(machine, query, &error);
    *at->error_s = *at->seconds * error;
}

static const double *column_of(const fc_formula_rows *rows, int argument)
{
    return argument == FC_FORMULA_ACTIVE ? rows->active : rows->value + (size_t)argument * FC_TAPE_ROWS;
}

void fc_formula_price_allocations(fc_formula_priced *out, const fc_formula_price *price, const fc_memory *memory,
                                  const fc_formula_rows *rows)
{
    const double *bytes = column_of(rows, price->number[1]);
    for (int i = 0; i < rows->n; i++) {
        out->seconds[i] = is_count(bytes[i]) ? memory->allocate_s + bytes[i] * memory->first_touch_s : NAN;
        out->error_s[i] = out->seconds[i] * memory->model_error;
    }
}

FC_LANES_CLONED static uint64_t compare_rows(const double *column)
{
    const fc_lanes_mask bit = {1, 2, 4, 8};
    uint64_t changed = 1;
    for (int i = 0; i < FC_TAPE_ROWS / FC_LANES; i++) {
        fc_lanes own = fc_lanes_load(column, i), first = {own[0], own[0], own[1], own[2]};
        fc_lanes_mask differs = (own != (i > 0 ? fc_lanes_load(column + i * FC_LANES - 1, 0) : first)) & bit;
        changed |= (uint64_t)(differs[0] | differs[1] | differs[2] | differs[3]) << i * FC_LANES;
    }
    return changed;
}

void fc_formula_rows_compare(fc_formula_rows *rows, int argument)
{
    rows->changed[argument + 1] = compare_rows(column_of(rows, argument));
}

/* The memo's entry for these arguments; *known: it has their prices. n: the number of arguments. */
static inline __attribute__((always_inline)) double *entry_of(const fc_formula_price_group *group, int n,
                                                              const double *key, bool *known)
{
    size_t place = group->bits > 0 ? fc_hash_reals(0, key, n) >> (64 - group->bits) : 0;
    double *entry = group->memo + place * ((size_t)n + 2 * (size_t)group->n_prices);
    *known = n > 0;
    for (int k = 0; k < n; k++)
        *known &= entry[k] == key[k];
    for (int k = 0; k < n && !*known; k++)
        entry[k] = key[k];
    return entry + n;
}

/* What a group is evaluated with. */
typedef struct pricing {
    fc_formula_priced *out;
    fc_formula_price_group *group;
    const fc_formula_price *price;
    const fc_coefficients *machine;
    const fc_formula_rows *rows;
    uint64_t changed; /* the rows that differ from the row before in an argument */
} pricing;

static void price_entry(const pricing *of, int i, double *entry)
{
    for (int p = 0; p < of->group->n_prices; p++, entry += 2) {
        const row *at = &(row){of->rows, i, &entry[0], &entry[1]};
        const fc_formula_price *price = &of->price[of->group->price[p]];
        const fc_coefficients *machine = of->machine;
        *at->seconds = *at->error_s = 0;
        if (price->term->region)
            price_region(at, price);
        else
            price_call(at, price, machine);
    }
}

/* Sets the prices of rows i ... next - 1. */
static inline void copy_entry(const pricing *of, int i, int next, const double *entry)
{
    for (int p = 0; p < of->group->n_prices; p++, entry += 2) {
        fc_formula_priced *to = &of->out[of->group->price[p]];
        for (int k = i; k < next; k++) {
            to->seconds[k] = entry[0];
            to->error_s[k] = entry[1];
        }
    }
}

/* Entry by entry of consecutive rows with equal arguments. n_keys: a constant where that pays. */
static inline __attribute__((always_inline)) void evaluate_group(const pricing *of, int n_keys)
{
    double key[n_keys + 1];
    const double *argument[n_keys + 1];
    for (int k = 0; k < n_keys; k++)
        argument[k] = column_of(of->rows, of->group->key[k]);
    for (int i = 0, next; i < of->rows->n; i = next) {
        bool known;
        const uint64_t later = of->changed >> i >> 1;
        next = later ? i + 1 + __builtin_ctzll(later) : of->rows->n;
        next = next < of->rows->n ? next : of->rows->n;
        for (int k = 0; k < n_keys; k++)
            key[k] = argument[k][i];
        double *entry = entry_of(of->group, n_keys, key, &known);
        if (!known)
            price_entry(of, i, entry);
        copy_entry(of, i, next, entry);
    }
}

/* Whether all rows have the arguments that all rows had before, so that their prices are in place. */
static bool are_priced(fc_formula_price_group *group, const fc_formula_rows *rows, uint64_t changed)
{
    const uint64_t own = rows->n < FC_TAPE_ROWS ? ((uint64_t)1 << rows->n) - 1 : ~(uint64_t)0;
    const int n_last = group->n_last;
    bool same = rows->n <= n_last;
    group->n_last = (changed & own) == 1 ? rows->n : 0;
    for (int k = 0; k < group->n_keys && group->n_last > 0; k++) {
        const double argument = column_of(rows, group->key[k])[0];
        same &= group->last[k] == argument;
        group->last[k] = argument;
    }
    if (same && group->n_last > 0)
        group->n_last = n_last;
    return same && group->n_last > 0;
}

void fc_formula_price_group_evaluate(fc_formula_priced *out, fc_formula_price_group *group,
                                     const fc_formula_price *prices, const fc_coefficients *machine,
                                     const fc_formula_rows *rows)
{
    pricing of = {out, group, prices, machine, rows, 1};
    for (int k = 0; k < group->n_keys; k++)
        of.changed |= rows->changed[group->key[k] + 1];
    if (are_priced(group, rows, of.changed))
        return;
    switch (group->n_keys) {
    case 1:
        evaluate_group(&of, 1);
        return;
    case 2:
        evaluate_group(&of, 2);
        return;
    case 3:
        evaluate_group(&of, 3);
        return;
    default:
        evaluate_group(&of, group->n_keys);
    }
}
