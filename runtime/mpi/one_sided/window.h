/* SPDX-License-Identifier: Apache-2.0 */
/** @file window.h  One-sided communication of virtual ranks (MPI 3.1, chapter 11): model and state.
 *
 * Method ranks, by LogGP as in simulation.h, with its T, P and G; the target's process takes no part in an access:
 *
 *   any access at s          the origin continues at s + P(m); it departs at l, at least G after the previous departure
 *   put, accumulate          ends at l + T(m); the origin's buffer is free at l + G(m)
 *   get                      the request is at the target at l + T(0); ends T(m) after the answer departs there
 *   fetch (get_accumulate,   at the target at l + T(m); ends T(m) after the answer departs there
 *     fetch_and_op, ...)
 *   concurrent accesses      pass the target's input, its output, and the origin's input at intervals of at least G(m)
 *   fence                    each rank waits until its accesses and those to it have ended; then a barrier
 *   lock at s                requested at a = s + T(0), granted at g >= a, once no conflicting lock is held, in the
 *                            order of requests; the origin continues at g + T(0)
 *   unlock at u              waits for its accesses, continues after P(0); the lock is free T(0) after the wait
 *   lock_all                 one such shared lock of all ranks; with MPI_MODE_NOCHECK locks cost nothing
 *   flush                    waits until its accesses have ended; flush_local until its buffers are free
 *   post, complete           an empty message to each rank of the group; complete waits until its buffers are free
 *   start, wait              wait for these messages; wait also waits for the accesses to this rank
 *
 * Where ranks may observe each other (locks, unlocks, accesses outside of fences), they act in the order of virtual
 * time, ties by rank. Accesses between two fences take effect at the second one, in the order of departure, then of
 * ranks, then of calls. Their values are written in this order, so that results are the same on any host. Accesses do
 * not share a network's links with messages. */
#ifndef FC_WINDOW_H
#define FC_WINDOW_H

#include "sync.h"

typedef enum fc_window_access_kind {
    FC_ACCESS_PUT, /* and accumulate */
    FC_ACCESS_GET,
    FC_ACCESS_FETCH /* reads and updates */
} fc_window_access_kind;

/** Control data of an access; in, out NULL: none. */
typedef struct fc_window_values {
    char *in;       /* a copy of the origin's values */
    char *compared; /* a copy of the comparand; NULL: no compare-and-swap */
    void *out;      /* receives the target's previous values */
    int op;         /* FC_MPI_REPLACE, FC_MPI_SUM, ... */
    double n;       /* elements at the target */
    fc_datatype type;
    long at; /* bytes from the window's begin */
} fc_window_values;

/** One access. Times are virtual and weighted. */
typedef struct fc_window_access {
    fc_window_access_kind kind;
    int origin, target;         /* ranks in the window */
    int number;                 /* in the order of calls; set by fc_window_access_complete_all */
    double leaves, there, back; /* time of departure; seconds to the target; seconds of the answer */
    double gap;                 /* LogGP's G of its bytes */
    double local, over;         /* once settled: when the origin's buffer is free; when the access ends */
    fc_window_values values;
} fc_window_access;

/** An access that its origin has not waited for. */
typedef struct fc_pending_access {
    int target;
    double local, over;
} fc_pending_access;

/** A port that serializes transfers: the interval in which it was busy last [s]. */
typedef struct fc_port {
    double begin, end;
} fc_port;

/** The memory that one rank exposes. */
typedef struct fc_window_part {
    char *memory; /* control data; NULL: none */
    double room;  /* writable bytes of it */
    double bytes; /* of the window; INFINITY: unknown */
    int unit;     /* bytes of a displacement of 1 */
    fc_port in, out, answers;
    double last_in; /* s: end of the last access to it */
    bool is_exclusive;
    int n_shared;
    double exclusive_until, shared_until; /* s: when such a lock was last released */
    double until;                         /* s: what this rank waits for at the last fence */
} fc_window_part;

/** A rank's request for a lock; on the stack of the waiting rank. */
typedef struct fc_lock_wait {
    struct fc_lock_wait *next;
    fc_rank *rank;
    int target; /* -1: all */
    bool is_exclusive, given;
    double asked, at; /* s: of the request, of the grant; both at the target */
} fc_lock_wait;

/** State of a window that the ranks of a world share; fc_group.exposure of its communicator. */
typedef struct fc_shared_window {
    int size;
    fc_window_part *part;     /* [size] */
    fc_window_access *access; /* of the fence epoch that is open */
    int n_accesses, access_capacity;
    fc_lock_wait *waiting;  /* in the order of requests */
    int n_exclusive, n_all; /* exclusive locks held; MPI_Win_lock_all's held */
    double exclusive_until, all_until;
    struct fc_window_event *event; /* window_race.h */
    int n_events, event_capacity;
} fc_shared_window;

/** Ranks in the window that may access this rank (post), or that this rank accesses (start). */
typedef struct fc_window_group {
    bool open;
    int *rank;
    int n, capacity;
} fc_window_group;

/** A lock that the rank holds. */
typedef struct fc_held_lock {
    int target;                    /* -1: all */
    bool is_exclusive, is_checked; /* is_checked false: MPI_MODE_NOCHECK */
} fc_held_lock;

/** A rank's window. */
typedef struct fc_window {
    bool alive;
    int made_at;  /* the site that made it */
    fc_comm comm; /* of its own */
    bool fenced;
    int n_fenced;  /* accesses since the last fence */
    int locked_at; /* 1 + the site of the first lock after a fence that may have opened an epoch; 0: none */
    fc_window_group posted, started;
    fc_held_lock *held;
    int n_held, held_capacity;
    fc_pending_access *under_way;
    int n_under_way, under_way_capacity;
    double error; /* relative, of the latest access */
    int object;   /* its memory, of mpi_check.h; -1: unknown */
    double base;  /* where it begins there, in bytes */
} fc_window;

/** The window of a handle; ends the run if there is none. */
fc_window *fc_window_of(fc_rank *r, int site, fc_mpi_window window);
/** Ends the run unless the target is in 0 ... size - 1, or unknown under method sum. */
void fc_window_check_target(fc_rank *r, int site, const fc_window *window, int target);
/** Removes all windows of the rank and frees their memory. */
void fc_window_reset(fc_rank *r);
void fc_shared_window_free(fc_shared_window *exposure);
/** The shared state of the window; NULL: method sum. */
fc_shared_window *fc_window_shared(const fc_rank *r, const fc_window *window);
/** The lock of this target, -1: of all; NULL: not held. */
fc_held_lock *fc_window_held(const fc_window *window, int target);
/** The target is in the group of the open MPI_Win_start. */
bool fc_window_is_started(const fc_window *window, int target);

/** Computes when an access ends, after all earlier departures, and writes its values. False: they are unknown, or
 * outside of the window. */
bool fc_window_access_complete(fc_shared_window *exposure, fc_window_access *access);
/** Ends the run because of an access that could not be settled. */
_Noreturn void fc_window_access_refuse(fc_rank *r, int site, const fc_window_access *access);
/** Settles all accesses since the last fence, in the order of departure; sets fc_window_part.until. */
void fc_window_access_complete_all(fc_rank *last, int site, fc_shared_window *exposure);

/** Waits for the lock; returns when it is granted [s, virtual, at the target]. */
double fc_window_lock_acquire(fc_rank *r, int site, fc_shared_window *exposure, const fc_held_lock *wanted,
                              double asked);
/** Releases the lock; at [s]: when the release reaches the target. */
void fc_window_lock_release(fc_shared_window *exposure, const fc_held_lock *held, double at);

#endif
