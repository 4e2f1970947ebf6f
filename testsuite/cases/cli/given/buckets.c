/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bucket sort whose bucket sizes decide a message: the program slice can compute every value, key by key. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), p, rank, most = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *key = malloc(n * sizeof *key), *size = calloc(p, sizeof *size);
    unsigned state = 17 + rank;
    for (int i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        key[i] = state >> 8;
    }
    for (int i = 0; i < n; i++)
        size[key[i] % p]++;
    for (int i = 0; i < p; i++)
        if (size[i] > most)
            most = size[i];
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    double *buffer = calloc(most, sizeof *buffer), sum = 0;
    MPI_Bcast(buffer, most, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int k = 0; k < most; k++)
        sum += buffer[k] * k;
    printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
