/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file loops.h  Canonical loops: one variable that runs from a value to a bound by a fixed step. */
#ifndef FC_LOOPS_H
#define FC_LOOPS_H

#include "analyzer/passes/analysis.h"
#include "analyzer/passes/values.h"

/** Fills variable, low, bound, relation, step, step_sign of an FC_COST_LOOP from a for statement. False: not canonical.
 */
bool fc_loops_recognise(fc_cost *loop, const fc_control *control);

/** First and last value of t, the iteration number or the variable itself, and the variable as a function of t. */
typedef struct fc_loop_range {
    const fc_sym *variable; /* what to sum over: an atom */
    const fc_sym *value;    /* the loop variable's value in iteration `variable` */
    const fc_sym *low, *high;
    const fc_sym *trips; /* max(0, high - low + 1) */
} fc_loop_range;

/** False when a bound has no exact value from the view. */
bool fc_loops_range(fc_loop_range *range, const fc_cost *loop, const fc_view *view);

#endif
