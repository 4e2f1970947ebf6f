/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/calibration/fit_abstract.h"

#include "support/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST = FC_NETWORK_FIT_MOST
};
static const double equal_within = 0.03, wider = 1.5;

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* ---- classes of distances ---- */

/* The least number of intervals, each at most so wide as a share of its start, that hold all values: their starts. The
 * result is at most one more than FC_MAX_DISTANCES. */
static int cover(double start[FC_MAX_DISTANCES], const double *value, int n, double width)
{
    int classes = 0;
    for (int i = 0; i < n && classes <= FC_MAX_DISTANCES; i++)
        if (classes == 0 || value[i] > start[classes - 1] * (1 + width)) {
            if (classes < FC_MAX_DISTANCES)
                start[classes] = value[i];
            classes++;
        }
    return classes;
}

/* The starts of as many classes as a network can have, as narrow as possible from 3 % on. */
static int find_classes(double start[FC_MAX_DISTANCES], const fc_network_samples *s)
{
    double *value = fc_allocate((size_t)(s->n * s->n), sizeof *value), width = equal_within;
    int n = 0, classes;
    for (int i = 0; i < s->n; i++)
        for (int j = i + 1; j < s->n; j++)
            value[n++] = s->distance[i * s->n + j];
    qsort(value, (size_t)n, sizeof *value, compare);
    while ((classes = cover(start, value, n, width)) > FC_MAX_DISTANCES)
        width *= wider;
    free(value);
    return classes;
}

static void take_pair(fc_abstract_plan *out, const fc_network_samples *s, int i, int j)
{
    const fc_abstract_network *of = &out->network.abstract;
    int kind = of->pair[i][j], *nearest = out->pair[kind];
    double mean = of->distance[kind].latency_s, away = fabs(s->distance[i * s->n + j] - mean);
    out->distance_error = fmax(out->distance_error, away / s->distance[i * s->n + j]);
    if (nearest[0] == nearest[1] || away < fabs(s->distance[nearest[0] * s->n + nearest[1]] - mean))
        nearest[0] = i, nearest[1] = j;
}

/* A class's latency is the mean of its pairs, beyond that of the nearest class. */
static void classify(fc_abstract_plan *out, const fc_network_samples *s)
{
    fc_abstract_network *of = &out->network.abstract;
    double start[FC_MAX_DISTANCES], pairs[FC_MAX_DISTANCES] = {0};
    of->n_nodes = s->n;
    of->n_distances = find_classes(start, s);
    for (int i = 0; i < s->n; i++)
        for (int j = i + 1; j < s->n; j++) {
            int kind = of->n_distances - 1;
            while (kind > 0 && s->distance[i * s->n + j] < start[kind])
                kind--;
            of->pair[i][j] = of->pair[j][i] = (unsigned char)kind;
            of->distance[kind].latency_s += s->distance[i * s->n + j];
            pairs[kind]++;
        }
    for (int kind = 0; kind < of->n_distances; kind++)
        of->distance[kind].latency_s /= pairs[kind];
    for (int i = 0; i < s->n; i++)
        for (int j = i + 1; j < s->n; j++)
            take_pair(out, s, i, j);
    for (int kind = of->n_distances - 1; kind >= 0; kind--)
        of->distance[kind].latency_s -= of->distance[0].latency_s;
}

/* ---- groups of nodes ---- */

/* Clusters that are not merged yet. */
typedef struct clusters {
    int n;
    unsigned long long nodes[MOST];
    int size[MOST];
    double height[MOST];         /* at which the cluster was merged; 0: one node */
    double distance[MOST][MOST]; /* mean over pairs of nodes */
} clusters;

/* Candidates are clusters that are clearly nearer to each other than to what they are merged with, and leave at least
 * two nodes outside: the boundary of all nodes but one is a link of that node. */
static void add_candidate(fc_abstract_plan *out, const clusters *c, int i, double height)
{
    int at = out->n_groups;
    if (c->size[i] < 2 || c->size[i] > out->network.abstract.n_nodes - 2 || height <= c->height[i] * (1 + equal_within))
        return;
    for (; at > 0 && __builtin_popcountll(out->group[at - 1]) > c->size[i]; at--)
        out->group[at] = out->group[at - 1];
    out->group[at] = c->nodes[i];
    out->n_groups++;
}

/* Cluster a becomes its union with cluster b; the last one takes b's place. */
static void merge(clusters *c, int a, int b)
{
    int last = --c->n;
    c->height[a] = c->distance[a][b];
    for (int k = 0; k <= last; k++)
        c->distance[a][k] = c->distance[k][a] =
            (c->size[a] * c->distance[a][k] + c->size[b] * c->distance[b][k]) / (c->size[a] + c->size[b]);
    c->nodes[a] |= c->nodes[b];
    c->size[a] += c->size[b];
    c->nodes[b] = c->nodes[last];
    c->size[b] = c->size[last];
    c->height[b] = c->height[last];
    for (int k = 0; k < last; k++)
        c->distance[b][k] = c->distance[k][b] = c->distance[last][k];
}

static void cluster(fc_abstract_plan *out, const fc_network_samples *s)
{
    clusters *c = fc_allocate(1, sizeof *c);
    c->n = s->n;
    for (int i = 0; i < s->n; i++) {
        c->nodes[i] = 1ULL << i;
        c->size[i] = 1;
        for (int j = i + 1; j < s->n; j++)
            c->distance[i][j] = c->distance[j][i] = s->distance[i * s->n + j];
    }
    while (c->n > 1) {
        int a = 0, b = 1;
        for (int i = 0; i < c->n; i++)
            for (int j = i + 1; j < c->n; j++)
                if (c->distance[i][j] < c->distance[a][b])
                    a = i, b = j;
        add_candidate(out, c, a, c->distance[a][b]);
        add_candidate(out, c, b, c->distance[a][b]);
        merge(c, a, b);
    }
    free(c);
}

void fc_abstract_plan_make(fc_abstract_plan *out, const fc_network_samples *s)
{
    *out = (fc_abstract_plan){.network = {.model = FC_TOPOLOGY_ABSTRACT, .n_levels = 1}};
    classify(out, s);
    cluster(out, s);
    out->n_exchanges = 1 + out->network.abstract.n_distances + out->n_groups;
}

/* ---- exchanges ---- */

/* The node of the set with the least sum of distances to the other nodes. */
static int nearest(const fc_abstract_network *of, unsigned long long set, unsigned long long others)
{
    double least = INFINITY;
    int found = 0;
    for (int i = 0; i < of->n_nodes; i++) {
        double sum = 0;
        for (int j = 0; j < of->n_nodes; j++)
            sum += others >> j & 1 ? of->distance[of->pair[i][j]].latency_s : 0;
        if ((set >> i & 1) && sum < least) {
            least = sum;
            found = i;
        }
    }
    return found;
}

/* Pairs of a node of the group and one outside. The smaller side has all its nodes in a pair; of the larger side those
 * nearest to it are taken, so that messages cross the boundaries of as few larger groups as possible. */
static int pair_up(int to[MOST], const fc_abstract_network *of, unsigned long long group)
{
    unsigned long long all = of->n_nodes < 64 ? (1ULL << of->n_nodes) - 1 : ~0ULL, small = group, large = all & ~group;
    if (__builtin_popcountll(small) > __builtin_popcountll(large))
        small = large, large = group;
    int pairs = 0;
    for (int i = 0; i < of->n_nodes; i++)
        if (small >> i & 1) {
            int partner = nearest(of, large, small);
            large &= ~(1ULL << partner);
            to[i] = partner;
            to[partner] = i;
            pairs++;
        }
    return pairs;
}

void fc_abstract_plan_exchange(int to[MOST], const fc_abstract_plan *plan, int k)
{
    int classes = plan->network.abstract.n_distances;
    for (int i = 0; i < MOST; i++)
        to[i] = i;
    if (k == 0)
        to[0] = 1, to[1] = 0;
    else if (k <= classes)
        to[plan->pair[k - 1][0]] = plan->pair[k - 1][1];
    else
        pair_up(to, &plan->network.abstract, plan->group[k - 1 - classes]);
}

/* No limit of its own (0) unless the message takes longer than on a node's link. */
static double bandwidth_of(const fc_abstract_plan *plan, const fc_network_samples *s, int kind, double seconds)
{
    double near = s->alone_s - s->distance[1];
    double moving = seconds - s->distance[plan->pair[kind][0] * s->n + plan->pair[kind][1]];
    return moving > near * (1 + equal_within) ? s->bytes / moving : 0;
}

static void fit_group(fc_network *network, const fc_network_samples *s, unsigned long long group, double seconds)
{
    int to[MOST];
    for (int i = 0; i < MOST; i++)
        to[i] = i;
    int pairs = pair_up(to, &network->abstract, group);
    if (seconds <= fc_network_fit_exchange_time(network, s, to) * (1 + equal_within))
        return;
    double moving = seconds - s->alone_s + s->bytes / network->link[0].bandwidth;
    network->abstract.group[network->abstract.n_groups++] =
        (fc_node_group){group, pairs * s->bytes * (1 + network->acknowledgements) / moving};
}

void fc_abstract_plan_fit(fc_network_fit *fit, const fc_abstract_plan *plan, const fc_network_samples *s,
                          const double *seconds)
{
    fc_abstract_network *of = &fit->network.abstract;
    fit->network = plan->network;
    fit->distance_error = plan->distance_error;
    fc_network_fit_bandwidth(fit, s);
    fit->network.acknowledgements = fmin(fmax(*seconds++ - s->alone_s, 0) / (s->alone_s - s->distance[1]), 1);
    for (int kind = 0; kind < of->n_distances; kind++)
        of->distance[kind].bandwidth = bandwidth_of(plan, s, kind, *seconds++);
    for (int g = 0; g < plan->n_groups; g++)
        fit_group(&fit->network, s, plan->group[g], *seconds++);
    fc_network_fit_shift_errors(fit, s);
}
