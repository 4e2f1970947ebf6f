/* SPDX-License-Identifier: Apache-2.0 */
/** @file team_play.h  State of the simulation of an OpenMP team, shared by team_play.c (chooses the next thread) and
 * team_play_events.c (executes one event). */
#ifndef FC_TEAM_PLAY_H
#define FC_TEAM_PLAY_H

#include "team_tell.h"

enum {
    FC_PLAY_NONE = -1
};

typedef enum fc_play_standing {
    FC_PLAY_GOES,
    FC_PLAY_AT_BARRIER,
    FC_PLAY_AT_END, /* the region's own barrier */
    FC_PLAY_AT_TASKWAIT,
    FC_PLAY_AT_GROUP,
    FC_PLAY_AT_LOCK,
    FC_PLAY_AT_TASK /* a task that it created is undeferred and waits for dependences */
} fc_play_standing;

/** A strand that a thread executes. The last three fields serve the trace only (team_tell.h). */
typedef struct fc_play_frame {
    int event;             /* next; FC_PLAY_NONE: the strand ends */
    int task;              /* that the strand belongs to; FC_PLAY_NONE: none */
    int group;             /* taskgroup of new tasks; FC_PLAY_NONE */
    fc_play_standing back; /* standing before the strand, restored after it, and the lock or task waited for then */
    int waited_for;
    int site;         /* of its parts */
    int last;         /* part that its next part follows */
    int before_range; /* `last` before a range of a statically scheduled loop */
} fc_play_frame;

typedef struct fc_play_player {
    double clock;
    fc_play_standing standing;
    int waits_for; /* lock or task */
    fc_play_frame *frame;
    int depth, capacity;
    int part; /* current part of the trace; FC_PLAY_NONE */
    double part_began;
} fc_play_player;

/** A task in the simulation. */
typedef struct fc_play_task {
    int before;   /* unfinished tasks it depends on */
    int children; /* unfinished children; entry n_tasks + thread counts those of a thread itself */
    int group, parent;
    bool made, taken;
    double made_at;
    int first_part, last_part;         /* of the trace */
    int next_of_parent, next_of_group; /* lists of finished tasks that were not waited for yet; FC_PLAY_NONE */
    int done;                          /* head of the list of its finished children; FC_PLAY_NONE */
    int early; /* link from the latest predecessor that finished before its creation; FC_PLAY_NONE */
} fc_play_task;

/** A link whose predecessor finished before the dependent task was created: see fc_play_task. */
typedef struct fc_play_early {
    int part, next;
} fc_play_early;

typedef struct fc_play_group {
    int outer, left;
    int done; /* head of the list of its finished tasks; FC_PLAY_NONE */
} fc_play_group;

typedef struct fc_play {
    const fc_team *team;
    const fc_threads *costs;
    fc_play_player *player;
    fc_play_task *task;
    fc_play_group *group;
    int n_groups, group_capacity;
    int *ready; /* tasks in the order they became ready */
    int first_ready, n_ready;
    int left;       /* unfinished tasks created so far */
    int *taken;     /* by instance: strands whose copies are all taken; of a single block: threads that reached it */
    double *copies; /* by instance: copies taken of the next strand */
    int *holder;    /* by lock: thread; FC_PLAY_NONE */
    int *given;     /* by lock: the part of the trace that released it last; FC_PLAY_NONE */
    fc_team_tell tell;
    fc_play_early *early; /* [links] */
    bool short_of_memory;
} fc_play;

static inline fc_play_frame *fc_play_top(const fc_play_player *p)
{
    return &p->frame[p->depth - 1];
}

/** The thread enters a strand. `of` gives all fields of the frame but event, back and waited_for. */
void fc_play_push(fc_play *all, fc_play_player *p, int strand, const fc_play_frame *of);
/** The task that a waiting thread may take; FC_PLAY_NONE. */
int fc_play_task_for(fc_play *all, const fc_play_player *p);
/** The thread takes a task, no sooner than `now`. */
void fc_play_start_task(fc_play *all, fc_play_player *p, int task, double now);
/** The thread does not wait, or its condition holds. */
bool fc_play_may_go(const fc_play *all, const fc_play_player *p);
/** The thread executes its next event. */
void fc_play_go_on(fc_play *all, fc_play_player *p);

#endif
