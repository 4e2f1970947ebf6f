/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file system_model.h  A user's system model (`taskgraph run --system FILE.c`), and analyses under it. Its code runs
 * in a child process in a sandbox only. */
#ifndef FC_SYSTEM_MODEL_H
#define FC_SYSTEM_MODEL_H

#include "runtime/host/isolate.h"
#include "runtime/host/shared_object.h"
#include "runtime/taskgraph/analysis/task_analysis.h"

typedef struct fc_system_model {
    const char *path;                 /* borrowed */
    fc_shared_object *object;         /* NULL: there is no user's model */
    fc_task_overhead_model *overhead; /* an address in the object's image */
} fc_system_model;

/** Compiles the file. FC_E_INPUT: it cannot be read, does not compile, or lacks fc_task_overhead(). */
fc_status fc_system_model_load(FC_GIVE fc_system_model *out, const char *path, fc_report *report);
void fc_system_model_unload(fc_system_model *model);

/** Analyses of one graph, in one child. */
typedef struct fc_system_model_work {
    const fc_system_model *model;
    const fc_sandbox_options *sandbox;
    const fc_taskgraph *graph;
    const fc_task_analysis_options *options; /* [n]; system.overhead is that of the model */
    int n;
    fc_isolate_watch *watch; /* gets the number of completed analyses; NULL: none */
    void *watch_data;
} fc_system_model_work;

/** As fc_task_analysis_run() for each of the options. An observer is called in this process, after the last analysis.
 * FC_E_INPUT also if the model crashes, takes over 60 s for an analysis, or makes a forbidden system call. */
fc_status fc_system_model_analyze(fc_analysis *out, const fc_system_model_work *work, fc_report *report);

#endif
