/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file coverage_counters.h  Which counter each place of the cost program rests on, in its procedure or on the way
 *  there. */
#ifndef FC_COVERAGE_COUNTERS_H
#define FC_COVERAGE_COUNTERS_H

#include "analyzer/passes/formula.h"

/** By item (regions, then sites): the innermost counter around it, else one around a call that leads to it; -1: none.
 */
FC_GIVE int *fc_coverage_counters(const fc_analysis *analysis);
/** The item of a term of the formula; the number of items where it has none. */
size_t fc_coverage_item(const fc_analysis *analysis, const fc_formula_term *term);

#endif
