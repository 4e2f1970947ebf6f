/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Polling: probes and tests that fail, a drain loop, a sparse exchange by consensus (Hoefler, Siebert, Lumsdaine 2010),
 * completions one by one, and a persistent request that is freed while it is active. */
#include "answer.h"

/* Each rank probes and tests in vain before it sends. */
static void poll_before_send(int rank, int size)
{
    int flag, x = rank, y[2] = {0, 0}, next = (rank + 1) % size, last = (rank + size - 1) % size;
    MPI_Request q[2];
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &flag, &status);
    MPI_Iprobe(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &flag, &status);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 2; i++)
        MPI_Irecv(&y[i], 1, MPI_INT, last, 3 + i, MPI_COMM_WORLD, &q[i]);
    for (int i = 0; i < 2; i++)
        MPI_Test(&q[i], &flag, MPI_STATUS_IGNORE);
    for (int i = 0; i < 2; i++)
        MPI_Send(&x, 1, MPI_INT, next, 3 + i, MPI_COMM_WORLD);
    MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
    note_all(2, y);
}

/* A rank sends to some others; no rank knows how many messages come. */
static void exchange_by_consensus(int rank, int size)
{
    int done = 0, begun = 0, sent, flag, n = 0, sum = 0, x[4];
    MPI_Request barrier, send[4];
    MPI_Status status;
    for (int i = 0; i < rank % 4; i++) {
        x[i] = 10 * rank + i;
        MPI_Issend(&x[i], 1, MPI_INT, (rank * (i + 2)) % size, 7, MPI_COMM_WORLD, &send[n++]);
    }
    while (!done) {
        MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &flag, &status);
        if (flag) {
            int y = 0;
            MPI_Recv(&y, 1, MPI_INT, status.MPI_SOURCE, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            sum += y;
        }
        if (begun) {
            MPI_Test(&barrier, &done, MPI_STATUS_IGNORE);
        } else {
            MPI_Testall(n, send, &sent, MPI_STATUSES_IGNORE);
            if (sent) {
                MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
                begun = 1;
            }
        }
    }
    note(sum);
}

static void complete_one_by_one(int rank, int size)
{
    int y[6], index, order = 0;
    MPI_Request q[6];
    if (rank == 0)
        for (int i = 0; i < 6; i++)
            MPI_Irecv(&y[i], 1, MPI_INT, (i + 1) % size, i, MPI_COMM_WORLD, &q[i]);
    for (int i = 0; i < 6; i++)
        if (rank == (i + 1) % size)
            MPI_Send(&i, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
    for (int i = 0; i < 6 && rank == 0; i++) {
        MPI_Waitany(6, q, &index, MPI_STATUS_IGNORE);
        order += 1 << index;
    }
    if (rank == 0) {
        MPI_Waitany(6, q, &index, MPI_STATUS_IGNORE);
        note(order);
        note(index == MPI_UNDEFINED);
        note_all(6, y);
    }
}

static void free_active_request(int rank, int size)
{
    int x = 5 * rank, y = 0;
    MPI_Request send;
    MPI_Send_init(&x, 1, MPI_INT, (rank + 1) % size, 9, MPI_COMM_WORLD, &send);
    MPI_Start(&send);
    MPI_Request_free(&send);
    MPI_Recv(&y, 1, MPI_INT, (rank + size - 1) % size, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    note(y);
    note(send == MPI_REQUEST_NULL);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    poll_before_send(rank, size);
    MPI_Barrier(MPI_COMM_WORLD);
    exchange_by_consensus(rank, size);
    MPI_Barrier(MPI_COMM_WORLD);
    complete_one_by_one(rank, size);
    free_active_request(rank, size);
    give_answer(argc);
    MPI_Finalize();
    return 0;
}
