/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jacobi iteration for A x = b, columns of A distributed in blocks of ceil(n/p). Each rank adds its columns, scaled by
 * its part of the iterate, to a vector d of length n; these are summed on rank 0, which alone computes the next
 * iterate and broadcasts it. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double element(int n, int i, int j)
{
    if (i == j)
        return 2.0 * n;
    return (i + j) % 2 ? 0.5 : -0.25;
}

/* Rank 0 holds the whole right-hand side and the diagonal; the solution is x[i] = 1. */
static void fill_vectors(double *b, double *diagonal, int n)
{
    for (int i = 0; i < n; i++) {
        double row = 0.0;
        for (int j = 0; j < n; j++)
            row += element(n, i, j);
        b[i] = row;
        diagonal[i] = element(n, i, i);
    }
}

static void jacobi_step(const double *a, const double *b, const double *diagonal, double *x, double *d, double *sum,
                        int n, int first, int last, int rank)
{
    for (int i = 0; i < n; i++)
        d[i] = 0.0;
    for (int j = first; j < last; j++)
        for (int i = 0; i < n; i++)
            d[i] += a[(size_t)(j - first) * n + i] * x[j];

    MPI_Reduce(d, sum, n, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        for (int i = 0; i < n; i++)
            x[i] += (b[i] - sum[i]) / diagonal[i];
    }
    MPI_Bcast(x, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

int main(int argc, char *argv[])
{
    int rank, p;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    const int n = argc == 3 ? atoi(argv[1]) : 0;
    const int iterations = argc == 3 ? atoi(argv[2]) : 0;
    if (n < 1 || n > 100000 || iterations < 1) {
        if (rank == 0)
            fprintf(stderr, "usage: jacobi_col_bcast N ITERATIONS   (1 <= N <= 100000, ITERATIONS >= 1)\n");
        MPI_Finalize();
        return 2;
    }

    const int block = (n + p - 1) / p;
    const int first = rank * block < n ? rank * block : n;
    const int last = first + block < n ? first + block : n;

    double *a = malloc(((size_t)(last - first) * n + 1) * sizeof(double));
    double *x = calloc(n, sizeof(double));
    double *d = malloc(n * sizeof(double));
    double *sum = malloc(n * sizeof(double));
    double *b = rank == 0 ? malloc(n * sizeof(double)) : NULL;
    double *diagonal = rank == 0 ? malloc(n * sizeof(double)) : NULL;
    if (!a || !x || !d || !sum || (rank == 0 && (!b || !diagonal))) {
        fprintf(stderr, "jacobi_col_bcast: rank %d: not enough memory\n", rank);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int j = first; j < last; j++)
        for (int i = 0; i < n; i++)
            a[(size_t)(j - first) * n + i] = element(n, i, j);
    if (rank == 0)
        fill_vectors(b, diagonal, n);

#pragma forecost init_end
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int k = 0; k < iterations; k++)
        jacobi_step(a, b, diagonal, x, d, sum, n, first, last, rank);
    double local = MPI_Wtime() - start;
    double time = 0.0;
    MPI_Reduce(&local, &time, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);

    if (rank == 0) {
        double checksum = 0.0, error = 0.0;
        for (int i = 0; i < n; i++) {
            checksum += x[i];
            error = fmax(error, fabs(x[i] - 1.0));
        }
        printf("jacobi_col_bcast: n %d, iterations %d, ranks %d\n", n, iterations, p);
        printf("checksum %.8f, error %.2e\n", checksum, error);
        printf("time %.6f s\n", time);
    }

    free(a);
    free(x);
    free(d);
    free(sum);
    free(b);
    free(diagonal);
    MPI_Finalize();
    return 0;
}
