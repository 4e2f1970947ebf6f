/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file taskgraph_file.h  The task graph file: JSON, a tree of blocks (README, "The file"), and what goes with it. */
#ifndef FC_TASKGRAPH_FILE_H
#define FC_TASKGRAPH_FILE_H

#include "runtime/models/task_system.h"
#include "runtime/taskgraph/taskgraph.h"

enum {
    FC_TASKGRAPH_FORMAT = 1,
    FC_TASKGRAPH_MOST_USAGES = 32 /* more than FC_TASK_SYSTEM_NAMES */
};

/** What the file says beside the graph. */
typedef struct fc_taskgraph_file {
    fc_taskgraph graph;
    char *path, *name;
    char *schedule; /* NULL: none is given */
    double lock_s;
    const fc_task_system *system; /* NULL: none, or the user's own */
    double parameter[FC_TASKGRAPH_MOST_USAGES];
    fc_words usage_names;
    int *start; /* [n_start] queues that processes begin with */
    int n_start;
} fc_taskgraph_file;

/** FC_E_INPUT, with its place, for everything that is no task graph: a member unknown, missing or out of range, a
 * parent, queue or usage that does not exist, a circle, more than FC_TASKGRAPH_MOST_TASKS. */
fc_status fc_taskgraph_file_read(FC_GIVE fc_taskgraph_file *out, const char *path, fc_report *report);
void fc_taskgraph_file_free(fc_taskgraph_file *file);

#endif
