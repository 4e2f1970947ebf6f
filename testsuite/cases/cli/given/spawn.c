/* SPDX-License-Identifier: GPL-3.0-or-later
 * All ranks start four processes, send them a problem, and get results: by messages, by collectives of the
 * inter-communicator, and of the merged one. Argument "again": of two programs, by MPI_Comm_spawn_multiple; "value":
 * control flow depends on a number that a started process sends; "window": a window with them. */
#include <mpi.h>
#include <string.h>

enum {
    N = 1000,
    STARTED = 4
};

static double x[N], all[N];

static void merge(MPI_Comm workers)
{
    MPI_Comm both, copy;
    int rank, size;
    MPI_Intercomm_merge(workers, 0, &both);
    MPI_Comm_rank(both, &rank);
    MPI_Comm_size(both, &size);
    for (int i = 0; i < size; i++)
        MPI_Allreduce(x, all, N, MPI_DOUBLE, MPI_SUM, both);
    MPI_Comm_dup(both, &copy);
    MPI_Barrier(copy);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&both);
}

static void talk(MPI_Comm workers, int rank)
{
    MPI_Request request[2];
    int n;
    MPI_Comm_remote_size(workers, &n);
    MPI_Bcast(x, N, MPI_DOUBLE, rank == 0 ? MPI_ROOT : MPI_PROC_NULL, workers);
    for (int i = 0; i < n; i++)
        MPI_Send(x, N, MPI_DOUBLE, i, 1, workers);
    for (int i = 0; i < n; i++) {
        MPI_Irecv(x, N, MPI_DOUBLE, i, 2, workers, &request[0]);
        MPI_Isend(all, 10, MPI_DOUBLE, i, 2, workers, &request[1]);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    }
    MPI_Recv(x, N, MPI_DOUBLE, MPI_ANY_SOURCE, 3, workers, MPI_STATUS_IGNORE);
    MPI_Sendrecv(x, N, MPI_DOUBLE, 0, 4, all, N, MPI_DOUBLE, n - 1, 4, workers, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, failed[STARTED], numbers[] = {STARTED - 1, 1}, value = 0;
    char *programs[] = {"worker", "other"};
    MPI_Info hints[] = {MPI_INFO_NULL, MPI_INFO_NULL};
    MPI_Comm workers;
    MPI_Win window;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const char *how = argc > 1 ? argv[1] : "";
    if (strcmp(how, "again") == 0)
        MPI_Comm_spawn_multiple(2, programs, MPI_ARGVS_NULL, numbers, hints, 0, MPI_COMM_WORLD, &workers, failed);
    else
        MPI_Comm_spawn("worker", MPI_ARGV_NULL, STARTED, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &workers, failed);
    talk(workers, rank);
    if (strcmp(how, "value") == 0) {
        MPI_Recv(&value, 1, MPI_INT, 0, 5, workers, MPI_STATUS_IGNORE);
        for (int i = 0; i < value; i++)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    merge(workers);
    if (strcmp(how, "window") == 0) {
        MPI_Comm both;
        MPI_Intercomm_merge(workers, 0, &both);
        MPI_Win_create(x, sizeof x, 1, MPI_INFO_NULL, both, &window);
        MPI_Win_free(&window);
    }
    MPI_Comm_disconnect(&workers);
    MPI_Finalize();
    return 0;
}
