/* SPDX-License-Identifier: Apache-2.0 */
/** @file team.h  An OpenMP team: the events of each thread, recorded while the body of a parallel region runs once for
 * each thread.
 *
 * A *sequence* is a list of events in program order: of a thread, a task, a chunk of a worksharing loop, or a single
 * block. The first n_threads sequences belong to the threads. team_schedule.c simulates the schedule. Internal to
 * the runtime. */
#ifndef FC_OPENMP_TEAM_H
#define FC_OPENMP_TEAM_H

#include "rank.h"
#include "team_costs.h"

enum {
    FC_MAX_THREADS = 4096,
    FC_MAX_LOCKS = 4096,
    FC_TEAM_BUCKETS = 1024
};

typedef enum fc_event_kind {
    FC_EVENT_WORK,      /* seconds */
    FC_EVENT_BARRIER,   /* the team's next one */
    FC_EVENT_CHUNKS,    /* ref: instance; takes its chunks one by one */
    FC_EVENT_SINGLE,    /* ref: instance; the first thread to arrive runs its one sequence */
    FC_EVENT_LOCK,      /* ref: lock */
    FC_EVENT_UNLOCK,    /* ref: lock */
    FC_EVENT_TASK,      /* ref: task, which is created here */
    FC_EVENT_TASKWAIT,  /* waits for the children of the current task */
    FC_EVENT_GROUP,     /* begin of a taskgroup */
    FC_EVENT_GROUP_END, /* waits for all tasks created in the taskgroup */
    FC_EVENT_RANGE,     /* ref: site; the thread's own range of a statically scheduled loop; only for traces */
    FC_EVENT_RANGE_END
} fc_event_kind;

typedef struct fc_event {
    fc_event_kind kind;
    int ref;
    int next; /* in the same sequence; -1: none */
    double seconds;
} fc_event;

/** first, last: events; -1: none. copies: equal chunks that one sequence stands for. */
typedef struct fc_team_events {
    int first, last;
    double copies;
} fc_team_events;

/** A worksharing loop or single block; all threads of the team encounter it in the same order. */
typedef struct fc_construct {
    int site;
    int first_sequence, n_sequences;
    double chunk_s; /* overhead of taking a chunk */
} fc_construct;

typedef struct fc_team_task {
    int site;
    int sequence, outer_sequence; /* its own, and that of its creator */
    int parent;                   /* task; -1: created by a thread itself */
    int n_before;                 /* tasks it depends on */
    int first_after;              /* in `links`: its dependent tasks; -1: none */
    bool deferred;
} fc_team_task;

/** An entry of a list of tasks. */
typedef struct fc_task_link {
    int task, next; /* -1: the last */
} fc_task_link;

/** The latest tasks that named an array element in a depend clause. */
typedef struct fc_depend_element {
    int memory, parent; /* dependences hold among children of the same task */
    double index;
    int writer;       /* -1: none */
    int first_reader; /* in `links`, since the writer; -1: none */
    int next;         /* of the same bucket; -1: none */
} fc_depend_element;

/** A growing array, reused from region to region. */
typedef struct fc_team_table {
    void *item;
    int n, capacity;
} fc_team_table;

struct fc_team {
    int open; /* depth of enclosing parallel regions, 0: none; nested ones have one thread */
    int site;
    int n_threads, thread; /* thread: the one whose body runs */
    int told_threads;      /* by omp_set_num_threads; 0: none */
    double slow;           /* >= 1: slowdown of threads that share cores */
    double outer_weight;   /* weight and busy cores of the rank outside of the region; a team of one keeps the weight */
    int outer_active;
    double busy_s;      /* of all threads */
    int sequence, task; /* current ones; task -1: none */
    int next_instance;  /* that the current thread encounters next */
    fc_team_table events, sequences, instances, tasks, links, elements;
    int bucket[FC_TEAM_BUCKETS]; /* of elements by hash; -1: none */
};

/** Costs belong to a team: they are recorded for the current thread. */
static inline bool fc_team_is_open(const fc_rank *r)
{
    return r->team && r->team->open > 0;
}
/** Several threads run concurrently: repetitions are weights, not iterations, and MPI calls are not allowed. */
static inline bool fc_team_is_parallel(const fc_rank *r)
{
    return fc_team_is_open(r) && r->team->n_threads > 1;
}
/** Within the outermost team: worksharing constructs distribute their work. */
static inline bool fc_team_is_outermost(const fc_rank *r)
{
    return r->team && r->team->open == 1;
}
static inline fc_event *fc_team_event(const fc_team *team, int i)
{
    return (fc_event *)team->events.item + i;
}
static inline fc_team_events *fc_team_sequence(const fc_team *team, int i)
{
    return (fc_team_events *)team->sequences.item + i;
}
static inline fc_construct *fc_team_instance(const fc_team *team, int i)
{
    return (fc_construct *)team->instances.item + i;
}
static inline fc_team_task *fc_team_task_at(const fc_team *team, int i)
{
    return (fc_team_task *)team->tasks.item + i;
}
static inline fc_task_link *fc_team_link(const fc_team *team, int i)
{
    return (fc_task_link *)team->links.item + i;
}

/** Records work of the current thread [s, weighted]; returns the share of the rank's time that it represents. */
double fc_team_add_work(fc_rank *r, double seconds);
/** Appends an event to the current sequence. */
void fc_team_add_event(fc_rank *r, fc_event_kind kind, int ref);
/** A new, empty sequence. */
int fc_team_add_sequence(fc_rank *r, double copies);
/** The instance that the current thread encounters now; *is_new: it is the first thread to do so. */
int fc_team_encounter(fc_rank *r, bool *is_new);
/** Appends an item, all 0, to a table. Ends the run where the table exceeds 2^25 items or when out of memory. */
void *fc_team_add(fc_rank *r, fc_team_table *table, size_t size);
void fc_team_free(fc_team *team);
/** Closes a region that an error left. */
void fc_team_reset(fc_rank *r);

/** The trace records the threads of this team (team_trace.h). */
static inline bool fc_team_is_traced(const fc_rank *r)
{
    const fc_trace *trace = r->setting.trace;
    return trace && trace->teams && r->process && r->phase != FC_PHASE_AFTER && r->launch.rank < trace->ranks;
}

/** Simulates the schedule of the team: seconds from the region's start to the end of its last thread. NaN: deadlock, or
 * out of memory. */
double fc_team_schedule_run(const fc_rank *r);

#endif
