/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A distributed graph, each rank specifying its own neighbors: rank r sends to r + 1, r + 2, ... r % 3 + 1 of them;
 * some of them are the same rank or itself. Sizes are sent first, then as many elements. */
#include "answer.h"

enum {
    MOST = 32
};

static int list_sources(int rank, int size, int sources[MOST], int weights[MOST])
{
    int n = 0;
    for (int from = 0; from < size; from++)
        for (int step = 1; step <= from % 3 + 1; step++)
            if ((from + step) % size == rank) {
                sources[n] = from;
                weights[n++] = 100 * from + step;
            }
    return n;
}

static void ask(MPI_Comm graph)
{
    int n_in, n_out, weighted, sources[MOST], weights_in[MOST], targets[MOST], weights_out[MOST];
    MPI_Dist_graph_neighbors_count(graph, &n_in, &n_out, &weighted);
    note(weighted != 0);
    if (weighted)
        MPI_Dist_graph_neighbors(graph, n_in, sources, weights_in, n_out, targets, weights_out);
    else
        MPI_Dist_graph_neighbors(graph, n_in, sources, MPI_UNWEIGHTED, n_out, targets, MPI_UNWEIGHTED);
    note_all(n_in, sources);
    note_all(n_out, targets);
    if (weighted) {
        note_all(n_in, weights_in);
        note_all(n_out, weights_out);
    }
}

static void exchange(MPI_Comm graph, int rank, int n_in, int n_out)
{
    int out[MOST], in[MOST], more[MOST], others[MOST];
    MPI_Request request;
    for (int i = 0; i < n_out; i++)
        out[i] = rank + i;
    MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, graph);
    note_all(n_in, in);
    MPI_Ineighbor_allgather(&rank, 1, MPI_INT, others, 1, MPI_INT, graph, &request);
    MPI_Neighbor_allgather(&n_out, 1, MPI_INT, more, 1, MPI_INT, graph);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
    note_all(n_in, more);
    note_all(n_in, others);
}

int main(int argc, char **argv)
{
    int size, rank, sources[MOST], weights_in[MOST], targets[3], weights_out[3];
    MPI_Comm graph, plain;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n_in = list_sources(rank, size, sources, weights_in), n_out = rank % 3 + 1;
    for (int i = 0; i < n_out; i++) {
        targets[i] = (rank + i + 1) % size;
        weights_out[i] = 100 * rank + i + 1;
    }
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, n_in, sources, weights_in, n_out, targets, weights_out,
                                   MPI_INFO_NULL, 0, &graph);
    ask(graph);
    exchange(graph, rank, n_in, n_out);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, n_in, sources, MPI_UNWEIGHTED, n_out, targets, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &plain);
    ask(plain);
    exchange(plain, rank, n_in, n_out);
    give_answer(argc);
    MPI_Finalize();
    return 0;
}
