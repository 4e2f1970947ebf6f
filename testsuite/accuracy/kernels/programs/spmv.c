/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse matrix times vector, compressed rows, EACH elements in a row at random columns. */
#include "kernel.h"

enum {
    EACH = 8
};

KERNEL void multiply(long n, real *restrict y, const int *restrict row, const int *restrict column,
                     const real *restrict a, const real *restrict x)
{
    for (long i = 0; i < n; i++) {
        real sum = 0;
        for (long k = row[i]; k < row[i + 1]; k++)
            sum += a[k] * x[column[k]];
        y[i] = sum;
    }
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000, times = argc > 2 ? atol(argv[2]) : 1;
    long repeats = argc > 4 ? atol(argv[4]) : 1;
    MPI_Init(&argc, &argv);
    real *a = filled(EACH * n), *x = filled(n), *y = filled(n);
    int *column = scattered(EACH * n, n), *row = malloc(((size_t)n + 1) * sizeof *row);
    for (long i = 0; i <= n; i++)
        row[i] = (int)(EACH * i);
#pragma forecost init_end
    for (long repeat = 0; repeat < repeats; repeat++) {
        double start = begin();
        for (long t = 0; t < times; t++)
            multiply(n, y, row, column, a, x);
        end(start);
    }
    finish(y[n / 2]);
    return 0;
}
