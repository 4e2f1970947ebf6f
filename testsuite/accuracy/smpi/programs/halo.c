/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A 2-D grid whose edges go to four neighbours by Isend, Irecv and Waitall. argv: side of a rank's part, steps. */
#include "work.h"

int main(int argc, char **argv)
{
    int rank, size, dims[2] = {0, 0}, periods[2] = {0, 0}, peer[4];
    MPI_Comm grid;
    MPI_Request request[8];
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_shift(grid, 0, 1, &peer[0], &peer[1]);
    MPI_Cart_shift(grid, 1, 1, &peer[2], &peer[3]);
    int n = atoi(argv[1]), steps = atoi(argv[2]);
    double *a = calloc((size_t)n * n, sizeof *a), *out = calloc(4 * n, sizeof *out), *in = calloc(4 * n, sizeof *in);
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < 4; i++)
            MPI_Irecv(in + i * n, n, MPI_DOUBLE, peer[i], i ^ 1, grid, &request[i]);
        for (int i = 0; i < 4; i++)
            MPI_Isend(out + i * n, n, MPI_DOUBLE, peer[i], i, grid, &request[4 + i]);
        MPI_Waitall(8, request, MPI_STATUSES_IGNORE);
        work(a, n * n);
    }
    free(a);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
