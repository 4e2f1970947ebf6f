/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file independent_work.h  Independent work beside gathers. The more other instructions lie between two gathers, the
 * fewer cache misses fit into the out-of-order window at once (compute.h, L w / W). */
#ifndef FC_INDEPENDENT_WORK_H
#define FC_INDEPENDENT_WORK_H

#include "analyzer/cost_tree/analysis.h"

/** Sets region->around of all gather regions: their share of the other regions' instructions in an iteration of the
 * nearest loop, which may be in a caller. The count is a lower bound: the cheaper branch, and one iteration of a loop
 * with an unknown trip count. Several callers give the minimum. */
void fc_independent_work_find(fc_analysis *analysis);

#endif
