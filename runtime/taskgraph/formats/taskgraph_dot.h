/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file taskgraph_dot.h  A task graph in Graphviz's DOT language. */
#ifndef FC_TASKGRAPH_DOT_H
#define FC_TASKGRAPH_DOT_H

#include "runtime/taskgraph/core/taskgraph.h"

/** One node a task with its name and demand, one edge a precedence with its delay. */
void fc_taskgraph_dot_write(fc_text *out, const fc_taskgraph *graph, const char *name);

#endif
