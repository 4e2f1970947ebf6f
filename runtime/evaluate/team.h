/* SPDX-License-Identifier: Apache-2.0 */
/** @file team.h  A team of threads: what each of them does, noted while its parallel region's body is run, and how long
 * that takes them together.
 *
 * A *strand* is a list of events in program order: of a thread, of a task, of a chunk of a shared loop, of a single
 * block. The first n_threads strands are the threads'. For the files of this room. */
#ifndef FC_TEAM_H
#define FC_TEAM_H

#include "rank.h"

enum {
    FC_MAX_THREADS = 4096,
    FC_MAX_LOCKS = 4096,
    FC_TEAM_BUCKETS = 1024
};

typedef enum fc_event_kind {
    FC_EVENT_WORK,      /* seconds */
    FC_EVENT_BARRIER,   /* the team's next one */
    FC_EVENT_CHUNKS,    /* ref: instance, whose chunks are taken one by one */
    FC_EVENT_SINGLE,    /* ref: instance, whose one strand the first thread runs */
    FC_EVENT_LOCK,      /* ref: lock */
    FC_EVENT_UNLOCK,    /* ref: lock */
    FC_EVENT_TASK,      /* ref: task, made now */
    FC_EVENT_TASKWAIT,  /* for the children of the task in hand */
    FC_EVENT_GROUP,     /* a task group begins */
    FC_EVENT_GROUP_END, /* and ends when all tasks made in it are done */
    FC_EVENT_RANGE,     /* ref: site; the thread's own range of a shared loop begins; only where parts are told */
    FC_EVENT_RANGE_END
} fc_event_kind;

typedef struct fc_event {
    fc_event_kind kind;
    int ref;
    int next; /* in the same strand; -1: none */
    double seconds;
} fc_event;

/** first, last: events; -1: none. Of a chunk there may be several `copies`. */
typedef struct fc_strand {
    int first, last;
    double copies;
} fc_strand;

/** A shared loop or single block that all threads of the team meet, in the same order. */
typedef struct fc_instance {
    int site;
    int first_strand, n_strands;
    double chunk_s; /* that taking a chunk costs */
} fc_instance;

typedef struct fc_team_task {
    int site;
    int strand, outer_strand; /* its own, and of whoever made it */
    int parent;               /* task; -1: none, a thread made it */
    int n_before;             /* tasks it depends on */
    int first_after;          /* in `link`: those that depend on it; -1: none */
    bool deferred;
} fc_team_task;

/** An entry of a list of tasks. */
typedef struct fc_task_link {
    int task, next; /* -1: the last */
} fc_task_link;

/** The latest tasks that named an element in a depend clause. */
typedef struct fc_element {
    int memory, parent; /* dependences are among children of the same task */
    double index;
    int writer;       /* -1: none */
    int first_reader; /* in `link`, since the writer; -1: none */
    int next;         /* of the same bucket; -1: none */
} fc_element;

/** A growing array; its memory stays from region to region. */
typedef struct fc_team_table {
    void *item;
    int n, capacity;
} fc_team_table;

struct fc_team {
    int open; /* parallel regions around, 0: none; inner ones have one thread */
    int site;
    int n_threads, thread; /* whose run it is */
    int told_threads;      /* by omp_set_num_threads; 0: none */
    double slow;           /* >= 1: of threads that share cores */
    double outer_weight;   /* the rank's, and its busy cores, outside of the region; one thread has it inside too */
    int outer_active;
    double busy_s;     /* of all threads */
    int strand, task;  /* in hand; task -1: none */
    int next_instance; /* that the thread in hand meets */
    fc_team_table events, strands, instances, tasks, links, elements;
    int bucket[FC_TEAM_BUCKETS]; /* of elements by hash; -1: none */
};

/** Costs are a team's: noted for the thread in hand. */
static inline bool fc_team_is_open(const fc_rank *r)
{
    return r->team && r->team->open > 0;
}
/** Threads run side by side: what they do is told by weights, not by turns, and none of it may be MPI's. */
static inline bool fc_team_is_several(const fc_rank *r)
{
    return fc_team_is_open(r) && r->team->n_threads > 1;
}
/** Within a team of its own: what threads share is shared out. */
static inline bool fc_team_shares(const fc_rank *r)
{
    return r->team && r->team->open == 1;
}
static inline fc_event *fc_team_event(const fc_team *team, int i)
{
    return (fc_event *)team->events.item + i;
}
static inline fc_strand *fc_team_strand(const fc_team *team, int i)
{
    return (fc_strand *)team->strands.item + i;
}
static inline fc_instance *fc_team_instance(const fc_team *team, int i)
{
    return (fc_instance *)team->instances.item + i;
}
static inline fc_team_task *fc_team_task_at(const fc_team *team, int i)
{
    return (fc_team_task *)team->tasks.item + i;
}
static inline fc_task_link *fc_team_link(const fc_team *team, int i)
{
    return (fc_task_link *)team->links.item + i;
}

/** Notes work of the thread in hand [s, weighted]; returns the seconds of the rank's time it stands for. */
double fc_team_work(fc_rank *r, double seconds);
/** Notes an event in the strand in hand. */
void fc_team_note(fc_rank *r, fc_event_kind kind, int ref);
/** A new, empty strand. */
int fc_team_add_strand(fc_rank *r, double copies);
/** The instance that the thread in hand meets now; *is_new: it is the first to do so. */
int fc_team_meet(fc_rank *r, bool *is_new);
/** One more item of a table, all 0; ends the run where it grows beyond what an evaluation can hold. */
void *fc_team_add(fc_rank *r, fc_team_table *table, size_t size);
void fc_team_free(fc_team *team);
/** A region that an error left. */
void fc_team_reset(fc_rank *r);

/** The trace asks for what the threads of this team do (team_tell.h). */
static inline bool fc_team_is_told(const fc_rank *r)
{
    const fc_trace *trace = r->setting.trace;
    return trace && trace->teams && r->process && r->phase != FC_PHASE_AFTER && r->seat.rank < trace->ranks;
}

/** Seconds of a construct for a team of n threads. */
double fc_team_overhead(const fc_threads *threads, fc_overhead_kind kind, int n);
const fc_threads *fc_team_costs(const fc_rank *r);

/** Plays what was noted: seconds from the region's start until its last thread is done. NaN: memory is short. */
double fc_team_play(const fc_rank *r);

#endif
