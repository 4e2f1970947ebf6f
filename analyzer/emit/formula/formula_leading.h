/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_leading.h  The leading terms of a formula as products of powers, and its growth in all parameters at
 * once. */
#ifndef FC_FORMULA_LEADING_H
#define FC_FORMULA_LEADING_H

#include "analyzer/emit/formula/formula_numbers.h"

/** Appends "T ~ 12.3 us * iterations*n^2/p + ...": the two or three largest products at the view's point; nothing
 * without a point. Ceilings and floors of x/d count as x/d, a floor that is 0 at the point as 0. Minima, maxima and
 * tests are those of the point. A factor whose form errs by more than half at the point is named: "N(lu.c:116)". Entry
 * i of MPI_Dims_create in d dimensions counts as p^(1/d), its value for each p that is a power q^d. */
void fc_formula_put_leading(fc_text *out, fc_formula_view *view, const fc_formula_products *products);
/** Appends "Theta(iterations*n^2/p + iterations*p)": the products that no other dominates as all parameters grow, over
 * all ranks and for blocks of at least one element, such as n >= p. Here ceil(x/d) counts as x/d + 1. products: of
 * fc_formula_products_find_growing(). */
void fc_formula_put_theta(fc_text *out, fc_formula_view *view, const fc_formula_products *products);
/** is_lower_order: [view->n_terms] set for shown terms that grow slower than another one in each of their products.
 * Fills view->order. */
void fc_formula_find_lower(bool *is_lower_order, fc_formula_view *view);

#endif
