/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file expansion.h  The expansion of an expression into products of powers at work. For powers.c and
 * bounds.c only. */
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
/** Its value at the point, and in the middle of the sums around; NAN: not known. */
double fc_expansion_value(const fc_expansion *job, const fc_sym *e);
/** x, where the atom is ceil(x / d) = floor((x + d - 1) / d); NULL: it is no ceiling. */
const fc_sym *fc_expansion_ceiling(const fc_atom *atom);
/** Adds the logarithm of a product of powers. Of a bound, only that of what grows. */
bool fc_expansion_add_logarithm(const fc_expansion *job, const fc_powers *of, fc_powers_sum *out);
/** d, where the test [v mod d == x] holds for one of d values of a sum's index v; NULL: the test is another. */
const fc_sym *fc_expansion_period(const fc_expansion *job, const fc_atom *atom);
/** The place of the sum's index among the powers: from the end. */
int fc_expansion_place(const fc_expansion *job);

/** Upper bounds of atoms. */
bool fc_bound_quotient(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out);
bool fc_bound_selection(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out);
bool fc_bound_test(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out);
bool fc_bound_root(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out);
/** Joins the rests of a sum's body that vary with its index. */
void fc_bound_leave(const fc_expansion *inner, fc_powers_sum *body);
/** The sum of v^k from low to end - 1 for one product of the body: its integral between both forms. Negative: the low
 * end's form is not known to be below. False: the power is no integer from 0 on. */
bool fc_bound_integral(const fc_expansion *inner, const fc_powers *each, const fc_powers_sum *end,
                       const fc_powers_sum *low, fc_powers_sum *out);
/** A minimum or maximum that was created before the given one, and thus does not contain it, and that shares an
 * argument with it; NULL: none does. */
const fc_atom *fc_bound_earlier(const fc_expansion_bound *bound, int number);
/** The size of a bound far out: log2 of its largest product, and a little for each product. */
double fc_bound_size(const fc_powers_domain *domain, const fc_powers_sum *sum);
/** Joins products that grow alike, and removes rests that other products dominate. */
void fc_bound_finish(fc_powers_sum *sum);

#endif
