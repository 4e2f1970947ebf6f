/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file usable_points.h  The points of a sweep over which curves can be drawn.
 *
 * A point is skipped if the program cannot be predicted there: it aborts, for example. A point is early if the program
 * leaves there without its work, as a master without workers does on one rank. An early point has times, but no speedup
 * refers to it. */
#ifndef FC_USABLE_POINTS_H
#define FC_USABLE_POINTS_H

#include "support/json_writer.h"
#include "tools/prediction/prediction_context.h"

#include <stdio.h>

/** early[sweep->n_points]: whether a point lacks 90 % of the computation of the point that computes most with the same
 * parameters, place by place, and takes less than a tenth of its processor time. */
void fc_usable_points_find_early(bool *early, const fc_prediction *prediction, const fc_sweep *sweep);

/** Warns of the first few skipped points with their reports, and of the early ones. early may be NULL. */
void fc_usable_points_warn(const fc_prediction *prediction, const bool *early, const fc_sweep *sweep, FILE *errors);

/** The array "skipped" of the points without a prediction, with their swept values; nothing if there are none. */
void fc_usable_points_add_skipped(fc_json_writer *json, const fc_prediction *prediction, const fc_sweep *sweep);

/** usable[sweep->ranks.n]: clears the numbers of ranks with a skipped or an early point. */
void fc_usable_points_mark(bool *usable, const fc_prediction *prediction, const fc_sweep *sweep);
/** The sweep over the usable numbers of ranks. It owns ranks.value, and borrows the rest. */
fc_sweep fc_usable_points_sweep(const fc_sweep *sweep, const bool *usable);
/** Keeps the predictions of the usable numbers of ranks, in their order, and frees the others. */
void fc_usable_points_keep(fc_prediction *prediction, const fc_sweep *sweep, const bool *usable);

/** Predicts the sweep *usable, warns, and reduces prediction and sweep to the usable numbers of ranks as above. Errors
 * of fc_prediction_context_predict(); *usable is unchanged on errors. */
fc_status fc_usable_points_predict(FC_GIVE fc_prediction **out, fc_sweep *usable, fc_prediction_context *context,
                                   const fc_arguments *arguments, fc_report *report);
/** FC_E_INPUT with the report of a skipped point if no number of ranks is usable. */
fc_status fc_usable_points_check(const bool *usable, const fc_prediction *prediction, const fc_sweep *sweep,
                                 fc_report *report);

#endif
