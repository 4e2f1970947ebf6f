/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Non-blocking collectives: started, then completed alone, together, and after the communicator was freed. Each rank
 * counts each once, with the bytes of the blocking form.
 *
 * A rank of p: Ibarrier 0, Ibcast 40, Iallreduce 80, Iallgather 8 p, Ialltoall 4 p, Ireduce_scatter_block 8 p, Iscan 4,
 * Ireduce 16 bytes: 8 messages, 140 + 20 p bytes; all times p.
 *
 * expect ranks 2: 16 messages, 360 bytes
 * expect ranks 4: 32 messages, 880 bytes */
#include <mpi.h>

int main(int argc, char **argv)
{
    int ranks, n[100] = {0}, m[100];
    static double x[1000], y[1000];
    MPI_Request one, some[6];
    MPI_Comm own;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    MPI_Ibarrier(MPI_COMM_WORLD, &one);
    MPI_Wait(&one, MPI_STATUS_IGNORE);
    MPI_Ibcast(n, 10, MPI_INT, ranks - 1, MPI_COMM_WORLD, &one);
    MPI_Wait(&one, MPI_STATUS_IGNORE);
    MPI_Iallreduce(x, y, 10, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &some[0]);
    MPI_Iallgather(x, 1, MPI_DOUBLE, y + 10, 1, MPI_DOUBLE, MPI_COMM_WORLD, &some[1]);
    MPI_Ialltoall(n, 1, MPI_INT, m, 1, MPI_INT, MPI_COMM_WORLD, &some[2]);
    MPI_Ireduce_scatter_block(x, y + 300, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &some[3]);
    MPI_Iscan(n + 50, m + 50, 1, MPI_INT, MPI_SUM, own, &some[4]);
    MPI_Ireduce(x, y + 400, 2, MPI_DOUBLE, MPI_SUM, 0, own, &some[5]);
    MPI_Comm_free(&own);
    MPI_Waitall(6, some, MPI_STATUSES_IGNORE);
    MPI_Finalize();
}
