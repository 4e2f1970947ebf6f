/* SPDX-License-Identifier: Apache-2.0 */
/* Latency and bandwidth between two ranks follow from their nodes and the network's topology (network.h), [machine]
 * eq. 1. The mean over all pairs takes O(p^2) up to 128 ranks, and a constant number of samples beyond. */
#include "mapping.h"

#include <stdlib.h>

/* Sums of latencies and of seconds per byte over pairs of ranks. */
typedef struct mean_of {
    double latency_s, byte_s, pairs;
} mean_of;

static void add_pair(mean_of *sum, const fc_mapping *layout, int from, int to)
{
    fc_path path = fc_mapping_path(layout, from, to);
    sum->latency_s += path.latency_s;
    sum->byte_s += 1 / path.bandwidth;
    sum->pairs++;
}

/* All pairs of at most ALL ranks; beyond, a quasirandom sample of pairs (the R2 sequence, Roberts 2018). */
static fc_path mean_path(const fc_mapping *layout)
{
    enum {
        ALL = 128,
        SAMPLE = ALL * ALL
    };
    static const double plastic = 1.32471795724474602596;
    mean_of sum = {0, 0, 0};
    int ranks = layout->ranks;
    if (ranks < 2)
        return layout->measured;
    for (int i = 0; i < ranks && ranks <= ALL; i++)
        for (int j = 0; j < ranks; j++)
            if (i != j)
                add_pair(&sum, layout, i, j);
    for (int k = 1; k <= SAMPLE && ranks > ALL; k++) {
        int i = (int)(fmod(k / plastic, 1) * ranks), j = (int)(fmod(k / plastic / plastic, 1) * ranks);
        if (i != j)
            add_pair(&sum, layout, i, j);
    }
    return (fc_path){sum.latency_s / sum.pairs, sum.pairs / sum.byte_s, 1};
}

void fc_mapping_init(fc_mapping *out, const fc_coefficients *machine, const fc_placement *placement, int ranks)
{
    const fc_network *network = &machine->network;
    bool is_plain = network->model == FC_TOPOLOGY_FLAT && !network->contention && !network->has_inside;
    *out = (fc_mapping){.placement = {network->dealing, NULL, 0}, .ranks = ranks};
    out->cores = machine->cores > 0 ? machine->cores : 1;
    if (placement)
        out->placement = *placement;
    for (int fit = 0; fit < FC_N_FITS; fit++)
        out->has_variants |= machine->communication[FC_VARIANT_INTRA][fit].n_segments > 0 ||
                             machine->communication[FC_VARIANT_INTER][fit].n_segments > 0;
    out->has_inside = machine->communication[FC_VARIANT_INTRA][FC_FIT_SINGLE].n_segments > 0;
    if (is_plain)
        return;
    out->network = network;
    out->measured = fc_network_path(network, network->measured[0], network->measured[1]);
    out->mean = mean_path(out);
}

double fc_mapping_max_ranks(const fc_coefficients *machine)
{
    double ends = fc_network_terminals(&machine->network);
    return machine->network.model == FC_TOPOLOGY_HIERARCHICAL ? ends : ends * machine->cores;
}

static int place_of(const fc_mapping *layout, int rank)
{
    int nodes = (layout->ranks + layout->cores - 1) / layout->cores, place = rank;
    if (layout->placement.place)
        place = layout->placement.place[rank];
    else if (layout->placement.dealing == FC_DISTRIBUTION_CYCLIC)
        place = rank % nodes * layout->cores + rank / nodes;
    return place;
}

int fc_mapping_node(const fc_mapping *layout, int rank)
{
    return place_of(layout, rank) / layout->cores;
}

/* All n ranks are on different nodes; false also if out of memory. */
static bool all_differ(const fc_mapping *layout, const int *member, int n)
{
    int most = 0;
    for (int i = 0; i < n; i++) {
        int node = fc_mapping_node(layout, member ? member[i] : i);
        most = node > most ? node : most;
    }
    bool *seen = calloc((size_t)most + 1, sizeof *seen), differ = seen != NULL;
    for (int i = 0; i < n && differ; i++) {
        int node = fc_mapping_node(layout, member ? member[i] : i);
        differ = !seen[node];
        seen[node] = true;
    }
    free(seen);
    return differ;
}

fc_variant fc_mapping_variant(const fc_mapping *layout, const int *member, int n)
{
    if (!layout->has_variants || n < 1)
        return FC_VARIANT_ANY;
    int first = fc_mapping_node(layout, member ? member[0] : 0), together = 1;
    while (together < n && fc_mapping_node(layout, member ? member[together] : together) == first)
        together++;
    if (together == n)
        return FC_VARIANT_INTRA;
    return together == 1 && (n == 2 || all_differ(layout, member, n)) ? FC_VARIANT_INTER : FC_VARIANT_ANY;
}

int fc_mapping_endpoint(const fc_mapping *layout, int rank)
{
    bool is_core = layout->network->model == FC_TOPOLOGY_HIERARCHICAL;
    return is_core ? place_of(layout, rank) : fc_mapping_node(layout, rank);
}

fc_path fc_mapping_path(const fc_mapping *layout, int from, int to)
{
    const fc_network *network = layout->network;
    int a = fc_mapping_endpoint(layout, from), b = fc_mapping_endpoint(layout, to);
    if (a != b)
        return fc_network_path(network, a, b);
    fc_path within = layout->measured;
    if (layout->has_inside) /* the intra-node fit includes the bandwidth */
        within.bandwidth = INFINITY;
    else if (network->has_inside)
        within = (fc_path){network->inside.latency_s,
                           network->inside.bandwidth > 0 ? network->inside.bandwidth : INFINITY, 0};
    within.links = 0;
    return within;
}

double fc_mapping_extra_time(const fc_mapping *layout, const fc_path *path, double bytes, double *gap)
{
    double before = *gap;
    /* How much shorter the measured part that grows with the bytes is than the bytes on the measured path: links may
     * carry more than their stated bandwidth. 1: it is longer, or does not grow at all. */
    *gap = fmax(before,
                bytes / (path->bandwidth * (before > 0 ? fmax(bytes / layout->measured.bandwidth / before, 1) : 1)));
    return fc_network_latency_factor(layout->network, bytes) * (path->latency_s - layout->measured.latency_s) + *gap -
           before;
}
