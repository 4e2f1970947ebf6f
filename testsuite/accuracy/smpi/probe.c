/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Single transfers between two ranks: for each size of the arguments a line "<operation> <bytes> <seconds>". With a
 * third rank: transfers of rank 0 to both others at once, as operations "near" and "far". */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    EXCHANGES = 40
};

static char *out, *in;

/* Rank 1 is busy when rank 0 begins. */
static void begin(int rank)
{
    if (rank == 1)
        MPI_Send(out, 1, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    else
        MPI_Recv(in, 1, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static double single(int rank, int bytes)
{
    begin(rank);
    double start = MPI_Wtime();
    if (rank == 0) {
        MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(in, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(out, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
    return (MPI_Wtime() - start) / 2;
}

/* Half a ping-pong of posted sends. */
static double posted(int rank, int bytes)
{
    MPI_Request sent;
    begin(rank);
    double start = MPI_Wtime();
    if (rank == 1)
        MPI_Recv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Isend(out, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &sent);
    if (rank == 0)
        MPI_Recv(in, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    double seconds = (MPI_Wtime() - start) / 2;
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    return seconds;
}

static double send_share(int rank, int bytes)
{
    begin(rank);
    double start = MPI_Wtime();
    if (rank == 1)
        MPI_Recv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    return MPI_Wtime() - start;
}

/* Rank 0 posts a send or a receive. */
static double post(int rank, int bytes, int receives)
{
    MPI_Request q;
    begin(rank);
    double start = MPI_Wtime(), share;
    if (rank == receives)
        MPI_Isend(out, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &q);
    else
        MPI_Irecv(in, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &q);
    share = MPI_Wtime() - start;
    MPI_Wait(&q, MPI_STATUS_IGNORE);
    return share;
}

static double post_share(int rank, int bytes)
{
    return post(rank, bytes, 0);
}

static double post_receive(int rank, int bytes)
{
    return post(rank, bytes, 1);
}

/* Rank 0 completes a receive whose message arrived long before. */
static double complete(int rank, int bytes)
{
    MPI_Request q;
    if (rank == 1) {
        MPI_Send(out, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        return 0;
    }
    MPI_Irecv(in, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &q);
    smpi_execute_flops(1e9);
    double start = MPI_Wtime();
    MPI_Wait(&q, MPI_STATUS_IGNORE);
    return MPI_Wtime() - start;
}

/* Rank 1 sends long before rank 0 receives. */
static double late_receive(int rank, int bytes)
{
    if (rank == 1) {
        MPI_Send(out, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        return 0;
    }
    smpi_execute_flops(1e9);
    double start = MPI_Wtime();
    MPI_Recv(in, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return MPI_Wtime() - start;
}

/* All ranks sleep until one time: a barrier does not release them together. */
static void meet(void)
{
    const double nap = 0.01;
    double now = MPI_Wtime(), latest;
    MPI_Allreduce(&now, &latest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    struct timespec sleep = {0, (long)((latest + nap - MPI_Wtime()) * 1e9)};
    nanosleep(&sleep, NULL);
}

/* The mean of many: each waits for the one before. Both ranks begin at once, as in the steps of algorithms; otherwise
 * they would wait for each other alternately, each exchange a fifth longer. */
static double exchange(int rank, int bytes)
{
    meet();
    double start = MPI_Wtime();
    for (int i = 0; i < EXCHANGES; i++)
        MPI_Sendrecv(out, bytes, MPI_BYTE, 1 - rank, 0, in, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    return (MPI_Wtime() - start) / EXCHANGES;
}

/* Rank 0 sends to both others at once: the time of the requested one. */
static double one_of_two(int rank, int bytes, int asked)
{
    MPI_Request q[2];
    double start = MPI_Wtime(), seconds = 0;
    if (rank > 0) {
        MPI_Recv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        seconds = rank == asked ? MPI_Wtime() - start : 0;
    } else {
        MPI_Isend(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &q[0]);
        MPI_Isend(out, bytes, MPI_BYTE, 2, 0, MPI_COMM_WORLD, &q[1]);
        MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
    }
    double asked_seconds;
    MPI_Reduce(&seconds, &asked_seconds, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    return asked_seconds;
}

static double near(int rank, int bytes)
{
    return one_of_two(rank, bytes, 1);
}

static double far(int rank, int bytes)
{
    return one_of_two(rank, bytes, 2);
}

int main(int argc, char **argv)
{
    static double (*const operation[])(int, int) = {single,       send_share, post_share, post_receive, complete,
                                                    late_receive, exchange,   posted,     near,         far};
    static const char *const name[] = {"single",  "send",     "post",   "post_receive", "complete",
                                       "receive", "sendrecv", "posted", "near",         "far"};
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    out = calloc(1 << 23, 1);
    in = calloc(1 << 23, 1);
    for (int k = ranks == 2 ? 0 : 8; k < (ranks == 2 ? 8 : 10); k++)
        for (int i = 1; i < argc; i++) {
            MPI_Barrier(MPI_COMM_WORLD);
            double seconds = operation[k](rank, atoi(argv[i]));
            if (rank == 0)
                printf("%s %s %.12g\n", name[k], argv[i], seconds);
        }
    MPI_Finalize();
    return 0;
}
