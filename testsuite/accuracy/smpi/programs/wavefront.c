/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pipelined wavefront: a rank works on a block when it has the edge of the one to the left. argv: elements of a
 * block, of an edge, blocks. */
#include "work.h"

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), edge = atoi(argv[2]), blocks = atoi(argv[3]);
    double *a = calloc(n, sizeof *a), *b = calloc(edge, sizeof *b);
    for (int block = 0; block < blocks; block++) {
        if (rank > 0)
            MPI_Recv(b, edge, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        work(a, n);
        if (rank + 1 < size)
            MPI_Send(b, edge, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD);
    }
    free(a);
    free(b);
    MPI_Finalize();
    return 0;
}
