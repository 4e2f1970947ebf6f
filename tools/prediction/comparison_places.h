/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file comparison_places.h  The difference between programs, by the place in their sources. */
#ifndef FC_COMPARISON_PLACES_H
#define FC_COMPARISON_PLACES_H

#include "tools/output/table.h"
#include "tools/prediction/comparison.h"

/** One row for what a function computes, and for each of its operations, in any of the programs: seconds at point
 *  `index` and the first line in each program. The places of greatest difference (most less least) first; at most
 *  `most` of them, -1: all. Keys: function, op, time_s.<program>, line.<program>. */
fc_table fc_comparison_places(const fc_comparison *comparison, int index, int most);

#endif
