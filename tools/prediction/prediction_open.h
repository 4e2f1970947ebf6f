/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file prediction_open.h  Opens the context of a prediction for a command: the model file, notes on changed sources,
 * and the budget of the program slice. */
#ifndef FC_PREDICTION_OPEN_H
#define FC_PREDICTION_OPEN_H

#include "tools/prediction/prediction_context.h"

/** Reads the model file operand[0] and the files of the options. A command may add the options `comm-model`,
 * `signature`, `placement`, `collectives`, `threads` and `omp-schedule`. */
fc_status fc_prediction_open(FC_GIVE fc_prediction_context *out, const fc_arguments *arguments, fc_report *report);

#endif
