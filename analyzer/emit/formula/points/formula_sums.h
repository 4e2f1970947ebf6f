/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_sums.h  Sums of a formula's terms for one rank, over rows. */
#ifndef FC_FORMULA_SUMS_H
#define FC_FORMULA_SUMS_H

#include "analyzer/emit/formula/points/formula_prices.h"
#include "support/lanes.h"

#include <math.h>

typedef enum fc_formula_sum_kind {
    FC_SUM_COMPUTE,
    FC_SUM_COMMUNICATION,
    FC_SUM_MESSAGES,
    FC_SUM_BYTES,
    FC_SUM_VARIANCE, /* sum of squared errors of calls */
    FC_SUM_SQUARES,  /* the same of regions, and the sum of their errors (fc_uncertainty_variance) */
    FC_SUM_ERRORS,
    FC_N_SUMS
} fc_formula_sum_kind;

typedef struct fc_formula_sums {
    double total[FC_N_SUMS][FC_TAPE_ROWS];
    double *error_s; /* [n_items][FC_TAPE_ROWS], by region or call */
} fc_formula_sums;

/** A term at some rows. */
typedef struct fc_formula_addend {
    const double *count, *moved; /* moved NULL: none of the rank's messages */
    const fc_formula_priced *price;
    fc_formula_sum_kind to; /* FC_SUM_COMPUTE or FC_SUM_COMMUNICATION */
    int item;
} fc_formula_addend;

/** Seconds of so many executions. One that counts 0 times adds nothing, whatever its price; an invalid count or price
 * gives NAN. */
FC_LANES_PART fc_lanes fc_formula_sums_seconds(fc_lanes count, fc_lanes seconds)
{
    fc_lanes otherwise = fc_lanes_select(count == 0, (fc_lanes){0}, fc_lanes_of(NAN));
    return fc_lanes_select(count > 0, count * seconds, otherwise);
}

/** Their error. */
FC_LANES_PART fc_lanes fc_formula_sums_error(fc_lanes count, fc_lanes error_s)
{
    return fc_lanes_select(count > 0, count * error_s, (fc_lanes){0});
}

/** Adds a term to the first n rows. */
void fc_formula_sums_add(fc_formula_sums *to, const fc_formula_addend *of, int n);
/** Adds the error of an item to the sums of errors. */
void fc_formula_sums_add_error(fc_formula_sums *to, int item, bool is_region, int n);

#endif
