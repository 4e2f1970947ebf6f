/* SPDX-License-Identifier: Apache-2.0 */
/** @file network.h  Networks of fc_network: routes over numbered links, distances, and what they add to a message.
 *
 * [machine] eq. 1: tau_comm(size, dist) = tau_lat(dist) + size * tau_gap(cont, dist). The fits of a machine tell it for
 * one distance, that of the ends `measured`; a route adds the difference of the latencies, and its narrowest link
 * bounds the rate. Pure functions; ends are 0 ... fc_network_ends() - 1. */
#ifndef FC_NETWORK_H
#define FC_NETWORK_H

#include "coefficients.h"

/** Between two ends: the sum of the latencies [s] and the narrowest bandwidth [B/s], INFINITY: no limit; 0 links: the
 * same end. */
typedef struct fc_path {
    double latency_s, bandwidth;
    int links;
} fc_path;

/** How many ends it has; INFINITY: any number (flat). */
double fc_network_ends(const fc_network *network);
fc_path fc_network_path(const fc_network *network, int from, int to);
/** The links of the route, `path.links` of them, each 0 ... fc_network_links() - 1. Trees go up by the
 * destination's number (d-mod-k, Zahavi 2010), torus and mesh dimension by dimension from the first on, the shorter way
 * round and forward where both are, a dragonfly by the one link that joins two groups (Kim et al. 2008). */
void fc_network_route(int *link, const fc_network *network, int from, int to);
/** Links of a network whose ends 0 ... ends - 1 are in use. */
int fc_network_links(const fc_network *network, int ends);
/** What a link can do [B/s]; INFINITY: no limit. */
double fc_network_bandwidth(const fc_network *network, int link);
/** The most links of a route. */
int fc_network_longest(const fc_network *network);
/** By what latencies are multiplied for a message of so many bytes. */
double fc_network_factor(const fc_network *network, double bytes);

#endif
