/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LU factorisation of n x n without pivoting: the first `rows` columns eliminated of a fresh copy each time. */
#include "kernel.h"

KERNEL void restore(long n, real *restrict a, const real *restrict original)
{
    for (long i = 0; i < n * n; i++)
        a[i] = original[i];
}

KERNEL void eliminate(long steps, long n, real *a)
{
    for (long k = 0; k < steps; k++)
        for (long i = k + 1; i < n; i++) {
            real factor = a[i * n + k] / a[k * n + k];
            a[i * n + k] = factor;
            for (long j = k + 1; j < n; j++)
                a[i * n + j] -= factor * a[k * n + j];
        }
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000, times = argc > 2 ? atol(argv[2]) : 1;
    long rows = argc > 3 ? atol(argv[3]) : n;
    long repeats = argc > 4 ? atol(argv[4]) : 1;
    MPI_Init(&argc, &argv);
    real *a = filled(n * n), *original = filled(n * n);
    for (long i = 0; i < n; i++)
        original[i * n + i] = (real)n;
#pragma forecost init_end
    for (long repeat = 0; repeat < repeats; repeat++) {
        double start = begin();
        for (long t = 0; t < times; t++) {
            restore(n, a, original);
            eliminate(rows, n, a);
        }
        end(start);
    }
    finish(a[n * n / 2]);
    return 0;
}
