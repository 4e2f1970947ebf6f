/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file taskgraph_write.h  Writes a task graph as a file that taskgraph_file.h reads. */
#ifndef FC_TASKGRAPH_WRITE_H
#define FC_TASKGRAPH_WRITE_H

#include "runtime/taskgraph/core/taskgraph.h"

/** Writes one block of kind "list" for the schedule `listed`. The graph is built but not closed; its tasks are joins or
 * have processes, and have no usage. Times are written with 17 digits, so they read back exactly. */
void fc_taskgraph_write_listed(fc_text *out, const fc_taskgraph *graph, const char *name);

#endif
