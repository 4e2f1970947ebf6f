/* SPDX-License-Identifier: Apache-2.0 */
/** @file carriage.h  Control values that a collective brings from rank to rank: what each hands in, and what each gets
 * of it (MPI 3.1, chapter 5). */
#ifndef FC_CARRIAGE_H
#define FC_CARRIAGE_H

#include "rank.h"

/** One collective call; what it brings is the same for all but for the memory. */
typedef struct fc_carriage {
    fc_fit fit;
    bool excludes_own; /* MPI_Exscan */
    int op;            /* FC_MPI_SUM, ... */
    int size, root;
    double n; /* elements of a block */
    fc_datatype type;
    const void **in; /* [size] by rank; NULL: nothing yet */
    void **out;      /* [size]; NULL: where nothing is wanted */
} fc_carriage;

/** A carriage like `of` with room for its ranks; NULL: memory is short. */
fc_carriage *fc_carriage_create(const fc_carriage *of);
void fc_carriage_free(fc_carriage *carriage);
/** Bytes a rank hands in. */
size_t fc_carriage_bytes_in(const fc_carriage *carriage, int rank);
/** Gives a rank what it gets, once all have handed in. False: it is no number of a type that can be put together. */
bool fc_carriage_deliver(const fc_carriage *carriage, int rank);

/** into[k] = into[k] op from[k] for the n elements of a call, FC_MPI_REPLACE and FC_MPI_NO_OP among its operations.
 * False as above. */
bool fc_carriage_combine(char *into, const char *from, const fc_carriage *what);

#endif
