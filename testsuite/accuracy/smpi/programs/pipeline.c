/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pipeline of stages with two buffers: a rank sends a finished block on, and receives the next one, while it works on
 * another. Stages differ in their work. argv: elements of a block, blocks. */
#include "work.h"

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), blocks = atoi(argv[2]), stage = 1 + rank % 3;
    int before = rank > 0 ? rank - 1 : MPI_PROC_NULL, after = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    double *a[2] = {calloc(n, sizeof(double)), calloc(n, sizeof(double))}, *out = calloc(n, sizeof *out);
    MPI_Request received, sent = MPI_REQUEST_NULL;
    MPI_Irecv(a[0], n, MPI_DOUBLE, before, 0, MPI_COMM_WORLD, &received);
    for (int block = 0; block < blocks; block++) {
        MPI_Wait(&received, MPI_STATUS_IGNORE);
        if (block + 1 < blocks)
            MPI_Irecv(a[1 - block % 2], n, MPI_DOUBLE, before, 0, MPI_COMM_WORLD, &received);
        for (int k = 0; k < stage; k++)
            work(a[block % 2], n);
        MPI_Wait(&sent, MPI_STATUS_IGNORE);
        MPI_Isend(out, n, MPI_DOUBLE, after, 0, MPI_COMM_WORLD, &sent);
    }
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    free(a[0]);
    free(a[1]);
    free(out);
    MPI_Finalize();
    return 0;
}
