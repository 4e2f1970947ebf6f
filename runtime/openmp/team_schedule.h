/* SPDX-License-Identifier: Apache-2.0 */
/** @file team_schedule.h  State of the simulation of an OpenMP team, shared by team_schedule.c (chooses the next
 * thread) and team_schedule_events.c (executes one event). */
#ifndef FC_TEAM_SCHEDULE_H
#define FC_TEAM_SCHEDULE_H

#include "team_trace.h"

enum {
    FC_SCHEDULE_NONE = -1
};

typedef enum fc_schedule_state {
    FC_SCHEDULE_RUNNING,
    FC_SCHEDULE_AT_BARRIER,
    FC_SCHEDULE_AT_END, /* the region's own barrier */
    FC_SCHEDULE_AT_TASKWAIT,
    FC_SCHEDULE_AT_GROUP,
    FC_SCHEDULE_AT_LOCK,
    FC_SCHEDULE_AT_TASK /* a task that it created is undeferred and waits for dependences */
} fc_schedule_state;

/** A sequence that a thread executes. The last three fields serve the trace only (team_trace.h). */
typedef struct fc_schedule_frame {
    int event;              /* next; FC_SCHEDULE_NONE: the sequence ends */
    int task;               /* that the sequence belongs to; FC_SCHEDULE_NONE: none */
    int group;              /* taskgroup of new tasks; FC_SCHEDULE_NONE */
    fc_schedule_state back; /* standing before the sequence, restored after it, and the lock or task waited for then */
    int waited_for;
    int site;         /* of its parts */
    int last;         /* part that its next part follows */
    int before_range; /* `last` before a range of a statically scheduled loop */
} fc_schedule_frame;

typedef struct fc_schedule_thread {
    double clock;
    fc_schedule_state standing;
    int waits_for; /* lock or task */
    fc_schedule_frame *frame;
    int depth, capacity;
    int part; /* current part of the trace; FC_SCHEDULE_NONE */
    double part_began;
} fc_schedule_thread;

/** A task in the simulation. */
typedef struct fc_schedule_task {
    int before;   /* unfinished tasks it depends on */
    int children; /* unfinished children; entry n_tasks + thread counts those of a thread itself */
    int group, parent;
    bool made, taken;
    double made_at;
    int first_part, last_part;         /* of the trace */
    int next_of_parent, next_of_group; /* lists of finished tasks that were not waited for yet; FC_SCHEDULE_NONE */
    int done;                          /* head of the list of its finished children; FC_SCHEDULE_NONE */
    int early; /* link from the latest predecessor that finished before its creation; FC_SCHEDULE_NONE */
} fc_schedule_task;

/** A link whose predecessor finished before the dependent task was created: see fc_schedule_task. */
typedef struct fc_schedule_early {
    int part, next;
} fc_schedule_early;

typedef struct fc_schedule_group {
    int outer, left;
    int done; /* head of the list of its finished tasks; FC_SCHEDULE_NONE */
} fc_schedule_group;

typedef struct fc_team_schedule {
    const fc_team *team;
    const fc_openmp_costs *costs;
    fc_schedule_thread *player;
    fc_schedule_task *task;
    fc_schedule_group *group;
    int n_groups, group_capacity;
    int *ready; /* tasks in the order they became ready */
    int first_ready, n_ready;
    int left;       /* unfinished tasks created so far */
    int *taken;     /* by instance: sequences whose copies are all taken; of a single block: threads that reached it */
    double *copies; /* by instance: copies taken of the next sequence */
    int *holder;    /* by lock: thread; FC_SCHEDULE_NONE */
    int *given;     /* by lock: the part of the trace that released it last; FC_SCHEDULE_NONE */
    fc_team_trace trace;
    fc_schedule_early *early; /* [links] */
    bool short_of_memory;
} fc_team_schedule;

static inline fc_schedule_frame *fc_schedule_top(const fc_schedule_thread *p)
{
    return &p->frame[p->depth - 1];
}

/** The thread enters a sequence. `of` gives all fields of the frame but event, back and waited_for. */
void fc_schedule_push(fc_team_schedule *all, fc_schedule_thread *p, int sequence, const fc_schedule_frame *of);
/** The task that a waiting thread may take; FC_SCHEDULE_NONE. */
int fc_schedule_task_for(fc_team_schedule *all, const fc_schedule_thread *p);
/** The thread takes a task, no sooner than `now`. */
void fc_schedule_start_task(fc_team_schedule *all, fc_schedule_thread *p, int task, double now);
/** The thread does not wait, or its condition holds. */
bool fc_schedule_can_run(const fc_team_schedule *all, const fc_schedule_thread *p);
/** The thread executes its next event. */
void fc_schedule_run_event(fc_team_schedule *all, fc_schedule_thread *p);

#endif
