/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file coverage_counters.h  The counter that each item of the cost program depends on, in its own procedure or in a
 *  caller: a fixed point over the call graph. */
#ifndef FC_COVERAGE_COUNTERS_H
#define FC_COVERAGE_COUNTERS_H

#include "analyzer/summary/formula.h"

/** By item (regions, then sites): the innermost counter around it, else one around a call that reaches it; -1: none. */
FC_GIVE int *fc_coverage_counters(const fc_analysis *analysis);
/** The item of a term of the formula; the number of items if it has none. */
size_t fc_coverage_item(const fc_analysis *analysis, const fc_formula_term *term);

#endif
