/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks down the columns of matrices n x n. argv: n, times, repeats. KERNEL_NUMBER selects one. */
#include "testsuite/accuracy/kernels/programs/kernel.h"

#if KERNEL_NUMBER == 1 /* transposed by columns of the result */
KERNEL void walk(long n, real *restrict y, const real *restrict a)
{
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            y[j * n + i] = a[i * n + j];
}
#elif KERNEL_NUMBER == 2 /* transposed by columns of the argument */
KERNEL void walk(long n, real *restrict y, const real *restrict a)
{
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            y[i * n + j] = a[j * n + i];
}
#elif KERNEL_NUMBER == 3 /* columns scaled */
KERNEL void walk(long n, real *restrict y, const real *restrict a)
{
    for (long j = 0; j < n; j++)
        for (long i = 0; i < n; i++)
            y[i * n + j] *= a[0];
}
#elif KERNEL_NUMBER == 4 /* sums of columns */
KERNEL void walk(long n, real *restrict y, const real *restrict a)
{
    for (long j = 0; j < n; j++) {
        real sum = 0;
        for (long i = 0; i < n; i++)
            sum += a[i * n + j];
        y[j] = sum;
    }
}
#else                    /* four columns that share no line */
KERNEL void walk(long n, real *restrict y, const real *restrict a)
{
    for (long j = 0; j < 4; j++)
        for (long i = 0; i < n; i++)
            y[i * n + 8 * j] += a[i * n + 16 * j];
}
#endif

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000, times = argc > 2 ? atol(argv[2]) : 1;
    long repeats = argc > 3 ? atol(argv[3]) : 1;
    MPI_Init(&argc, &argv);
    real *a = filled(n * n), *y = filled(n * n);
#pragma forecost init_end
    for (long repeat = 0; repeat < repeats; repeat++) {
        double start = begin();
        for (long t = 0; t < times; t++)
            walk(n, y, a);
        end(start);
    }
    finish(y[n / 2]);
    return 0;
}
