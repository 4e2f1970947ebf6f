/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A matrix by rows: prefix sums along rows, then a transposition over all ranks. transpose N STEPS, N divisible by the
 * ranks: strided accesses, and large messages. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void sums(double *a, int rows, int n)
{
    for (int i = 0; i < rows; i++)
        for (int j = 1; j < n; j++)
            a[i * n + j] = 0.5 * (a[i * n + j] + a[i * n + j - 1]);
}

/* Columns to blocks of `rows` columns for each rank. */
static void pack(double *to, const double *a, int rows, int n)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < rows; i++)
            to[j * rows + i] = a[i * n + j];
}

static void unpack(double *a, const double *from, int rows, int n)
{
    for (int block = 0; block < n / rows; block++)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < rows; j++)
                a[i * n + block * rows + j] = from[(block * rows + i) * rows + j];
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), steps = atoi(argv[2]), rows = n / size;
    size_t bytes = (size_t)rows * (size_t)n * sizeof(double);
    double *a = malloc(bytes), *to = malloc(bytes), *from = malloc(bytes);
    if (!a || !to || !from)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < rows * n; i++)
        a[i] = i % 17;
    for (int s = 0; s < steps; s++) {
        sums(a, rows, n);
        pack(to, a, rows, n);
        MPI_Alltoall(to, rows * rows, MPI_DOUBLE, from, rows * rows, MPI_DOUBLE, MPI_COMM_WORLD);
        unpack(a, from, rows, n);
    }
    if (rank == 0)
        printf("%g\n", a[n / 2]);
    free(a);
    free(to);
    free(from);
    MPI_Finalize();
    return 0;
}
