/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file recursion.h  Procedures that call themselves until data ends it. */
#ifndef FC_RECURSION_H
#define FC_RECURSION_H

#include "analyzer/passes/analysis.h"

/** The procedure calls itself, no pointer may hold it, nobody needs its value, and no condition that the cost program
 * can compute decides about one of its calls of itself or lets it return: running it in the cost program would not end.
 * Then its executions a call from outside are counted, and its own calls of itself cost nothing more. */
bool fc_recursion_is_on_data(const fc_analysis *analysis, const fc_procedure *procedure);

#endif
