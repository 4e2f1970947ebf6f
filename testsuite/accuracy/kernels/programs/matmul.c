/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrix product, rows x n times n x n, sums along the row and down the column. */
#include "kernel.h"

KERNEL void multiply(long rows, long n, real *restrict c, const real *restrict a, const real *restrict b)
{
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < n; j++) {
            real sum = 0;
            for (long k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
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
