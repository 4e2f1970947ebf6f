/* SPDX-License-Identifier: GPL-3.0-or-later */
/* STREAM: scale. */
#include "kernel.h"

KERNEL void scale(long n, real *restrict b, const real *restrict c, real factor)
{
    for (long i = 0; i < n; i++)
        b[i] = factor * c[i];
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000, times = argc > 2 ? atol(argv[2]) : 1;
    long repeats = argc > 4 ? atol(argv[4]) : 1;
    MPI_Init(&argc, &argv);
    real *b = filled(n), *c = filled(n);
#pragma forecost init_end
    for (long repeat = 0; repeat < repeats; repeat++) {
        double start = begin();
        for (long t = 0; t < times; t++)
            scale(n, b, c, (real)0.5);
        end(start);
    }
    finish(b[n / 2]);
    return 0;
}
