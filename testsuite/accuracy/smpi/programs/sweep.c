/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps of a 2-D grid of ranks from all four corners (discrete ordinates): a rank waits for two edges, works, and
 * sends two on. argv: elements of a block, of an edge, blocks of a sweep. */
#include "work.h"

int main(int argc, char **argv)
{
    int dims[2] = {0, 0}, periods[2] = {0, 0}, size, x[2], y[2];
    MPI_Comm grid;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_shift(grid, 0, 1, &x[0], &x[1]);
    MPI_Cart_shift(grid, 1, 1, &y[0], &y[1]);
    int n = atoi(argv[1]), edge = atoi(argv[2]), blocks = atoi(argv[3]);
    double *a = calloc(n, sizeof *a), *b = calloc(edge, sizeof *b);
    for (int corner = 0; corner < 4; corner++) {
        int forward = corner % 2, upward = corner / 2;
        for (int block = 0; block < blocks; block++) {
            MPI_Recv(b, edge, MPI_DOUBLE, x[1 - forward], 0, grid, MPI_STATUS_IGNORE);
            MPI_Recv(b, edge, MPI_DOUBLE, y[1 - upward], 1, grid, MPI_STATUS_IGNORE);
            work(a, n);
            MPI_Send(b, edge, MPI_DOUBLE, x[forward], 0, grid);
            MPI_Send(b, edge, MPI_DOUBLE, y[upward], 1, grid);
        }
    }
    free(a);
    free(b);
    MPI_Finalize();
    return 0;
}
