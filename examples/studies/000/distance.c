/* SPDX-License-Identifier: Apache-2.0 */
/* distance SENDERS STRIDE BYTES: rank i < SENDERS sends to rank i + STRIDE, all at once. One sender shows the distance,
 * more of them share links of the network. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc != 4) {
        fprintf(stderr, "usage: distance SENDERS STRIDE BYTES\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    int senders = atoi(argv[1]), stride = atoi(argv[2]), bytes = atoi(argv[3]);
    char *buffer = malloc((size_t)bytes);
    if (rank < senders)
        MPI_Send(buffer, bytes, MPI_CHAR, rank + stride, 0, MPI_COMM_WORLD);
    else if (rank >= stride && rank < stride + senders)
        MPI_Recv(buffer, bytes, MPI_CHAR, rank - stride, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(buffer);
    MPI_Finalize();
    return 0;
}
