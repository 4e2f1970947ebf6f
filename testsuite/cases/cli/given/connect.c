/* SPDX-License-Identifier: GPL-3.0-or-later
 * A server and a client of another program: a port, a problem sent, a result received, a sum over both. Argument
 * "client": connects to a published name instead of accepting; "join": by a socket, with one process. */
#include <mpi.h>
#include <string.h>

enum {
    N = 1000
};

static double x[N], all[N];

int main(int argc, char **argv)
{
    char port[MPI_MAX_PORT_NAME];
    int n;
    MPI_Comm other, both;
    MPI_Init(&argc, &argv);
    const char *how = argc > 1 ? argv[1] : "";
    if (strcmp(how, "client") == 0) {
        MPI_Lookup_name("ocean", MPI_INFO_NULL, port);
        MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other);
    } else if (strcmp(how, "join") == 0)
        MPI_Comm_join(3, &other);
    else {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Publish_name("ocean", MPI_INFO_NULL, port);
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other);
        MPI_Unpublish_name("ocean", MPI_INFO_NULL, port);
        MPI_Close_port(port);
    }
    MPI_Comm_remote_size(other, &n);
    for (int i = 0; i < n; i++)
        MPI_Send(x, N, MPI_DOUBLE, i, 1, other);
    MPI_Recv(x, N, MPI_DOUBLE, MPI_ANY_SOURCE, 2, other, MPI_STATUS_IGNORE);
    MPI_Intercomm_merge(other, 0, &both);
    MPI_Allreduce(x, all, N, MPI_DOUBLE, MPI_SUM, both);
    MPI_Comm_free(&both);
    MPI_Comm_disconnect(&other);
    MPI_Finalize();
    return 0;
}
