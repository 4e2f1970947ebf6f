/* SPDX-License-Identifier: Apache-2.0 */
/** @file fair_share.h  Max-min fair rates of flows that share links (progressive filling; Bertsekas, Gallager: Data
 * Networks, 1992, section 6.5): no rate can grow without taking from one that is not larger, both over their weights.
 * Flows of TCP weigh the inverse of their round trips (Marchal, Casanova: A network model for simulation of grid
 * application, LIP 2002-40; Velho, Legrand: Accuracy study and improvement of network simulation in the SimGrid
 * framework, SIMUTools 2009). */
#ifndef FC_FAIR_SHARE_H
#define FC_FAIR_SHARE_H

#include <stdbool.h>

/** n_flows flows over n_links links. Flow f uses links link[first[f]] ... link[first[f + 1] - 1], each once, and takes
 * take[...] of its rate there. The caller owns all arrays. */
typedef struct fc_fair_share_problem {
    int n_flows, n_links;
    const int *first;       /* [n_flows + 1] */
    const int *link;        /* [first[n_flows]] */
    const double *take;     /* [first[n_flows]] > 0 */
    const double *capacity; /* [n_links] B/s, > 0 */
    const double *most;     /* [n_flows] B/s, > 0: rate of the flow alone; may be INFINITY if it uses a link */
    const double *weight;   /* [n_flows] > 0: rates on a full link are proportional to the weights */
    double *rate;           /* [n_flows] out: B/s */
    double *left;           /* [n_links] workspace, as are the next ones: free capacity */
    double *weights;        /* [n_links]: sum of take * weight over the open flows */
    double *key;            /* [n_links + n_flows] */
    int *users;             /* [n_links] open flows */
    int *heap;              /* [n_links + n_flows] */
    int *begin;             /* [n_links + 1] of a link's flows in member */
    int *member;            /* [first[n_flows]] */
} fc_fair_share_problem;

void fc_fair_share(const fc_fair_share_problem *problem);

#endif
