/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file taskgraph_file.h  Reads a task graph file: JSON, a tree of blocks (README, "The file"), with its settings. */
#ifndef FC_TASKGRAPH_FILE_H
#define FC_TASKGRAPH_FILE_H

#include "runtime/models/task_system.h"
#include "runtime/taskgraph/core/taskgraph.h"

enum {
    FC_TASKGRAPH_FORMAT = 1,
    FC_TASKGRAPH_MOST_USAGES = 32 /* more than FC_TASK_SYSTEM_NAMES */
};

/** The graph and the settings of the file. */
typedef struct fc_taskgraph_file {
    fc_taskgraph graph;
    char *path, *name;
    char *schedule; /* NULL: not specified */
    double lock_s;
    const fc_task_system *system; /* NULL: none, or a user-defined system */
    double parameter[FC_TASKGRAPH_MOST_USAGES];
    fc_words usage_names;
    int *start; /* [n_start] initial queues of the processes */
    int n_start;
} fc_taskgraph_file;

/** FC_E_INPUT with its place for an invalid file: a member unknown, missing or out of range; a nonexistent parent,
 * queue or usage; a cycle; more than FC_TASKGRAPH_MOST_TASKS tasks. */
fc_status fc_taskgraph_file_read(FC_GIVE fc_taskgraph_file *out, const char *path, fc_report *report);
void fc_taskgraph_file_free(fc_taskgraph_file *file);

#endif
