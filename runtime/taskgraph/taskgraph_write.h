/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file taskgraph_write.h  A task graph as a file that taskgraph_file.h reads. */
#ifndef FC_TASKGRAPH_WRITE_H
#define FC_TASKGRAPH_WRITE_H

#include "runtime/taskgraph/taskgraph.h"

/** One list of numbers, for the schedule `listed`. The graph is built and not yet closed, its tasks have processes or
 * are joins, and no usage. Times have all digits that read back. */
void fc_taskgraph_write_listed(fc_text *out, const fc_taskgraph *graph, const char *name);

#endif
