/* SPDX-License-Identifier: Apache-2.0 */
/* Progressive filling: each round fixes the flows of the tightest links. O(rounds * (links + uses)). */
#include "fair_share.h"

#include <math.h>

/* Shares that differ only by rounding errors count as equal. */
static const double same = 1 + 1e-12;

/* B/s for a weight of 1. */
static double share_of(const fc_fair_share_problem *p, int link)
{
    return fmax(p->left[link], 0) / p->weights[link];
}

/* The smallest share for a weight of 1 that a link or a flow's own limit allows. */
static double least_share(const fc_fair_share_problem *p, int n_open)
{
    double least = INFINITY;
    for (int l = 0; l < p->n_links; l++)
        if (p->users[l] > 0)
            least = fmin(least, share_of(p, l));
    for (int i = 0; i < n_open; i++)
        least = fmin(least, p->most[p->open[i]] / p->weight[p->open[i]]);
    return least;
}

static bool is_bound(const fc_fair_share_problem *p, int flow, double share)
{
    if (p->most[flow] <= share * p->weight[flow])
        return true;
    for (int k = p->first[flow]; k < p->first[flow + 1]; k++)
        if (share_of(p, p->link[k]) <= share)
            return true;
    return false;
}

/* Removes a flow. A link without users is ignored, since rounding errors may leave a nonzero weight sum. */
static void close_flow(fc_fair_share_problem *p, int flow)
{
    for (int k = p->first[flow]; k < p->first[flow + 1]; k++) {
        p->left[p->link[k]] -= p->take[k] * p->rate[flow];
        p->weights[p->link[k]] -= p->take[k] * p->weight[flow];
        p->users[p->link[k]]--;
    }
}

static void enter_all(fc_fair_share_problem *p)
{
    for (int l = 0; l < p->n_links; l++) {
        p->left[l] = p->capacity[l];
        p->weights[l] = 0;
        p->users[l] = 0;
    }
    for (int f = 0; f < p->n_flows; f++) {
        p->open[f] = f;
        for (int k = p->first[f]; k < p->first[f + 1]; k++) {
            p->weights[p->link[k]] += p->take[k] * p->weight[f];
            p->users[p->link[k]]++;
        }
    }
}

void fc_fair_share(fc_fair_share_problem *p)
{
    int n_open = p->n_flows;
    enter_all(p);
    while (n_open > 0) {
        double share = least_share(p, n_open);
        int kept = 0;
        for (int i = 0; i < n_open; i++) { /* determine all bound flows before any of them is removed */
            int flow = p->open[i];
            p->rate[flow] = is_bound(p, flow, share * same) ? fmin(share * p->weight[flow], p->most[flow]) : -1;
        }
        for (int i = 0; i < n_open; i++) {
            int flow = p->open[i];
            if (p->rate[flow] >= 0)
                close_flow(p, flow);
            else
                p->open[kept++] = flow;
        }
        n_open = kept;
    }
}
