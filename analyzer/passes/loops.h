/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file loops.h  Canonical loops: one variable that runs from a value to a bound by a fixed step. */
#ifndef FC_LOOPS_H
#define FC_LOOPS_H

#include "analyzer/passes/analysis.h"
#include "analyzer/passes/values.h"

/** Fills variable, low, bound, relation, step, step_sign of a loop from a for statement. False: not canonical; the
 * variable is then set if only the step changes it, and step_sign is 0 if the step is not a fixed one. */
bool fc_loops_recognise(fc_cost *loop, const fc_control *control);

enum {
    FC_MAX_ASSUMED = 4
};

/** Variables of a loop's step whose sign nothing tells. A loop that is entered ends only if its step is positive, so
 * each stands in its positive form, max(x, 1): "s12+" for "s12". */
typedef struct fc_assumption {
    const fc_sym *variable[FC_MAX_ASSUMED], *positive[FC_MAX_ASSUMED];
    int n;
} fc_assumption;

/** First and last value of t, the iteration number or the variable itself, and the variable as a function of t. */
typedef struct fc_loop_range {
    const fc_sym *variable; /* what to sum over: an atom */
    const fc_sym *value;    /* the loop variable's value in iteration `variable` */
    const fc_sym *low, *high;
    const fc_sym *trips;   /* max(0, high - low + 1) */
    fc_assumption assumed; /* of the step, and so of everything that is summed */
} fc_loop_range;

/** The value with its assumed variables in their positive form. */
const fc_sym *fc_loops_assume(fc_algebra *algebra, const fc_assumption *assumed, const fc_sym *value);

/** Whether fc_loops_range() has a range, without working it out. */
bool fc_loops_is_closed(const fc_cost *loop, const fc_view *view);
/** The share of a loop that threads share, in C fc_share_<id>.first and .count: iterations first ... first + count - 1,
 * numbered from 0. */
typedef struct fc_loop_share {
    const fc_sym *first, *count;
} fc_loop_share;
fc_loop_share fc_loops_share(fc_algebra *algebra, const fc_node *loop);

/** False when a bound has no exact value from the view. Of view->shared it is the range of the share. */
bool fc_loops_range(fc_loop_range *range, const fc_cost *loop, const fc_view *view);

#endif
