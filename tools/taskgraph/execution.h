/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file execution.h  One execution sequence of a task graph: process, begin and end of each task; its outputs. */
#ifndef FC_EXECUTION_H
#define FC_EXECUTION_H

#include "tools/taskgraph/study.h"

typedef struct fc_execution_slice {
    double start_s, end_s;
    uint32_t task, process;
} fc_execution_slice;

typedef struct fc_execution {
    const fc_taskgraph *graph;
    fc_execution_slice *slice; /* [n] in the order of their ends */
    size_t n, capacity;
    uint32_t processes;
    double time_s;
} fc_execution;

/** The execution of the study's last number of processes under its first schedule. */
fc_status fc_execution_record(FC_GIVE fc_execution *out, const fc_study *study, fc_report *report);
void fc_execution_free(fc_execution *execution);

/** In a format of `predict --timeline` (tools/timeline/timeline.h): a row for each process, a slice for each task. */
fc_status fc_execution_write_timeline(const char *path, const fc_execution *execution, const char *name,
                                      fc_report *report);
/** A Gantt chart (SVG): a row for each process, a color for each block. */
fc_status fc_execution_write_gantt(const char *path, const fc_execution *execution, const char *name,
                                   fc_report *report);

/** mean[n]: for each n-th part of the time, the mean number of executing processes per active queue, [taskgraph]
 * section 5.3. A queue is active if one of its tasks executes; NAN: none is active. Tasks without a queue share one. */
void fc_execution_queue_means(double *mean, int n, const fc_execution *execution);

#endif
