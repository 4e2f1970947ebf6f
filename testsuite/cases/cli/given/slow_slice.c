/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program slice executes a loop of n iterations: where it ends depends on all of them. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, n = atoi(argv[1]);
    unsigned seed = 1, rounds = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < n; i++) {
        seed = seed * 1103515245u + 12345u;
        if (seed >> 16 & 1)
            rounds++;
    }
    double sum = 0, all = 0;
    for (unsigned i = 0; i < 100 * rounds / (unsigned)size; i++)
        sum += i * 0.5;
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g\n", all);
    MPI_Finalize();
    return 0;
}
