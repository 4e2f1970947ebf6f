/* SPDX-License-Identifier: Apache-2.0 */
/* clang-format off */
/** @file sync.h  Collective synchronization in a world.
 *
 * A call returns when all ranks of the communicator have arrived; a correct program must assume that (MPI 3.1, section
 * 5.1). The virtual time of each rank's return, with runtime function t:
 *
 *   most operations           the latest arrival + t
 *   Bcast, Scatter(v), eager  root: its arrival + t; others: max(own arrival + own receive, the root's arrival + t)
 *   Reduce, Gather(v), eager  root: the latest arrival + t; others: own arrival + t
 *   Scan, Exscan              the latest arrival of ranks 0 ... own + t
 *
 * eager: the block is smaller than fc_message_eager_bytes(). own receive: R of simulation.h. If messages share links, every
 * operation ends at the latest arrival + t, since traffic.h simulates links forward in time only; collectives with an
 * algorithm are then executed by messages (collective_messages.h). */
/* clang-format on */
#ifndef FC_SYNC_H
#define FC_SYNC_H

#include "call.h"
#include "group.h"
#include "payload.h"

#include <limits.h>

/** Synchronization rule of an operation: a row of the table above. */
typedef enum fc_sync_rule {
    FC_SYNC_ALL,
    FC_SYNC_FROM_ROOT,
    FC_SYNC_TO_ROOT,
    FC_SYNC_PREFIX
} fc_sync_rule;

/** A rank's arrival at a collective call. */
typedef struct fc_arrival {
    fc_communicator *comm;
    int rank; /* the caller's in comm */
    fc_transfer transfer;
    fc_sync_rule rule;
    int root; /* < 0: none or unknown */
} fc_arrival;

enum {
    FC_SYNC_LANES = 32, /* tags reserved for one call's messages */
    FC_SYNC_TAGS = INT_MAX / FC_SYNC_LANES
};

/** A rank's part in a call that is executed by messages. */
typedef struct fc_sync_part {
    struct fc_sync_call *collective;
    fc_plan plan;     /* n is 0: the call has no algorithm */
    int tag;          /* first of FC_SYNC_LANES */
    fc_carried takes; /* destination of the root's payload; NULL: none */
} fc_sync_part;

/** Arrives without waiting. The call is checked against those of other ranks; the first arrival sets the plan. */
fc_sync_part fc_sync_arrive(fc_rank *r, int site, const fc_arrival *arrival);
/** Copies the root's payload and leaves; the root's messages must have reached this rank. */
void fc_sync_leave(const fc_sync_part *there);

/** A blocking collective from arrival to end. */
void fc_sync_collective(fc_rank *r, int site, const fc_arrival *arrival);
/** Contributes the payload `mine`; precedes fc_sync_collective() or fc_sync_begin() with the same arrival. The last
 * contribution delivers the results of all ranks, so the buffers must live until then. */
void fc_sync_carry(fc_rank *r, int site, const fc_arrival *arrival, const fc_payload *own, fc_payload_buffers mine);
/** A non-blocking collective arrives and returns at once; *begun is for fc_sync_end(). */
void fc_sync_begin(fc_rank *r, int site, const fc_arrival *arrival, fc_begun *begun);
/** The group of the duplicated communicator (MPI_Comm_idup). */
fc_group *fc_sync_duplicate(fc_rank *r, const fc_begun *begun);
/** Completes a non-blocking collective when a blocking call begun at the same time would have ended, or now.
 * Returns the group that fc_sync_begin() held: the caller releases it. */
fc_group *fc_sync_end(fc_rank *r, int site, const fc_pending *pending);
/** When a non-blocking collective ends [s, virtual]; INFINITY: some rank has not arrived yet. */
double fc_sync_time(fc_rank *r, const fc_pending *pending);
/** MPI_Comm_split: the group of the caller's color, ordered by key, then by rank in `of`; sets *rank to the caller's
 * rank in it. NULL: color FC_MPI_UNDEFINED, or *rank FC_MPI_NUMBER_UNKNOWN, if some rank's color or key is dynamic. */
fc_group *fc_sync_split(fc_rank *r, int site, fc_communicator *of, const int color_and_key[2], int *rank);
/** MPI_Comm_split under quotient execution: synchronizes only; the groups come from deferred.h. */
void fc_sync_split_quotient(fc_rank *r, int site, fc_communicator *of);

/** Synchronizes the control flow of all ranks of `of` at no cost, without changing their clocks. The last arrival calls
 * `settle` unless it is NULL. Ends with fc_sync_leave(). */
fc_sync_part fc_sync_barrier(fc_rank *r, int site, fc_communicator *of,
                             void settle(fc_rank *last, int site, struct fc_shared_window *exposure));
/** All ranks' payload from fc_sync_carry(); valid until fc_sync_leave(). */
const fc_payload *fc_sync_payload(const fc_sync_part *there);

/** Frees the calls in progress of a group that is freed. */
void fc_sync_free_all(fc_group *group);
/** The call of the first arrival, and the ranks of its communicator. */
const fc_site *fc_sync_site(const struct fc_sync_call *call);
const fc_group *fc_sync_group(const struct fc_sync_call *call);
/** The first rank, in MPI_COMM_WORLD, that has not arrived; -1: none. */
int fc_sync_first_missing(const fc_simulation *w, const struct fc_sync_call *call);

#endif
