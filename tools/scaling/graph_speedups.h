/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file graph_speedups.h  Observations for `speedup` from a task graph: its times under deterministic task graph
 * analysis, and its parallelism profile ([speedup], section 2). */
#ifndef FC_GRAPH_SPEEDUPS_H
#define FC_GRAPH_SPEEDUPS_H

#include "runtime/scaling/speedup_data.h"
#include "runtime/taskgraph/analysis/parallelism.h"
#include "tools/command_line/command.h"

/** Whether the file is a task graph: its first member is `taskgraph`. */
bool fc_graph_speedups_accepts(const char *path);
/** The times of the first operand on -n processes under the schedule `dynamic`, without contention. Without -n: 1, 2,
 * 3, 4, 6, 8, ... up to twice the kink of the profile's curve. FC_E_USAGE for options other than -n, --format and
 * --plot. */
fc_status fc_graph_speedups_analyze(FC_GIVE fc_speedup_data *out, fc_parallelism *profile,
                                    const fc_arguments *arguments, fc_report *report);

#endif
