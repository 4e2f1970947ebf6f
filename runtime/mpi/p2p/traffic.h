/* SPDX-License-Identifier: Apache-2.0 */
/** @file traffic.h  Messages in flight that share the links of a network: a flow-level simulation. Rates are max-min
 * fair (fair_share.h), weighted by the network's contention model. When a message begins or ends, the rates of its
 * connected component of full links are recomputed, except those below its own, which cannot change. Events come in the
 * order of virtual time; the world asks for the next one when no rank can go on. */
#ifndef FC_TRAFFIC_H
#define FC_TRAFFIC_H

#include "mapping.h"

struct fc_message;
typedef struct fc_traffic fc_traffic;

/** A message to transfer: its bytes enter the links at `begin` [s]; alone it occupies the narrowest link for `busy`
 * [s], LogGP's gap G(m). Small messages use links less efficiently than long ones. */
typedef struct fc_transmission {
    struct fc_message *message;
    int from, to; /* terminals of the network */
    double begin, busy;
} fc_transmission;

/** Called for each delivered message with its arrival time [s]. */
typedef void fc_traffic_delivery(void *data, struct fc_message *message, double at);

/** The layout is borrowed, and its network has contention; NULL: out of memory. */
fc_traffic *fc_traffic_create(const fc_mapping *layout);
void fc_traffic_free(fc_traffic *traffic); /* NULL allowed */
/** A message that begins before the latest event begins at the time of that event. False: out of memory. */
bool fc_traffic_begin(fc_traffic *traffic, const fc_transmission *freight);
/** Time of the next event [s]; INFINITY: no message is in flight. */
double fc_traffic_next(const fc_traffic *traffic);
/** Processes all events of that time. */
void fc_traffic_advance(fc_traffic *traffic, fc_traffic_delivery *deliver, void *data);

#endif
