/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of ranks send to each other before they receive: below the eager limit no send waits for its receive.
 *
 * Each rank sends 2 messages, of 800 and of 4000 bytes.
 *
 * expect ranks 2: 4 messages, 9600 bytes
 * expect ranks 4: 8 messages, 19200 bytes */
#include <mpi.h>

int main(int argc, char **argv)
{
    char out[4000] = "", in[4000];
    int rank, sizes[] = {800, 4000};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 2; i++) {
        MPI_Send(out, sizes[i], MPI_CHAR, rank ^ 1, i, MPI_COMM_WORLD);
        MPI_Recv(in, sizes[i], MPI_CHAR, rank ^ 1, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
