/* SPDX-License-Identifier: GPL-3.0-or-later
 * Handles and sizes that depend on data (here on rand): a split by a dynamic color, a group of dynamic ranks, requests
 * on such a communicator, a packed size. Each call's error code decides how the program goes on. */
#include <mpi.h>
#include <stdlib.h>

static void check(int code)
{
    if (code != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, code);
}

static int packed_size(int n, MPI_Comm comm)
{
    int size = 0, part = 0;
    check(MPI_Pack_size(3, MPI_INT, comm, &part));
    size += part;
    check(MPI_Pack_size(n, MPI_CHAR, comm, &part));
    return size + part;
}

int main(int argc, char **argv)
{
    int rank, members, range[1][3] = {{0, 0, 1}};
    double sum = 0;
    MPI_Comm part, some, shared;
    MPI_Group all, few;
    MPI_Request request[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int data = rand() % 2 + 1;
    check(MPI_Comm_split(MPI_COMM_WORLD, data, rank, &part));
    check(MPI_Comm_split_type(part, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &shared));
    check(MPI_Comm_group(part, &all));
    check(MPI_Comm_size(part, &members));
    range[0][1] = members - 1;
    check(MPI_Group_range_incl(all, 1, range, &few));
    check(MPI_Comm_create(part, few, &some));
    check(MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, some));
    check(MPI_Recv_init(&sum, 1, MPI_DOUBLE, MPI_PROC_NULL, 0, part, &request[0]));
    MPI_Request *one = &request[(data - 1) * (rand() % 2)];
    check(MPI_Start(one));
    check(MPI_Cancel(one));
    char *memory = malloc(packed_size(100 * data, part));
    free(memory);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
