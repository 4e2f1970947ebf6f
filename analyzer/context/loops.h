/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file loops.h  The loops of the cost tree in an evaluation context: their variables, ranges and trip counts, from
 * analyzer/loops. */
#ifndef FC_LOOPS_H
#define FC_LOOPS_H

#include "analyzer/context/cost.h"
#include "analyzer/context/values.h"
#include "analyzer/loops/trip_count.h"

/** Fills variable, low, bound, relation, step, step_sign of a loop. True: each exit is a comparison once an iteration,
 * so that a trip count may exist. */
bool fc_loops_recognize(fc_cost *loop, const fc_control *control);
/** The variable that a loop is written for, with low, step and step_sign. False: it has none. */
bool fc_loops_own(fc_cost *out, const fc_control *control, const fc_node *loop);
/** A for loop over one variable from low by step to bound, and no other exit: its counting costs no more than that of
 * any loop (fc_core.loop_s). */
bool fc_loops_only_counts(const fc_cost *loop, const fc_control *control);

/** A part of the loop's body that its condition calls, where the condition alone ends the loop and precedes the body:
 * it runs once more than the body. */
bool fc_loops_runs_once_more(const fc_cost *part, const fc_cost *loop, const fc_control *control);

/** First and last value of what a sum over the iterations goes over, and the loop's variable as a function of it. */
typedef struct fc_loop_range {
    const fc_sym *variable; /* what to sum over: an atom, the loop variable's or the iteration number */
    const fc_sym *index;    /* the atom of the loop's variable; NULL: it has none */
    const fc_sym *value;    /* its value in iteration `variable`; NULL: unknown */
    const fc_sym *number;   /* the iteration's number, from 0, as a function of `variable` */
    const fc_sym *low, *high;
    const fc_sym *trips;   /* max(0, high - low + 1) */
    fc_assumption assumed; /* of the step, and so of everything that is summed */
} fc_loop_range;

/** What counts in each iteration, as a function of the loop's variable, summed over all. NULL: no closed form. */
const fc_sym *fc_loops_sum(fc_algebra *algebra, const fc_loop_range *range, const fc_sym *count);
/** A value in terms of the loop's variable, in terms of range->variable. NULL: unknown. */
const fc_sym *fc_loops_in_iteration(fc_algebra *algebra, const fc_loop_range *range, const fc_sym *value);

/** The atom that addresses in a loop go by: of its variable, if that is an integer, or its iteration number. NULL: the
 * loop is not in the source. */
const fc_sym *fc_loops_counter(const fc_cost *loop, const fc_view *view);
/** The value depends on the variable or on its positive form. index NULL: false. */
bool fc_loops_depends(fc_algebra *algebra, const fc_sym *value, const fc_sym *index);

/** Whether fc_loops_range() has a range. */
bool fc_loops_is_closed(const fc_cost *loop, const fc_view *view);
/** The share of a loop that threads share, in C fc_share_<id>.first and .count: iterations first ... first + count - 1,
 * numbered from 0. */
typedef struct fc_loop_share {
    const fc_sym *first, *count;
} fc_loop_share;
fc_loop_share fc_loops_share(fc_algebra *algebra, const fc_node *loop);

/** False when an exit has no closed count from the view. Of view->shared it is the range of the share. Of a counted
 * loop it is the range up to its limit. */
bool fc_loops_range(fc_loop_range *range, const fc_cost *loop, const fc_view *view);

#endif
