/* SPDX-License-Identifier: Apache-2.0 */
/** @file fold.h  Message matching under quotient execution, where only representatives of classes run (classes.h).
 *
 * A partner may not run itself, but its representative makes the same calls at the same distances. Therefore the q-th
 * send to distance d, per tag and communicator, matches the q-th receive of the partner's representative from distance
 * -d. Each side is recorded in a stream; a side completes when the partner's stream has its q-th side. */
#ifndef FC_FOLD_H
#define FC_FOLD_H

#include "match.h"

typedef struct fc_fold fc_fold;

/** For n representatives; NULL: out of memory. */
fc_fold *fc_fold_create(int n);
void fc_fold_free(fc_fold *fold);
/** Records a side and matches it with the partner's side, if that is recorded. */
void fc_fold_post(fc_world *w, fc_message *m);
/** Records the time of an event of this rank that other ranks depend on, for fc_fold_equal(). */
void fc_fold_note(fc_rank *r, double time);
/** Two representatives have equal event times, up to rounding. */
bool fc_fold_equal(const fc_world *w, int place, int other);
/** Sends without a matching receive. */
fc_unmatched fc_fold_unmatched(const fc_world *w);

#endif
