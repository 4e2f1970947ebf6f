/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jacobi iteration for A x = b, columns of A distributed in blocks of ceil(n/p). Each rank adds its columns, scaled by
 * its part of the iterate, to a vector d of length n; an allreduce sums these, every rank computes its part of the
 * next iterate, and an allgather gives it to all. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Element (i, j) of a diagonally dominant matrix. */
static double element(int n, int i, int j)
{
    if (i == j)
        return 2.0 * n;
    return (i + j) % 2 ? 0.5 : -0.25;
}

/* The right-hand side of rows first .. first + rows - 1, for which every x[i] is 1. */
static void fill_right_hand_side(double *b, int n, int first, int rows)
{
    for (int i = 0; i < rows; i++) {
        b[i] = 0.0;
        for (int j = 0; j < n; j++)
            b[i] += element(n, first + i, j);
    }
}

/* The column a[j * n] .. a[j * n + n - 1] is the global column first + j. */
static void fill_columns(double *a, int n, int first, int columns)
{
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < n; i++)
            a[(size_t)j * n + i] = element(n, i, first + j);
}

/* d = A x over the local columns */
static void multiply(double *d, const double *a, const double *x, int n, int columns)
{
    for (int i = 0; i < n; i++)
        d[i] = 0.0;
    for (int j = 0; j < columns; j++) {
        double factor = x[j];
        const double *column = &a[(size_t)j * n];
        for (int i = 0; i < n; i++)
            d[i] += column[i] * factor;
    }
}

int main(int argc, char *argv[])
{
    int rank, p;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int n = 0, iterations = -1;
    char extra;
    if (argc != 3 || sscanf(argv[1], "%d%c", &n, &extra) != 1 || sscanf(argv[2], "%d%c", &iterations, &extra) != 1 ||
        n < 1 || n > 100000 || iterations < 0) {
        if (rank == 0)
            fprintf(stderr, "usage: %s N ITERATIONS   (1 <= N <= 100000)\n", argv[0]);
        MPI_Finalize();
        return 2;
    }

    int block = (n + p - 1) / p;
    int first = rank * block;
    int columns = block;
    if (first + columns > n)
        columns = first < n ? n - first : 0;

    double *a = malloc(sizeof *a * ((size_t)columns * n + 1));
    double *b = malloc(sizeof *b * block);
    double *d = malloc(sizeof *d * n);
    double *sum = malloc(sizeof *sum * n);
    double *part = calloc(block, sizeof *part);
    double *x = calloc((size_t)block * p, sizeof *x);
    if (!a || !b || !d || !sum || !part || !x) {
        fprintf(stderr, "%s: rank %d: not enough memory\n", argv[0], rank);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    fill_columns(a, n, first, columns);
    fill_right_hand_side(b, n, first, columns);

#pragma forecost init_end
    MPI_Barrier(MPI_COMM_WORLD);
    double t = MPI_Wtime();
    for (int k = 0; k < iterations; k++) {
        multiply(d, a, part, n, columns);
        MPI_Allreduce(d, sum, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        for (int j = 0; j < columns; j++)
            part[j] += (b[j] - sum[first + j]) / a[(size_t)j * n + first + j];
        MPI_Allgather(part, block, MPI_DOUBLE, x, block, MPI_DOUBLE, MPI_COMM_WORLD);
    }
    t = MPI_Wtime() - t;
    MPI_Allreduce(MPI_IN_PLACE, &t, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);

    if (rank == 0) {
        double checksum = 0.0, error = 0.0;
        for (int i = 0; i < n; i++) {
            checksum += x[i];
            error = fmax(error, fabs(x[i] - 1.0));
        }
        printf("jacobi_col: n %d, iterations %d, ranks %d\n", n, iterations, p);
        printf("checksum %.8f, error %.2e\n", checksum, error);
        printf("time %.6f s\n", t);
    }

    free(a);
    free(b);
    free(d);
    free(sum);
    free(part);
    free(x);
    MPI_Finalize();
    return 0;
}
