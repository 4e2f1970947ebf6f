/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file branch_prediction.h  Static branch prediction. A branch is counted on its less frequent side, where the
 * counter costs least. A wrong prediction costs time but does not change the counts.
 *
 * Heuristics of Ball and Larus, Branch prediction for free (PLDI 1993), selected by GCC's measured hit rates
 * (predict.def). */
#ifndef FC_BRANCH_PREDICTION_H
#define FC_BRANCH_PREDICTION_H

#include "analyzer/model/program.h"

/** > 0: the condition is predicted true, < 0: false; 0: no prediction. first: the code executed if it is true; second:
 * if it is false; NULL: none. */
int fc_branch_prediction_outcome(const fc_node *condition, const fc_node *first, const fc_node *second);

#endif
