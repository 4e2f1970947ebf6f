/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* 2-D halo exchange: n x n cells on a grid of ranks, five-point stencil. */
static void exchange(double *u, int rows, int cols, MPI_Datatype column, MPI_Comm grid)
{
    int north, south, west, east;
    MPI_Request q[8];
    MPI_Cart_shift(grid, 0, 1, &north, &south);
    MPI_Cart_shift(grid, 1, 1, &west, &east);
    MPI_Irecv(u + 1, cols, MPI_DOUBLE, north, 0, grid, &q[0]);
    MPI_Irecv(u + (rows + 1) * (cols + 2) + 1, cols, MPI_DOUBLE, south, 1, grid, &q[1]);
    MPI_Irecv(u + cols + 2, 1, column, west, 2, grid, &q[2]);
    MPI_Irecv(u + 2 * cols + 3, 1, column, east, 3, grid, &q[3]);
    MPI_Isend(u + cols + 3, cols, MPI_DOUBLE, north, 1, grid, &q[4]);
    MPI_Isend(u + rows * (cols + 2) + 1, cols, MPI_DOUBLE, south, 0, grid, &q[5]);
    MPI_Isend(u + cols + 3, 1, column, west, 3, grid, &q[6]);
    MPI_Isend(u + 2 * cols + 2, 1, column, east, 2, grid, &q[7]);
    MPI_Waitall(8, q, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv)
{
    int size, rank, dims[2] = {0, 0}, periods[2] = {0, 0}, coords[2];
    MPI_Comm grid;
    MPI_Datatype column;
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), steps = atoi(argv[2]);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 2, coords);
    int rows = n / dims[0] + (coords[0] < n % dims[0]), cols = n / dims[1] + (coords[1] < n % dims[1]);
    double *u = calloc((size_t)(rows + 2) * (cols + 2), sizeof *u),
           *v = calloc((size_t)(rows + 2) * (cols + 2), sizeof *v);
    MPI_Type_vector(rows, 1, cols + 2, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    for (int s = 0; s < steps; s++) {
        exchange(u, rows, cols, column, grid);
        double change = 0, all;
        for (int i = 1; i <= rows; i++)
            for (int j = 1; j <= cols; j++) {
                int k = i * (cols + 2) + j;
                v[k] = 0.25 * (u[k - 1] + u[k + 1] + u[k - cols - 2] + u[k + cols + 2]);
                change += (v[k] - u[k]) * (v[k] - u[k]);
            }
        if (s % 10 == 9)
            MPI_Allreduce(&change, &all, 1, MPI_DOUBLE, MPI_SUM, grid);
        double *t = u;
        u = v;
        v = t;
    }
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
