/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Aborts unless the number of ranks is a square. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size, n = atoi(argv[1]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int side = 1;
    while (side * side < size)
        side++;
    if (side * side != size) {
        if (rank == 0)
            fprintf(stderr, "the number of ranks must be a square, not %d\n", size);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    double s = 0, t;
    for (int i = 0; i < n / size; i++)
        s += i * 0.5;
    MPI_Allreduce(&s, &t, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g\n", t);
    MPI_Finalize();
    return 0;
}
