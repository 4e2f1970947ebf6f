/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every call that a time-independent trace may hold, in the order of ../78_trace.sh, without computation. */
#include <mpi.h>

#define W MPI_COMM_WORLD

static double a[400], b[400];

static void messages(int rank, int size)
{
    MPI_Request request[4];
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    if (rank == 0) {
        MPI_Send(a, 100, MPI_DOUBLE, 1, 7, W);
        MPI_Ssend(a, 3, MPI_INT, 1, 8, W);
        MPI_Bsend(a, 5, MPI_CHAR, 1, 9, W);
    }
    if (rank == 1) {
        MPI_Recv(a, 100, MPI_DOUBLE, 0, 7, W, MPI_STATUS_IGNORE);
        MPI_Recv(a, 3, MPI_INT, MPI_ANY_SOURCE, 8, W, MPI_STATUS_IGNORE);
        MPI_Recv(a, 5, MPI_CHAR, 0, MPI_ANY_TAG, W, MPI_STATUS_IGNORE);
    }
    MPI_Irecv(b, 200, MPI_DOUBLE, left, 1, W, &request[0]);
    MPI_Irecv(b, 20, MPI_DOUBLE, left, 2, W, &request[1]);
    MPI_Isend(a, 200, MPI_DOUBLE, right, 1, W, &request[2]);
    MPI_Issend(a, 20, MPI_DOUBLE, right, 2, W, &request[3]);
    MPI_Wait(&request[1], MPI_STATUS_IGNORE);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Wait(&request[2], MPI_STATUS_IGNORE);
    MPI_Wait(&request[3], MPI_STATUS_IGNORE);
    MPI_Irecv(b, 30, MPI_LONG, left, 3, W, &request[0]);
    MPI_Ibsend(a, 30, MPI_LONG, right, 3, W, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    MPI_Sendrecv(a, 40, MPI_FLOAT, right, 0, b, 40, MPI_FLOAT, left, 0, W, MPI_STATUS_IGNORE);
}

static void collectives(int rank)
{
    MPI_Barrier(W);
    MPI_Bcast(a, 50, MPI_INT, 2, W);
    MPI_Reduce(a, b, 60, MPI_DOUBLE, MPI_SUM, 1, W);
    MPI_Allreduce(a, b, 6, MPI_DOUBLE, MPI_SUM, W);
    MPI_Scan(a, b, 7, MPI_DOUBLE, MPI_SUM, W);
    MPI_Exscan(a, b, 8, MPI_DOUBLE, MPI_SUM, W);
    MPI_Gather(a, 9, MPI_DOUBLE, b, 9, MPI_DOUBLE, 1, W);
    MPI_Scatter(b, 10, MPI_DOUBLE, a, 10, MPI_DOUBLE, 0, W);
    MPI_Allgather(a, 11, MPI_DOUBLE, b, 11, MPI_DOUBLE, W);
    MPI_Alltoall(a, 12, MPI_DOUBLE, b, 12, MPI_DOUBLE, W);
    int counts[4] = {13, 14, 15, 16}, places[4] = {0, 13, 27, 42}, mine[4], at[4];
    for (int i = 0; i < 4; i++) {
        mine[i] = counts[rank];
        at[i] = i * counts[rank];
    }
    MPI_Gatherv(a, counts[rank], MPI_DOUBLE, b, counts, places, MPI_DOUBLE, 0, W);
    MPI_Scatterv(b, counts, places, MPI_DOUBLE, a, counts[rank], MPI_DOUBLE, 3, W);
    MPI_Allgatherv(a, counts[rank], MPI_DOUBLE, b, counts, places, MPI_DOUBLE, W);
    MPI_Alltoallv(a, counts, places, MPI_DOUBLE, b, mine, at, MPI_DOUBLE, W);
    MPI_Reduce_scatter(a, b, counts, MPI_DOUBLE, MPI_SUM, W);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(W, &rank);
    MPI_Comm_size(W, &size);
    messages(rank, size);
    collectives(rank);
    MPI_Finalize();
    return 0;
}
