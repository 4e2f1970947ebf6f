/* SPDX-License-Identifier: GPL-3.0-or-later
 * Each collective of MPI 4.0 in its persistent form, started three times; with -DNONBLOCKING each in its nonblocking
 * form, three times. Argument "apart": odd ranks start them in the reversed order; "late": rank 1 does not start one;
 * "mixed": it makes two of them in the other order; "active": rank 0 frees a started one; "idle": one is never started;
 * "unstarted": one is freed without a start; "null": rank 1 reduces by MPI_OP_NULL. */
#include "mpi4.h"
#include <string.h>

enum {
    MOST = 64,
    N = 100,
    CALLS = 22
};

static double in[MOST * N], out[CALLS][MOST * N];
static int counts[MOST], at[MOST], bytes_at[MOST];
static MPI_Aint far_at[MOST];
static MPI_Datatype types[MOST];

#ifdef NONBLOCKING
#define CALL(small, large, ...) (MPI_I##small(__VA_ARGS__, &request[n]), n++)
#define COMM comm
#define GRID grid
#else
#define CALL(small, large, ...) (MPI_##large##_init(__VA_ARGS__, &request[n]), n++)
#define COMM comm, MPI_INFO_NULL
#define GRID grid, MPI_INFO_NULL
#endif

static int make(MPI_Request *request, MPI_Comm comm, MPI_Comm grid)
{
    int n = 0;
    CALL(barrier, Barrier, COMM);
    CALL(bcast, Bcast, out[n], N, MPI_DOUBLE, 0, COMM);
    CALL(reduce, Reduce, in, out[n], N, MPI_DOUBLE, MPI_SUM, 0, COMM);
    CALL(allreduce, Allreduce, in, out[n], N, MPI_DOUBLE, MPI_SUM, COMM);
    CALL(scan, Scan, in, out[n], N, MPI_DOUBLE, MPI_SUM, COMM);
    CALL(exscan, Exscan, in, out[n], N, MPI_DOUBLE, MPI_SUM, COMM);
    CALL(reduce_scatter_block, Reduce_scatter_block, in, out[n], N, MPI_DOUBLE, MPI_SUM, COMM);
    CALL(reduce_scatter, Reduce_scatter, in, out[n], counts, MPI_DOUBLE, MPI_SUM, COMM);
    CALL(gather, Gather, in, N, MPI_DOUBLE, out[n], N, MPI_DOUBLE, 0, COMM);
    CALL(gatherv, Gatherv, in, N, MPI_DOUBLE, out[n], counts, at, MPI_DOUBLE, 0, COMM);
    CALL(scatter, Scatter, in, N, MPI_DOUBLE, out[n], N, MPI_DOUBLE, 0, COMM);
    CALL(scatterv, Scatterv, in, counts, at, MPI_DOUBLE, out[n], N, MPI_DOUBLE, 0, COMM);
    CALL(allgather, Allgather, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out[n], N, MPI_DOUBLE, COMM);
    CALL(allgatherv, Allgatherv, in, N, MPI_DOUBLE, out[n], counts, at, MPI_DOUBLE, COMM);
    CALL(alltoall, Alltoall, in, N, MPI_DOUBLE, out[n], N, MPI_DOUBLE, COMM);
    CALL(alltoallv, Alltoallv, in, counts, at, MPI_DOUBLE, out[n], counts, at, MPI_DOUBLE, COMM);
    CALL(alltoallw, Alltoallw, in, counts, bytes_at, types, out[n], counts, bytes_at, types, COMM);
    CALL(neighbor_allgather, Neighbor_allgather, in, N, MPI_DOUBLE, out[n], N, MPI_DOUBLE, GRID);
    CALL(neighbor_allgatherv, Neighbor_allgatherv, in, N, MPI_DOUBLE, out[n], counts, at, MPI_DOUBLE, GRID);
    CALL(neighbor_alltoall, Neighbor_alltoall, in, N, MPI_DOUBLE, out[n], N, MPI_DOUBLE, GRID);
    CALL(neighbor_alltoallv, Neighbor_alltoallv, in, counts, at, MPI_DOUBLE, out[n], counts, at, MPI_DOUBLE, GRID);
    CALL(neighbor_alltoallw, Neighbor_alltoallw, in, counts, far_at, types, out[n], counts, far_at, types, GRID);
    return n;
}

#ifndef NONBLOCKING
static void start(MPI_Request *request, int n, int reversed)
{
    for (int i = 0; i < n; i++)
        MPI_Start(&request[reversed ? n - 1 - i : i]);
}

/* What is wrong, or legal and rare. */
static void misuse(const char *how, int rank)
{
    static double x[N], y[N];
    MPI_Request one, two;
    if (strcmp(how, "mixed") == 0 && rank == 1) {
        MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &two);
        MPI_Bcast_init(x, N, MPI_DOUBLE, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &one);
    } else {
        MPI_Bcast_init(x, N, MPI_DOUBLE, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &one);
        MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &two);
    }
    if (strcmp(how, "late") != 0 || rank != 1)
        MPI_Start(&one);
    if (strcmp(how, "active") == 0 && rank == 0)
        MPI_Request_free(&one);
    MPI_Wait(&one, MPI_STATUS_IGNORE);
    if (strcmp(how, "null") == 0) {
        MPI_Request_free(&one);
        MPI_Op op = rank == 1 ? MPI_OP_NULL : MPI_SUM;
        MPI_Allreduce_init(x, y, N, MPI_DOUBLE, op, MPI_COMM_WORLD, MPI_INFO_NULL, &one);
        MPI_Start(&one);
        MPI_Wait(&one, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&one);
    if (strcmp(how, "idle") != 0)
        MPI_Request_free(&two);
}
#endif

int main(int argc, char **argv)
{
    int rank, size, periodic = 1;
    MPI_Comm comm, grid;
    MPI_Request request[CALLS];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < MOST; i++) {
        counts[i] = N;
        at[i] = i * N;
        far_at[i] = bytes_at[i] = i * N * 8;
        types[i] = MPI_DOUBLE;
    }
#ifndef NONBLOCKING
    int reversed = argc > 1 && strcmp(argv[1], "apart") == 0 && rank % 2;
    if (argc > 1)
        misuse(argv[1], rank);
#endif
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Cart_create(comm, 1, &size, &periodic, 0, &grid);
#ifdef NONBLOCKING
    for (int repeat = 0; repeat < 3; repeat++) {
        make(request, comm, grid);
        MPI_Waitall(CALLS, request, MPI_STATUSES_IGNORE);
    }
#else
    make(request, comm, grid);
    for (int repeat = 0; repeat < 3; repeat++) {
        start(request, CALLS, reversed);
        MPI_Waitall(CALLS, request, MPI_STATUSES_IGNORE);
    }
    for (int i = 0; i < CALLS; i++)
        MPI_Request_free(&request[i]);
#endif
    MPI_Comm_free(&grid);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
