/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file relaxed_sweep.h  `forecost taskgraph study RELAXED.json`: a relaxed task graph at the points of a sweep. */
#ifndef FC_RELAXED_SWEEP_H
#define FC_RELAXED_SWEEP_H

#include "tools/command_line/command.h"

/** Whether the file's first JSON member is "relaxed"; false if it cannot be read. */
bool fc_relaxed_sweep_accepts(const char *path);
/** Reads the graph, reduces it with --relax, evaluates every point, and prints the times. */
fc_status fc_relaxed_sweep_run(const fc_arguments *arguments, fc_report *report);

#endif
