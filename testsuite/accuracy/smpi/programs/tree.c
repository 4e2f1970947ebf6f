/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A binary tree of ranks: partial results go up to rank 0, the whole result comes down. A rank's part grows with the
 * ranks below it. argv: elements of a rank's part, steps. */
#include "work.h"

static int below(int rank, int size)
{
    int n = 0;
    for (int first = rank, width = 1; first < size; first = 2 * first + 1, width *= 2)
        n += first + width <= size ? width : size - first;
    return n;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), steps = atoi(argv[2]), mine = n * below(rank, size), parent = (rank - 1) / 2;
    double *a = calloc((size_t)n * size, sizeof *a);
    for (int step = 0; step < steps; step++) {
        for (int child = 2 * rank + 1; child <= 2 * rank + 2 && child < size; child++)
            MPI_Recv(a, n * below(child, size), MPI_DOUBLE, child, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        work(a, mine);
        if (rank > 0) {
            MPI_Send(a, mine, MPI_DOUBLE, parent, 0, MPI_COMM_WORLD);
            MPI_Recv(a, n, MPI_DOUBLE, parent, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        for (int child = 2 * rank + 1; child <= 2 * rank + 2 && child < size; child++)
            MPI_Send(a, n, MPI_DOUBLE, child, 1, MPI_COMM_WORLD);
        work(a, n);
    }
    free(a);
    MPI_Finalize();
    return 0;
}
