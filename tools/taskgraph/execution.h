/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file execution.h  One execution sequence: which process executed which task when; and what is made of it. */
#ifndef FC_EXECUTION_H
#define FC_EXECUTION_H

#include "tools/taskgraph/study.h"

typedef struct fc_execution_slice {
    double start_s, end_s;
    uint32_t task, process;
} fc_execution_slice;

typedef struct fc_execution {
    const fc_taskgraph *graph;
    fc_execution_slice *slice; /* [n] in the order of ends */
    size_t n, capacity;
    uint32_t processes;
    double time_s;
} fc_execution;

/** The execution of the study's last number of processes under its first schedule. */
fc_status fc_execution_record(FC_GIVE fc_execution *out, const fc_study *study, fc_report *report);
void fc_execution_free(fc_execution *execution);

/** In a format of `predict --timeline` (tools/prediction/timeline.h): a row a process, a slice a task. */
fc_status fc_execution_write_timeline(const char *path, const fc_execution *execution, const char *name,
                                      fc_report *report);
/** A Gantt picture: a row a process, a colour a block. */
fc_status fc_execution_write_gantt(const char *path, const fc_execution *execution, const char *name,
                                   fc_report *report);

/** mean[n]: in each n-th part of the time, processes that execute per queue that has a task in execution; NAN where
 * none has. A task without queue counts under the queue "none". */
void fc_execution_queue_means(double *mean, int n, const fc_execution *execution);

#endif
