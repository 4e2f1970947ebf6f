/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file program_graph.h  `forecost taskgraph export app.fc -n 64 -o FILE`: the task graph of an MPI program at one
 * point (program_tasks.h); with --relax the relaxed task graph derived from it (derivation.h). */
#ifndef FC_PROGRAM_GRAPH_H
#define FC_PROGRAM_GRAPH_H

#include "tools/command_line/command.h"

/** Whether the operand is a program model and not a graph: its name ends in ".fc". */
bool fc_program_graph_accepts(const char *path);
/** Evaluates the program, writes the file whole or not at all, and prints the size of the graph. */
fc_status fc_program_graph_run(const fc_arguments *arguments, fc_report *report);

#endif
