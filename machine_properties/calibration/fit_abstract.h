/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file fit_abstract.h  A network that no topology explains: classes of distances, and groups of nodes that share
 * links.
 *
 * Pairs of nodes whose latencies differ by at most 3 % form a class. Nodes are clustered by their latencies (average
 * linkage, Sokal and Michener 1958); each cluster is a candidate for a group that shares a link to all other nodes.
 * Further exchanges of long messages decide: one message of each class gives the class's bandwidth; as many nodes as
 * possible of a group, each exchanging messages with one of the nearest nodes outside, give that of the group's link.
 * From the smallest on, a group is kept if the links so far do not explain its time within 3 %. O(n^3). */
#ifndef FC_FIT_ABSTRACT_H
#define FC_FIT_ABSTRACT_H

#include "machine_properties/calibration/fit_network.h"

enum {
    FC_ABSTRACT_MOST_EXCHANGES = 1 + FC_MAX_DISTANCES + FC_NETWORK_FIT_MOST
};

/** What follows from the distances, and the exchanges to be measured: first nodes 0 and 1, whose messages to each other
 * take longer by their acknowledgements; then the classes', then the groups'. */
typedef struct fc_abstract_plan {
    fc_network network;            /* its nodes and classes, without bandwidths and groups */
    double distance_error;         /* largest relative deviation of a distance from its class's */
    int pair[FC_MAX_DISTANCES][2]; /* of each class, the nodes whose distance is nearest to the class's */
    unsigned long long group[FC_NETWORK_FIT_MOST]; /* candidates, the smallest first; bit i: node i */
    int n_groups, n_exchanges;
} fc_abstract_plan;

void fc_abstract_plan_make(fc_abstract_plan *out, const fc_network_samples *samples);
/** Exchange k: node i sends a long message to node to[i], none to itself. */
void fc_abstract_plan_exchange(int to[FC_NETWORK_FIT_MOST], const fc_abstract_plan *plan, int k);
/** seconds: measured, by exchange. Of the fit only `explained` is kept. */
void fc_abstract_plan_fit(fc_network_fit *fit, const fc_abstract_plan *plan, const fc_network_samples *samples,
                          const double *seconds);

#endif
