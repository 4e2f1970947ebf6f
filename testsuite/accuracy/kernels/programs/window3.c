/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Means of 3 x 3 neighbors on n x n, in loops of three iterations. */
#include "kernel.h"

KERNEL void smooth(long n, real *restrict to, const real *restrict from)
{
    for (long i = 1; i < n - 1; i++)
        for (long j = 1; j < n - 1; j++) {
            real sum = 0;
            for (long k = -1; k <= 1; k++)
                for (long l = -1; l <= 1; l++)
                    sum += from[(i + k) * n + j + l];
            to[i * n + j] = sum * (real)0.111;
        }
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
        for (long t = 0; t < times; t++)
            smooth(n, b, a);
        end(start);
    }
    finish(b[n / 2]);
    return 0;
}
