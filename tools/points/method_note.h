/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file method_note.h  A note if method sum, the default, misses the waiting of ranks for each other. */
#ifndef FC_METHOD_NOTE_H
#define FC_METHOD_NOTE_H

#include "tools/prediction/prediction_context.h"

/** Without the option --method: predicts one point by method ranks too, and writes a note to arguments->errors if the
 * times differ by more than 5 %. The point is that with the most ranks, of at most 64 ranks and 1e6 messages and
 * executed iterations. prediction: of the sweep's points. Notes too if method ranks finds a deadlock or another fault
 * of the program (FC_E_INPUT).
 *
 * With --method sum, or if no point is that small, method ranks is tried for half a second at the fewest ranks, and
 * only a deadlock is noted: MPI_Sends head to head beyond the eager limit, for example. */
void fc_method_note(fc_prediction_context *context, const fc_sweep *sweep, const fc_prediction *prediction,
                    const fc_arguments *arguments);

#endif
