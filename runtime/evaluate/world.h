/* SPDX-License-Identifier: Apache-2.0 */
/** @file world.h  All virtual ranks of a point side by side: method `ranks` (design, section 5).
 *
 * The cost program runs once a rank, each run a coroutine with a clock of its own: the virtual seconds since MPI_Init's
 * return. Compute costs and runtime functions advance it; where a rank depends on others it takes over their time, as
 * the activation time of a state is the latest time stamp of its incoming edges ([machine], section 2.5). Transfers
 * follow LogGP (Alexandrov et al. 1995) with lat + size * gap of [machine] eq. 1 as the fits tell them:
 *
 *   T(m) = SINGLE, S(m) = SEND, P(m) = POST, R(m) = RECEIVE <= T, G(m): the part of T that grows with m; p: when the
 *   partner is ready
 *   send at s, eager          the sender goes on at s + S, the message is there at a = s + T
 *   receive at r, eager       ends at max(r + R, a)                   (R is LogGP's o; not measured: that of S)
 *   rendezvous, ssend         the sender goes on at max(s, p) + S (T for Ssend), the receiver at max(r, p) + T
 *   isend, irecv              go on after P; their completion ends when the transfer does, at once if it has
 *   sendrecv                  both transfers with SENDRECV in place of T and S; ends with the later
 *   concurrent messages       leave a rank, and enter it, no closer than G(m) of the later one
 *   on a network              T by the distance ([machine] eq. 1, layout.h); between ends whose links are shared the
 *                             bytes are there when traffic.h says, and neither rank is kept busy by G(m)
 *   collective of p ranks     ends at the latest arrival of those it waits for, plus its runtime function (meeting.h)
 *
 * fc_message_eager_bytes() says from which size on a standard send is a rendezvous. Messages match by communicator,
 * partner and tag in the order MPI 3.1, section 3.5 demands. A receive from any source takes the message that arrives
 * first: it is decided when no rank can go on otherwise, the earliest in virtual time first, so that nothing that
 * happens later could have come before. A probe ends when the message is there, of a rendezvous when what comes ahead
 * of its bytes is: T - G(m). A test or probe that is not done yet says so once; the next one in vain at the same
 * virtual time waits until something happens to the rank, so that a polling loop costs what it waits for.
 *
 * Waiting is what a call takes beyond its runtime function. Messages carry no data but what fc_carry_...() hands on. */
#ifndef FC_WORLD_H
#define FC_WORLD_H

#include "classes.h"

typedef struct fc_world fc_world;

/** Sends that no rank receives. */
typedef struct fc_unmatched {
    double n;
    const char *file; /* of the first one's call, by rank; NULL: none */
    int line;
    const char *operation;
    int sender, target; /* ranks in MPI_COMM_WORLD */
} fc_unmatched;

enum {
    FC_WORLD_MOST_RANKS = 1 << 20
};

/** 1 ... FC_WORLD_MOST_RANKS ranks; NULL when memory is short. The setting is borrowed; its stack_limit is not used: a
 * rank's stack has 64 GiB / ranks, at least 64 KiB and at most 1 MiB. alike, borrowed: only the first rank of each
 * class is run, and what it does the others of its class do too, towards partners at the same distances; NULL: each is
 * run. */
fc_world *fc_world_create(const fc_setting *setting, int ranks, const fc_classes *alike);
void fc_world_free(fc_world *w);
/** Runs every rank with the seat's arguments (its rank is not read) to its end, once. What ended it otherwise, also a
 * deadlock or collectives that do not fit together, is in *ending. */
fc_end fc_world_run(fc_world *w, const fc_seat *seat, fc_ending *ending);
/** How many ranks were run, and number i of them after the run, for its totals; *stands_for: so many ranks. */
int fc_world_n_run(const fc_world *w);
const fc_rank *fc_world_rank(const fc_world *w, int i, int *stands_for);
/** The messages left over after a run that ended well. */
fc_unmatched fc_world_unmatched(const fc_world *w);

#endif
