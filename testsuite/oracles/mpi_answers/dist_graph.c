/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A distributed graph whose edges any rank specifies: rank 0 those from even ranks, the last one the others, some of
 * them twice, some ranks none. MPI leaves the order of neighbors open: they are sorted by weight, which identifies
 * edges. */
#include "answer.h"

enum {
    MOST = 64
};

static int n_nodes, n_edges, sources[MOST], degrees[MOST], targets[MOST], weights[MOST];

/* Rank `from` sends to the next ones, from % 3 of them, and to rank 0. */
static void add_node(int from, int size)
{
    sources[n_nodes] = from;
    degrees[n_nodes++] = from % 3 + 1;
    for (int step = 0; step <= from % 3; step++) {
        targets[n_edges] = step ? (from + step) % size : 0;
        weights[n_edges++] = 10 * from + step + 1;
    }
}

static void put_in_order(int n, int ranks[MOST], int keys[MOST])
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && keys[k - 1] > keys[k]; k--) {
            int key = keys[k], rank = ranks[k];
            keys[k] = keys[k - 1], ranks[k] = ranks[k - 1];
            keys[k - 1] = key, ranks[k - 1] = rank;
        }
}

static void ask(MPI_Comm graph, int rank)
{
    int n_in, n_out, weighted, from[MOST], weights_in[MOST], to[MOST], weights_out[MOST], in[MOST], sum = 0;
    MPI_Dist_graph_neighbors_count(graph, &n_in, &n_out, &weighted);
    note(weighted != 0);
    MPI_Dist_graph_neighbors(graph, n_in, from, weights_in, n_out, to, weights_out);
    put_in_order(n_in, from, weights_in);
    put_in_order(n_out, to, weights_out);
    note_all(n_in, from);
    note_all(n_in, weights_in);
    note_all(n_out, to);
    note_all(n_out, weights_out);
    int own = rank * rank + 1;
    MPI_Neighbor_allgather(&own, 1, MPI_INT, in, 1, MPI_INT, graph);
    for (int i = 0; i < n_in; i++)
        sum += in[i];
    note(sum);
}

int main(int argc, char **argv)
{
    int size, rank, status;
    MPI_Comm graph;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int from = 0; from < size; from++)
        if (rank == (from % 2 ? size - 1 : 0))
            add_node(from, size);
    MPI_Dist_graph_create(MPI_COMM_WORLD, n_nodes, sources, degrees, targets, weights, MPI_INFO_NULL, 0, &graph);
    MPI_Topo_test(graph, &status);
    note(status == MPI_DIST_GRAPH);
    ask(graph, rank);
    MPI_Comm_free(&graph);
    give_answer(argc);
    MPI_Finalize();
    return 0;
}
