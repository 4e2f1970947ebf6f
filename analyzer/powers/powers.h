/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file powers.h  An expression as a sum of products of powers and logarithms: its form as the variables
 * grow, without roundings. */
#ifndef FC_POWERS_POWERS_H
#define FC_POWERS_POWERS_H

#include "analyzer/symbolic/symbolic.h"

enum {
    FC_POWERS_SUMS = 6, /* within each other: deeper ones have no form */
    FC_POWERS_VARIABLES = 58,
    FC_POWERS_RESTS = 16 /* the last one stands for all further rests */
};

/** coefficient * product of variable[i]^power[i] * log2(variable[i])^logs[i]. */
typedef struct fc_powers {
    double coefficient;
    double power[FC_POWERS_VARIABLES + FC_POWERS_SUMS]; /* the indices of sums being expanded come last */
    int logs[FC_POWERS_VARIABLES + FC_POWERS_SUMS];
    double rate[FC_POWERS_SUMS];         /* * 2^(rate[d - 1] * index) of the sum of depth d, likewise; otherwise 0 */
    unsigned char rest[FC_POWERS_RESTS]; /* powers of unknown numbers from 0 to 1, such as x/d - floor(x/d) */
} fc_powers;

typedef struct fc_powers_sum {
    fc_powers *item; /* distinct */
    size_t n, capacity;
} fc_powers_sum;

typedef struct fc_powers_domain {
    const fc_sym *const *variable; /* [n_variables] <= FC_POWERS_VARIABLES */
    size_t n_variables;
    double (*value)(void *data, const fc_sym *expression); /* at the point; NAN: not known */
    void *data;
    /* Its form in other variables of the domain; false: it is a variable of its own. NULL: all are. */
    bool (*expand)(fc_powers_sum *out, const struct fc_powers_domain *domain, const fc_sym *variable);
    /* An upper bound without a point. Roundings, minima and tests have rests; ceil(x/d) is x/d + 1 - rest. */
    bool is_bound;
    const double *far;         /* log2 of each variable far out, which a bound is to be least at; NULL: equal */
    const bool *is_coordinate; /* of a rank: bounded by the number of ranks; NULL: none is */
    fc_powers_sum *quotients;  /* receives the products of the quotients of a bound; NULL: nothing does */
} fc_powers_domain;

/** False if the expression has no such form: an unknown function, or a case that needs a point. A floor that is 0 at
 * the point is 0; minima, maxima and tests are those of the point. dims_create(p, d, i) is p^(1/d). Sums
 * of powers of a constant are those of their largest term.
 *
 * Of a bound: the expression is at most a constant times the sum of the products with positive coefficients. A product
 * with a rest takes part only by roundings or in some cases. */
bool fc_powers_find(FC_GIVE fc_powers_sum *out, fc_algebra *algebra, const fc_sym *expression,
                    const fc_powers_domain *domain);
void fc_powers_free(fc_powers_sum *sum);
/** Adds a product to the sum; equal products are added up. */
void fc_powers_add(fc_powers_sum *sum, const fc_powers *product);
/** True if the expression has a sum without closed form, whose evaluation takes as long as its range. */
bool fc_powers_has_sum(const fc_sym *expression);
/** True if the product has a rest. */
bool fc_powers_has_rest(const fc_powers *product);
/** True if b / a does not fall in any variable, all at least 1, and grows in one. */
bool fc_powers_dominates(const fc_powers *b, const fc_powers *a, size_t n_variables);
/** "n^2/sqrt(p)", without the coefficient; "1" if it is constant. name: of each variable. */
void fc_powers_print(fc_text *out, const fc_powers *product, const char *const *name, size_t n_variables);

#endif
