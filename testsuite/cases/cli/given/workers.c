/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A master and workers: on one rank it leaves without its work. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static double work(int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += i * 0.5;
    return s;
}
int main(int argc, char **argv)
{
    int rank, size, n = atoi(argv[1]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2) {
        printf("at least 2 ranks\n");
        MPI_Finalize();
        return 0;
    }
    double s = 0;
    if (rank == 0) {
        for (int i = 1; i < size; i++) {
            double t;
            MPI_Recv(&t, 1, MPI_DOUBLE, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            s += t;
        }
    } else {
        s = work(n / (size - 1));
        MPI_Send(&s, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    }
    printf("%g\n", s);
    MPI_Finalize();
    return 0;
}
