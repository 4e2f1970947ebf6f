/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file critical_path.h  What the graph alone decides, with processes enough: its longest path and each task's slack.
 */
#ifndef FC_CRITICAL_PATH_H
#define FC_CRITICAL_PATH_H

#include "runtime/taskgraph/taskgraph.h"

/** work_s is the time on one process, time_s on any number: no schedule is faster (without contention). */
typedef struct fc_critical_path {
    double work_s, time_s;
    double *start_s; /* [n] the earliest start of each task */
    double *slack_s; /* [n] how much later it may begin and time_s stays */
    uint32_t *task;  /* [n_tasks] a path that takes time_s, joins left out */
    uint32_t n_tasks;
} fc_critical_path;

/** O(n + E). */
void fc_critical_path_find(FC_GIVE fc_critical_path *out, const fc_taskgraph *graph);
void fc_critical_path_free(fc_critical_path *path);
/** out[n]: seconds from the task's start to the end of the graph at the least. */
void fc_critical_path_to_end(double *out, const fc_taskgraph *graph);

#endif
