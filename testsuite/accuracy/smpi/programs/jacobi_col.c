/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jacobi's method by columns: partial sums of the whole vector are summed on all ranks. argv: n, steps. */
#include "work.h"

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), steps = atoi(argv[2]), columns = (n + size - 1) / size;
    double *a = calloc((size_t)columns * n, sizeof *a), *part = calloc(n, sizeof *part), *sum = calloc(n, sizeof *sum);
    for (int step = 0; step < steps; step++) {
        work(a, columns * n);
        MPI_Allreduce(part, sum, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    free(a);
    free(part);
    free(sum);
    MPI_Finalize();
    return 0;
}
