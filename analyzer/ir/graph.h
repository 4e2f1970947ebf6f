/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file graph.h  A directed graph in compressed sparse row form, and its depth-first search.
 *
 * Nodes are the numbers 0 .. n - 1. Parallel edges and self loops are allowed. Construction and search take time linear
 * in nodes and edges. The search is iterative, so that deep graphs do not exhaust the stack. */
#ifndef FC_GRAPH_H
#define FC_GRAPH_H

#include "support/text.h"

#include <stdbool.h>

enum {
    FC_GRAPH_NONE = -1
};

typedef struct fc_graph_edge {
    int from, to;
} fc_graph_edge;

typedef struct fc_graph {
    int n, n_edges;
    fc_graph_edge *edge;
    int *out_first, *out; /* edges that leave v, ascending: out[out_first[v]] .. out[out_first[v + 1] - 1] */
    int *in_first, *in;   /* edges that enter v, in the same form */
} fc_graph;

/** Copies the edges, in their order. */
void fc_graph_create(FC_GIVE fc_graph *out, int n, const fc_graph_edge *edge, int n_edges);
void fc_graph_free(fc_graph *graph);
bool fc_graph_is_valid(const fc_graph *graph);

typedef enum fc_graph_direction {
    FC_GRAPH_FORWARD,
    FC_GRAPH_BACKWARD /* along reversed edges */
} fc_graph_direction;

/** The depth-first spanning tree from a root (Tarjan 1972). Descendants of v are numbered enter[v] .. last[v]. */
typedef struct fc_graph_search {
    int n;          /* nodes reached */
    int *preorder;  /* [0 .. n): nodes in order of discovery */
    int *postorder; /* [0 .. n): nodes in order of completion */
    int *enter;     /* by node: its index in preorder; FC_GRAPH_NONE: not reached */
    int *last;      /* by node: greatest index of a descendant */
} fc_graph_search;

/** Edges are followed in their order. */
void fc_graph_search_create(FC_GIVE fc_graph_search *out, const fc_graph *graph, int root,
                            fc_graph_direction direction);
void fc_graph_search_free(fc_graph_search *search);
/** Both nodes are reached, and v is w or a descendant of w. */
bool fc_graph_search_is_below(const fc_graph_search *search, int v, int w);

#endif
