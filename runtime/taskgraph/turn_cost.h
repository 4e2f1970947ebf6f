/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file turn_cost.h  A cost that changes from turn to turn of a loop, as a function of the turn: that of the least
 * degree that is exact in every turn it was seen in.
 *
 *    f(t) = sum over i + j <= 3 of s_ij t^i g^j,   g = mod(t + shift, period)
 *
 * t counts from 1. Without a period there are powers of t alone: what shrinks or grows with the turn. g is how far the
 * turn lies behind the last jump: columns that are dealt out in turn leave a rank one block less every p-th turn, and
 * ceil((b - t) / p) is linear in t and g. A function is taken only if there are at least twice as many turns as it has
 * terms. */
#ifndef FC_TURN_COST_H
#define FC_TURN_COST_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FC_TURN_TERMS = 10
};

/** s t^turn g^phase. */
typedef struct fc_turn_term {
    double s;
    int turn, phase;
} fc_turn_term;

typedef struct fc_turn_cost {
    fc_turn_term term[FC_TURN_TERMS]; /* [n] the first is the constant one */
    int n;
    uint32_t period, shift; /* 0: no term has a phase */
} fc_turn_cost;

/** From value[n] [s] in the turns 1 ... n, each right to `rounding` [s] and 1e-11 of itself. False: nothing found. */
bool fc_turn_cost_find(fc_turn_cost *out, const double *value, uint32_t n, double rounding);
/** f(turn). */
double fc_turn_cost_at(const fc_turn_cost *cost, double turn);

#endif
