/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrix product, rows x n times n x n, in blocks of BLOCK; n and rows are multiples of it. */
#include "kernel.h"

enum {
    BLOCK = 32
};

KERNEL void multiply(long rows, long n, real *restrict c, const real *restrict a, const real *restrict b)
{
    for (long kk = 0; kk < n; kk += BLOCK)
        for (long jj = 0; jj < n; jj += BLOCK)
            for (long i = 0; i < rows; i++)
                for (long k = kk; k < kk + BLOCK; k++) {
                    real factor = a[i * n + k];
                    for (long j = jj; j < jj + BLOCK; j++)
                        c[i * n + j] += factor * b[k * n + j];
                }
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000, times = argc > 2 ? atol(argv[2]) : 1;
    long rows = argc > 3 ? atol(argv[3]) : n;
    long repeats = argc > 4 ? atol(argv[4]) : 1;
    MPI_Init(&argc, &argv);
    real *a = filled(rows * n), *b = filled(n * n), *c = filled(rows * n);
#pragma forecost init_end
    for (long repeat = 0; repeat < repeats; repeat++) {
        double start = begin();
        for (long t = 0; t < times; t++)
            multiply(rows, n, c, a, b);
        end(start);
    }
    finish(c[n / 2]);
    return 0;
}
