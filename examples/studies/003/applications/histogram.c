/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of random keys in a table, and their sum over all ranks: random updates. histogram KEYS BINS STEPS */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void make(int *key, long n, int bins, int rank)
{
    unsigned random = 99991u * (unsigned)(rank + 1);
    for (long i = 0; i < n; i++) {
        random = random * 1664525u + 1013904223u;
        key[i] = (int)((random >> 8) % (unsigned)bins);
    }
}

static void count(int *bin, const int *key, long n)
{
    for (long i = 0; i < n; i++)
        bin[key[i]]++;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long n = atol(argv[1]) / size;
    int bins = atoi(argv[2]), steps = atoi(argv[3]);
    int *key = malloc(sizeof *key * (size_t)n), *bin = calloc((size_t)bins, sizeof *bin),
        *all = malloc(sizeof *all * (size_t)bins);
    if (!key || !bin || !all)
        MPI_Abort(MPI_COMM_WORLD, 1);
    make(key, n, bins, rank);
    for (int s = 0; s < steps; s++) {
        count(bin, key, n);
        MPI_Allreduce(bin, all, bins, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%d\n", all[0]);
    free(key);
    free(bin);
    free(all);
    MPI_Finalize();
    return 0;
}
