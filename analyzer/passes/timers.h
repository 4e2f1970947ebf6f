/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file timers.h  Where a profiling run takes the time, and which regions that time is of.
 *
 * Timed are pieces of source without communication: the body of each procedure that neither communicates nor calls one
 * that does, and outermost loops. A piece's time leaves out that of timed pieces within it, also in procedures it
 * calls. Code of a procedure that is not timed itself is part of what calls it, so all that call it are one group: one
 * time, and one factor, for all their regions. */
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

/** By node id: the group that executions of the node are part of where just these nodes are timed (by ascending id;
 * group k < n holds node[k] or is empty); -1: of none. A region is of its node's group. */
FC_GIVE int *fc_timers_group(const fc_analysis *analysis, const int *node, int n);

#endif
