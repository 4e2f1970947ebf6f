/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file iteration_cost.h  Iteration cost: a loop cost that changes from iteration to iteration, as the polynomial of
 * least degree that is exact in every observed iteration.
 *
 *    f(t) = sum over i + j <= 3 of s_ij t^i g^j,   g = mod(t + shift, period)
 *
 * t counts iterations from 1. Without a period only powers of t occur: triangular loops, shrinking blocks. g is the
 * distance from the last jump. With a block-cyclic column distribution a rank loses one block every p-th iteration, and
 * ceil((b - t) / p) is linear in t and g. A polynomial is accepted only with at least twice as many iterations as
 * terms. */
#ifndef FC_ITERATION_COST_H
#define FC_ITERATION_COST_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FC_ITERATION_COST_TERMS = 10
};

/** A term: s t^i g^j. */
typedef struct fc_iteration_cost_term {
    double s;
    int degree, phase;
} fc_iteration_cost_term;

typedef struct fc_iteration_cost {
    fc_iteration_cost_term term[FC_ITERATION_COST_TERMS]; /* [n] the first is the constant term */
    int n;
    uint32_t period, shift; /* 0: no term contains g */
} fc_iteration_cost;

/** Fits value[n] [s] of iterations 1 ... n, each accurate to `rounding` [s] and 1e-11 relative, by QR least squares;
 * false: no exact polynomial. */
bool fc_iteration_cost_fit(fc_iteration_cost *out, const double *value, uint32_t n, double rounding);
/** f(iteration) of the fitted polynomial. */
double fc_iteration_cost_value(const fc_iteration_cost *cost, double iteration);

#endif
