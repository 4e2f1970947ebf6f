/* SPDX-License-Identifier: Apache-2.0 */
/* Extrapolation method for y' = A y, mixed task and data parallel.
 *
 * A step of length H has 8 approximations by Euler's method, the j-th with j micro-steps of length H/j, which Aitken
 * and Neville's scheme combines. GROUPS groups of ranks compute approximations at the same time; within a group the
 * rows of A are distributed. -DGROUPS=1 is data parallel, 4 pairs the approximations (1, 8), (2, 7), (3, 6), (4, 5). */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef GROUPS
#define GROUPS 1
#endif

enum {
    APPROXIMATIONS = 8
};

typedef struct group {
    MPI_Comm comm;
    int number, count;      /* this group, and how many there are */
    int first, rows, block; /* rows of A on this rank; block is the number of rows of a full rank */
} group_t;

/* The group that computes approximation j = 1, 2, ...: forth and back, so that long and short ones are paired. */
static int group_of(int j, int groups)
{
    int round = (j - 1) / groups, place = (j - 1) % groups;
    return round % 2 == 0 ? place : groups - 1 - place;
}

/* The first rank of a group; ranks are dealt in blocks. */
static int leader_of(int group, int groups, int ranks)
{
    return (group * ranks + groups - 1) / groups;
}

static void join_group(group_t *g, int n, int rank, int ranks)
{
    int place, size;
    g->count = GROUPS < ranks ? GROUPS : ranks;
    g->number = rank * g->count / ranks;
    MPI_Comm_split(MPI_COMM_WORLD, g->number, rank, &g->comm);
    MPI_Comm_rank(g->comm, &place);
    MPI_Comm_size(g->comm, &size);
    g->block = (n + size - 1) / size;
    g->first = place * g->block;
    g->rows = g->first + g->block <= n ? g->block : g->first < n ? n - g->first : 0;
}

static void fill(double *a, const group_t *g, int n)
{
    for (int i = 0; i < g->rows; i++)
        for (int j = 0; j < n; j++)
            a[(size_t)i * n + j] = g->first + i == j ? -1.0 : 0.5 / n;
}

/* One approximation: `steps` micro-steps of Euler's method, from y into t. */
static void approximate(double *t, double *own, const double *y, const double *a, const group_t *g, int n, int steps,
                        double length)
{
    double h = length / steps;
    for (int i = 0; i < n; i++)
        t[i] = y[i];
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < g->rows; i++) {
            double product = 0.0;
            for (int j = 0; j < n; j++)
                product += a[(size_t)i * n + j] * t[j];
            own[i] = t[g->first + i] + h * product;
        }
        MPI_Allgather(own, g->block, MPI_DOUBLE, t, g->block, MPI_DOUBLE, g->comm);
    }
}

/* Aitken and Neville: t[j] becomes t[j] + (t[j] - t[j-1]) / (n_j / n_(j-k) - 1), column by column; the last is y. */
static void combine(double *y, double *t, int length, int n)
{
    for (int k = 1; k < APPROXIMATIONS; k++)
        for (int j = APPROXIMATIONS - 1; j >= k; j--) {
            double ratio = (j + 1.0) / (j + 1.0 - k) - 1.0;
            for (int i = 0; i < n; i++)
                t[(size_t)j * length + i] += (t[(size_t)j * length + i] - t[(size_t)(j - 1) * length + i]) / ratio;
        }
    for (int i = 0; i < n; i++)
        y[i] = t[(size_t)(APPROXIMATIONS - 1) * length + i];
}

static void integrate(double *y, double *t, double *own, const double *a, const group_t *g, int n, int steps)
{
    int ranks, size;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_size(g->comm, &size);
    int length = g->block * size;
    for (int step = 0; step < steps; step++) {
        for (int j = 1; j <= APPROXIMATIONS; j++)
            if (group_of(j, g->count) == g->number)
                approximate(t + (size_t)(j - 1) * length, own, y, a, g, n, j, 0.1);
        for (int j = 1; j <= APPROXIMATIONS && g->count > 1; j++)
            MPI_Bcast(t + (size_t)(j - 1) * length, n, MPI_DOUBLE, leader_of(group_of(j, g->count), g->count, ranks),
                      MPI_COMM_WORLD);
        combine(y, t, length, n);
    }
}

static double *allocate(size_t n)
{
    double *memory = malloc(n * sizeof *memory);
    if (!memory)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return memory;
}

int main(int argc, char **argv)
{
    int rank, ranks, size;
    group_t g;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int n = argc == 3 ? atoi(argv[1]) : 0, steps = argc == 3 ? atoi(argv[2]) : 0;
    if (n < 1 || steps < 1) {
        if (rank == 0)
            fprintf(stderr, "usage: extrapolation N STEPS\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    join_group(&g, n, rank, ranks);
    MPI_Comm_size(g.comm, &size);
    double *a = allocate((size_t)g.block * n), *y = allocate(n), *own = allocate(g.block);
    double *t = allocate((size_t)APPROXIMATIONS * g.block * size);
    fill(a, &g, n);
    for (int i = 0; i < n; i++)
        y[i] = 1.0;

    double seconds = MPI_Wtime(), slowest;
    integrate(y, t, own, a, &g, n, steps);
    seconds = MPI_Wtime() - seconds;
    MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);

    if (rank == 0) { /* all components are equal: y' = (-1 + (n - 1) / (2 n)) y */
        double exact = exp((-1.0 + 0.5 * (n - 1) / n) * 0.1 * steps);
        printf("extrapolation: n %d, steps %d, groups %d, ranks %d\n", n, steps, g.count, ranks);
        printf("checksum %.10f, error %.2e\n", y[0], fabs(y[n - 1] - exact));
        printf("time %.6f s\n", slowest);
    }
    MPI_Comm_free(&g.comm);
    free(a);
    free(y);
    free(own);
    free(t);
    MPI_Finalize();
    return 0;
}
