/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file recursion.h  Recursive procedures whose depth is dynamic. */
#ifndef FC_RECURSION_H
#define FC_RECURSION_H

#include "analyzer/cost_tree/analysis.h"

/** The procedure calls itself, its address is not taken, and the slice does not need its value. No static condition
 * that recursive calls may change controls its recursive calls or returns, so it would not terminate in the cost
 * program. A profile then counts its executions per call from outside, and its recursive calls cost nothing more. */
bool fc_recursion_is_dynamic(const fc_analysis *analysis, const fc_procedure *procedure);

/** By procedure id: dynamic calls through pointers lead from the procedure back to it, and it is the first such one of
 * its cycle. Its address is not taken, and the slice does not need its value. A profile counts its executions per call
 * from outside of the cycle; calls of it from within cost nothing more. */
FC_GIVE bool *fc_recursion_find_heads(const fc_analysis *analysis);

#endif
