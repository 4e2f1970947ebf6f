/* SPDX-License-Identifier: Apache-2.0 */
/** @file block_sizes.h  Collectives with a count for each rank: the bytes that a rank sends to another are those that
 * the other expects (MPI 3.1, sections 5.5 to 5.8). O(p^2) numbers a call; only in runs for findings, of few ranks. */
#ifndef FC_BLOCK_SIZES_H
#define FC_BLOCK_SIZES_H

#include "sync.h"

/** Compares this rank's blocks with those of the ranks that have arrived; precedes the arrival itself. */
void fc_block_sizes_compare(fc_rank *r, int site, const fc_arrival *arrival, const fc_blocks *sent,
                            const fc_blocks *received);
/** Frees the calls in progress of a group. */
void fc_block_sizes_free(struct fc_block_sizes *first);

#endif
