/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file study.h  Deterministic task graph analysis ([taskgraph]) of one graph, for several schedules and numbers of
 * processes. */
#ifndef FC_STUDY_H
#define FC_STUDY_H

#include "runtime/taskgraph/analysis/task_analysis.h"
#include "runtime/taskgraph/core/critical_path.h"
#include "runtime/taskgraph/formats/taskgraph_file.h"
#include "tools/command_line/command.h"
#include "tools/command_line/range.h"
#include "tools/taskgraph/system_model.h"

enum {
    FC_STUDY_MOST_SCHEDULES = 16
};

typedef struct fc_study {
    fc_taskgraph_file file;
    fc_critical_path path;
    fc_schedule schedule[FC_STUDY_MOST_SCHEDULES];
    char *schedule_name[FC_STUDY_MOST_SCHEDULES];
    int n_schedules;
    fc_range processes;
    fc_task_analysis_system system;
    const char *system_name; /* "none", "bus", ..., or the user's file */
    fc_system_model own;     /* the user's file */
    fc_sandbox_options *sandbox;
    double lock_s;
    double alone_s;      /* all tasks on one process, including its contention and lock */
    fc_analysis *result; /* [processes.n][n_schedules] */
} fc_study;

/** Reads the file and the options; analyzes nothing. */
fc_status fc_study_open(FC_GIVE fc_study *out, const fc_arguments *arguments, fc_report *report);
/** Analyzes every point, with progress on a terminal; interruptible. */
fc_status fc_study_run(fc_study *study, FILE *errors, fc_report *report);
/** Analyzes the number of processes `at` under the first schedule, with an observer of its execution. */
fc_status fc_study_observe(fc_analysis *out, const fc_study *study, int at, const fc_task_analysis_observer *observer,
                           fc_report *report);
const fc_analysis *fc_study_result(const fc_study *study, int at, int schedule);
void fc_study_close(fc_study *study);

#endif
