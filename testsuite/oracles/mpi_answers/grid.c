/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Neighborhood collectives on grids: borders, and two neighbors that are the same rank or the rank itself. There blocks
 * of MPI_Neighbor_alltoall match by direction. Open MPI 4.1's MPI_Ineighbor_alltoall matches in order instead, unlike
 * its own blocking form, and is used only where that makes no difference. */
#include "answer.h"

static void exchange(MPI_Comm grid, int rank, int n_dims, int is_clear)
{
    int out[6], in[6], own = 100 + rank;
    MPI_Request request;
    for (int i = 0; i < 2 * n_dims; i++) {
        out[i] = 10 * rank + i;
        in[i] = -1;
    }
    MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, grid);
    note_all(2 * n_dims, in);
    MPI_Neighbor_allgather(&own, 1, MPI_INT, in, 1, MPI_INT, grid);
    note_all(2 * n_dims, in);
    for (int i = 0; i < 2 * n_dims; i++)
        out[i] += in[i];
    MPI_Ineighbor_allgather(&own, 1, MPI_INT, in, 1, MPI_INT, grid, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    note_all(2 * n_dims, in);
    if (!is_clear)
        return;
    MPI_Ineighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, grid, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    note_all(2 * n_dims, in);
}

static void on_grid(int n_dims, int periodic)
{
    int size, rank, status, dims[3] = {0, 0, 0}, periods[3] = {periodic, !periodic, periodic};
    MPI_Comm grid, copy;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, n_dims, dims);
    MPI_Cart_create(MPI_COMM_WORLD, n_dims, dims, periods, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Topo_test(grid, &status);
    note(status == MPI_CART);
    int is_clear = 1;
    for (int d = 0; d < n_dims; d++)
        is_clear = is_clear && (!periods[d] || dims[d] > 2);
    exchange(grid, rank, n_dims, is_clear);
    MPI_Comm_dup(grid, &copy);
    exchange(copy, rank, n_dims, is_clear);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&grid);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (int n_dims = 1; n_dims <= 3; n_dims++)
        for (int periodic = 0; periodic <= 1; periodic++)
            on_grid(n_dims, periodic);
    give_answer(argc);
    MPI_Finalize();
    return 0;
}
