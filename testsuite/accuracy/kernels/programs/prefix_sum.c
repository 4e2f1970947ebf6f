/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prefix sums of a vector. */
#include "kernel.h"

KERNEL void sums(long n, real *restrict s, const real *restrict a)
{
    real sum = 0;
    for (long i = 0; i < n; i++) {
        sum += a[i];
        s[i] = sum;
    }
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000, times = argc > 2 ? atol(argv[2]) : 1;
    long repeats = argc > 4 ? atol(argv[4]) : 1;
    MPI_Init(&argc, &argv);
    real *a = filled(n), *s = filled(n);
#pragma forecost init_end
    for (long repeat = 0; repeat < repeats; repeat++) {
        double start = begin();
        for (long t = 0; t < times; t++)
            sums(n, s, a);
        end(start);
    }
    finish(s[n / 2]);
    return 0;
}
