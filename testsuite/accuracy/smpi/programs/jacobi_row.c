/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jacobi's method by rows: every rank needs the whole vector. argv: n, steps. */
#include "work.h"

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), steps = atoi(argv[2]), rows = (n + size - 1) / size;
    double *a = calloc((size_t)rows * n, sizeof *a), *x = calloc((size_t)rows * size, sizeof *x),
           *mine = calloc(rows, sizeof *mine);
    double change, all;
    for (int step = 0; step < steps; step++) {
        work(a, rows * n);
        change = mine[0];
        MPI_Allgather(mine, rows, MPI_DOUBLE, x, rows, MPI_DOUBLE, MPI_COMM_WORLD);
        MPI_Allreduce(&change, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
    free(a);
    free(x);
    free(mine);
    MPI_Finalize();
    return 0;
}
