/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file symbolic_powers.h  An expression as a sum of products of powers and logarithms: its form as the variables
 * grow, without roundings. */
#ifndef FC_SYMBOLIC_POWERS_H
#define FC_SYMBOLIC_POWERS_H

#include "analyzer/symbolic/symbolic.h"

enum {
    FC_POWERS_SUMS = 6, /* within each other: deeper ones have no form */
    FC_POWERS_VARIABLES = 58
};

/** coefficient * product of variable[i]^power[i] * log2(variable[i])^logs[i]. */
typedef struct fc_powers {
    double coefficient;
    double power[FC_POWERS_VARIABLES + FC_POWERS_SUMS]; /* the indices of sums being expanded come last */
    int logs[FC_POWERS_VARIABLES + FC_POWERS_SUMS];
    double rate[FC_POWERS_SUMS]; /* * 2^(rate[d - 1] * index) of the sum of depth d, likewise; otherwise 0 */
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
    bool is_bound; /* ceil(x/d) as x/d + 1, so that the sum grows like the expression; else as x/d */
} fc_powers_domain;

/** False if the expression has no such form: an unknown function, or a case that needs a point. A floor that is 0 at
 * the point is 0; minima, maxima and tests are those of the point. dims_create(p, d, i) is p^(1/d). Sums
 * of powers of a constant are those of their largest term. */
bool fc_powers_find(FC_GIVE fc_powers_sum *out, fc_algebra *algebra, const fc_sym *expression,
                    const fc_powers_domain *domain);
void fc_powers_free(fc_powers_sum *sum);
/** Adds a product to the sum; equal products are added up. */
void fc_powers_add(fc_powers_sum *sum, const fc_powers *product);
/** True if b / a does not fall in any variable, all at least 1, and grows in one. */
bool fc_powers_dominates(const fc_powers *b, const fc_powers *a, size_t n_variables);
/** "n^2/sqrt(p)", without the coefficient; "1" if it is constant. name: of each variable. */
void fc_powers_print(fc_text *out, const fc_powers *product, const char *const *name, size_t n_variables);

#endif
