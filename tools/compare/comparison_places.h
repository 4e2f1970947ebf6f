/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file comparison_places.h  The difference between programs by source place. */
#ifndef FC_COMPARISON_PLACES_H
#define FC_COMPARISON_PLACES_H

#include "tools/compare/comparison.h"
#include "tools/output/table.h"

/** One row for the computation of a function, and one for each of its operations, over all programs: the seconds at
 *  point `index`, and the line of the longest part in each program. Sorted by descending difference between the slowest
 *  and the fastest program; at most `most` rows, -1: all. Keys: function, op, time_s.<program>, line.<program>. */
fc_table fc_comparison_places(const fc_comparison *comparison, int index, int most);

#endif
