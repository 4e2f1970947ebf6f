/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages over a network, without computation: PATTERN BYTES TIMES [DISTANCE].
 *   0 ping-pong of ranks 0 and DISTANCE     1 ranks of the lower half send to DISTANCE further on, all at once
 *   2 all exchange with DISTANCE further on 3 halo of a square of ranks, four neighbours, non-blocking
 *   4 all to all in pairs, one after other  5 all send to rank 0 at once */
#include <mpi.h>
#include <stdlib.h>

enum {
    TAG = 3,
    NEIGHBOURS = 4
};

static char *out, *in;

static void ping_pong(int rank, int bytes, int other)
{
    if (rank == 0) {
        MPI_Send(out, bytes, MPI_BYTE, other, TAG, MPI_COMM_WORLD);
        MPI_Recv(in, bytes, MPI_BYTE, other, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == other) {
        MPI_Recv(in, bytes, MPI_BYTE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(out, bytes, MPI_BYTE, 0, TAG, MPI_COMM_WORLD);
    }
}

static void pairs(int rank, int ranks, int bytes, int distance)
{
    if (rank < ranks / 2)
        MPI_Send(out, bytes, MPI_BYTE, (rank + distance) % ranks, TAG, MPI_COMM_WORLD);
    else
        MPI_Recv(in, bytes, MPI_BYTE, (rank + ranks - distance) % ranks, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void shift(int rank, int ranks, int bytes, int distance)
{
    MPI_Sendrecv(out, bytes, MPI_BYTE, (rank + distance) % ranks, TAG, in, bytes, MPI_BYTE,
                 (rank + ranks - distance) % ranks, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void halo(int rank, int ranks, int bytes)
{
    MPI_Request q[2 * NEIGHBOURS];
    int side = 1;
    while (side * side < ranks)
        side++;
    int row = rank / side, column = rank % side;
    int to[NEIGHBOURS] = {row * side + (column + 1) % side, row * side + (column + side - 1) % side,
                          (row + 1) % side * side + column, (row + side - 1) % side * side + column};
    for (int i = 0; i < NEIGHBOURS; i++)
        MPI_Irecv(in + i * bytes, bytes, MPI_BYTE, to[i], i ^ 1, MPI_COMM_WORLD, &q[i]);
    for (int i = 0; i < NEIGHBOURS; i++)
        MPI_Isend(out, bytes, MPI_BYTE, to[i], i, MPI_COMM_WORLD, &q[NEIGHBOURS + i]);
    MPI_Waitall(2 * NEIGHBOURS, q, MPI_STATUSES_IGNORE);
}

static void all_to_all(int rank, int ranks, int bytes)
{
    for (int i = 1; i < ranks; i++)
        MPI_Sendrecv(out, bytes, MPI_BYTE, (rank + i) % ranks, TAG, in, bytes, MPI_BYTE, (rank + ranks - i) % ranks,
                     TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void to_one(int rank, int ranks, int bytes)
{
    if (rank > 0)
        MPI_Send(out, bytes, MPI_BYTE, 0, TAG, MPI_COMM_WORLD);
    for (int i = 1; i < ranks && rank == 0; i++)
        MPI_Recv(in, bytes, MPI_BYTE, i, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int pattern = atoi(argv[1]), bytes = atoi(argv[2]), times = atoi(argv[3]), distance = atoi(argv[4]);
    out = malloc(NEIGHBOURS * bytes);
    in = malloc(NEIGHBOURS * bytes);
    for (int i = 0; i < times; i++) {
        if (pattern == 0)
            ping_pong(rank, bytes, distance);
        if (pattern == 1)
            pairs(rank, ranks, bytes, distance);
        if (pattern == 2)
            shift(rank, ranks, bytes, distance);
        if (pattern == 3)
            halo(rank, ranks, bytes);
        if (pattern == 4)
            all_to_all(rank, ranks, bytes);
        if (pattern == 5)
            to_one(rank, ranks, bytes);
    }
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
