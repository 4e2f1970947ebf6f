/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file analysis.h  Deterministic task graph analysis [taskgraph, figure 2]: the program's unique execution sequence.
 */
#ifndef FC_ANALYSIS_H
#define FC_ANALYSIS_H

#include "runtime/models/task_system.h"
#include "runtime/taskgraph/schedule.h"

#include <signal.h>

/** The lower-level model; overhead NULL: the basic model. parameter in the model's order. */
typedef struct fc_analysis_system {
    fc_task_overhead_model *overhead;
    const double *parameter;
} fc_analysis_system;

/** Told of each task's execution when it ends, in the order of ends; joins are not told. */
typedef struct fc_analysis_observer {
    void (*ran)(void *data, uint32_t task, uint32_t process, double start_s, double end_s);
    void *data;
} fc_analysis_observer;

typedef struct fc_analysis_options {
    uint32_t processes; /* >= 1 */
    fc_schedule schedule;
    fc_analysis_system system;
    double lock_s;                 /* mean holding time of the task queue's lock; schedules that are static take none */
    fc_analysis_observer observer; /* ran NULL: nobody */
    const volatile sig_atomic_t *stop; /* not 0: give up; NULL: never */
    fc_place place;                    /* of the graph, for reports */
} fc_analysis_options;

/** Process-seconds: processes * time_s = cpu_s + overhead_s + lock_s + wait_s + idle_s. */
typedef struct fc_analysis {
    double time_s;     /* T_total */
    double cpu_s;      /* demands executed */
    double overhead_s; /* contention */
    double lock_s;     /* getting tasks from the queue */
    double wait_s;     /* synchronisation loss: without a task before the process's last one */
    double idle_s;     /* without a task after it, or without any */
    uint32_t most;     /* processes busy at once */
    size_t n_sets;     /* distinct sets of executing tasks that the system model was asked about */
} fc_analysis;

/** O(n log P + E) for one class of usage; with several, each completion also costs as many steps as classes execute.
 * FC_E_INPUT where a static order can never be executed: who waits for whom; FC_E_INTERRUPTED. */
fc_status fc_analysis_run(fc_analysis *out, const fc_taskgraph *graph, const fc_analysis_options *options,
                          fc_report *report);

#endif
