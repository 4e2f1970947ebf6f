/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrix times vector, n x n, along the rows. */
#include "kernel.h"

KERNEL void matvec(long n, real *restrict y, const real *restrict a, const real *restrict x)
{
    for (long i = 0; i < n; i++) {
        real sum = 0;
        for (long j = 0; j < n; j++)
            sum += a[i * n + j] * x[j];
        y[i] = sum;
    }
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000, times = argc > 2 ? atol(argv[2]) : 1;
    long repeats = argc > 4 ? atol(argv[4]) : 1;
    MPI_Init(&argc, &argv);
    real *a = filled(n * n), *x = filled(n), *y = filled(n);
#pragma forecost init_end
    for (long repeat = 0; repeat < repeats; repeat++) {
        double start = begin();
        for (long t = 0; t < times; t++)
            matvec(n, y, a, x);
        end(start);
    }
    finish(y[n / 2]);
    return 0;
}
