/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file program_tasks.h  The task graph of an MPI program at one point, built from the trace of its ranks
 * (runtime/core/trace.h) in time linear in the records.
 *
 * A task is a stretch of one rank between two events: computation, and calls that do not wait. Its process is the rank.
 * An edge is program order (no delay), a message, or a collective. The delay of a message is from the call of the send
 * to the end of the receive; with rendezvous also from the call of the receive. A collective is a join of all ranks
 * that enter it, with its runtime function as the delay of the outgoing edges. The graph's time is that of method
 * `ranks`, both as its longest path and under the schedule `listed` with one process for each rank.
 *
 * If one rank represents its equivalence class, only this rank has tasks. It waits for the representative of its
 * partner, so the longest path is the same.
 *
 * If OpenMP teams are traced, their parts are tasks too (program_teams.h), and a rank's own tasks belong to its first
 * thread. If several ranks have teams, each rank has a queue, with which its threads begin.
 *
 * The delays are those of one evaluation. They include its contention for links and for a rank's network interface,
 * and its matching of receives from any source. */
#ifndef FC_PROGRAM_TASKS_H
#define FC_PROGRAM_TASKS_H

#include "runtime/taskgraph/relaxed/derivation.h"
#include "tools/timeline/recording.h"

typedef struct fc_program_tasks {
    fc_taskgraph graph; /* not closed */
    fc_derivation_mark
        *mark; /* [n_marks] the items of each task (regions, then sites); those of a rank in order of time */
    size_t n_marks;
    int ranks, with_tasks; /* of the program; the ranks with tasks */
    int threads;           /* of the largest team, >= 1: thread t of rank r is process r * threads + t */
} fc_program_tasks;

/** From the recording of an evaluation of `program`. FC_E_INPUT: more than FC_TASKGRAPH_MOST_TASKS tasks. */
fc_status fc_program_tasks_make(FC_GIVE fc_program_tasks *out, fc_recording *recording, const fc_cost_program *program,
                                fc_report *report);
void fc_program_tasks_free(fc_program_tasks *tasks);

#endif
