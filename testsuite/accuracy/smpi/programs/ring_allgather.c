/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All pairs of bodies: each rank's block travels once around the ring of ranks, which work on it meanwhile. argv:
 * bodies of a rank, rounds. */
#include "work.h"

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), rounds = atoi(argv[2]), right = (rank + 1) % size, left = (rank + size - 1) % size;
    double *block[2] = {calloc(4 * n, sizeof(double)), calloc(4 * n, sizeof(double))};
    for (int round = 0; round < rounds; round++)
        for (int step = 0; step + 1 < size; step++) {
            MPI_Request request[2];
            MPI_Irecv(block[1 - step % 2], 4 * n, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &request[0]);
            MPI_Isend(block[step % 2], 4 * n, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &request[1]);
            work(block[step % 2], n);
            MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        }
    free(block[0]);
    free(block[1]);
    MPI_Finalize();
    return 0;
}
