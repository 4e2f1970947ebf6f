/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Single transfers between two ranks: for each size of the arguments a line "<operation> <bytes> <seconds>". */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    EXCHANGES = 40
};

static char *out, *in;

/* Rank 1 is at work when rank 0 begins. */
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

static double post_share(int rank, int bytes)
{
    MPI_Request q;
    begin(rank);
    double start = MPI_Wtime(), share;
    if (rank == 1)
        MPI_Irecv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &q);
    else
        MPI_Isend(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &q);
    share = MPI_Wtime() - start;
    MPI_Wait(&q, MPI_STATUS_IGNORE);
    return share;
}

/* Rank 1 sends long before rank 0 asks. */
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

/* The mean of many: each waits for the one before. */
static double exchange(int rank, int bytes)
{
    double start = MPI_Wtime();
    for (int i = 0; i < EXCHANGES; i++)
        MPI_Sendrecv(out, bytes, MPI_BYTE, 1 - rank, 0, in, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    return (MPI_Wtime() - start) / EXCHANGES;
}

int main(int argc, char **argv)
{
    static double (*const operation[])(int, int) = {single, send_share, post_share, late_receive, exchange};
    static const char *const name[] = {"single", "send", "post", "receive", "sendrecv"};
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    out = calloc(1 << 23, 1);
    in = calloc(1 << 23, 1);
    for (int k = 0; k < 5; k++)
        for (int i = 1; i < argc; i++) {
            MPI_Barrier(MPI_COMM_WORLD);
            double seconds = operation[k](rank, atoi(argv[i]));
            if (rank == 0)
                printf("%s %s %.12g\n", name[k], argv[i], seconds);
        }
    MPI_Finalize();
    return 0;
}
