/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each rank sends before it receives: a deadlock beyond the eager limit. */
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int m = atoi(argv[1]), steps = atoi(argv[2]), rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *a = calloc(m, sizeof *a), *b = calloc(m, sizeof *b);
    for (int s = 0; s < steps; s++) {
        MPI_Send(a, m, MPI_DOUBLE, (rank + 1) % size, 0, MPI_COMM_WORLD);
        MPI_Recv(b, m, MPI_DOUBLE, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
