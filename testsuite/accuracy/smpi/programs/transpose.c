/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Transposes an n x n matrix by blocks, and works on rows before and after. argv: n, steps. */
#include "work.h"

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), steps = atoi(argv[2]), rows = (n + size - 1) / size;
    size_t all = (size_t)rows * rows * size;
    double *a = calloc(all, sizeof *a), *b = calloc(all, sizeof *b);
    for (int step = 0; step < steps; step++) {
        work(a, rows * rows * size);
        MPI_Alltoall(a, rows * rows, MPI_DOUBLE, b, rows * rows, MPI_DOUBLE, MPI_COMM_WORLD);
    }
    free(a);
    free(b);
    MPI_Finalize();
    return 0;
}
