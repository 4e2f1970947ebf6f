/* SPDX-License-Identifier: Apache-2.0 */
/** @file quotient_match.h  Message matching under quotient execution, where only representatives of classes run
 * (classes.h).
 *
 * A partner may not run itself, but its representative makes the same calls at the same distances. Therefore the q-th
 * send to distance d, per tag and communicator, matches the q-th receive of the partner's representative from distance
 * -d. Each side is recorded in a stream; a side completes when the partner's stream has its q-th side. */
#ifndef FC_QUOTIENT_MATCH_H
#define FC_QUOTIENT_MATCH_H

#include "match.h"

typedef struct fc_quotient_match fc_quotient_match;

/** For n representatives; NULL: out of memory. */
fc_quotient_match *fc_quotient_match_create(int n);
void fc_quotient_match_free(fc_quotient_match *fold);
/** Records a side and matches it with the partner's side, if that is recorded. */
void fc_quotient_match_post(fc_simulation *w, fc_message *m);
/** Records the time of an event of this rank that other ranks depend on, for fc_quotient_match_equal(). */
void fc_quotient_match_note(fc_rank *r, double time);
/** Two representatives have equal event times, up to rounding. */
bool fc_quotient_match_equal(const fc_simulation *w, int place, int other);
/** Sends without a matching receive. */
fc_unmatched fc_quotient_match_unmatched(const fc_simulation *w);

#endif
