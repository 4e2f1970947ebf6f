/* SPDX-License-Identifier: Apache-2.0 */
/** @file network.h  Network topologies (fc_network): routes over numbered links, latency and bandwidth of a path.
 *
 * [machine] eq. 1: tau_comm(size, dist) = tau_lat(dist) + size * tau_gap(cont, dist). The fits of a machine hold for
 * one distance, that of the ends `measured`. A route adds the difference of latencies, and its narrowest link bounds
 * the rate. Pure functions; ends are numbered 0 ... fc_network_terminals() - 1. A route costs O(its links). */
#ifndef FC_NETWORK_H
#define FC_NETWORK_H

#include "coefficients.h"

/** Between two ends: the sum of the latencies [s] and the narrowest bandwidth [B/s], INFINITY: no limit; 0 links: the
 * same end. */
typedef struct fc_path {
    double latency_s, bandwidth;
    int links;
} fc_path;

/** The number of ends; INFINITY: any number (flat). */
double fc_network_terminals(const fc_network *network);
fc_path fc_network_path(const fc_network *network, int from, int to);
/** Also the links of the route, `path.links` of them, each 0 ... fc_network_links() - 1. Trees: up by the destination's
 * number (d-mod-k, Zahavi 2010). Torus and mesh: dimension order, the shorter direction, forward if both are equal.
 * Dragonfly: minimal, over the one link between two groups (Kim et al. 2008); groups of several chassis as in the
 * Cray Cascade (Faanes et al. 2012): to the blade, then to the chassis. SimGrid's routes: fc_routing. Abstract: out of
 * the node, out of and into the groups that have one end only, into the node. */
fc_path fc_network_route(int *link, const fc_network *network, int from, int to);
/** Number of links of a network whose ends 0 ... ends - 1 are in use. */
int fc_network_links(const fc_network *network, int ends);
/** Bandwidth of a link [B/s]; INFINITY: no limit. */
double fc_network_bandwidth(const fc_network *network, int link);
/** The largest number of links of a route. */
int fc_network_diameter(const fc_network *network);
/** The factor on latencies for a message of so many bytes. */
double fc_network_latency_factor(const fc_network *network, double bytes);

#endif
