/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts that once had no formula: constants stored on both sides of a branch, a loop with two bounds, and blocks of 16
 * parts that are divided over the ranks again and again. */
#include <mpi.h>
#include <stdlib.h>

static double sum;

static void add(double *a, int n)
{
    for (int i = 0; i < n; i++)
        sum += a[i];
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), limit = atoi(argv[2]), size, rank, width;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (size > 4)
        width = 3;
    else
        width = 5;
    double *a = calloc((size_t)n * 5 + 16, sizeof *a);
    for (int i = 0; i < width * n; i++)
        sum += a[i] * 2;
    for (int i = 0; i < n && i < limit; i++)
        sum += a[i] * 3;
    int parts = 16 / size;
    for (int step = 0; step < n; step++) {
        add(a, parts * n);
        for (int i = 0; i < parts; i++)
            a[i] += step;
        if (size >= 1)
            for (int i = 0; i < parts * 2; i++)
                a[i % 16] *= 0.5;
        MPI_Allreduce(MPI_IN_PLACE, a, parts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    free(a);
    MPI_Finalize();
    return sum < 0;
}
