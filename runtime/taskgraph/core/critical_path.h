/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file critical_path.h  Longest path and slack of a task graph with unlimited processes (critical path method, O(n +
 * E)). */
#ifndef FC_CRITICAL_PATH_H
#define FC_CRITICAL_PATH_H

#include "runtime/taskgraph/core/taskgraph.h"

/** work_s is the time on one process, time_s the time on unlimited processes: without contention no schedule is faster.
 */
typedef struct fc_critical_path {
    double work_s, time_s;
    double *start_s; /* [n] the earliest start of each task */
    double *slack_s; /* [n] by how much the task may be delayed without increasing time_s */
    uint32_t *task;  /* [n_tasks] a path of length time_s, without joins */
    uint32_t n_tasks;
} fc_critical_path;

/** O(n + E). */
void fc_critical_path_find(FC_GIVE fc_critical_path *out, const fc_taskgraph *graph);
void fc_critical_path_free(fc_critical_path *path);
/** out[n]: the longest path from the task's start to the end of the graph, in seconds. */
void fc_critical_path_to_end(double *out, const fc_taskgraph *graph);

#endif
