/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file program_tasks.h  The task graph of an MPI program at one point, made from what its ranks tell while they run
 * (runtime/evaluate/trace.h).
 *
 * A task is what a rank does between two events: computation, and the time of calls that wait for nobody; its process
 * is the rank. An edge is program order (no delay), a message (delay: from the call of the send, or of a receive that a
 * rendezvous waits for, to the receiver's going on) or a collective: a join after all who come, and its runtime
 * function as the delay of the edges behind it. With as many processes as ranks under the schedule `listed`, and on its
 * longest path, the graph takes what method `ranks` predicts.
 *
 * Where ranks stand for others of their class, only they have tasks, and wait for the one that stands for their
 * partner: the longest path is the same.
 *
 * Where teams of OpenMP are told, their parts are tasks too (program_teams.h); a rank's own tasks are its first
 * thread's. Where several ranks have teams, each rank is a queue, which its threads begin with.
 *
 * Delays are those of this one evaluation: messages that share links, or a rank's way in and out, keep what they wait
 * for each other here; so does the choice of a receive from any source. */
#ifndef FC_PROGRAM_TASKS_H
#define FC_PROGRAM_TASKS_H

#include "runtime/taskgraph/relaxation.h"
#include "tools/prediction/recording.h"

enum {
    FC_PROGRAM_TASKS_MOST = 4000000
};

typedef struct fc_program_tasks {
    fc_taskgraph graph; /* not closed */
    fc_task_mark *mark; /* [n_marks] what a task is made of: regions, or regions plus site; a rank's in order of time */
    size_t n_marks;
    int ranks, told; /* of the program; that have tasks */
    int threads;     /* of the largest team, >= 1: thread t of rank r is process r * threads + t */
} fc_program_tasks;

/** Reads the recording of a world that ran `program`. FC_E_INPUT where it has more than FC_PROGRAM_TASKS_MOST tasks. */
fc_status fc_program_tasks_make(FC_GIVE fc_program_tasks *out, fc_recording *recording, const fc_cost_program *program,
                                fc_report *report);
void fc_program_tasks_free(fc_program_tasks *tasks);

#endif
