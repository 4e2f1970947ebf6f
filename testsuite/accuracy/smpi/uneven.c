/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Neighbors in a ring exchange by MPI_Sendrecv after work that differs between ranks and iterations: late senders and
 * late receivers. */
#include <mpi.h>
#include <stdlib.h>

static void work(double *a, int n)
{
    for (int i = 1; i < n; i++)
        a[i] = 0.5 * (a[i] + a[i - 1]);
#ifdef SMPI
    smpi_execute_flops(5.0 * (n - 1));
#endif
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), edge = atoi(argv[2]), rounds = atoi(argv[3]);
    double *a = calloc(2 * n, sizeof *a), *b = calloc(edge, sizeof *b);
    for (int round = 0; round < rounds; round++) {
        work(a, n + n * ((rank + round) % 4) / 4);
        MPI_Sendrecv_replace(b, edge, MPI_DOUBLE, (rank + 1) % size, 0, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
    }
    free(b);
    free(a);
    MPI_Finalize();
    return 0;
}
