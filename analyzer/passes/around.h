/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file around.h  What else a turn does with what data picks: as much as stands between two picks, the core waits for
 * each (compute.h, L w / W). */
#ifndef FC_AROUND_H
#define FC_AROUND_H

#include "analyzer/passes/analysis.h"

/** region->around of all regions that data picks for: their part of the instructions that the other regions of a turn
 * of the nearest loop have at least, that loop being in the procedure or in a caller. At least: the arm of a branch
 * that has fewer, a loop whose turns the source does not tell once. Told of several callers, the fewest. */
void fc_around_find(fc_analysis *analysis);

#endif
