/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jacobi's method by columns: partial sums are summed on rank 0, which broadcasts the new vector. argv: n, steps. */
#include "work.h"

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), steps = atoi(argv[2]), columns = (n + size - 1) / size;
    double *a = calloc((size_t)columns * n, sizeof *a), *part = calloc(n, sizeof *part), *x = calloc(n, sizeof *x);
    MPI_Bcast(x, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int step = 0; step < steps; step++) {
        work(a, columns * n);
        MPI_Reduce(part, x, n, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
        if (rank == 0)
            work(x, n);
        MPI_Bcast(x, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    free(a);
    free(part);
    free(x);
    MPI_Finalize();
    return 0;
}
