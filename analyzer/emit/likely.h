/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file likely.h  Which way a branch mostly goes, guessed from the source: it is counted on the other, where a counter
 * costs least. A wrong guess costs time, never a count.
 *
 * After Ball and Larus, Branch prediction for free (PLDI 1993), and what GCC measured of such rules (predict.def). */
#ifndef FC_LIKELY_H
#define FC_LIKELY_H

#include "analyzer/model/program.h"

/** > 0: the condition mostly holds, < 0: mostly not; 0: nothing tells. first: what is executed where it holds; second:
 * where it does not; NULL: nothing. */
int fc_likely_outcome(const fc_node *condition, const fc_node *first, const fc_node *second);

#endif
