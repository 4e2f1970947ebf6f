/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file chain.h  The chain that one iteration of an innermost loop hands to the next: no iteration takes less than its
 * operations one after another ([machine] section 2.3). */
#ifndef FC_CHAIN_H
#define FC_CHAIN_H

#include "analyzer/passes/analysis.h"
#include "analyzer/passes/values.h"

/** Finds the longest: region->chain and its flags, and which reads stand in it (fc_access_stream.waits). region: the
 * innermost loop's own, streams described; view: from the outermost loop around; moves: what a read decides is moved
 * (cmov on x86-64), not guessed and branched to. */
void fc_chain_find(fc_region_model *region, const fc_view *view, const fc_cost *loop, bool moves);

#endif
