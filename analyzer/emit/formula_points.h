/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_points.h  A formula at many points: what `forecost predict` tells by method `sum`, some hundred times
 * as fast as the cost program.
 *
 * The expressions are steps of a tape (symbolic_tape.h), the regions prepared for their compute model, prices kept.
 * Where the formula depends on the rank, all ranks fall into classes: ranges of ranks for which every count is proven
 * to be the same, found by cutting where a step changes. A class is priced once, so a point costs what its classes
 * cost, not what its ranks cost. */
#ifndef FC_EMIT_FORMULA_POINTS_H
#define FC_EMIT_FORMULA_POINTS_H

#include "analyzer/emit/formula.h"
#include "runtime/evaluate/rank.h"

typedef struct fc_formula_points fc_formula_points;

/** NULL: the formula is none that can be evaluated so. It has a sum that does not collapse, a count of a profile, or
 *  the program may give up by what is not closed. Messages are priced by their runtime functions
 *  alone: the machine's network is not looked at. All borrowed for its life. */
FC_GIVE fc_formula_points *fc_formula_points_create(const fc_formula *formula, const fc_coefficients *machine,
                                                    fc_compute_model *compute);
void fc_formula_points_free(FC_TAKE fc_formula_points *points);

/** Points 0 ... n - 1: out[i] of ranks[i] >= 1 ranks and parameter[k][i], by formula->parameter. As the cost program's
 *  totals to 1e-12 but for block_s, origin and extrapolated, which stay 0: of the rank that takes longest; messages and
 *  bytes of all ranks; beyond 4096 ranks of 4096 spread evenly. out[i].time_s is NAN where the formula does not tell:
 * a parameter out of its domain, a point at which the program gives up, a count or size that the runtime refuses. */
void fc_formula_points_run(fc_totals *out, fc_formula_points *points, const int *ranks, const double *const *parameter,
                           int n);

#endif
