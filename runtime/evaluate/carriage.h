/* SPDX-License-Identifier: Apache-2.0 */
/** @file carriage.h  Payload of collective calls: values of the program slice that each rank contributes and receives
 * (MPI 3.1, chapter 5). Reductions cover integers only. Cost: the bytes that a real collective moves or combines. */
#ifndef FC_CARRIAGE_H
#define FC_CARRIAGE_H

#include "rank.h"

/** A rank's blocks, one to or from each rank. Block i has count[i] elements (NULL: n) of types[i] (NULL: type). Its
 * displacement is place[i], in elements, or in bytes if types is not NULL (place NULL: blocks are contiguous). */
typedef struct fc_blocks {
    double n;
    fc_datatype type;
    const int *count, *place;
    const fc_datatype *types;
    bool is_dense; /* `type`, if derived, is contiguous (fc_communication_is_dense()) */
} fc_blocks;

/** One rank's buffers. */
typedef struct fc_carrier {
    bool is_there;  /* the rank has contributed */
    const void *in; /* send buffer; NULL: none */
    void *out;      /* receive buffer; NULL: the result is not wanted */
    fc_blocks sent, received;
    void *copy; /* owned copy of the send buffer, if that may change before others read it; NULL: none */
} fc_carrier;

/** One collective call. */
typedef struct fc_carriage {
    fc_fit fit;
    bool excludes_own; /* MPI_Exscan */
    int op;            /* FC_MPI_SUM, ... */
    int size, root;
    double n; /* elements of a block, if equal on all ranks; of a reduction: elements of the vector */
    fc_datatype type;
    fc_carrier *carrier; /* [size] by rank */
    char *total;         /* owned: partial result of Reduce or Allreduce; NULL: no contribution yet */
    bool lacks;          /* a contribution to `total` depends on data: there is no result */
} fc_carriage;

/** Bytes of block i, and its displacement in bytes. */
size_t fc_blocks_bytes(const fc_blocks *blocks, int i);
size_t fc_blocks_place(const fc_blocks *blocks, int i);

/** A payload like `of` with an empty carrier for each rank; NULL: out of memory. */
fc_carriage *fc_carriage_create(const fc_carriage *of);
void fc_carriage_free(fc_carriage *carriage);
/** The operation has one block size on all ranks; false: a v or w variant. */
bool fc_carriage_is_even(const fc_carriage *carriage);
/** MPI_Reduce or MPI_Allreduce: contributions are combined into `total` as they come in. */
bool fc_carriage_is_total(const fc_carriage *carriage);
/** The block sizes of two ranks' calls agree; true for operations with a size for each rank. */
bool fc_carriage_fits(const fc_carriage *carriage, const fc_carriage *own);
/** The rank receives a result. */
bool fc_carriage_brings(const fc_carriage *carriage, int rank);
/** Adds a rank's contribution. It is copied if `keeps` or if passed by MPI_IN_PLACE. False: out of memory. */
bool fc_carriage_hand_in(fc_carriage *carriage, int rank, const fc_carrier *own, bool keeps);
/** Writes a rank's result to out (NULL: not wanted) once all ranks have contributed. Returns NULL, or the error text.
 */
const char *fc_carriage_deliver(const fc_carriage *carriage, int rank, void *out);

/** into[k] = into[k] op from[k] for the n elements of `what`; also FC_MPI_REPLACE and FC_MPI_NO_OP. False: the elements
 * are not integers. */
bool fc_carriage_combine(char *into, const char *from, const fc_carriage *what);

#endif
