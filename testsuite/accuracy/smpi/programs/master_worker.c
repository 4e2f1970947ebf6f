/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rank 0 gives each worker a task of its own size in every round, and takes the results in the order in which they
 * arrive. argv: elements of the smallest task, rounds. */
#include "work.h"

enum {
    SIZES = 7
};

static int elements_of(int n, int worker, int round)
{
    return n * (1 + (3 * worker + round) % SIZES);
}

static void give(double *a, int n, int rounds, int workers)
{
    for (int round = 0; round < rounds; round++) {
        for (int worker = 1; worker <= workers; worker++)
            MPI_Send(a, elements_of(n, worker, round), MPI_DOUBLE, worker, 0, MPI_COMM_WORLD);
        for (int worker = 1; worker <= workers; worker++)
            MPI_Recv(a, n, MPI_DOUBLE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void take(double *a, int n, int rounds, int worker)
{
    for (int round = 0; round < rounds; round++) {
        int elements = elements_of(n, worker, round);
        MPI_Recv(a, elements, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int k = 0; k < 20; k++)
            work(a, elements);
        MPI_Send(a, n, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), rounds = atoi(argv[2]);
    double *a = calloc((size_t)SIZES * n, sizeof *a);
    if (rank == 0)
        give(a, n, rounds, size - 1);
    else
        take(a, n, rounds, rank);
    free(a);
    MPI_Finalize();
    return 0;
}
