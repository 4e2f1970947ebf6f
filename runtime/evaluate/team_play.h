/* SPDX-License-Identifier: Apache-2.0 */
/** @file team_play.h  A team at play: what team_play.c, which says whose turn it is, shares with team_play_events.c. */
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
    FC_PLAY_AT_TASK /* one it has made waits for others, and is not deferred */
} fc_play_standing;

/** A strand that a thread is in. What is for telling only (team_tell.h) stands last. */
typedef struct fc_play_frame {
    int event;             /* next; FC_PLAY_NONE: it ends */
    int task;              /* whose strand it is; FC_PLAY_NONE: no task's */
    int group;             /* task group that new tasks belong to; FC_PLAY_NONE */
    fc_play_standing back; /* what the thread was at before, and is again behind it; and waited for */
    int waited_for;
    int site; /* for telling: whose part it is, and the latest part that its next one comes after */
    int last;
    int before_range; /* `last`, before a range of a statically shared loop */
} fc_play_frame;

typedef struct fc_play_player {
    double clock;
    fc_play_standing standing;
    int waits_for; /* lock or task */
    fc_play_frame *frame;
    int depth, capacity;
    int part; /* being told; FC_PLAY_NONE */
    double part_began;
} fc_play_player;

/** Tasks at play. */
typedef struct fc_play_task {
    int before;   /* tasks it still waits for */
    int children; /* that are not done; n_tasks + thread: those of a thread itself */
    int group, parent;
    bool made, taken;
    double made_at;
    int first_part, last_part;         /* told */
    int next_of_parent, next_of_group; /* tasks done before it, not waited for yet; FC_PLAY_NONE */
    int done;                          /* the latest of its children that are done; FC_PLAY_NONE */
    int early; /* link from the latest task it waits for that was done before it was made; FC_PLAY_NONE */
} fc_play_task;

/** Of a link between tasks: see fc_play_task. */
typedef struct fc_play_early {
    int part, next;
} fc_play_early;

typedef struct fc_play_group {
    int outer, left;
    int done; /* the latest of its tasks that are done; FC_PLAY_NONE */
} fc_play_group;

typedef struct fc_play {
    const fc_team *team;
    const fc_threads *costs;
    fc_play_player *player;
    fc_play_task *task;
    fc_play_group *group;
    int n_groups, group_capacity;
    int *ready; /* in the order they became so */
    int first_ready, n_ready;
    int left;   /* tasks made and not done */
    int *taken; /* by instance: chunks; strands of several copies one by one */
    double *copies;
    int *holder; /* by lock: thread; FC_PLAY_NONE */
    int *given;  /* by lock: the part told that gave it last; FC_PLAY_NONE */
    fc_team_tell tell;
    fc_play_early *early; /* [links] */
    bool short_of_memory;
} fc_play;

static inline fc_play_frame *fc_play_top(const fc_play_player *p)
{
    return &p->frame[p->depth - 1];
}

/** The thread enters a strand: all of `of` but its event and what the thread comes back to. */
void fc_play_push(fc_play *all, fc_play_player *p, int strand, const fc_play_frame *of);
/** The task that a waiting thread may take; FC_PLAY_NONE. */
int fc_play_task_for(fc_play *all, const fc_play_player *p);
/** The thread takes a task, no sooner than `now`. */
void fc_play_start_task(fc_play *all, fc_play_player *p, int task, double now);
/** What the thread waits for has come; and it makes its next step. */
bool fc_play_may_go(const fc_play *all, const fc_play_player *p);
void fc_play_go_on(fc_play *all, fc_play_player *p);

#endif
