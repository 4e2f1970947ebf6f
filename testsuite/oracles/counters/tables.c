/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of records decides at run time: which procedure runs, and whether a halo is exchanged. Sorts and searches of
 * arrays that the slice computes.
 *
 *     tables [kernel [n [steps]]] */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void kernel(double *to, const double *from, int n);

static void copy(double *to, const double *from, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}

static void scale(double *to, const double *from, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = 3 * from[i];
}

static void smooth(double *to, const double *from, int n)
{
    for (int s = 0; s < 2; s++)
        for (int i = 1; i < n - 1; i++)
            to[i] = 0.5 * (from[i - 1] + from[i + 1]);
}

static const struct {
    const char *name;
    kernel *run;
    int halo;
} kernels[] = {{"copy", copy, 0}, {"scale", scale, 0}, {"smooth", smooth, 1}};

static int swaps(int *a, int n)
{
    int swapped, count = 0;
    do {
        swapped = 0;
        for (int i = 0; i + 1 < n; i++)
            if (a[i] > a[i + 1]) {
                int kept = a[i];
                a[i] = a[i + 1];
                a[i + 1] = kept;
                swapped = 1;
                count++;
            }
    } while (swapped);
    return count;
}

static int rank_of(const int *a, int n, int value)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int width_of(int kind)
{
    int width = 1;
    switch (kind) {
    case 0:
        width = 4;
        break;
    case 2:
        width = 7;
    }
    return width;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size, which = 0, sizes[9];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (unsigned i = 0; i < sizeof kernels / sizeof *kernels; i++)
        if (argc > 1 && strcmp(argv[1], kernels[i].name) == 0)
            which = i;
    int n = (argc > 2 ? atoi(argv[2]) : 40) / size, steps = argc > 3 ? atoi(argv[3]) : 3;
    double *a = malloc((n + 2) * sizeof *a), *b = malloc((n + 2) * sizeof *b), sum = 0;
    for (int i = 0; i < n + 2; i++)
        a[i] = b[i] = i;
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL, right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    for (int t = 0; t < steps; t++) {
        if (kernels[which].halo) {
            MPI_Sendrecv(b + 1, 1, MPI_DOUBLE, left, 0, b + n + 1, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            MPI_Sendrecv(b + n, 1, MPI_DOUBLE, right, 1, b, 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        kernels[which].run(a, b, n + 2);
        double *kept = a;
        a = b;
        b = kept;
    }
    for (int i = 1; i <= n; i++)
        sum += b[i];
    for (int i = 0; i < 9; i++)
        sizes[i] = (7 * i + n) % 11;
    for (int i = swaps(sizes, 9); i > 0; i--)
        sum += i;
    for (int i = 0; i < rank_of(sizes, 9, n % 11); i++)
        sum += i;
    if (n > 3) {
        int width = width_of(steps % 3);
        for (int i = 0; i < width * n; i++)
            sum += i;
    }
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
