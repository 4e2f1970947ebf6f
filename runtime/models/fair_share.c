/* SPDX-License-Identifier: Apache-2.0 */
/* Progressive filling by a heap of the shares at which links fill up and flows reach their own limits. Closing a flow
 * never lowers the share of another link, so an outdated entry is at the top before it is needed. O((links + flows +
 * uses) * log(links + flows)). */
#include "fair_share.h"

#include <math.h>

/* Shares that differ only by rounding errors count as equal. */
static const double same = 1 + 1e-12;

/* ---- the heap: items 0 ... n_links - 1 are links, n_links + f is flow f's own limit ---- */

static void move_down(const fc_fair_share_problem *p, int n, int at)
{
    int item = p->heap[at];
    for (int child = 2 * at + 1; child < n; child = 2 * at + 1) {
        if (child + 1 < n && p->key[p->heap[child + 1]] < p->key[p->heap[child]])
            child++;
        if (p->key[p->heap[child]] >= p->key[item])
            break;
        p->heap[at] = p->heap[child];
        at = child;
    }
    p->heap[at] = item;
}

/* B/s for a weight of 1. */
static double share_of(const fc_fair_share_problem *p, int link)
{
    double left = p->left[link];
    return left > 0 ? left / p->weights[link] : 0;
}

/* Fills the heap with the links in use and the finite limits; returns its size. */
static int make_heap(const fc_fair_share_problem *p)
{
    int n = 0;
    for (int l = 0; l < p->n_links; l++)
        if (p->users[l] > 0) {
            p->key[l] = share_of(p, l);
            p->heap[n++] = l;
        }
    for (int f = 0; f < p->n_flows; f++)
        if (!isinf(p->most[f])) {
            p->key[p->n_links + f] = p->most[f] / p->weight[f];
            p->heap[n++] = p->n_links + f;
        }
    for (int at = n / 2 - 1; at >= 0; at--)
        move_down(p, n, at);
    return n;
}

/* Removes links without open flows and closed flows from the top, until its share is the present one; returns the
 * heap's size. A link without users is ignored, since rounding errors may leave a nonzero weight sum. */
static int refresh(const fc_fair_share_problem *p, int n)
{
    while (n > 0) {
        int item = p->heap[0], flow = item - p->n_links;
        if (flow >= 0 ? p->rate[flow] >= 0 : p->users[item] == 0) {
            p->heap[0] = p->heap[n - 1];
            if (n > 1)
                move_down(p, n - 1, 0);
            n = n - 1;
            continue;
        }
        double share = flow >= 0 ? p->key[item] : share_of(p, item);
        if (share <= p->key[item])
            break;
        p->key[item] = share;
        move_down(p, n, 0);
    }
    return n;
}

/* ---- flows ---- */

static void close_flow(const fc_fair_share_problem *p, int flow, double share)
{
    const double own = share * p->weight[flow], rate = own < p->most[flow] ? own : p->most[flow];
    p->rate[flow] = rate;
    for (int k = p->first[flow]; k < p->first[flow + 1]; k++) {
        int link = p->link[k];
        p->left[link] -= p->take[k] * rate;
        p->weights[link] -= p->take[k] * p->weight[flow];
        p->users[link]--;
    }
}

/* Closes the open flows of a link, or a flow at its own limit; returns their number. */
static int close_item(const fc_fair_share_problem *p, int item, double share)
{
    int n = 0;
    if (item >= p->n_links) {
        close_flow(p, item - p->n_links, share);
        return 1;
    }
    for (int i = p->begin[item]; i < p->begin[item + 1]; i++)
        if (p->rate[p->member[i]] < 0) {
            close_flow(p, p->member[i], share);
            n++;
        }
    return n;
}

/* Opens all flows, and lists them by link. */
static void enter_all(const fc_fair_share_problem *p)
{
    for (int l = 0; l < p->n_links; l++) {
        p->left[l] = p->capacity[l];
        p->weights[l] = 0;
        p->users[l] = 0;
    }
    for (int f = 0; f < p->n_flows; f++) {
        p->rate[f] = -1;
        for (int k = p->first[f]; k < p->first[f + 1]; k++) {
            p->weights[p->link[k]] += p->take[k] * p->weight[f];
            p->users[p->link[k]]++;
        }
    }
    p->begin[0] = 0;
    for (int l = 0; l < p->n_links; l++)
        p->begin[l + 1] = p->begin[l] + p->users[l];
    for (int f = p->n_flows - 1; f >= 0; f--)
        for (int k = p->first[f]; k < p->first[f + 1]; k++)
            p->member[--p->begin[p->link[k] + 1]] = f;
    /* begin[l + 1] is the first member of link l now, and begin[l + 2] the end of them */
    for (int l = 0; l < p->n_links; l++)
        p->begin[l] = p->begin[l + 1];
    p->begin[p->n_links] = p->n_flows > 0 ? p->first[p->n_flows] : 0;
}

void fc_fair_share(const fc_fair_share_problem *p)
{
    enter_all(p);
    int n_open = p->n_flows, n = refresh(p, make_heap(p));
    while (n > 0 && n_open > 0) {
        double share = p->key[p->heap[0]];
        while (n > 0 && n_open > 0 && p->key[p->heap[0]] <= share * same) {
            n_open -= close_item(p, p->heap[0], share);
            n = refresh(p, n);
        }
    }
}
