/* SPDX-License-Identifier: Apache-2.0 */
#include "topology.h"

int fc_topology_kind(const fc_communicator *of)
{
    if (of->graph)
        return of->graph->kind;
    return of->n_dims >= 0 ? FC_MPI_CART : FC_MPI_UNDEFINED;
}

void fc_topology_coordinates(const fc_communicator *of, int rank, int *coords)
{
    for (int d = of->n_dims - 1; d >= 0; d--) {
        coords[d] = rank % of->dims[d];
        rank /= of->dims[d];
    }
}

int fc_topology_wrap(const fc_communicator *of, int d, long coordinate)
{
    long n = of->dims[d];
    if (of->periods[d])
        return (int)((coordinate % n + n) % n);
    return coordinate >= 0 && coordinate < n ? (int)coordinate : -1;
}

int fc_topology_shift(const fc_communicator *of, int direction, long distance)
{
    int coords[FC_TOPOLOGY_DIMS], number = 0;
    fc_topology_coordinates(of, of->rank, coords);
    int moved = fc_topology_wrap(of, direction, coords[direction] + distance);
    if (moved < 0)
        return FC_MPI_PROC_NULL;
    coords[direction] = moved;
    for (int d = 0; d < of->n_dims; d++)
        number = number * of->dims[d] + coords[d];
    return number;
}

static const fc_edges *edges_of(const fc_communicator *of, bool incoming)
{
    return incoming ? &of->graph->in : &of->graph->out;
}

int fc_topology_degree(const fc_communicator *of, bool incoming)
{
    if (of->graph)
        return edges_of(of, incoming)->n;
    return of->n_dims >= 0 ? 2 * of->n_dims : 0;
}

int fc_topology_neighbor(const fc_communicator *of, bool incoming, int i)
{
    if (of->graph)
        return edges_of(of, incoming)->rank[i];
    return fc_topology_shift(of, i / 2, i % 2 ? 1 : -1);
}

int fc_topology_lane(const fc_communicator *of, bool incoming, int i)
{
    if (of->graph)
        return 0;
    return incoming ? i : i ^ 1;
}
