/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file slice_budget.h  The budget of the program slice: parts of it that take too long are measured instead.
 *
 * The first and the last point of a sweep are evaluated under method sum, for at most --budget seconds of processor
 * time each; some ranks are enough where these end early. If the last one alone takes longer, the points from the first
 * such one on are skipped. If the first one does, the loops and procedures with most steps
 * (runtime/core/step_sample.h) join the initial dynamic set (fc_program.measured): the cost program is written anew,
 * and their counts come from the profile like those of any dynamic value. Each further round has half of the time, at
 * least a quarter. */
#ifndef FC_SLICE_BUDGET_H
#define FC_SLICE_BUDGET_H

#include "tools/prediction/prediction_context.h"

/** Applies the budget to an opened context, which is opened again if needed. FC_E_INPUT with the place: no profile
 * could bring the slice below its budget. */
fc_status fc_slice_budget_apply(fc_prediction_context *subject, const fc_arguments *arguments, fc_report *report);

#endif
