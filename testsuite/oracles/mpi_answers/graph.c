/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A graph known to all ranks: a star with rank 1 as center, and a chord from 0 to the last; with more than four ranks
 * the last is left out. (MPI_Graph_map and MPI_Cart_map give it MPI_UNDEFINED by MPI 3.1, its rank by Open MPI.) */
#include "answer.h"

enum {
    MOST = 8
};

static int make_star(int n, int index[MOST], int edges[4 * MOST])
{
    int middle = n > 1, used = 0;
    for (int node = 0; node < n; node++) {
        for (int other = 0; other < n; other++)
            if ((node == middle) != (other == middle))
                edges[used++] = other;
        if (node == 0)
            edges[used++] = n - 1;
        if (node == n - 1)
            edges[used++] = 0;
        index[node] = used;
    }
    return used;
}

static void ask(MPI_Comm graph, int rank, int n)
{
    int nodes, n_edges, degree, index[MOST], edges[4 * MOST], neighbours[MOST + 2], out[MOST + 2], in[MOST + 2];
    MPI_Graphdims_get(graph, &nodes, &n_edges);
    note(nodes);
    note(n_edges);
    MPI_Graph_get(graph, nodes, n_edges, index, edges);
    note_all(nodes, index);
    note_all(n_edges, edges);
    for (int of = 0; of < n; of++) {
        MPI_Graph_neighbors_count(graph, of, &degree);
        MPI_Graph_neighbors(graph, of, degree, neighbours);
        note_all(degree, neighbours);
    }
    MPI_Graph_neighbors_count(graph, rank, &degree);
    for (int i = 0; i < degree; i++)
        out[i] = 20 * rank + i;
    MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, graph);
    note_all(degree, in);
    MPI_Neighbor_allgather(out, 1, MPI_INT, in, 1, MPI_INT, graph);
    note_all(degree, in);
}

int main(int argc, char **argv)
{
    int size, rank, status, index[MOST], edges[4 * MOST];
    MPI_Comm graph;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = size > 4 ? size - 1 : size;
    make_star(n, index, edges);
    int dims[2] = {n, 1}, periods[2] = {0, 0}, mapped;
    MPI_Graph_map(MPI_COMM_WORLD, n, index, edges, &mapped);
    note(rank < n ? mapped : 0);
    MPI_Cart_map(MPI_COMM_WORLD, 2, dims, periods, &mapped);
    note(rank < n ? mapped : 0);
    MPI_Graph_create(MPI_COMM_WORLD, n, index, edges, 0, &graph);
    note(graph == MPI_COMM_NULL);
    if (graph != MPI_COMM_NULL) {
        MPI_Topo_test(graph, &status);
        note(status == MPI_GRAPH);
        ask(graph, rank, n);
        MPI_Comm_free(&graph);
    }
    give_answer(argc);
    MPI_Finalize();
    return 0;
}
