/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of each of n random keys; as many bins as keys. */
#include "kernel.h"

KERNEL void count(long n, real *restrict bin, const int *restrict key)
{
    for (long i = 0; i < n; i++)
        bin[key[i]] += 1;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000, times = argc > 2 ? atol(argv[2]) : 1;
    long repeats = argc > 4 ? atol(argv[4]) : 1;
    MPI_Init(&argc, &argv);
    real *bin = filled(n);
    int *key = scattered(n, n);
#pragma forecost init_end
    for (long repeat = 0; repeat < repeats; repeat++) {
        double start = begin();
        for (long t = 0; t < times; t++)
            count(n, bin, key);
        end(start);
    }
    finish(bin[n / 2]);
    return 0;
}
