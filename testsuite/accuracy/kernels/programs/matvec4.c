/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One 4 x 4 matrix times n / 4 vectors, in loops of four iterations. */
#include "kernel.h"

enum {
    SIDE = 4
};

KERNEL void apply(long n, real *restrict to, const real *restrict from, const real matrix[SIDE][SIDE])
{
    for (long i = 0; i < n / SIDE; i++)
        for (int r = 0; r < SIDE; r++) {
            real sum = 0;
            for (int c = 0; c < SIDE; c++)
                sum += matrix[r][c] * from[SIDE * i + c];
            to[SIDE * i + r] = sum;
        }
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000, times = argc > 2 ? atol(argv[2]) : 1;
    long repeats = argc > 4 ? atol(argv[4]) : 1;
    MPI_Init(&argc, &argv);
    real *a = filled(n), *b = filled(n), matrix[SIDE][SIDE];
    for (int r = 0; r < SIDE; r++)
        for (int c = 0; c < SIDE; c++)
            matrix[r][c] = (real)(r + c) * (real)0.1;
#pragma forecost init_end
    for (long repeat = 0; repeat < repeats; repeat++) {
        double start = begin();
        for (long t = 0; t < times; t++)
            apply(n, b, a, (const real(*)[SIDE])matrix);
        end(start);
    }
    finish(b[n / 2]);
    return 0;
}
