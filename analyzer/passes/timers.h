/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file timers.h  Where a profiling run takes the time, and which regions that time is of.
 *
 * Timed are pieces of source without communication: the body of each procedure that neither communicates nor calls one
 * that does, and outermost loops. A piece's time leaves out that of timed pieces within it, also in procedures it
 * calls. Code of a procedure that is not timed itself is part of what calls it; if it matters, all that call it are one
 * group: one time, and one factor, for all their regions. */
#ifndef FC_PASSES_TIMERS_H
#define FC_PASSES_TIMERS_H

#include "analyzer/passes/analysis.h"

/** Nodes by ascending id: procedures' bodies and loops. */
typedef struct fc_timers {
    int *node;
    int n;
    size_t capacity;
} fc_timers;

/** What is worth a timer as far as the source tells; a program that calls setjmp gets none. */
fc_timers fc_timers_find(const fc_analysis *analysis);
void fc_timers_free(fc_timers *timers);

/** Where just these nodes are timed (by ascending id). joins, by procedure id: what no timer of its own holds there is
 * enough to make one group of all that call it; NULL: always. */
typedef struct fc_timed {
    const int *node;
    int n;
    const bool *joins;
} fc_timed;

/** By node id: the group that executions of the node are part of (group k < n holds node[k] or is empty); -1: of none.
 * A region is of its node's group. */
FC_GIVE int *fc_timers_group(const fc_analysis *analysis, const fc_timed *timed);
/** By procedure id: seconds of regions that no timer holds, of itself and all it calls, directly or not. second: by
 * region of the analysis. */
FC_GIVE double *fc_timers_untimed(const fc_analysis *analysis, const fc_timed *timed, const double *second);

#endif
