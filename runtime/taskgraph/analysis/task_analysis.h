/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file task_analysis.h  Deterministic task graph analysis ([taskgraph], figure 2): simulates the unique execution
 * sequence of a task graph on P processes under a task scheduling function. */
#ifndef FC_TASK_ANALYSIS_H
#define FC_TASK_ANALYSIS_H

#include "runtime/models/task_system.h"
#include "runtime/taskgraph/schedules/schedule.h"

#include <signal.h>

/** The lower-level model of contention; overhead NULL: the basic model, without contention. parameter: in the model's
 * order. */
typedef struct fc_task_analysis_system {
    fc_task_overhead_model *overhead;
    const double *parameter;
} fc_task_analysis_system;

/** Called when a task ends, in the order of ends; not called for joins. */
typedef struct fc_task_analysis_observer {
    void (*ran)(void *data, uint32_t task, uint32_t process, double start_s, double end_s);
    void *data;
} fc_task_analysis_observer;

typedef struct fc_task_analysis_options {
    uint32_t processes; /* >= 1 */
    fc_schedule schedule;
    fc_task_analysis_system system;
    double lock_s;                      /* mean holding time of the task queue's lock; static schedules take no lock */
    fc_task_analysis_observer observer; /* ran NULL: no observer */
    const volatile sig_atomic_t *stop;  /* nonzero: stop the analysis; NULL: never */
    fc_place place;                     /* of the graph, for error messages */
} fc_task_analysis_options;

/** Result in process-seconds: processes * time_s = cpu_s + overhead_s + lock_s + wait_s + idle_s. */
typedef struct fc_analysis {
    double time_s;     /* T_total */
    double cpu_s;      /* CPU demands executed */
    double overhead_s; /* contention */
    double lock_s;     /* taking tasks from the queue */
    double wait_s;     /* synchronization loss: idle time before the process's last task */
    double idle_s;     /* idle time after the process's last task, or all of it without tasks */
    uint32_t most;     /* most processes busy at once */
    size_t n_sets;     /* distinct sets of executing tasks evaluated by the system model */
} fc_analysis;

/** O(n log P + E) with one usage class; with several, each completion also costs one step for each executing class.
 * FC_E_INPUT where a static order deadlocks, with the cycle of waiting processes; FC_E_INTERRUPTED. */
fc_status fc_task_analysis_run(fc_analysis *out, const fc_taskgraph *graph, const fc_task_analysis_options *options,
                               fc_report *report);

#endif
