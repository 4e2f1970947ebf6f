/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file recurrence.h  The longest recurrence (loop-carried dependence) of an innermost loop: the latency of its
 * operations bounds the time of an iteration from below ([machine] section 2.3). */
#ifndef FC_RECURRENCE_H
#define FC_RECURRENCE_H

#include "analyzer/context/cost.h"
#include "analyzer/context/values.h"
#include "analyzer/regions/region_model.h"

/** Sets region->chain and its flags, and marks the loads that belong to it (fc_access_stream.waits). region: that of
 * the innermost loop, with described streams; view: from the outermost enclosing loop; moves: conditional values are
 * moved (cmov on x86-64) instead of predicted and branched to. Unrolled loops in it are straight code. */
void fc_recurrence_find(fc_region_model *region, const fc_view *view, const fc_cost *loop, bool moves);

#endif
