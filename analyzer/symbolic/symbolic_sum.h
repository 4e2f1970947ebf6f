/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file symbolic_sum.h  Shared parts of summation in closed form. For symbolic_sum.c, symbolic_split.c
 * and symbolic_geometric.c only. */
#ifndef FC_SYMBOLIC_SUM_H
#define FC_SYMBOLIC_SUM_H

#include "analyzer/symbolic/symbolic_store.h"

/** Limits on the work of one sum: beyond them it has no closed form. */
enum {
    FC_SUM_PIECES = 192,
    FC_SUM_TERMS = 400,
    FC_SUM_DEGREE = 40,
    FC_SUM_PERIOD = 64,
    FC_SUM_KNOWN = 64
};

/** One call of fc_sym_sum with all parts of its range. */
typedef struct fc_sum {
    fc_algebra *algebra;
    int pieces;                        /* remaining */
    const fc_sym *known[FC_SUM_KNOWN]; /* >= 0 wherever the body of the current part counts */
    int n_known;
} fc_sum;

/** variable = low .. high, where high >= low - 1 for all values of the other variables. */
typedef struct fc_sum_range {
    const fc_atom *variable;
    const fc_sym *low, *high;
} fc_sum_range;

/** The sum over the range; NULL if it has no closed form. */
const fc_sym *fc_sum_piece(fc_sum *job, fc_sum_range range, const fc_sym *body);
/** The sum of a body that holds `atom`, whose arguments depend on the variable as polynomials. Resolves the atom. */
const fc_sym *fc_sum_resolve(fc_sum *job, fc_sum_range range, const fc_sym *body, const fc_atom *atom);
/** The sum of a body that is a polynomial in the variable over the range; NULL: its degree is too large. */
const fc_sym *fc_sum_polynomial(fc_algebra *algebra, fc_sum_range range, const fc_sym *body);
/** The atom is a power whose exponent is linear in the variable, with a constant slope. */
bool fc_sum_is_geometric(const fc_atom *atom, const fc_atom *variable);
/** The sum of a polynomial in the variable times such powers, the same ones in each term. */
const fc_sym *fc_sum_geometric(fc_sum *job, fc_sum_range range, const fc_sym *group);
/** Proven >= 0 for every value of the variable in the range. */
bool fc_sum_proves(fc_sum *job, fc_sum_range range, const fc_sym *expression);

#endif
