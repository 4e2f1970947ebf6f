/* SPDX-License-Identifier: Apache-2.0 */
/** @file exchange.h  What the ranks of a communicator tell each other where they run one after the other: under method
 * sum, and for sketches (sketch.h). A run that needs what others have not said yet ends (FC_END_UNHEARD), and ranks are
 * run in rounds until all has been said. In a world the ranks meet instead (meeting.h); where one rank stands for its
 * class there, it hears what all ranks said when their sketches were taken. */
#ifndef FC_EXCHANGE_H
#define FC_EXCHANGE_H

#include "carriage.h"

/** Ranks of one color. Where one rank stands for its class, parts whose members are alike, in the same order, are one:
 * of one kin, of which so many ranks are run (fc_classes_refine). */
typedef struct fc_part {
    const int *member; /* ranks in MPI_COMM_WORLD: by key, then rank */
    int size;
    unsigned long kin;
    int present;
} fc_part;

/** What a rank says of a split, and the part of those with its color (-1: it has none) with the rank in it. */
typedef struct fc_word {
    int color, key;
    int part, rank;
} fc_word;

/** One call of a communicator that is `context`; lives over the ranks of a point. All arrays are owned. */
struct fc_exchange {
    unsigned long context, kind;
    unsigned number; /* of the call on it */
    int size, n_said;
    bool *said;    /* [size]; NULL: a broadcast, which its root alone says */
    int silent;    /* those before it have said theirs */
    fc_word *word; /* [size]; NULL: no split */
    int *member;   /* [size], of the parts, one behind the other; once all has been said, as what follows */
    fc_part *part; /* [n_parts] */
    int n_parts;
    fc_carriage *carriage; /* what each handed in, copied; NULL: nothing */
    fc_carried broadcast;  /* what the root handed in; bytes NULL: its numbers depend on data */
};

/** Says color and key as rank of->rank of `of`; when all have said theirs, returns the part of those with this color
 * and sets *rank to the own one in it. NULL: color FC_MPI_UNDEFINED. */
const fc_part *fc_exchange_words(fc_rank *r, int site, const fc_communicator *of, const int color_and_key[2],
                                 int *rank);
/** Hands `mine` in as rank of->rank of `of` and gets what it brings; own: the call. Returns when all have handed in
 * theirs, where this rank gets something or `waits`. */
const fc_carriage *fc_exchange_carry(fc_rank *r, int site, fc_communicator *of, const fc_carriage *own, fc_carrier mine,
                                     bool waits);
/** A broadcast's control values go from its root's memory to that of the others; NULL: none there. */
void fc_exchange_broadcast(fc_rank *r, fc_communicator *of, int root, fc_carried memory);
/** This rank hears others here; otherwise they meet. */
bool fc_exchange_serves(const fc_rank *r);
/** How many ranks have said theirs, over all calls: so rounds that bring nothing new are told. */
long fc_exchange_said(const fc_rank *r);
/** Runs all ranks of a seat in rounds until each has come through. FC_END_DEADLOCK: some wait for what nobody says;
 * FC_END_APART: it takes too many rounds. */
fc_end fc_exchange_settle(fc_rank *r, const fc_seat *seat);

#endif
