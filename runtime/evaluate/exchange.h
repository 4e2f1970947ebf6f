/* SPDX-License-Identifier: Apache-2.0 */
/** @file exchange.h  What the ranks of a communicator tell each other under method sum, where they run one after the
 * other: a run that needs what others have not said yet ends (FC_END_UNHEARD), and ranks are run in rounds until all
 * has been said. In a world the ranks meet instead (meeting.h). */
#ifndef FC_EXCHANGE_H
#define FC_EXCHANGE_H

#include "carriage.h"

/** What a rank says, and the group of those with its color: its begin in member[], its size, the rank in it. */
typedef struct fc_word {
    int color, key;
    bool said;
    int begin, size, rank;
} fc_word;

/** One collective call of a communicator that is `context`; lives over the ranks of a point. */
struct fc_exchange {
    unsigned long context;
    unsigned number; /* of the call on it */
    int size, n_said;
    fc_word *word;         /* [size] */
    int *member;           /* [size], ranks in MPI_COMM_WORLD: by color, then key, then rank; once all has been said */
    fc_carriage *carriage; /* instead of words: what each handed in, copied; NULL: words */
};

/** Says color and key as rank of->rank of `of` and returns the exchange when all have said theirs. */
const fc_exchange *fc_exchange_words(fc_rank *r, int site, const fc_communicator *of, const int color_and_key[2]);
/** Hands `mine` in as rank of->rank of `of` and gets what it brings when all have handed in theirs; own: the call. */
void fc_exchange_carry(fc_rank *r, int site, fc_communicator *of, const fc_carriage *own, fc_carrier mine);
/** Runs all ranks of a seat in rounds until each has come through. FC_END_DEADLOCK: some wait for what nobody says. */
fc_end fc_exchange_settle(fc_rank *r, const fc_seat *seat);
/** Forgets what was said: a new point begins. */
void fc_exchange_reset(fc_rank *r);

#endif
