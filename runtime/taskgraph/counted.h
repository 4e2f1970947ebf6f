/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file counted.h  Costs over the counters of loops: a number of seconds, and terms that are products of powers of
 * counters (turn_cost.h), a factor a loop. For relaxation*.c. */
#ifndef FC_COUNTED_H
#define FC_COUNTED_H

#include "machine_properties/support/words.h"

#include <stdbool.h>
#include <stdint.h>

/** Of a loop's counter t, times another product: t^turn mod(t + shift, period)^phase. */
typedef struct fc_counter_product {
    uint32_t times; /* 0: 1 */
    int loop, turn, phase;
    uint32_t period, shift;
    double most; /* its greatest value in the turns seen */
} fc_counter_product;

/** s times a product. */
typedef struct fc_counted_term {
    double s;
    uint32_t product, next; /* 0: the last */
} fc_counted_term;

/** All products and terms of a graph; number 0 of each stands for none. */
typedef struct fc_counted {
    fc_counter_product *product;
    fc_counted_term *term;
    size_t n_products, n_terms, product_capacity, term_capacity;
} fc_counted;

/** A cost: s [s] and a list of terms. */
typedef struct fc_counted_cost {
    double s;
    uint32_t term; /* 0: none */
} fc_counted_cost;

/** What the turns of a loop cost; cost[n] in turns 1 ... n, right to `rounding` [s]. */
typedef struct fc_counted_turns {
    fc_counted_cost *cost;
    uint32_t n;
    int loop;
    double rounding;
} fc_counted_turns;

/** Whether one function of the counter is exact in all turns. */
bool fc_counted_fits(const fc_counted *of, const fc_counted_turns *turns);
/** That function; false, and nothing told, where there is none. */
bool fc_counted_find(fc_counted_cost *out, fc_counted *of, const fc_counted_turns *turns);
/** a + b. */
fc_counted_cost fc_counted_add(fc_counted *of, fc_counted_cost a, fc_counted_cost b);
/** As an expression (expression.h); loop i's counter is called counter[i]. */
void fc_counted_write(fc_text *out, const fc_counted *of, fc_counted_cost cost, char *const *counter);
void fc_counted_free(fc_counted *of);

#endif
