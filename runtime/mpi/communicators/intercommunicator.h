/* SPDX-License-Identifier: Apache-2.0 */
/** @file intercommunicator.h  Inter-communicators (MPI 3.1, section 6.6): a local and a remote group. A hidden
 * communicator of both groups (`whole`) synchronizes their collectives. Method ranks only. */
#ifndef FC_INTERCOMMUNICATOR_H
#define FC_INTERCOMMUNICATOR_H

#include "call.h"

/** The communicator is an inter-communicator. */
static inline bool fc_intercommunicator_is(const fc_communicator *of)
{
    return of->remote != NULL;
}
/** The number of ranks that point-to-point calls and the blocks of collectives address. */
static inline int fc_intercommunicator_peers(const fc_communicator *of)
{
    return of->remote ? of->n_remote : of->size;
}
/** The inter-communicator of the ranks of `whole`, which the caller gives up: the local group consists of the members
 * of `of`'s local group. FC_MPI_COMM_NULL: one of the groups is empty, or `whole` is FC_MPI_COMM_NULL. */
fc_comm fc_intercommunicator_pair(fc_rank *r, int site, fc_comm whole, fc_comm of);
/** The root's rank in `whole`; FC_MPI_ANY_SOURCE: this rank takes no part (MPI_PROC_NULL), or the root is unknown. */
int fc_intercommunicator_root(const fc_rank *r, const fc_communicator *of, int root);

#endif
