/* SPDX-License-Identifier: Apache-2.0 */
/** @file collective_messages.h  Collective algorithms on shared links: the ranks execute the algorithm's plan
 * (collective_plan.h) message by message, so that its messages interfere with others. Cost: the number of its messages.
 */
#ifndef FC_COLLECTIVE_MESSAGES_H
#define FC_COLLECTIVE_MESSAGES_H

#include "sync.h"

/** The call is executed by messages; false: it is priced as a whole (sync.h). */
bool fc_collective_messages_apply(const fc_rank *r, const fc_arrival *arrival);
/** Executes the call to its end; a rank waits only for the messages it receives or sends by rendezvous. */
void fc_collective_messages_run(fc_rank *r, int site, const fc_arrival *arrival);

#endif
