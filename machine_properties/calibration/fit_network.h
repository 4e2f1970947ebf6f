/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file fit_network.h  The simplest topology that explains measured distances among nodes: one switch, a fat tree of
 * two levels, a torus or a mesh of up to three dimensions, a dragonfly, also with groups of several chassis; or none of
 * them (abstract).
 *
 * A topology predicts t(i, j) = a + b h(i, j), with the number h of links beyond those between nodes 0 and 1, fitted by
 * least squares. One switch needs distances within 3 % of each other; another topology must explain 95 % of their
 * variance, and the one that explains most is taken. Links of equal bandwidth; the width of a fat tree's upper level
 * follows from long messages that all nodes exchange at the same time. */
#ifndef FC_FIT_NETWORK_H
#define FC_FIT_NETWORK_H

#include "machine_properties/coefficients.h"

/** n nodes. */
typedef struct fc_network_samples {
    int n;
    const double *distance; /* [n * n] s: short messages between nodes i < j at [i * n + j] */
    const double *shift;    /* [n] s: [k]: all nodes i exchange long messages with i + k; [0] is not read */
    double bytes, alone_s;  /* of a long message; its time between nodes 0 and 1 */
} fc_network_samples;

typedef struct fc_network_fit {
    bool is_found; /* false: abstract; `network` is the best one, and explains too little */
    fc_network network;
    double explained;      /* share of the variance of distances; 1 of one switch */
    double distance_error; /* largest relative deviation of a distance */
    double shift_error[2]; /* median and largest relative deviation of the shifts, from the busiest link's load */
} fc_network_fit;

enum {
    FC_NETWORK_FIT_LEAST = 4, /* nodes */
    FC_NETWORK_FIT_MOST = 64
};

/** FC_NETWORK_FIT_LEAST <= n <= FC_NETWORK_FIT_MOST. */
void fc_network_fit_samples(fc_network_fit *out, const fc_network_samples *samples);

/** Adds the bandwidth of a node's link to all links, acknowledgements, and the deviation of the shifts. */
void fc_network_fit_bandwidth(fc_network_fit *fit, const fc_network_samples *samples);
/** Sets shift_error. */
void fc_network_fit_shift_errors(fc_network_fit *fit, const fc_network_samples *samples);
/** Seconds if each node i sends a long message to node to[i] (-1: to none): those of the link that the most bytes
 * share, which moves them one after the other, beside what acknowledgements take of it. */
double fc_network_fit_exchange_time(const fc_network *network, const fc_network_samples *samples, const int *to);

#endif
