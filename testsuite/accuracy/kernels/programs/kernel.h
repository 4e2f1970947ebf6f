/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the kernels. argv: n, times, rows, repeats. A kernel runs `times` times over data of size n; kernels of
 * more than linear work do `rows` rows of it. Every rank does the same on its own data. This is repeated `repeats`
 * times, and the seconds of each repeat are printed, the maximum over the ranks. */
#ifndef KERNEL_H
#define KERNEL_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef REAL
#define REAL double
#endif
typedef REAL real;

#ifdef __clang__
#define KERNEL __attribute__((noinline)) static
#else
#define KERNEL __attribute__((noipa)) static
#endif

/* n elements, all in memory; their values keep sums and products small. */
static real *filled(long n)
{
    real *a = malloc((size_t)n * sizeof *a);
    for (long i = 0; i < n; i++)
        a[i] = (real)(1 + i % 7) * (real)0.125;
    return a;
}

/* n random numbers from 0 to range - 1. */
static inline int *scattered(long n, long range)
{
    int *a = malloc((size_t)n * sizeof *a);
    unsigned long state = 12345;
    for (long i = 0; i < n; i++) {
        state = state * 6364136223846793005ul + 1442695040888963407ul;
        a[i] = (int)((state >> 33) % (unsigned long)range);
    }
    return a;
}

/* Synchronizes the ranks and returns the time. */
static double begin(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Wtime();
}

/* Prints the seconds since `start`, the maximum over the ranks. */
static void end(double start)
{
    double mine = MPI_Wtime() - start, most = 0;
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Reduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.9f s\n", most);
}

/* The result is unused, but the compiler does not know it. */
static void finish(real result)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        printf("result %g\n", (double)result);
    MPI_Finalize();
}

#endif
