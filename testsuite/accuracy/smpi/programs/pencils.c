/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A 3-D Fourier transform by pencils: all to all within rows, then within columns of a grid of ranks. argv: elements
 * that a rank sends to each rank of its row, transforms. */
#include "work.h"

int main(int argc, char **argv)
{
    int rank, size, dims[2] = {0, 0}, here, there;
    MPI_Comm row, column;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Comm_split(MPI_COMM_WORLD, rank / dims[1], rank, &row);
    MPI_Comm_split(MPI_COMM_WORLD, rank % dims[1], rank, &column);
    MPI_Comm_size(row, &here);
    MPI_Comm_size(column, &there);
    int n = atoi(argv[1]), transforms = atoi(argv[2]), all = n * here, part = (all + there - 1) / there;
    double *a = calloc((size_t)all + there, sizeof *a), *b = calloc((size_t)all + there, sizeof *b);
    for (int t = 0; t < transforms; t++) {
        work(a, all);
        MPI_Alltoall(a, n, MPI_DOUBLE, b, n, MPI_DOUBLE, row);
        work(b, all);
        MPI_Alltoall(b, part, MPI_DOUBLE, a, part, MPI_DOUBLE, column);
    }
    free(a);
    free(b);
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
    MPI_Finalize();
    return 0;
}
