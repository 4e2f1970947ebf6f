/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_numbers.h  A formula with the machine's numbers in it: T = sum of coefficient * factor, as [analyzer]
 * prints runtime functions.
 *
 * The coefficients are exact at the view's point: seconds of a region per iteration, of an allocation and of its bytes,
 * and of the terms of an operation's runtime function in the segment of the point. Elsewhere they hold as long as
 * working sets stay in their cache levels and messages in their segments. */
#ifndef FC_FORMULA_NUMBERS_H
#define FC_FORMULA_NUMBERS_H

#include "analyzer/emit/formula/formula_view.h"

typedef struct fc_formula_product {
    double coefficient; /* [s]; NAN: not known, without a point */
    const fc_sym *factor;
    double seconds; /* at the point; 0 without one */
    size_t term;    /* the first with this factor */
} fc_formula_product;

typedef struct fc_formula_products {
    fc_formula_product *item; /* by seconds, the largest first; equal factors are added up */
    size_t n, capacity;
} fc_formula_products;

/** Of the terms that are not merged into others. */
void fc_formula_products_find(FC_GIVE fc_formula_products *out, const fc_formula_view *view);
/** The same with the products that are 0 at the point: for one rank, or a parameter of 0. */
void fc_formula_products_find_growing(FC_GIVE fc_formula_products *out, const fc_formula_view *view);
/** Of one term. */
void fc_formula_products_of_term(FC_GIVE fc_formula_products *out, const fc_formula_view *view, size_t term);
/** Removes the smallest products, 1 % of the time in all; returns how many, and their seconds. */
size_t fc_formula_products_trim(double *seconds, fc_formula_products *of, double total);
void fc_formula_products_free(fc_formula_products *products);
/** Appends "12.3 us": three digits, with the unit that makes it 1 .. 999. */
void fc_formula_put_seconds(fc_text *out, double seconds);
/** Adds the line "1.2 ns * n^2". A long factor is named, and explained below the formula. */
void fc_formula_products_add_line(fc_formula_lines *lines, fc_formula_view *view, const fc_formula_product *item);

#endif
