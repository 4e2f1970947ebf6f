/* SPDX-License-Identifier: Apache-2.0 */
/** @file polling.h  Tests and probes that fail. They never block (MPI 3.1, sections 3.7.3 and 3.8.1), and cost no time
 * of their own. A poll that is repeated at the same virtual time is one of a polling loop: the rank goes on at its next
 * event (a request ends, a message arrives), or, if no rank can go on before it does, after the time of an empty
 * receive's post. */
#ifndef FC_POLLING_H
#define FC_POLLING_H

#include "message.h"

enum {
    FC_POLLING_VAIN = 1 << 14, /* after so many polls that no event follows, the rank waits for ever */
    FC_POLLING_MANY = 1 << 20  /* after so many polls in vain, at different virtual times, each counts as repeated */
};

/** The poll failed before at this virtual time; `key` is a hash of its call and arguments. */
bool fc_polling_repeats(fc_rank *r, uint64_t key);
/** A poll failed. A repeated one waits as above. */
void fc_polling_failed(fc_rank *r, int site, uint64_t key);

#endif
