/* SPDX-License-Identifier: GPL-3.0-or-later */
/* STREAM: triad. */
#include "kernel.h"

KERNEL void triad(long n, real *restrict a, const real *restrict b, const real *restrict c, real factor)
{
    for (long i = 0; i < n; i++)
        a[i] = b[i] + factor * c[i];
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000, times = argc > 2 ? atol(argv[2]) : 1;
    long repeats = argc > 4 ? atol(argv[4]) : 1;
    MPI_Init(&argc, &argv);
    real *a = filled(n), *b = filled(n), *c = filled(n);
#pragma forecost init_end
    for (long repeat = 0; repeat < repeats; repeat++) {
        double start = begin();
        for (long t = 0; t < times; t++)
            triad(n, a, b, c, (real)0.5);
        end(start);
    }
    finish(a[n / 2]);
    return 0;
}
