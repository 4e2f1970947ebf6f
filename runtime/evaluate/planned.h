/* SPDX-License-Identifier: Apache-2.0 */
/** @file planned.h  Collective calls of a world whose messages share links: the ranks carry out the algorithm's plan
 * (collective_plan.h), message by message. */
#ifndef FC_PLANNED_H
#define FC_PLANNED_H

#include "meeting.h"

/** True: this call is carried out so; false: it has a price. */
bool fc_planned_applies(const fc_rank *r, const fc_arrival *arrival);
/** The call, to its end. A rank waits for those only whose messages it needs. */
void fc_planned_collect(fc_rank *r, int site, const fc_arrival *arrival);

#endif
