/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Message matching, and empty messages. The real run checks every received value.
 *
 * Each rank but 0 sends to rank 0, by ints: twice 2 messages of one tag, taken in their order by blocking and by posted
 * receives; 2 messages of two tags, taken the other way round; 1 message of 3 ints, probed before it is received; 1
 * message of no elements; 1 message received from any source with any tag. These are 9 messages of 40 bytes.
 *
 * Each rank: a Barrier; 1 message of 4 bytes to itself, 1 to MPI_PROC_NULL that is none; an Allreduce of 1 int and a
 * Gather of 1 int to rank 0, both in place where that can be. These are 4 messages of 12 bytes.
 *
 * expect ranks 2: 17 messages, 64 bytes
 * expect ranks 3: 30 messages, 116 bytes */
#include <mpi.h>

static void check(int got, int right)
{
    if (got != right)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

static void send_all(int rank)
{
    int one = 1, two = 2, three[3] = {3, 4, 5};
    MPI_Send(&one, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
    MPI_Send(&two, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
    MPI_Send(&one, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);
    MPI_Send(&two, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);
    MPI_Send(&one, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Send(&two, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    MPI_Send(three, 3, MPI_INT, 0, 3, MPI_COMM_WORLD);
    MPI_Send(three, 0, MPI_INT, 0, 4, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(&rank, 1, MPI_INT, 0, 10 + rank, MPI_COMM_WORLD);
}

static void take_all(int ranks)
{
    int a, b, three[3], n;
    MPI_Status status;
    MPI_Request q[2];
    for (int r = 1; r < ranks; r++) {
        MPI_Recv(&a, 1, MPI_INT, r, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&b, 1, MPI_INT, r, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check(a, 1);
        check(b, 2);
        MPI_Irecv(&a, 1, MPI_INT, r, 8, MPI_COMM_WORLD, &q[0]);
        MPI_Irecv(&b, 1, MPI_INT, r, 8, MPI_COMM_WORLD, &q[1]);
        MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
        check(a, 1);
        check(b, 2);
        MPI_Recv(&b, 1, MPI_INT, r, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&a, 1, MPI_INT, r, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check(a, 1);
        check(b, 2);
        MPI_Probe(r, 3, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &n);
        check(n, 3);
        MPI_Recv(three, 3, MPI_INT, r, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check(three[2], 5);
        MPI_Recv(three, 0, MPI_INT, r, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int r = 1; r < ranks; r++) {
        MPI_Recv(&a, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        check(a, status.MPI_SOURCE);
        check(status.MPI_TAG, 10 + a);
    }
}

int main(int argc, char **argv)
{
    int rank, ranks, own, all[64], nothing = 5;
    MPI_Request q;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0)
        take_all(ranks);
    else
        send_all(rank);
    MPI_Irecv(&own, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &q);
    MPI_Send(&rank, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&q, MPI_STATUS_IGNORE);
    check(own, rank);
    MPI_Sendrecv(&rank, 1, MPI_INT, MPI_PROC_NULL, 0, &nothing, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    check(nothing, 5);
    own = rank + 1;
    MPI_Allreduce(MPI_IN_PLACE, &own, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    check(own, ranks * (ranks + 1) / 2);
    all[rank] = rank;
    if (rank == 0)
        MPI_Gather(MPI_IN_PLACE, 0, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    else
        MPI_Gather(&all[rank], 1, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
    check(rank > 0 ? ranks - 1 : all[ranks - 1], ranks - 1);
    MPI_Finalize();
    return 0;
}
