/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file ratio.h  Ratio tests of an upper bound: products that the values of the expression far out disprove are
 * removed, as long as the others still bound these values. */
#ifndef FC_POWERS_RATIO_H
#define FC_POWERS_RATIO_H

#include "analyzer/powers/powers.h"

typedef struct fc_ratio {
    const fc_sym *const *variable; /* [n] of the products */
    size_t n, ranks;               /* variable[ranks] is p, at most as large as the others; n: there is none */
    const fc_sym *const *coordinate, *const *size; /* [n_coordinates] of a rank: from 0 to size - 1, in the variables */
    int n_coordinates;
    bool (*call)(void *data, const char *name, const double *args, int n_args, double *value); /* as in fc_values */
} fc_ratio;

/** bound: products in the variables, whose coefficients are ignored; the expression is at most a constant times their
 * sum, for all coordinates. Costs at most 18 evaluations for each of some ranks; sums are evaluated for small ranges.
 */
void fc_ratio_prune(fc_powers_sum *bound, const fc_ratio *ratio, const fc_sym *expression);

#endif
