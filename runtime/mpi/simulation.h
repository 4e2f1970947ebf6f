/* SPDX-License-Identifier: Apache-2.0 */
/** @file simulation.h  Simulation of all virtual ranks of a point: method `ranks` (design, section 5).
 *
 * The cost program runs once for each rank, as a coroutine with a clock: virtual seconds since MPI_Init's return.
 * Compute costs and runtime functions advance the clock. A rank that depends on others takes the latest of their times,
 * as the activation time of a state in [machine], section 2.5. Transfers follow LogGP (Alexandrov et al. 1995) with
 * lat + size * gap of [machine] eq. 1, fitted:
 *
 *   T(m) = SINGLE (POSTED of an isend), S(m) = SEND, P(m) = POST or POST_RECEIVE, R(m) = RECEIVE <= T, G(m): the part
 * of T that grows with m; p: when the partner is ready send at s, eager          the sender continues at s + S; the
 * message arrives at a = s + T receive at r, eager       ends at max(r + R, a)                   (R is LogGP's o; if
 * not measured: that of S) completion at w, eager    of an irecv: ends at max(w + COMPLETE, a): the rank itself takes
 * each message in, one after the other, unless it has waited for another one since rendezvous                the sender
 * continues at max(s, p) + S (T for Ssend), the receiver at max(r, p) + T ssend of fewer bytes      the sender
 * continues at max(a, p) + T(0), the receiver as above isend, irecv              continue after P; their completion
 * ends with the transfer; of an isend or a rendezvous at once if it has ended sendrecv                  both transfers
 * with SENDRECV in place of T and S; ends with the later concurrent messages       leave a rank, and enter it, at
 * intervals of at least G(m) of the later one on a network              T depends on the distance ([machine] eq. 1,
 * mapping.h). With contention the bytes arrive when traffic.h determines, and G(m) occupies neither rank. The links are
 * busy for G(m) less the parts of S(m) and R(m) that grow with m, of a rendezvous for G(m). collective of p ranks ends
 * at the latest arrival of the ranks it waits for, plus its runtime function (sync.h)
 *
 * A standard send of fc_message_eager_bytes() or more is a rendezvous. Messages match by communicator, partner and tag
 * in the order of MPI 3.1, section 3.5. A receive from any source takes the message that arrives first. It is decided
 * when no rank can go on otherwise, the earliest in virtual time first, so that no later event can precede it.
 *
 * A probe ends when the message arrives, for a rendezvous when its header does: T - G(m). Tests and
 * probes never block; polling.h states when a polling loop goes on. Waiting time is the time of a call beyond its
 * runtime function. Messages carry only the payload that fc_carry_...() sets. */
#ifndef FC_SIMULATION_H
#define FC_SIMULATION_H

#include "fingerprint.h"

typedef struct fc_simulation fc_simulation;

/** Messages that no rank receives. */
typedef struct fc_unmatched {
    double n;
    const char *file; /* of the call of the first one, by rank; NULL: none */
    int line;
    const char *operation;
    int sender, target; /* ranks in MPI_COMM_WORLD */
} fc_unmatched;

enum {
    FC_SIMULATION_MAX_RANKS = 1 << 20
};

/** 1 ... FC_SIMULATION_MAX_RANKS ranks; NULL: out of memory. The setting is borrowed; its stack_limit is not used: a
 * rank's stack has 64 GiB / ranks, at least 64 KiB and at most 1 MiB. alike (borrowed): only the first rank of each
 * equivalence class runs, and represents the class towards partners at the same distances; NULL: each rank runs. */
fc_simulation *fc_simulation_create(const fc_setting *setting, int ranks, const fc_classes *alike);
void fc_simulation_free(fc_simulation *w);
/** Runs every rank once, with the arguments of the launch (its rank is not read). An error of the program, such as a
 * deadlock or mismatched collectives, is in *ending. */
fc_end fc_simulation_run(fc_simulation *w, const fc_launch *launch, fc_ending *ending);
/** The number of ranks that ran, and the i-th of them, for its totals; *stands_for: the ranks it represents. */
int fc_simulation_n_run(const fc_simulation *w);
const fc_rank *fc_simulation_rank(const fc_simulation *w, int i, int *stands_for);
/** The messages left unmatched after a run that ended well. */
fc_unmatched fc_simulation_unmatched(const fc_simulation *w);

#endif
