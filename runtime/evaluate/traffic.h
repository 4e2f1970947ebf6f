/* SPDX-License-Identifier: Apache-2.0 */
/** @file traffic.h  Messages under way that share the links of a network: each has the rate that max-min fairness gives
 * it, weighted as the network's contention says (fair_share.h), told anew when a message on its links begins or ends.
 * Events are taken in the order of virtual time; the world asks for them when no rank can go on otherwise. */
#ifndef FC_TRAFFIC_H
#define FC_TRAFFIC_H

#include "layout.h"

struct fc_message;
typedef struct fc_traffic fc_traffic;

/** A message to carry: its bytes enter the links at `begin` [s]; alone it keeps the narrowest of them busy for `busy`
 * [s], its gap: small messages use links worse than long ones, as LogGP's G(m) tells. */
typedef struct fc_freight {
    struct fc_message *message;
    int from, to; /* ends */
    double begin, busy;
} fc_freight;

/** Called with each message that is there, and when [s]. */
typedef void fc_traffic_delivery(void *data, struct fc_message *message, double at);

/** layout borrowed, its network shares links; NULL when memory is short. */
fc_traffic *fc_traffic_create(const fc_layout *layout);
void fc_traffic_free(fc_traffic *traffic); /* NULL allowed */
/** What begins before the latest event begins at it. False: memory is short. */
bool fc_traffic_begin(fc_traffic *traffic, const fc_freight *freight);
/** When the next event is [s]; INFINITY: nothing is under way. */
double fc_traffic_next(const fc_traffic *traffic);
/** Takes all that happens at that time. */
void fc_traffic_advance(fc_traffic *traffic, fc_traffic_delivery *deliver, void *data);

#endif
