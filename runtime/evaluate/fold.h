/* SPDX-License-Identifier: Apache-2.0 */
/** @file fold.h  Messages of a world in which ranks stand for others of their class (classes.h).
 *
 * The first rank of a class sends to and receives from partners that may not be run. What they do, the first rank of
 * their class does at the same distance: the q-th message of a rank to the one at distance d, with a tag on a
 * communicator, meets what that one's representative asks for at distance -d as its q-th. So all sides are written down
 * in streams, and a side goes on when the other stream is long enough. */
#ifndef FC_FOLD_H
#define FC_FOLD_H

#include "match.h"

typedef struct fc_fold fc_fold;

/** Of n ranks that are run; NULL: memory is short. */
fc_fold *fc_fold_create(int n);
void fc_fold_free(fc_fold *fold);
/** Writes down a side and meets the other if that has been written down. */
void fc_fold_post(fc_world *w, fc_message *m);
/** Notes a time of this rank that others depend on: so times of ranks can be compared. */
void fc_fold_note(fc_rank *r, double time);
/** Two ranks of this world had the same times, up to rounding. */
bool fc_fold_equal(const fc_world *w, int place, int other);
/** Sends that nobody receives. */
fc_unmatched fc_fold_unmatched(const fc_world *w);

#endif
