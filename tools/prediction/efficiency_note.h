/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file efficiency_note.h  Questions an efficiency far above 100 %.
 *
 * The work of a program hardly falls with the ranks, but for data that fits caches. An efficiency far above 100 % is
 * more often a count that falls since it was measured, or fitted, at few points. */
#ifndef FC_EFFICIENCY_NOTE_H
#define FC_EFFICIENCY_NOTE_H

#include "tools/prediction/prediction_context.h"

/** At most one note: on the point of the greatest efficiency beyond 125 %, over the fewest ranks with the same
 * parameters. It names the measured count that falls most between the two points, or the place whose processor time
 * falls most. prediction: [sweep->n_points]; early: points that no speedup refers to, NULL: none. */
void fc_efficiency_note(fc_prediction_context *context, const fc_sweep *sweep, const fc_prediction *prediction,
                        const bool *early, FILE *errors);

#endif
