/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file timers.h  Timed regions of a profiling run, and the cost regions that each measured time covers.
 *
 * Timed are communication-free parts of the source: the bodies of procedures that do not communicate, directly or not,
 * and outermost loops. A region's time excludes nested timed regions, also in called procedures. Untimed procedures
 * belong to their callers. If their cost matters, all their callers form one group: one time and one factor for all
 * their regions. */
#ifndef FC_TIMERS_H
#define FC_TIMERS_H

#include "analyzer/cost_tree/analysis.h"

/** Node ids, ascending: bodies of procedures and loops. */
typedef struct fc_timers {
    int *node;
    int n;
    size_t capacity;
} fc_timers;

/** The regions worth timing, as far as the source shows. In a program that calls setjmp, regions that a longjmp may
 * leave are not timed: they contain one, or an external function of unknown effect. */
fc_timers fc_timers_find(const fc_analysis *analysis);
void fc_timers_free(fc_timers *timers);

/** A set of timed nodes (ids ascending). joins, by procedure id: the procedure's untimed remainder is large enough to
 * group its callers; NULL: always. */
typedef struct fc_timed {
    const int *node;
    int n;
    const bool *joins;
} fc_timed;

/** By node id: the group of the node's executions (group k < n contains node[k], or is empty); -1: none. A region
 * belongs to its node's group. */
FC_GIVE int *fc_timers_group(const fc_analysis *analysis, const fc_timed *timed);
/** By procedure id: seconds of untimed regions, of itself and its direct and indirect callees. second: by region of the
 * analysis. */
FC_GIVE double *fc_timers_untimed(const fc_analysis *analysis, const fc_timed *timed, const double *second);

#endif
