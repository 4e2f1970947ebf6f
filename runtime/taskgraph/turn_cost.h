/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file turn_cost.h  Iteration cost: a loop cost that changes from iteration to iteration, as the polynomial of least
 * degree that is exact in every observed iteration.
 *
 *    f(t) = sum over i + j <= 3 of s_ij t^i g^j,   g = mod(t + shift, period)
 *
 * t counts iterations from 1. Without a period only powers of t occur: triangular loops, shrinking blocks. g is the
 * distance from the last jump. With a block-cyclic column distribution a rank loses one block every p-th iteration, and
 * ceil((b - t) / p) is linear in t and g. A polynomial is accepted only with at least twice as many iterations as
 * terms. */
#ifndef FC_TURN_COST_H
#define FC_TURN_COST_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FC_TURN_TERMS = 10
};

/** A term: s t^i g^j. */
typedef struct fc_turn_term {
    double s;
    int turn, phase;
} fc_turn_term;

typedef struct fc_turn_cost {
    fc_turn_term term[FC_TURN_TERMS]; /* [n] the first is the constant term */
    int n;
    uint32_t period, shift; /* 0: no term contains g */
} fc_turn_cost;

/** Fits value[n] [s] of iterations 1 ... n, each accurate to `rounding` [s] and 1e-11 relative, by QR least squares;
 * false: no exact polynomial. */
bool fc_turn_cost_find(fc_turn_cost *out, const double *value, uint32_t n, double rounding);
/** f(iteration) of the fitted polynomial. */
double fc_turn_cost_at(const fc_turn_cost *cost, double iteration);

#endif
