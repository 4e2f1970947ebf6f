/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops whose variable is multiplied or divided, and loops over them: butterflies, bitonic sort, reductions, levels of
 * a multigrid cycle, and helpers that return logarithms. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int logarithm(int n)
{
    int k = 0;
    while (n >>= 1)
        k++;
    return k;
}

static int digits(int n, int base)
{
    int count = 0;
    for (; n > 0; n /= 3)
        count++;
    return count + base;
}

static void butterflies(double *a, int n)
{
    for (int length = 2; length <= n; length <<= 1)
        for (int i = 0; i < n; i += length)
            for (int j = 0; j < length / 2; j++)
                a[i + j] += a[i + j + length / 2];
}

/* The loops of Press et al., four1(). */
static void danielson(double *a, int n)
{
    int longest = 2, step;
    while (n > longest) {
        step = longest << 1;
        for (int m = 1; m < longest; m += 2)
            for (int i = m; i <= n; i += step)
                a[i] += m;
        longest = step;
    }
}

static void networks(double *a, int n)
{
    for (int k = 2; k <= n; k *= 2)
        for (int j = k / 2; j > 0; j /= 2)
            for (int i = 0; i < n; i++)
                a[i] += j;
}

static void smooth(double *u, int n)
{
    for (int i = 1; i < n; i++)
        u[i] = 0.5 * (u[i - 1] + u[i + 1]);
}

static void cycle(double *u, int n)
{
    int level = 0;
    for (int m = n; m >= 4; m /= 2, level++)
        smooth(u, m);
    for (int l = level - 1; l >= 0; l--)
        smooth(u, n >> l);
    for (int m = 3; m <= n; m *= 3)
        for (int i = 0; i < m; i++)
            u[i] += m;
}

static double reduce(double *a, int n)
{
    for (int half = n / 2; half > 0; half >>= 1)
        for (int i = 0; i < half; i++)
            a[i] += a[i + half];
    for (int l = 0; l < logarithm(n); l++)
        for (int i = 0; i < 1 << l; i++)
            a[i] -= l;
    for (int l = logarithm(n); l > 0; l--)
        for (int i = 0; i < 1 << (l - 1); i++)
            a[i] += l;
    return a[0];
}

int main(int argc, char **argv)
{
    int n = 20, rank, size;
    double sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1)
        n = atoi(argv[1]);
    double *a = calloc(2 * (size_t)n + 2, sizeof *a);
    int rows = n / size + 1;
    for (int i = 0; i < rows; i++)
        butterflies(a, n);
    danielson(a, n);
    networks(a, n);
    for (int i = 0; i < 3; i++)
        cycle(a, n);
    sum = reduce(a, n);
    for (int i = 0; i < digits(n, 2); i++)
        sum += i;
    for (int distance = 1; distance < size; distance *= 2)
        MPI_Bcast(a, distance < n ? distance : n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%g\n", sum);
    free(a);
    MPI_Finalize();
    return 0;
}
