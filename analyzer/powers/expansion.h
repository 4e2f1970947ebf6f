/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file expansion.h  The expansion of an expression into products of powers at work. For the files of this
 * folder only. */
#ifndef FC_POWERS_EXPANSION_H
#define FC_POWERS_EXPANSION_H

#include "analyzer/powers/products.h"
#include "analyzer/symbolic/symbolic_store.h"

enum {
    FC_EXPANSION_MOST_SELECTIONS = 8 /* minima and maxima with a choice */
};

/** What a minimum or maximum is compared with: an argument, or one created before that shares an argument. */
typedef enum fc_bound_base {
    FC_BOUND_FIRST,
    FC_BOUND_SECOND,
    FC_BOUND_EARLIER,
    FC_BOUND_N_BASES
} fc_bound_base;

/** What a bound has found: the owners of rests, and its minima and maxima. */
typedef struct fc_expansion_bound {
    const fc_sym *owner[FC_PRODUCTS_SINGLE];
    int n_rests;
    const fc_atom *selection[FC_EXPANSION_MOST_SELECTIONS];
    fc_bound_base base[FC_EXPANSION_MOST_SELECTIONS];
    int n_selections;
} fc_expansion_bound;

typedef struct fc_expansion {
    fc_algebra *algebra;
    const fc_powers_domain *domain;
    const struct fc_expansion *outer; /* of the sum around; NULL: none */
    const fc_atom *index;             /* of the sum; NULL: none */
    const fc_sym *middle;             /* of its range at the point; NULL: not known */
    int depth;
    fc_expansion_bound *bound; /* NULL: no bound is wanted */
} fc_expansion;

/** Adds the products of the expression to *out. False: it has no form. */
bool fc_expansion_find(const fc_expansion *job, const fc_sym *e, fc_powers_sum *out);
/** A minimum or maximum that was created before the given one, and thus does not contain it, and that shares an
 * argument with it; NULL: none does. */
const fc_atom *fc_expansion_earlier(const fc_expansion_bound *bound, int number);
/** The place of the sum's index among the powers: from the end. */
static inline int fc_expansion_place(const fc_expansion *job)
{
    return FC_POWERS_VARIABLES + FC_POWERS_SUMS - job->depth;
}

#endif
