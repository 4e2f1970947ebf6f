/* SPDX-License-Identifier: Apache-2.0 */
/** @file carriage.h  Control values that a collective brings from rank to rank: what each hands in, and what each gets
 * of it (MPI 3.1, chapter 5). */
#ifndef FC_CARRIAGE_H
#define FC_CARRIAGE_H

#include "rank.h"

/** A rank's blocks, one for or from each rank: block i has count[i] elements (NULL: n) of types[i] (NULL: type) at
 * place[i], in elements, or bytes where each has its type (NULL: one behind the other). */
typedef struct fc_blocks {
    double n;
    fc_datatype type;
    const int *count, *place;
    const fc_datatype *types;
    bool is_dense; /* `type`, if derived, is its elements one behind the other (fc_communication_is_dense()) */
} fc_blocks;

/** What a rank of the call hands in and gets. */
typedef struct fc_carrier {
    bool is_there;
    const void *in; /* NULL: nothing */
    void *out;      /* NULL: nothing is wanted */
    fc_blocks sent, received;
    void *copy; /* owned: of what it hands in, where that lies elsewhere when others need it; NULL: none */
} fc_carrier;

/** One collective call; what it brings is the same for all but for the carriers. */
typedef struct fc_carriage {
    fc_fit fit;
    bool excludes_own; /* MPI_Exscan */
    int op;            /* FC_MPI_SUM, ... */
    int size, root;
    double n; /* elements of a block, where all have as many; of a reduction the vector's */
    fc_datatype type;
    fc_carrier *carrier; /* [size] by rank */
    char *total;         /* owned: of a reduction that gives all it is made of, what came in so far; NULL: nothing */
    bool lacks;          /* that one lacks numbers of a rank: they depend on data */
} fc_carriage;

/** Bytes of block i, and how far from the first they lie. */
size_t fc_blocks_bytes(const fc_blocks *blocks, int i);
size_t fc_blocks_place(const fc_blocks *blocks, int i);

/** A carriage like `of` with room for its ranks; NULL: memory is short. */
fc_carriage *fc_carriage_create(const fc_carriage *of);
void fc_carriage_free(fc_carriage *carriage);
/** All ranks have blocks of one size: none is told by the rank. */
bool fc_carriage_is_even(const fc_carriage *carriage);
/** Its result is one vector made of all ranks': MPI_Reduce, MPI_Allreduce. What each hands in is added up at once. */
bool fc_carriage_is_total(const fc_carriage *carriage);
/** Two ranks' words for the same call agree on the size of blocks, where all have one size. */
bool fc_carriage_fits(const fc_carriage *carriage, const fc_carriage *own);
/** The call gives this rank something. */
bool fc_carriage_brings(const fc_carriage *carriage, int rank);
/** What it hands in, by MPI_IN_PLACE from where it gets the result; copied there, or if `keeps`. False: memory is
 * short.
 */
bool fc_carriage_hand_in(fc_carriage *carriage, int rank, const fc_carrier *own, bool keeps);
/** Gives a rank what it gets, once all have handed in; out NULL: it is not wanted. NULL, or why it cannot. */
const char *fc_carriage_deliver(const fc_carriage *carriage, int rank, void *out);

/** into[k] = into[k] op from[k] for the n elements of a call, FC_MPI_REPLACE and FC_MPI_NO_OP among its operations.
 * False as above. */
bool fc_carriage_combine(char *into, const char *from, const fc_carriage *what);

#endif
