/* SPDX-License-Identifier: Apache-2.0 */
/** @file process.h  A virtual rank's state in a simulation of all ranks (simulation.h), and how it waits. Internal to
 * the runtime. */
#ifndef FC_MPI_PROCESS_H
#define FC_MPI_PROCESS_H

#include "coroutine.h"
#include "mapping.h"
#include "message_price.h"
#include "simulation.h"
#include "traffic.h"

#include <stdint.h>

struct fc_group;
struct fc_message;
struct fc_sync_call;

/** A queue of messages in the order in which they were added. */
typedef struct fc_messages {
    struct fc_message *first, **end;
    int n;
} fc_messages;

/** An FC_REPEAT that runs: of `passes` passes, `left` remain; each has times / passes of the weight. */
typedef struct fc_repetition {
    double times, passes, left;
    double before;                     /* weight outside of it */
    unsigned long events, n_fractions; /* of the rank when the first pass began; events and progress */
} fc_repetition;

/** What a rank waits for, where it goes on by virtual time: a set of requests, an event, or the ranks before it. */
typedef struct fc_choice {
    double (*time)(fc_rank *r, const void *data); /* s: when it can go on, as known now; INFINITY: others decide it */
    const void *data;
    bool idles; /* goes on, too, if no rank of the world can */
} fc_choice;

struct fc_process {
    fc_simulation *world;
    fc_coroutine flow;
    int number; /* in MPI_COMM_WORLD */
    bool ended, queued, undecided;
    fc_messages posted;              /* unmatched receives, in the order posted */
    fc_messages arrived;             /* unmatched messages */
    int n_posted_any;                /* posted receives from any source */
    int awaited;                     /* unmatched messages that the rank waits for */
    struct fc_message *const *waits; /* these messages, while it waits; an entry may be NULL */
    int n_waits;
    const struct fc_sync_call *waits_in;
    bool waits_for_lock; /* of a window */
    bool awaits_name;    /* announcement.h: it waits to be named, with this parent */
    const struct fc_group *awaits_group;
    struct fc_message **asked; /* buffer of `waits`: the messages of its requests */
    int asked_capacity;
    const fc_choice *choice;          /* NULL: the rank waits for no choice */
    const fc_site *site;              /* the call it waits in */
    double out_end, in_begin, in_end; /* s: when the last message has left; when the last ones came in */
    double idle_begin, idle_end;      /* s: the last wait for a message, until the rank took it in */
    double idle_left;                 /* s of this wait in which it may have taken in other messages */
    uint64_t *polled; /* by polling.h: the tests and probes that have failed at virtual time polled_at */
    int n_polled, polled_capacity;
    double polled_at;
    unsigned long n_vain, n_idle; /* failed polls since `polled_since`, and those that no event followed */
    unsigned long polled_since;   /* progress before them */
    unsigned long events;         /* messages and collectives so far */
    unsigned long progress;       /* sends, receives, collectives and completed requests so far */
    void *carried;                /* payload of the next broadcast; NULL: none */
    size_t carried_bytes;
    struct fc_group *self; /* MPI_COMM_SELF's */
    fc_repetition *repetition;
    int n_repetitions, repetition_capacity;
    double *owed; /* by place of fc_mean_times(): repetitions requested less repetitions run */
    int n_owed, owed_capacity;
    unsigned long n_fractions;      /* requests for a fractional number of repetitions */
    struct fc_message_races *races; /* message_race.h; NULL: none */
    fc_rank *next_waiting;          /* in the same collective */
};

struct fc_simulation {
    fc_setting setting;
    int n_ranks;
    const fc_classes *alike;        /* NULL: each rank is run; otherwise the first of each equivalence class */
    struct fc_quotient_match *fold; /* how the messages of representatives match */
    fc_rank *fingerprinted;         /* the context that holds the deferred collectives' data (deferred.h) */
    int n_run, n_live;
    fc_rank **rank; /* [n_run], as are the following arrays */
    fc_process *process;
    fc_stacks stacks;
    fc_coroutine host;
    fc_rank **queue; /* ring of the ranks that can go on */
    int first_queued, n_queued;
    fc_rank **undecided;
    int n_undecided;
    fc_launch launch;
    fc_ending *ending; /* of the run; FC_END_DONE while it goes well */
    fc_message_prices message_prices;
    fc_cost_cache *own_prices;
    double eager_bytes;
    fc_mapping layout;
    fc_traffic *traffic;               /* NULL: messages do not share links */
    struct fc_group *whole;            /* of MPI_COMM_WORLD */
    struct fc_group *groups;           /* all groups */
    struct fc_announcement *announced; /* creations that not all ranks take part in yet */
    struct fc_file_content *content;   /* files that ranks opened or deleted */
    unsigned n_contexts;
    unsigned n_collectives;
    struct fc_message *free_messages;
    struct fc_message_block *message_blocks;
};

/** The index in w->rank of the rank that runs for this rank of MPI_COMM_WORLD. */
static inline int fc_process_index(const fc_simulation *w, int rank)
{
    return w->alike ? w->alike->of[rank] : rank;
}
/** Sets the groups of MPI_COMM_WORLD and MPI_COMM_SELF when a rank starts. */
void fc_process_set_groups(fc_rank *r);
/** Leaves the coroutine `from` for the next rank in the queue, or for the scheduler if there is none. */
void fc_process_go_on(fc_simulation *w, fc_coroutine *from);
/** Suspends the rank until another one wakes it; `site` is the call it waits in. */
void fc_process_wait(fc_rank *r, const fc_site *site);
/** Appends a waiting rank to the queue of ranks that can go on. */
void fc_process_wake(fc_rank *r);
/** Yields to the other ranks if `partner` has many unreceived messages, to bound the memory. */
void fc_process_throttle(fc_rank *r, int partner);
/** Marks a rank whose next step the scheduler decides once no other rank can go on. */
void fc_process_defer(fc_rank *r);
/** FC_REPEAT: runs all passes if the body holds messages or collectives, otherwise two passes. */
double fc_process_repeat_begin(fc_rank *r, double times);
double fc_process_repeat_end(fc_rank *r);
/** Writes the cause of a deadlock into *ending: which rank waits in which call for which rank. */
void fc_deadlock_explain(const fc_simulation *w, fc_ending *ending);
/** The first unmatched message that a rank waits for; NULL: it waits for none. */
const struct fc_message *fc_deadlock_awaited(const fc_process *p);

#endif
