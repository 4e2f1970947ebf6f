/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Five-point stencil on n x n, from one grid to the other and back. */
#include "kernel.h"

KERNEL void sweep(long n, real *restrict to, const real *restrict from)
{
    for (long i = 1; i < n - 1; i++)
        for (long j = 1; j < n - 1; j++)
            to[i * n + j] = (real)0.2 * (from[i * n + j] + from[i * n + j - 1] + from[i * n + j + 1] +
                                         from[(i - 1) * n + j] + from[(i + 1) * n + j]);
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000, times = argc > 2 ? atol(argv[2]) : 1;
    long repeats = argc > 4 ? atol(argv[4]) : 1;
    MPI_Init(&argc, &argv);
    real *a = filled(n * n), *b = filled(n * n);
#pragma forecost init_end
    for (long repeat = 0; repeat < repeats; repeat++) {
        double start = begin();
        for (long t = 0; t < times; t++) {
            sweep(n, b, a);
            sweep(n, a, b);
        }
        end(start);
    }
    finish(a[n * n / 2]);
    return 0;
}
