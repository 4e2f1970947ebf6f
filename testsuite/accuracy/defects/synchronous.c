/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Synchronous sends: synchronous BYTES ROUNDS WRITES; with WRITES = 1 the sender writes the data before each. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = atoi(argv[1]) / 8, rounds = atoi(argv[2]), writes = atoi(argv[3]);
    double *data = calloc((size_t)n, sizeof *data);
    for (int i = 0; i < rounds; i++) {
        for (int k = 0; k < n * writes && rank == 0; k++)
            data[k] += 1;
        if (rank == 0)
            MPI_Ssend(data, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
        else if (rank == 1)
            MPI_Recv(data, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    free(data);
    MPI_Finalize();
    return 0;
}
