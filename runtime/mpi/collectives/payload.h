/* SPDX-License-Identifier: Apache-2.0 */
/** @file payload.h  Payload of collective calls: values of the program slice that each rank contributes and receives
 * (MPI 3.1, chapter 5). Reductions cover integers only. Cost: the bytes that a real collective moves or combines. */
#ifndef FC_PAYLOAD_H
#define FC_PAYLOAD_H

#include "rank.h"

/** A rank's blocks, one to or from each rank. Block i has count[i] elements (NULL: n) of types[i] (NULL: type). Its
 * displacement is place[i], in elements, or in bytes if types is not NULL (place NULL: blocks are contiguous). */
typedef struct fc_blocks {
    double n;
    fc_datatype type;
    const int *count, *place;
    const fc_datatype *types;
    bool is_dense; /* `type`, if derived, is contiguous (fc_call_is_contiguous()) */
} fc_blocks;

/** One rank's buffers. */
typedef struct fc_payload_buffers {
    bool is_there;  /* the rank has contributed */
    const void *in; /* send buffer; NULL: none */
    void *out;      /* receive buffer; NULL: the result is not wanted */
    fc_blocks sent, received;
    void *copy; /* owned copy of the send buffer, if that may change before others read it; NULL: none */
    int group;  /* its group of an inter-communicator, 1 or 2: it receives from the other one; 0: there is one group */
    int place;  /* its rank in that group */
} fc_payload_buffers;

/** One collective call. */
typedef struct fc_payload {
    fc_fit fit;
    bool excludes_own; /* MPI_Exscan */
    int op;            /* FC_MPI_SUM, ... */
    int size, root;
    double n; /* elements of a block, if equal on all ranks; of a reduction: elements of the vector */
    fc_datatype type;
    fc_payload_buffers *carrier; /* [size] by rank */
    char *total[3];              /* owned, by group: partial result of Reduce or Allreduce; NULL: no contribution yet */
    bool lacks[3];               /* a contribution to it depends on data: there is no result */
} fc_payload;

/** Bytes of block i, and its displacement in bytes. */
size_t fc_blocks_bytes(const fc_blocks *blocks, int i);
size_t fc_blocks_displacement(const fc_blocks *blocks, int i);

/** A payload like `of` with an empty carrier for each rank; NULL: out of memory. */
fc_payload *fc_payload_create(const fc_payload *of);
void fc_payload_free(fc_payload *payload);
/** The operation has one block size on all ranks; false: a v or w variant. */
bool fc_payload_is_uniform(const fc_payload *payload);
/** MPI_Reduce or MPI_Allreduce: contributions are combined into `total` as they come in. */
bool fc_payload_is_reduction(const fc_payload *payload);
/** The block sizes of two ranks' calls agree; true for operations with a size for each rank. */
bool fc_payload_agrees(const fc_payload *payload, const fc_payload *own);
/** The rank receives a result. */
bool fc_payload_is_received(const fc_payload *payload, int rank);
/** Adds a rank's contribution. It is copied if `keeps` or if passed by MPI_IN_PLACE. False: out of memory. */
bool fc_payload_contribute(fc_payload *payload, int rank, const fc_payload_buffers *own, bool keeps);
/** Writes a rank's result to out (NULL: not wanted) once all ranks have contributed. Returns NULL, or the error text.
 */
const char *fc_payload_deliver(const fc_payload *payload, int rank, void *out);

/** into[k] = into[k] op from[k] for the n elements of `what`; also FC_MPI_REPLACE and FC_MPI_NO_OP. False: the elements
 * are not integers. */
bool fc_payload_combine(char *into, const char *from, const fc_payload *what);

#endif
