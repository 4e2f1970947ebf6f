/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Persistent requests: a ring of p ranks, 4 rounds of 100 doubles to the right with persistent requests, the last
 * half of them started together; one synchronous persistent send of an int from each even rank to the odd one above.
 *
 * p ranks: 4 p messages of 800 bytes, p / 2 of 4 bytes.
 *
 * expect ranks 2: 9 messages, 6404 bytes
 * expect ranks 5: 22 messages, 16008 bytes */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, ranks, number = 0, flag = 0;
    static double out[100], in[100];
    MPI_Request ring[2], single = MPI_REQUEST_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Send_init(out, 100, MPI_DOUBLE, (rank + 1) % ranks, 5, MPI_COMM_WORLD, &ring[0]);
    MPI_Recv_init(in, 100, MPI_DOUBLE, (rank + ranks - 1) % ranks, 5, MPI_COMM_WORLD, &ring[1]);
    for (int i = 0; i < 2; i++) {
        MPI_Start(&ring[1]);
        MPI_Start(&ring[0]);
        MPI_Wait(&ring[0], MPI_STATUS_IGNORE);
        MPI_Wait(&ring[1], MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < 2; i++) {
        MPI_Startall(2, ring);
        MPI_Waitall(2, ring, MPI_STATUSES_IGNORE);
    }
    if (rank % 2 == 0 && rank + 1 < ranks)
        MPI_Ssend_init(&number, 1, MPI_INT, rank + 1, 6, MPI_COMM_WORLD, &single);
    else if (rank % 2 == 1)
        MPI_Recv_init(&number, 1, MPI_INT, rank - 1, 6, MPI_COMM_WORLD, &single);
    if (single != MPI_REQUEST_NULL) {
        MPI_Start(&single);
        while (!flag)
            MPI_Test(&single, &flag, MPI_STATUS_IGNORE);
        MPI_Request_free(&single);
    }
    for (int i = 0; i < 2; i++)
        MPI_Request_free(&ring[i]);
    MPI_Finalize();
}
