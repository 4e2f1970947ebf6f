/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file first_touches.h  First touches of memory that no allocation call makes fresh: pages that the kernel maps when
 * the program accesses them for the first time.
 *
 * Covered are arrays with static storage or automatic ones, alone or in records, and memory that the innermost loop
 * around its allocation frees: the allocator gives the same pages to the next iteration. An array is charged in front
 * of the loop or call in main that accesses the most of it, with the pages that the loop nests access, at most its
 * size; its size where these are unknown. Reused memory is charged with the bytes requested, once, in front of the
 * outermost loop or call. The threads of a team share what a parallel region touches: they map pages at the same time.
 */
#ifndef FC_FIRST_TOUCHES_H
#define FC_FIRST_TOUCHES_H

#include "analyzer/context/values.h"
#include "analyzer/cost_tree/analysis.h"

#define FC_FIRST_TOUCH "first touch" /* the operation of its sites */

/** Adds an FC_COST_TOUCH for each such array to main's tree; analysis->reuses. */
void fc_first_touches_find(fc_analysis *analysis);
/** Bytes that the FC_COST_TOUCH maps; NULL: not closed in this view. */
const fc_sym *fc_first_touches_bytes(const fc_analysis *analysis, const fc_cost *touch, const fc_view *view);

#endif
