/* SPDX-License-Identifier: Apache-2.0 */
/** @file window.h  Windows of virtual ranks: memory that others access (MPI 3.1, chapter 11), and what that takes.
 *
 * Method ranks, by LogGP as world.h, with its T, P and G; the target takes no part in an access:
 *
 *   any access at s          the origin goes on at s + P(m); it leaves at l, no closer than G behind what left before
 *   put, accumulate          over at l + T(m); the origin's memory is free at l + G(m)
 *   get                      asks: at the target at l + T(0); over T(m) after the answer leaves there
 *   fetch (get_accumulate,   at the target at l + T(m); over T(m) after the answer leaves there
 *     fetch_and_op, ...)
 *   concurrent accesses      enter a target, leave it as answers, and enter the origin, no closer than G(m)
 *   fence                    each rank goes on until its accesses and those to it are over; then a barrier
 *   lock at s                asked for at a = s + T(0), given at g >= a, when those are gone who hold it and must not
 *                            hold it too, who asked first comes first; the origin goes on at g + T(0)
 *   unlock at u              waits for its accesses, goes on after P(0); the lock is free T(0) after the wait
 *   lock_all                 one such lock of all ranks, shared; MPI_MODE_NOCHECK: no lock costs anything
 *   flush                    waits for its accesses to be over, flush_local for its memory to be free
 *   post, complete           an empty message to each rank of the group, complete when its memory is free
 *   start, wait              wait for the others' messages; wait for the accesses to this rank too
 *
 * Ranks act in the order of virtual time, of equal times the lower rank first, wherever one may see what another did:
 * at locks, unlocks, and accesses outside of fences. Those between two fences are done at the second, in the order in
 * which they left, then of ranks, then of calls. In that order their values are put in place, so that what a counter
 * gives is the same on any host. Accesses do not share a network's links with messages. */
#ifndef FC_WINDOW_H
#define FC_WINDOW_H

#include "meeting.h"

typedef enum fc_window_access_kind {
    FC_ACCESS_PUT, /* and accumulate */
    FC_ACCESS_GET,
    FC_ACCESS_FETCH /* both at once */
} fc_window_access_kind;

/** What an access does to control values; in, out NULL: nothing. */
typedef struct fc_window_values {
    char *in;       /* a copy of the origin's numbers */
    char *compared; /* a copy; NULL: no compare and swap */
    void *out;      /* where the target's go, as they were */
    int op;         /* FC_MPI_REPLACE, FC_MPI_SUM, ... */
    double n;       /* elements at the target */
    fc_datatype type;
    long at; /* bytes from the window's begin */
} fc_window_values;

/** One access. Seconds are virtual and weighted. */
typedef struct fc_window_access {
    fc_window_access_kind kind;
    int origin, target;         /* ranks in the window */
    int number;                 /* in the order of calls; set where they are settled together */
    double leaves, there, back; /* when it leaves, seconds to the target, seconds of the answer */
    double gap;                 /* of its bytes */
    double local, over;         /* when the origin's memory is free, when it is over; once it is settled */
    fc_window_values values;
} fc_window_access;

/** An access that its origin has not waited for. */
typedef struct fc_under_way {
    int target;
    double local, over;
} fc_under_way;

/** A way that takes one after the other: from when to when it was busy last [s]. */
typedef struct fc_way {
    double begin, end;
} fc_way;

/** What one rank lays open. */
typedef struct fc_exposed {
    char *memory; /* control values; NULL: none */
    double room;  /* bytes of them that may be written */
    double bytes; /* of the window; INFINITY: not known */
    int unit;     /* bytes of a displacement of 1 */
    fc_way in, out, answers;
    double last_in; /* s: the last access to it is over */
    bool is_exclusive;
    int n_shared;
    double exclusive_until, shared_until; /* s: when such a lock was last let go */
    double until;                         /* s: what the last fence waits for here */
} fc_exposed;

/** What a rank waits for a lock of; lives on its stack. */
typedef struct fc_lock_wait {
    struct fc_lock_wait *next;
    fc_rank *rank;
    int target; /* -1: all */
    bool is_exclusive, given;
    double asked, at; /* s */
} fc_lock_wait;

/** What the ranks of a world share of a window; fc_group.exposure of its communicator. */
typedef struct fc_exposure {
    int size;
    fc_exposed *part;         /* [size] */
    fc_window_access *access; /* since the last fence */
    int n_accesses, access_capacity;
    fc_lock_wait *waiting; /* who asked first, first */
    int n_exclusive, n_all;
    double exclusive_until, all_until;
} fc_exposure;

/** Ranks in the window that this one lets in (post), or enters (start). */
typedef struct fc_partners {
    bool open;
    int *rank;
    int n, capacity;
} fc_partners;

typedef struct fc_held {
    int target; /* -1: all */
    bool is_exclusive, is_checked;
} fc_held;

/** A rank's window. */
typedef struct fc_window {
    bool alive;
    fc_comm comm; /* of its own */
    bool fenced;
    int n_fenced; /* accesses since the last fence */
    fc_partners posted, started;
    fc_held *held;
    int n_held, held_capacity;
    fc_under_way *under_way;
    int n_under_way, under_way_capacity;
    double error; /* relative, of the latest access */
} fc_window;

/** Ends the run if the handle is none. */
fc_window *fc_window_of(fc_rank *r, int site, fc_mpi_window window);
/** 0 ... size - 1; ends the run otherwise. */
void fc_window_check_target(fc_rank *r, int site, const fc_window *window, int target);
/** Forgets the rank's windows; frees what they hold. */
void fc_window_reset(fc_rank *r);
void fc_exposure_free(fc_exposure *exposure);
/** What the ranks of the window share; NULL: method sum. */
fc_exposure *fc_window_exposure(const fc_rank *r, const fc_window *window);
/** The lock of this target, or of all; NULL: not held. */
fc_held *fc_window_held(const fc_window *window, int target);
/** The target is among those of MPI_Win_start. */
bool fc_window_entered(const fc_window *window, int target);

/** Tells when an access is over, after all that left before; puts its values in place. False: they cannot be. */
bool fc_window_access_settle(fc_exposure *exposure, fc_window_access *access);
_Noreturn void fc_window_access_refuse(fc_rank *r, int site, const fc_window_access *access);
/** The same of all since the last fence, in the order they left; sets fc_exposed.until. */
void fc_window_access_settle_all(fc_rank *last, int site, fc_exposure *exposure);

/** Waits for the lock; when it is given [s, virtual, at the target]. */
double fc_window_lock_take(fc_rank *r, int site, fc_exposure *exposure, const fc_held *wanted, double asked);
/** Lets it go; at [s]: when the target knows. */
void fc_window_lock_let_go(fc_exposure *exposure, const fc_held *held, double at);

#endif
