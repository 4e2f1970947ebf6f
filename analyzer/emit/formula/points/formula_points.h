/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_points.h  Evaluates a formula at many points by method `sum`, some hundred times as fast as the
 * cost program.
 *
 * Expressions are compiled to a tape (symbolic_tape.h), regions are prepared for their compute model, and prices are
 * memoized. Points are rows, FC_TAPE_ROWS of which are evaluated in lockstep. If the formula depends on the rank, the
 * ranks are divided into classes: intervals on which every count is proven constant, found by bisection at the points
 * where a tape step changes. Each class is evaluated once, so the cost of a point depends on the number of classes, not
 * of ranks. Consecutive points share their classes where all values that enter these are equal: along a sweep's axis of
 * ranks, ceil(n/p) stays the same for about p^2/n points. */
#ifndef FC_FORMULA_POINTS_H
#define FC_FORMULA_POINTS_H

#include "analyzer/emit/formula/formula.h"
#include "runtime/core/rank.h"

typedef struct fc_formula_points fc_formula_points;

/** NULL if the formula cannot be evaluated this way: it has a sum without a closed form, a count of a profile, or a
 * stop of the program under a condition that is not in closed form. Messages are priced by their runtime functions
 * alone, without the machine's network. All arguments are borrowed for the object's life. */
FC_GIVE fc_formula_points *fc_formula_points_create(const fc_formula *formula, const fc_coefficients *machine,
                                                    fc_compute_model *compute);
void fc_formula_points_free(FC_TAKE fc_formula_points *points);

/** Evaluates points 0 ... n - 1: out[i] for ranks[i] >= 1 ranks and parameter[k][i], by formula->parameter. Equal to
 * the cost program's totals to 1e-12, except for block_s, origin and extrapolated, which are 0. Times are of the
 * slowest rank, messages and bytes of all ranks. Of more than 4096 ranks, 4096 evenly spaced ones are evaluated.
 * out[i].time_s is NAN if the formula has no value: a parameter outside of its domain, a point at which the program
 * stops, or a count or size that the runtime rejects. */
void fc_formula_points_run(fc_totals *out, fc_formula_points *points, const int *ranks, const double *const *parameter,
                           int n);

#endif
