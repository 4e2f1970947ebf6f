/* SPDX-License-Identifier: Apache-2.0 */
/** @file topology.h  Neighbors of a rank in a communicator with a topology (MPI 3.1, chapter 7).
 *
 * Ranks are never reordered. Cartesian numbering is row-major (section 7.5). */
#ifndef FC_TOPOLOGY_H
#define FC_TOPOLOGY_H

#include "rank.h"

enum {
    FC_TOPOLOGY_DIMS = sizeof((fc_communicator *)0)->dims / sizeof(int)
};

/** Edges that end, or begin, at the own rank, in the order of the call. */
typedef struct fc_edges {
    int n;
    const int *rank;
    const int *weight; /* NULL: unweighted, or the weights depend on data */
} fc_edges;

/** A graph topology, in an array of the rank. */
typedef struct fc_graph {
    int kind; /* FC_MPI_GRAPH or FC_MPI_DIST_GRAPH */
    fc_edges in, out;
    bool weighted;
    const int *index, *edge; /* FC_MPI_GRAPH: arguments of MPI_Graph_create */
} fc_graph;

/** FC_MPI_CART, FC_MPI_GRAPH, FC_MPI_DIST_GRAPH, or FC_MPI_UNDEFINED: none. */
int fc_topology_kind(const fc_communicator *of);

/** The coordinates [n_dims] of a rank of a grid. */
void fc_topology_coordinates(const fc_communicator *of, int rank, int *coords);
/** The coordinate within dimension d, wrapped where that is periodic; -1: outside. */
int fc_topology_wrap(const fc_communicator *of, int d, long coordinate);
/** The rank `distance` steps along a dimension from the own one; FC_MPI_PROC_NULL: outside. */
int fc_topology_shift(const fc_communicator *of, int direction, long distance);

/** Number of neighbors that the own rank receives from (incoming) or sends to. Of a grid two for each dimension, the
 * lower coordinate first (section 7.6). 0 without a topology. */
int fc_topology_degree(const fc_communicator *of, bool incoming);
/** The rank of neighbor i, or FC_MPI_PROC_NULL. */
int fc_topology_neighbor(const fc_communicator *of, bool incoming, int i);
/** Distinguishes several blocks between the same two ranks: a block sent downwards arrives from above. Blocks of the
 * same lane match in order. 0 ... 2 * FC_TOPOLOGY_DIMS - 1. */
int fc_topology_lane(const fc_communicator *of, bool incoming, int i);

#endif
