/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file fitted_quantities.h  What a formula reads of a profile or of the cost program, as functions of ranks and
 * parameters. */
#ifndef FC_FITTED_QUANTITIES_H
#define FC_FITTED_QUANTITIES_H

#include "analyzer/emit/formula/formula.h"
#include "tools/prediction/prediction_context.h"

/** The fits of all counters that at least two comparable runs of the profile reached; NULL: there are no such runs.
 * with_numbers: also of the formula's quantities and executed parts, whose values the cost program with the formula's
 * probes gives for the ranks, arguments, input files and counts of each run. Parameters of the program that only the
 * fits depend on become the formula's. */
FC_GIVE fc_formula_fits *fc_fitted_quantities_create(const fc_prediction_context *context, fc_formula *formula,
                                                     bool with_numbers);

#endif
