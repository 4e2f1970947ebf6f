/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file symbolic_sum.h  The parts of a sum in closed form. For symbolic_sum.c and symbolic_split.c only. */
#ifndef FC_SYMBOLIC_SUM_H
#define FC_SYMBOLIC_SUM_H

#include "analyzer/model/symbolic_store.h"

/** Bounds the work of one sum: beyond them it does not collapse. */
enum {
    FC_SUM_PIECES = 192,
    FC_SUM_TERMS = 400,
    FC_SUM_DEGREE = 40,
    FC_SUM_PERIOD = 64,
    FC_SUM_KNOWN = 64
};

/** One call of fc_sym_sum with all the pieces it falls into. */
typedef struct fc_sum {
    fc_algebra *algebra;
    int pieces;                        /* left */
    const fc_sym *known[FC_SUM_KNOWN]; /* >= 0 wherever the body of the present piece counts */
    int n_known;
} fc_sum;

/** variable = low .. high, where high >= low - 1 holds for all values of the other variables. */
typedef struct fc_sum_range {
    const fc_atom *variable;
    const fc_sym *low, *high;
} fc_sum_range;

/** sum over the range; NULL if it does not collapse. */
const fc_sym *fc_sum_piece(fc_sum *job, fc_sum_range range, const fc_sym *body);
/** The sum of a body that holds `atom`, whose arguments depend on the variable as polynomials: the atom is resolved. */
const fc_sym *fc_sum_resolve(fc_sum *job, fc_sum_range range, const fc_sym *body, const fc_atom *atom);
/** Proven >= 0 for every value of the variable in the range. */
bool fc_sum_proves(fc_sum *job, fc_sum_range range, const fc_sym *expression);

#endif
