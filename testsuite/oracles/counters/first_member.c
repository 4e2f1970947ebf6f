/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solvers that begin with a common record, set and called through pointers to it, as C allows (C17 6.7.2.1 p15). A pool
 * whose blocks begin with a header record, and arrays in its blocks.
 *
 *     first_member [n [steps]] */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct solver {
    double tolerance;
    int n, steps;
} solver;

typedef struct jacobi {
    solver base;
    double *u;
    int sweeps;
} jacobi;

typedef struct nested {
    jacobi inner;
    int levels[3];
} nested;

typedef struct header {
    long bytes;
    int uses;
} header;

static void *take(long bytes)
{
    header *block = calloc(1, sizeof(header) + (size_t)bytes);
    block->bytes = bytes;
    block->uses++;
    return block + 1;
}

static void set_up(solver *s, int n, int steps)
{
    s->n = n;
    s->steps = steps;
}

static double run(solver *s, double *u)
{
    double sum = 0;
    for (int step = 0; step < s->steps; step++)
        for (int i = 0; i < s->n; i++)
            sum += u[i] *= 0.5;
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 20, steps = argc > 2 ? atoi(argv[2]) : 3, rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    jacobi *one = calloc(1, sizeof *one);
    nested two = {.levels = {2, 3, 4}};
    set_up((solver *)one, n, steps);
    set_up((solver *)&two, 2 * n, steps + rank);
    double *u = take((long)(2 * n * (int)sizeof *u)), sum = 0;
    int *rows = take((n + 1) * (long)sizeof *rows);
    for (int i = 0; i <= n; i++)
        rows[i] = i * (i + 1) / 2;
    for (int i = 0; i < n; i++)
        for (int k = rows[i]; k < rows[i + 1]; k++)
            sum += k;
    sum += run((solver *)one, u) + run(&two.inner.base, u);
    solver *back = (solver *)&two;
    for (int l = 0; l < 3; l++)
        for (int i = 0; i < two.levels[l] * ((nested *)back)->inner.base.steps; i++)
            sum += i;
    printf("%d %g\n", rank, sum);
    MPI_Finalize();
    return 0;
}
