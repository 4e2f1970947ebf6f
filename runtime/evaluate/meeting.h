/* SPDX-License-Identifier: Apache-2.0 */
/* clang-format off */
/** @file meeting.h  Collective calls of a world: the ranks of a communicator meet.
 *
 * All wait until the last has come: a correct program must not rely on less (MPI 3.1, section 5.1). When each goes on
 * in virtual time, with t the runtime function:
 *
 *   most operations           the latest arrival + t
 *   Bcast, Scatter(v), eager  root: its arrival + t; others: max(own arrival + own receive, the root's arrival + t)
 *   Reduce, Gather(v), eager  root: the latest arrival + t; others: own arrival + t
 *   Scan, Exscan              the latest arrival of ranks 0 ... own + t
 *
 * eager: the block is below fc_message_eager_bytes(); the own receive: R of world.h. */
/* clang-format on */
#ifndef FC_MEETING_H
#define FC_MEETING_H

#include "carriage.h"
#include "communication.h"
#include "group.h"

#include <limits.h>

/* Where messages share links, all of them end at the latest arrival + t: nobody may act before what has been told of
 * the links. Collectives that are algorithms are carried out by messages there (planned.h). */

/** Who waits for whom. */
typedef enum fc_rule {
    FC_RULE_ALL,
    FC_RULE_FROM_ROOT,
    FC_RULE_TO_ROOT,
    FC_RULE_PREFIX
} fc_rule;

/** A rank's arrival: its call and what it brings. */
typedef struct fc_arrival {
    fc_communicator *comm;
    int rank; /* of the caller in it */
    fc_transfer transfer;
    fc_rule rule;
    int root; /* < 0: none, or not told */
} fc_arrival;

enum {
    FC_MEETING_LANES = 32, /* tags of one call's messages, from the one told on */
    FC_MEETING_TAGS = INT_MAX / FC_MEETING_LANES
};

/** A rank's attendance of a call that is carried out by messages: they have this tag and, if it is one that has
 * algorithms, follow this plan. */
typedef struct fc_attendance {
    struct fc_meeting *meeting;
    fc_plan plan;
    int tag;
    fc_carried takes; /* where control values of the root go; NULL: nowhere */
} fc_attendance;

/** Comes without waiting: the call is checked against those of the others, the first to come decides the plan. */
fc_attendance fc_meeting_attend(fc_rank *r, int site, const fc_arrival *arrival);
/** Leaves it; the root's messages, and so its control values, have reached this rank. */
void fc_meeting_part(const fc_attendance *there);

void fc_meeting_collect(fc_rank *r, int site, const fc_arrival *arrival);
/** Before fc_meeting_collect() or ..._begin() with the same arrival: hands `mine` in; the last to come gives each rank
 * what it gets. Its memory must last until then. */
void fc_meeting_carry(fc_rank *r, int site, const fc_arrival *arrival, const fc_carriage *own, fc_carrier mine);
/** A non-blocking collective: comes to the meeting and goes on at once; *begun is for fc_meeting_end(). */
void fc_meeting_begin(fc_rank *r, int site, const fc_arrival *arrival, fc_begun *begun);
/** The copy of its communicator that those make who begin the call (MPI_Comm_idup). */
fc_group *fc_meeting_copy(fc_rank *r, const fc_begun *begun);
/** Waits for those who have not come yet; ends when a blocking call begun at the same time would have, or now. */
void fc_meeting_end(fc_rank *r, int site, const fc_pending *pending);
/** The group of those who bring the same colour, in the order of key, then of rank in `of` (MPI_Comm_split); sets *rank
 * to the own one. NULL if colour is FC_MPI_UNDEFINED. */
fc_group *fc_meeting_split(fc_rank *r, int site, fc_communicator *of, const int color_and_key[2], int *rank);
/** The same where ranks stand for others, who make of themselves what they have told (exchange.h): all come. */
void fc_meeting_split_alike(fc_rank *r, int site, fc_communicator *of);

/** All ranks of `of` come together, at no cost, and go on where each is in virtual time; the last to come calls
 * `settle` before, unless it is NULL. Ends with fc_meeting_part(). */
fc_attendance fc_meeting_assemble(fc_rank *r, int site, fc_communicator *of,
                                  void settle(fc_rank *last, int site, struct fc_exposure *exposure));
/** What all have handed in by fc_meeting_carry(), until it parts. */
const fc_carriage *fc_meeting_brought(const fc_attendance *there);

/** Of a group that goes: those in progress. */
void fc_meeting_free_all(fc_group *group);
/** The first rank in MPI_COMM_WORLD that has not come, -1: none. */
int fc_meeting_lacks(const fc_world *w, const struct fc_meeting *meeting);

#endif
