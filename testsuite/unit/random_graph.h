/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file random_graph.h  Small random graphs, and reachability in them with one node removed. */
#ifndef RANDOM_GRAPH_H
#define RANDOM_GRAPH_H

#include "analyzer/ir/graph.h"

#include <stdint.h>
#include <stdlib.h>

enum {
    MAX_NODES = 24
};

/** The same sequence on every machine (Marsaglia 2003, xorshift32). */
static inline int random_below(uint32_t *seed, int limit)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return (int)(*seed % (uint32_t)limit);
}

/** 2 to MAX_NODES nodes. Each node is reached from node 0 and reaches the last node, which nothing leaves. */
static inline void random_graph(fc_graph *out, uint32_t *seed)
{
    fc_graph_edge edge[8 * MAX_NODES];
    int n = 2 + random_below(seed, MAX_NODES - 1), n_edges = 0;
    for (int v = 1; v < n; v++)
        edge[n_edges++] = (fc_graph_edge){random_below(seed, v), v};
    for (int v = 0; v < n - 1; v++)
        edge[n_edges++] = (fc_graph_edge){v, v + 1 + random_below(seed, n - v - 1)};
    int n_more = random_below(seed, 2 * n);
    for (int i = 0; i < n_more; i++)
        edge[n_edges++] = (fc_graph_edge){random_below(seed, n - 1), random_below(seed, n)};
    fc_graph_create(out, n, edge, n_edges);
}

/** reached[v]: a path from the root to v avoids the node `without` (FC_GRAPH_NONE: none). By relaxation of all edges
 * until nothing changes. */
static inline void reach_without(bool *reached, const fc_graph *graph, int root, int without,
                                 fc_graph_direction direction)
{
    for (int v = 0; v < graph->n; v++)
        reached[v] = v == root && root != without;
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (int i = 0; i < graph->n_edges; i++) {
            int from = direction == FC_GRAPH_FORWARD ? graph->edge[i].from : graph->edge[i].to;
            int to = direction == FC_GRAPH_FORWARD ? graph->edge[i].to : graph->edge[i].from;
            if (!reached[from] || reached[to] || to == without)
                continue;
            reached[to] = is_changed = true;
        }
    }
}

#endif
