/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conjugate gradients on a strip of a grid: edges to both neighbours, two dot products a step. argv: n, rows of a rank,
 * steps. */
#include "work.h"

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), rows = atoi(argv[2]), steps = atoi(argv[3]);
    int above = rank > 0 ? rank - 1 : MPI_PROC_NULL, below = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    double *a = calloc((size_t)n * rows, sizeof *a), *out = calloc(n, sizeof *out), *in = calloc(n, sizeof *in),
           dot = 0, sum;
    for (int step = 0; step < steps; step++) {
        MPI_Sendrecv(out, n, MPI_DOUBLE, above, 0, in, n, MPI_DOUBLE, below, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(out, n, MPI_DOUBLE, below, 1, in, n, MPI_DOUBLE, above, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        work(a, n * rows);
        MPI_Allreduce(&dot, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        work(a, n * rows);
        MPI_Allreduce(&dot, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    free(a);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
