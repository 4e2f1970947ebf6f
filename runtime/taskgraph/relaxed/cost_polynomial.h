/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cost_polynomial.h  Cost polynomials over the counters of several nested loops: a constant, and terms that are
 * products of powers of counters, one factor a loop (iteration_cost.h). For relaxation*.c. */
#ifndef FC_COST_POLYNOMIAL_H
#define FC_COST_POLYNOMIAL_H

#include "support/words.h"

#include <stdbool.h>
#include <stdint.h>

/** One factor of a product: t^degree mod(t + shift, period)^phase of a loop's counter t, times another product. */
typedef struct fc_cost_polynomial_product {
    uint32_t times; /* number of the other product; 0: none */
    int loop, degree, phase;
    uint32_t period, shift;
    double most; /* its maximum over the observed iterations */
} fc_cost_polynomial_product;

/** A term: s times a product. */
typedef struct fc_cost_polynomial_term {
    double s;
    uint32_t product, next; /* 0: the last term */
} fc_cost_polynomial_term;

/** All products and terms of a graph; number 0 of each means none. */
typedef struct fc_counted {
    fc_cost_polynomial_product *product;
    fc_cost_polynomial_term *term;
    size_t n_products, n_terms, product_capacity, term_capacity;
} fc_counted;

/** A cost: s [s] plus a linked list of terms. */
typedef struct fc_cost_polynomial {
    double s;
    uint32_t term; /* 0: no terms */
} fc_cost_polynomial;

/** Costs of a loop's iterations: cost[n] in iterations 1 ... n, accurate to `rounding` [s]. */
typedef struct fc_cost_polynomial_samples {
    fc_cost_polynomial *cost;
    uint32_t n;
    int loop;
    double rounding;
} fc_cost_polynomial_samples;

/** Whether one polynomial of the counter is exact in all iterations. */
bool fc_cost_polynomial_fits(const fc_counted *of, const fc_cost_polynomial_samples *sequence);
/** Finds that polynomial; false where there is none, *out is then unchanged. */
bool fc_cost_polynomial_fit(fc_cost_polynomial *out, fc_counted *of, const fc_cost_polynomial_samples *sequence);
/** a + b. */
fc_cost_polynomial fc_cost_polynomial_add(fc_counted *of, fc_cost_polynomial a, fc_cost_polynomial b);
/** Writes the cost as an expression (expression.h); counter[i] is the name of loop i's counter. */
void fc_cost_polynomial_write(fc_text *out, const fc_counted *of, fc_cost_polynomial cost, char *const *counter);
void fc_cost_polynomial_free(fc_counted *of);

#endif
