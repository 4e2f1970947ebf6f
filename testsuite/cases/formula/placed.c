/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages and collectives whose variant depends on the nodes of their ranks: a ring, a grid, all ranks and one. */
#include <mpi.h>
#include <stdlib.h>

static int rank, size;

static void ring(double *a, int n, int steps)
{
    MPI_Request request[2];
    for (int i = 0; i < steps; i++) {
        MPI_Irecv(a, n, MPI_DOUBLE, (rank + size - 1) % size, 1, MPI_COMM_WORLD, &request[0]);
        MPI_Isend(a + n, n, MPI_DOUBLE, (rank + 1) % size, 1, MPI_COMM_WORLD, &request[1]);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    }
}

/* The other way around, by persistent requests. */
static void repeated_ring(double *a, int n, int steps)
{
    MPI_Request request[2], first;
    MPI_Recv_init(a, n, MPI_DOUBLE, (rank + 1) % size, 5, MPI_COMM_WORLD, request);
    MPI_Send_init(a + n, n, MPI_DOUBLE, (rank + size - 1) % size, 5, MPI_COMM_WORLD, request + 1);
    MPI_Ssend_init(a, 1, MPI_INT, rank == 0 && size > 1 ? 1 : MPI_PROC_NULL, 6, MPI_COMM_WORLD, &first);
    for (int i = 0; i < steps; i++) {
        MPI_Startall(2, request);
        MPI_Start(&first);
        if (rank == 1)
            MPI_Recv(a, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        MPI_Wait(&first, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&first);
    MPI_Request_free(&request[0]);
    MPI_Request_free(&request[1]);
}

/* Of the two messages of the second exchange the received one is larger. */
static void grid(double *a, int n)
{
    int dims[2] = {0, 0}, periods[2] = {0, 1}, up, down, left, right;
    MPI_Comm comm;
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &comm);
    MPI_Cart_shift(comm, 0, 1, &up, &down);
    MPI_Cart_shift(comm, 1, 1, &left, &right);
    MPI_Sendrecv(a, n, MPI_DOUBLE, down, 2, a + n, n, MPI_DOUBLE, up, 2, comm, MPI_STATUS_IGNORE);
    MPI_Sendrecv(a, n, MPI_FLOAT, right, 2, a + n, n, MPI_DOUBLE, left, 2, comm, MPI_STATUS_IGNORE);
    MPI_Neighbor_allgather(a, 1, MPI_DOUBLE, a + n, 1, MPI_DOUBLE, comm);
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
}

static void window(double *a, int n)
{
    MPI_Win open;
    MPI_Win_create(a, (MPI_Aint)(n * sizeof *a), sizeof *a, MPI_INFO_NULL, MPI_COMM_WORLD, &open);
    MPI_Win_lock(MPI_LOCK_SHARED, size - 1, 0, open);
    MPI_Get(a + n, n, MPI_DOUBLE, size - 1, 0, n, MPI_DOUBLE, open);
    MPI_Win_unlock(size - 1, open);
    MPI_Win_free(&open);
}

/* Rank 0 receives from each other rank, the last ones by a wildcard. */
static void gather(double *a, int n, int last)
{
    for (int i = 1; i < size; i++)
        if (rank == 0)
            MPI_Recv(a, n, MPI_DOUBLE, i, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else if (rank == i)
            MPI_Ssend(a, n, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD);
    for (int i = 0; i < last; i++)
        if (rank == 0 && size > 1)
            MPI_Recv(a, n, MPI_DOUBLE, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else if (size > 1 && rank == size - 1)
            MPI_Send(a, n, MPI_DOUBLE, 0, 4, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), steps = atoi(argv[2]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *a = calloc(2 * (size_t)n + 8, sizeof *a);
    ring(a, n, steps);
    repeated_ring(a, n, steps);
    grid(a, n);
    window(a, n);
    gather(a, n, steps);
    MPI_Allreduce(a, a + n, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce(a, a + n, n, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_SELF);
    MPI_Bcast(a, n, MPI_DOUBLE, size - 1, MPI_COMM_WORLD);
    free(a);
    MPI_Finalize();
    return 0;
}
