/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_prices.h  The price of a formula's terms over rows: seconds of one execution of a region, call or
 * allocation, and their standard deviation.
 *
 * Prices that follow from the same arguments are a group. A group is memoized by its arguments, and looked up once for
 * consecutive rows with equal arguments: in a sweep, few of them change from point to point. */
#ifndef FC_FORMULA_PRICES_H
#define FC_FORMULA_PRICES_H

#include "analyzer/emit/formula/formula.h"
#include "analyzer/emit/formula/formula_region.h"
#include "analyzer/symbolic/symbolic_tape.h"
#include "runtime/models/compute.h"

#include <stdint.h>

/** Terms with the same region or operation and the same arguments share a price. Steps are those of a tape. */
typedef struct fc_formula_price {
    const fc_formula_term *term; /* one of the terms */
    int number[2];               /* steps. Region: entries, iterations; call: ranks, bytes; allocation: -1, bytes */
    int *working_set;            /* [n_sizes] steps; -1: infinite */
    int n_sizes;
    fc_formula_region region;
    fc_prepared_model prepared;
} fc_formula_price;

/** Prices that follow from the same arguments. */
typedef struct fc_formula_price_group {
    int *key, n_keys;     /* steps, or FC_FORMULA_ACTIVE */
    int *price, n_prices; /* their numbers */
    bool has_region;
    double *memo; /* [1 << bits][n_keys + 2 n_prices]: arguments, and seconds and error of each price; direct-mapped.
                     First argument NAN: empty */
    int bits;
    double *last; /* [n_keys]: the arguments of all rows when last evaluated */
    int n_last;   /* so many rows then; 0: their arguments differed */
} fc_formula_price_group;

enum {
    FC_FORMULA_ACTIVE = -1 /* an argument: the number of busy cores */
};

/** The values of a tape's steps at n rows, and their numbers of busy cores. */
typedef struct fc_formula_rows {
    const double *value; /* [n_steps][FC_TAPE_ROWS] */
    const double *active;
    uint64_t *changed; /* [1 + n_steps] by argument + 1: bit i: row i differs from the row before it, or is the first */
    int n;
} fc_formula_rows;

/** Prices by row; error_s: one standard deviation. */
typedef struct fc_formula_priced {
    double seconds[FC_TAPE_ROWS], error_s[FC_TAPE_ROWS];
} fc_formula_priced;

/** Prepares the price's region; the steps are to be set by the caller. The price must not be moved, and borrows all
 * arguments. */
void fc_formula_price_init(FC_GIVE fc_formula_price *price, const fc_formula_term *term, const fc_program *program,
                           const fc_coefficients *machine, fc_compute_model *compute);
void fc_formula_price_free(FC_TAKE fc_formula_price *price);
/** Same region or operation, and same steps. */
bool fc_formula_price_is_equal(const fc_formula_price *a, const fc_formula_price *b);

/** Calls use(data, step) for each step of the price's arguments. */
void fc_formula_price_visit(const fc_formula_price *price, void (*use)(void *data, int step), void *data);

/** After all prices are added; share: the number of groups that share the memory. */
void fc_formula_price_group_open(fc_formula_price_group *group, int share);
void fc_formula_price_group_close(FC_TAKE fc_formula_price_group *group);

/** Sets what has changed of an argument. */
void fc_formula_rows_compare(fc_formula_rows *rows, int argument);
/** Evaluates the group's prices at the rows: out[number of the price], which is the same array in each call. NAN
 * seconds for arguments that the runtime rejects. */
void fc_formula_price_group_evaluate(fc_formula_priced *out, fc_formula_price_group *group,
                                     const fc_formula_price *prices, const fc_coefficients *machine,
                                     const fc_formula_rows *rows);
/** The same for an allocation, which is in no group. */
void fc_formula_price_allocations(fc_formula_priced *out, const fc_formula_price *price, const fc_memory *memory,
                                  const fc_formula_rows *rows);

#endif
