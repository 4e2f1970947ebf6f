/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages to a rank that data chooses; the receiver asks for the source and the length of each. */
#include <mpi.h>
#include <stdio.h>

static double x[100];

static void fail(const char *call)
{
    printf("%s failed\n", call);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Receives a message of any rank and length. */
static void take(int tag)
{
    MPI_Status status;
    int n = 0;
    if (MPI_Probe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status) != MPI_SUCCESS)
        fail("MPI_Probe");
    if (MPI_Get_count(&status, MPI_DOUBLE, &n) != MPI_SUCCESS)
        fail("MPI_Get_count");
    MPI_Recv(x, n, MPI_DOUBLE, status.MPI_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (MPI_Probe(MPI_ANY_SOURCE, tag + 1, MPI_COMM_WORLD, &status) != MPI_SUCCESS)
        fail("MPI_Probe");
    if (MPI_Get_count(&status, MPI_DOUBLE, &n) != MPI_SUCCESS)
        fail("MPI_Get_count");
    MPI_Recv(x, n, MPI_DOUBLE, status.MPI_SOURCE, tag + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int size, rank;
    MPI_Request request[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 100; i++)
        x[i] = x[(i + 7) % 100] / 2 + size - 1 - rank;
    int to = (int)x[1] % size;
    MPI_Isend(x, 10, MPI_DOUBLE, to, 3, MPI_COMM_WORLD, &request[0]);
    MPI_Isend(x, 10, MPI_DOUBLE, to, 4, MPI_COMM_WORLD, &request[1]);
    take(3);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
