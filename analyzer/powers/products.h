/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file products.h  Arithmetic of sums of products of powers. For the files of this folder only. */
#ifndef FC_POWERS_PRODUCTS_H
#define FC_POWERS_PRODUCTS_H

#include "analyzer/powers/powers.h"

enum {
    FC_PRODUCTS_MOST = 64,                         /* of a form */
    FC_PRODUCTS_MOST_BOUND = 600,                  /* of an upper bound, whose roundings have products of their own */
    FC_PRODUCTS_SHARED_REST = FC_POWERS_RESTS - 1, /* of what varies with the index of a sum */
    FC_PRODUCTS_SINGLE = FC_POWERS_RESTS - 2       /* 1 for one index of the innermost sum, else 0 */
};

/** The constant as a sum of one product; empty for 0. */
fc_powers_sum fc_products_constant(double value);
/** a *= b^exponent for one product b. */
void fc_products_multiply_by(fc_powers *a, const fc_powers *b, double exponent);
/** *a = *a * b. False: too many products. */
bool fc_products_multiply(fc_powers_sum *a, const fc_powers_sum *b);
/** *a += factor * b. */
void fc_products_add_all(fc_powers_sum *a, const fc_powers_sum *b, double factor);
/** *a *= a power of a rest. */
void fc_products_multiply_rest(fc_powers_sum *a, int rest);
/** Equal powers, logarithms and rates. */
bool fc_products_equal_growth(const fc_powers *a, const fc_powers *b);
/** The one product without a rest that dominates all others, of either sign; NULL: there is none. */
const fc_powers *fc_products_dominating(const fc_powers_sum *sum);
/** The same, if it is positive. */
const fc_powers *fc_products_largest(const fc_powers_sum *sum);
/** True if each negative product is dominated by a positive one, or is at most as large as one that grows alike. */
bool fc_products_is_positive(const fc_powers_sum *sum);
/** Removes products that are not positive. */
void fc_products_keep_positive(fc_powers_sum *sum);
/** Adds the logarithm of a product. Of a bound, only that of what grows. False: the product has a logarithm itself. */
bool fc_products_add_logarithm(fc_powers_sum *out, const fc_powers *of, bool is_bound);
/** *out *= 2^(rate * exponent): a logarithm in the exponent gives a power, the index of a sum a rate. False: the
 * exponent has another product. */
bool fc_products_multiply_power(fc_powers *out, const fc_powers_sum *exponent, double rate);

#endif
