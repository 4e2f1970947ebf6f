/* SPDX-License-Identifier: Apache-2.0 */
/** @file message_race.h  Races of messages for a receive from MPI_ANY_SOURCE, by vector clocks (Mattern 1988).
 *
 * A wildcard receive took message a, and a later receive took message b of another sender. They race if the wildcard
 * receive accepts b too, b was not sent in knowledge of the wildcard receive's end, and the later receive does not
 * accept a: in another order of arrival the later receive would wait for ever, or get something else. Of each sender
 * only the first message after the wildcard receive counts, as messages of one sender do not overtake each other.
 * A receive in a loop whose data only statements after the loop read also races with itself: which message comes last
 * decides. Collective operations count as synchronizing all their ranks. All functions do nothing unless the run
 * collects findings. */
#ifndef FC_MESSAGE_RACE_H
#define FC_MESSAGE_RACE_H

#include "match.h"

/** A rank sends; the message takes the rank's clock. */
void fc_message_race_send(fc_rank *r, fc_message *m);
/** A receive is called. */
void fc_message_race_ask(fc_rank *r, fc_message *m);
/** It completes: finds the races that it loses. */
void fc_message_race_receive(fc_rank *r, const fc_message *m);
/** A rank arrives at a collective operation, and leaves it; *clock: of the operation. */
void fc_message_race_arrive(fc_rank *r, unsigned **clock);
void fc_message_race_leave(fc_rank *r, const unsigned *clock);
/** The request of a send is freed while it is active: that it is completed must follow from later messages. */
void fc_message_race_free_send(fc_rank *r, int site, const fc_message *m);
/** Finds those of which it does not. */
void fc_message_race_find_freed(fc_rank *r);
/** This rank's clock, which no other rank knows yet. */
unsigned fc_message_race_now(fc_rank *r);
/** This rank knows of that time of another rank, by messages or collective operations. */
bool fc_message_race_knows(fc_rank *r, int rank, unsigned time);
/** Frees the state of a rank. */
void fc_message_race_free(fc_process *p);

#endif
