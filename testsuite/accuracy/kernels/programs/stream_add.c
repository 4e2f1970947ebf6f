/* SPDX-License-Identifier: GPL-3.0-or-later */
/* STREAM: add. */
#include "kernel.h"

KERNEL void add(long n, real *restrict c, const real *restrict a, const real *restrict b)
{
    for (long i = 0; i < n; i++)
        c[i] = a[i] + b[i];
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
            add(n, c, a, b);
        end(start);
    }
    finish(c[n / 2]);
    return 0;
}
