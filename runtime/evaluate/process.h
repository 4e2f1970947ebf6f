/* SPDX-License-Identifier: Apache-2.0 */
/** @file process.h  A virtual rank's part in a world (world.h), and how it waits. For the files of this room. */
#ifndef FC_PROCESS_H
#define FC_PROCESS_H

#include "classes.h"
#include "coroutine.h"
#include "layout.h"
#include "message_price.h"
#include "traffic.h"
#include "world.h"

struct fc_group;
struct fc_message;
struct fc_meeting;

/** A queue of messages in the order they came. */
typedef struct fc_messages {
    struct fc_message *first, **end;
    int n;
} fc_messages;

/** One FC_REPEAT that runs: passes left to go of `passes`, each with times / passes of the weight. */
typedef struct fc_repetition {
    double times, passes, left;
    double before;                     /* weight around it */
    unsigned long events, n_fractions; /* of the rank when the first pass began */
} fc_repetition;

/** What a rank asks of requests that others decide: any of them, or, for a test, how they stand now. */
typedef struct fc_choice {
    struct fc_message *const *message; /* NULL entries: none */
    int n;
    bool polls;
} fc_choice;

struct fc_process {
    fc_world *world;
    fc_coroutine flow;
    int number; /* in MPI_COMM_WORLD */
    bool ended, queued, undecided;
    fc_messages posted;  /* receives without a message, in the order posted */
    fc_messages arrived; /* messages without a receive */
    int n_posted_any;    /* of the posted ones from any source */
    int awaited;         /* messages it waits for that lack their other side */
    fc_choice waits;     /* which, while it does */
    const struct fc_meeting *waits_in;
    bool waits_for_lock;       /* of a window */
    struct fc_message **asked; /* messages of the requests it asks for */
    int asked_capacity;
    const fc_choice *choice;          /* NULL: it does not choose */
    const fc_site *site;              /* the call it waits in */
    double out_end, in_begin, in_end; /* s: when the last message has left; when the last ones came in */
    double polled_at;                 /* clock at the last test that was not done; < 0: none */
    unsigned long events;             /* messages and collectives so far */
    void *carried;                    /* control values that the next broadcast hands on; NULL: none */
    size_t carried_bytes;
    struct fc_group *self; /* MPI_COMM_SELF's */
    fc_repetition *repetition;
    int n_repetitions, repetition_capacity;
    double *owed; /* by place of fc_mean_times(): times asked for less those run */
    int n_owed, owed_capacity;
    unsigned long n_fractions; /* how often it was asked for a fraction */
    fc_rank *next_waiting;     /* in the same meeting */
};

struct fc_world {
    fc_setting setting;
    int n_ranks;
    const fc_classes *alike; /* NULL: each rank is run; otherwise the first of each class */
    struct fc_fold *fold;    /* how their messages meet then */
    fc_rank *sketched;       /* and who keeps what all ranks told each other (exchange.h) */
    int n_run, n_live;
    fc_rank **rank; /* [n_run], as the arrays behind */
    fc_process *process;
    fc_stacks stacks;
    fc_coroutine host;
    fc_rank **queue; /* ring of those that can go on */
    int first_queued, n_queued;
    fc_rank **undecided;
    int n_undecided;
    fc_seat seat;
    fc_ending *ending; /* of the run; FC_END_DONE while it goes well */
    fc_message_prices message_prices;
    fc_prices *own_prices;
    double eager_bytes;
    fc_layout layout;
    fc_traffic *traffic;     /* NULL: messages do not share links */
    struct fc_group *whole;  /* MPI_COMM_WORLD's */
    struct fc_group *groups; /* all there are */
    unsigned n_contexts;
    unsigned n_meetings;
    struct fc_message *free_messages;
    struct fc_message_block *message_blocks;
};

/** The place in w->rank of the rank that is run for this rank of MPI_COMM_WORLD. */
static inline int fc_process_place(const fc_world *w, int rank)
{
    return w->alike ? w->alike->of[rank] : rank;
}
/** The groups of MPI_COMM_WORLD and MPI_COMM_SELF for a rank that begins. */
void fc_process_join(fc_rank *r);
/** Lets others go on until somebody wakes this rank; `site` is the call it waits in. */
void fc_process_wait(fc_rank *r, const fc_site *site);
/** Puts a rank that waits at the end of those that can go on. */
void fc_process_wake(fc_rank *r);
/** Lets those that can go on do so first if `partner` is many messages behind, so that memory stays small. */
void fc_process_keep_near(fc_rank *r, int partner);
/** Marks a rank as one whose next step the world decides when nobody else can go on. */
void fc_process_undecide(fc_rank *r);
/** How FC_REPEAT runs here: as often as it says if messages or collectives are in it, else in two passes. */
double fc_process_repeat_begin(fc_rank *r, double times);
double fc_process_repeat_end(fc_rank *r);
/** Tells why nobody can go on: who waits where for whom. */
void fc_deadlock_explain(const fc_world *w, fc_ending *ending);

#endif
