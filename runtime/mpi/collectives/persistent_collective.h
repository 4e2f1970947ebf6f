/* SPDX-License-Identifier: Apache-2.0 */
/** @file persistent_collective.h  Persistent collectives (MPI 4.0, section 6.13): each start begins the non-blocking
 * form.
 *
 * Starts match by the order of the calls that made the requests, not by their own order. Each request therefore has a
 * communicator of its own. Making it synchronizes the ranks, at no cost. Values that a persistent collective transfers
 * are dynamic. */
#ifndef FC_PERSISTENT_COLLECTIVE_H
#define FC_PERSISTENT_COLLECTIVE_H

#include "payload.h"

struct fc_persistent_collective;

/** Begins the collective; returns its entry in the table of pending operations. */
fc_request fc_persistent_collective_begin(fc_rank *r, int site, const struct fc_persistent_collective *of);
void fc_persistent_collective_free(struct fc_persistent_collective *of);

#endif
