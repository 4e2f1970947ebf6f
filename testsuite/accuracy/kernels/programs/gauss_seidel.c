/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gauss-Seidel for the five-point stencil on n x n: each point depends on the one before. */
#include "kernel.h"

KERNEL void sweep(long n, real *a)
{
    for (long i = 1; i < n - 1; i++)
        for (long j = 1; j < n - 1; j++)
            a[i * n + j] = (real)0.25 * (a[i * n + j - 1] + a[i * n + j + 1] + a[(i - 1) * n + j] + a[(i + 1) * n + j]);
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000, times = argc > 2 ? atol(argv[2]) : 1;
    long repeats = argc > 4 ? atol(argv[4]) : 1;
    MPI_Init(&argc, &argv);
    real *a = filled(n * n);
#pragma forecost init_end
    for (long repeat = 0; repeat < repeats; repeat++) {
        double start = begin();
        for (long t = 0; t < times; t++)
            sweep(n, a);
        end(start);
    }
    finish(a[n * n / 2]);
    return 0;
}
