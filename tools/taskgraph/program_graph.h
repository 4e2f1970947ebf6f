/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file program_graph.h  The task graph of an MPI program at one point: `forecost taskgraph app.fc -n 64 -o FILE`.
 *
 * A task is what a rank does between two events: computation, and the time of calls that wait for nobody; its process
 * is the rank. An edge is program order (no delay), a message (delay: from the call of the send, or of a receive that a
 * rendezvous waits for, to the receiver's going on) or a collective: a join after all who come, and its runtime
 * function as the delay of the edges behind it. With as many processes as ranks under the schedule `listed`, and on its
 * longest path, the graph takes what method `ranks` predicts.
 *
 * Delays are those of this one evaluation: messages that share links, or a rank's way in and out, keep what they wait
 * for each other here; so does the choice of a receive from any source. */
#ifndef FC_PROGRAM_GRAPH_H
#define FC_PROGRAM_GRAPH_H

#include "tools/command_line/command.h"

/** Whether the operand is a program model and not a graph: its name ends in ".fc". */
bool fc_program_graph_is(const char *path);
/** Evaluates, writes the file whole or not at all, says how large it is. */
fc_status fc_program_graph_run(const fc_arguments *arguments, fc_report *report);

#endif
