/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file parallelism.h  The parallelism profile of a task graph [speedup, section 2]: how long how many tasks execute
 * at once, if each begins when its predecessors have ended (unlimited processes, no contention). */
#ifndef FC_PARALLELISM_H
#define FC_PARALLELISM_H

#include "runtime/taskgraph/core/critical_path.h"

/** Moments of the number of tasks in execution over the time 0 .. time_s. */
typedef struct fc_parallelism {
    double A;        /* mean, work_s / time_s; 0 for an empty graph */
    double variance; /* V */
    double sigma;    /* V / (A - 1)^2; 0 for A <= 1 */
    double most;     /* most tasks at once */
} fc_parallelism;

/** `path`: of the same graph. O(n log n). */
fc_parallelism fc_parallelism_of(const fc_taskgraph *graph, const fc_critical_path *path);

#endif
