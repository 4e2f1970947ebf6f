/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A polynomial of five terms at n places, in a loop of five iterations. */
#include "kernel.h"

enum {
    TERMS = 5
};

KERNEL void evaluate(long n, real *restrict to, const real *restrict from)
{
    static const real coefficient[TERMS] = {(real)0.5, (real)-0.25, (real)0.125, (real)0.75, (real)1.5};
    for (long i = 0; i < n; i++) {
        real value = 0;
        for (int k = 0; k < TERMS; k++)
            value = value * from[i] + coefficient[k];
        to[i] = value;
    }
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000, times = argc > 2 ? atol(argv[2]) : 1;
    long repeats = argc > 4 ? atol(argv[4]) : 1;
    MPI_Init(&argc, &argv);
    real *a = filled(n), *b = filled(n);
#pragma forecost init_end
    for (long repeat = 0; repeat < repeats; repeat++) {
        double start = begin();
        for (long t = 0; t < times; t++)
            evaluate(n, b, a);
        end(start);
    }
    finish(b[n / 2]);
    return 0;
}
