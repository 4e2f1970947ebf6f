/* SPDX-License-Identifier: GPL-3.0-or-later
 * MPI 4.0: a session, partitioned messages and large counts. Rank 0 sends 10 partitions of 100 doubles to the last
 * rank, which sends 40 doubles there and back; all take part in a broadcast of 1,000 doubles, and rank 0 gathers 1 + i
 * doubles of rank i. Argument "late": one partition is never ready; "packed": a call whose result has no model. */
#include "mpi4.h"
#include <string.h>

enum {
    PARTITIONS = 10,
    EACH = 100,
    MOST = 40
};

static double x[PARTITIONS * EACH], y[PARTITIONS * EACH];

/* Never called: what is dropped. */
static void drop(MPI_Session session, int argc, char **argv)
{
    MPI_Info info;
    MPI_Errhandler handler;
    char value[9], name[99];
    int n = 9, found;
    MPI_Session_get_info(session, &info);
    MPI_Session_get_pset_info(session, "mpi://WORLD", &info);
    MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &n, name);
    MPI_Session_create_errhandler(NULL, &handler);
    MPI_Session_set_errhandler(session, handler);
    MPI_Session_get_errhandler(session, &handler);
    MPI_Session_call_errhandler(session, 1);
    MPI_Info_create_env(argc, argv, &info);
    MPI_Info_get_string(info, "command", &n, value, &found);
    session = MPI_Session_f2c(MPI_Session_c2f(session));
}

static void send(int target, int late, MPI_Comm comm)
{
    const int two[] = {7, 8};
    MPI_Request request;
    MPI_Psend_init(x, PARTITIONS, EACH, MPI_DOUBLE, target, 3, comm, MPI_INFO_NULL, &request);
    for (int repeat = 0; repeat < 2; repeat++) {
        MPI_Start(&request);
        for (int i = 0; i < 4; i++)
            MPI_Pready(i, request);
        MPI_Pready_range(4, 6, request);
        MPI_Pready_list(2, two, request);
        if (!late)
            MPI_Pready(9, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
}

static void receive(int source, MPI_Comm comm)
{
    MPI_Request request;
    int flag = 0;
    MPI_Precv_init(x, PARTITIONS, EACH, MPI_DOUBLE, source, 3, comm, MPI_INFO_NULL, &request);
    for (int repeat = 0; repeat < 2; repeat++) {
        MPI_Start(&request);
        do
            MPI_Parrived(request, 9, &flag);
        while (!flag);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
}

int main(int argc, char **argv)
{
    int rank, size, n, late = argc > 1 && strcmp(argv[1], "late") == 0;
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm, copy;
    MPI_Status status;
    MPI_Count got = 0, bytes, counts[MOST];
    MPI_Aint first[MOST];
    MPI_Request request;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Session_get_num_psets(session, MPI_INFO_NULL, &n);
    if (n < 2)
        drop(session, argc, argv);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "example", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Group_free(&group);
    MPI_Comm_idup_with_info(comm, MPI_INFO_NULL, &copy, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&copy);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Type_size_c(MPI_DOUBLE, &bytes);
    MPI_Bcast_c(x, 1000 * bytes / 8, MPI_DOUBLE, 0, comm);
    if (rank == 0) {
        send(size - 1, late, comm);
        MPI_Recv_c(x, PARTITIONS * EACH, MPI_DOUBLE, size - 1, 4, comm, &status);
        MPI_Get_count_c(&status, MPI_DOUBLE, &got);
        MPI_Send_c(x, got, MPI_DOUBLE, size - 1, 5, comm);
    } else if (rank == size - 1) {
        receive(0, comm);
        MPI_Send_c(x, 40, MPI_DOUBLE, 0, 4, comm);
        MPI_Recv_c(x, 40, MPI_DOUBLE, 0, 5, comm, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < size; i++) {
        counts[i] = i + 1;
        first[i] = i * (i + 1) / 2;
    }
    MPI_Gatherv_c(x, rank + 1, MPI_DOUBLE, y, counts, first, MPI_DOUBLE, 0, comm);
    if (argc > 1 && strcmp(argv[1], "packed") == 0)
        MPI_Pack_size_c(1, MPI_DOUBLE, comm, &bytes);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return 0;
}
