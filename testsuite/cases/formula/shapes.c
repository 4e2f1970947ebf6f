/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All elements of formulas in one program: names that Python reserves, a real parameter, strided and nested loops
 * around communication, dynamic and rank-dependent branches, a process grid, allocations, every kind of runtime
 * function. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double smooth(double *restrict to, const double *from, int lambda)
{
    double largest = 0.0;
    for (int i = 1; i < lambda - 1; i++)
        to[i] = 0.25f * from[i - 1] + 0.5f * from[i] + 0.25f * from[i + 1];
    for (int i = 0; i < lambda; i += 3)
        if (to[i] > largest)
            largest = to[i];
    for (int i = 1; i < lambda; i++)
        to[i] = to[i - 1] * 0.5 + from[i];
    return largest;
}

static long mix(const int *table, const int *index, int lambda)
{
    long sum = 0;
    for (int i = 0; i < lambda; i++)
        sum += (table[index[i]] << 2) / 3 % 7;
    return sum;
}

struct point {
    double x, y, z;
};
static double picked(const struct point *all, const int *index, int lambda)
{
    double sum = 0;
    for (int i = 0; i < lambda; i++) {
        const struct point *at = &all[index[i]];
        sum += at->x * at->z;
    }
    return sum;
}

/* A read value gives the next address, or selects one of two. */
static int follow(const int *next, int lambda)
{
    int at = 0;
    for (int i = 0; i < lambda; i++)
        at = next[at];
    return at;
}

static long search(const double *sorted, double wanted, long lambda)
{
    long low = 0, high = lambda;
    while (high - low > 1) {
        long middle = low + (high - low) / 2;
        if (sorted[middle] > wanted)
            high = middle;
        else
            low = middle;
    }
    return low;
}

/* In tiles: rows and columns of a tile begin again and again. */
static void rotate(double *restrict to, const double *restrict from, int lambda, int tile)
{
    int width = lambda + tile;
    for (int i = 0; i < lambda; i += tile)
        for (int j = 0; j < lambda; j += tile)
            for (int row = i; row < i + tile; row++)
                for (int column = j; column < j + tile; column++)
                    to[column + width * row] += from[row + width * column];
}

static void fill(double *a, int lambda)
{
    for (int i = 0; i < lambda; i++)
        a[i] = 1.0;
}

static void gather_ends(double *a, int lambda)
{
    for (int i = 2; i < lambda; i++)
        a[i] = a[i - 2] * a[i];
    MPI_Allgather(MPI_IN_PLACE, 1, MPI_DOUBLE, a, 1, MPI_DOUBLE, MPI_COMM_WORLD);
}

static void keep(double *a, int lambda)
{
    a[0] = lambda;
}

struct plan {
    void (*begin)(double *, int);
    void (*end)(double *, int);
};

/* Pointers to procedures: members, a table, a parameter. */
static void (*const table[])(double *, int) = {fill, &gather_ends, keep};

static void repeat(void (*what)(double *, int), double *a, int lambda, int times)
{
    for (int i = 0; i < times; i++)
        (*what)(a, lambda);
}

static void follow_plan(double *a, int lambda, int p, int rank)
{
    struct plan plan = {fill, lambda > 100 ? gather_ends : keep};
    if (p % 2 == 0)
        plan.begin = rank == 0 ? keep : fill;
    plan.begin(a, lambda);
    repeat(plan.end, a, lambda, p);
    table[p % 3](a, lambda / 2);
}

int main(int argc, char **argv)
{
    int size, rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc < 4) {
        MPI_Finalize();
        return 1;
    }
    int lambda = atoi(argv[1]);
    int p = atoi(argv[2]);
    double tau = atof(argv[3]);

    int dims[3] = {0, 0, 0}, periods[3] = {1, 0, 1}, up, down;
    MPI_Comm grid;
    MPI_Dims_create(size, 3, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &grid);
    MPI_Cart_shift(grid, 1, 1, &down, &up);

    double *a = malloc(lambda * sizeof(double)), *b = calloc(lambda + 1, sizeof(double));
    int *index = calloc(lambda, sizeof(int)), *table = calloc(lambda, sizeof(int));
    double *all = malloc((size_t)lambda * size * sizeof(double));
    struct point *points = calloc(100000, sizeof *points); /* beyond all caches but the last */
    a[0] = picked(points, index, lambda);
    int *next = calloc(700000, sizeof *next);
    double *sorted = calloc(700000, sizeof *sorted);
    for (int i = 0; i < lambda; i++)
        a[i] += (double)search(sorted, b[i], lambda * 1000L) + follow(next, lambda);
    size_t elements = (size_t)(lambda + p) * (lambda + p);
    double *square = calloc(elements, sizeof *square), *turned = calloc(elements, sizeof *turned);
    rotate(turned, square, lambda, p);
    for (int round = 0; round < lambda; round++) { /* the data of a round lies between two uses of square's half */
        for (int i = 0; i < lambda * lambda; i++)
            turned[i] += 1;
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < lambda * lambda / 2; i++)
            square[i] *= 0.5;
    }
    for (int step = 0; step < p; step++) {
        double largest = smooth(a, b, lambda) * tau, global;
        MPI_Allreduce(&largest, &global, 1, MPI_DOUBLE, MPI_MAX, grid);
        MPI_Sendrecv(a, lambda, MPI_DOUBLE, up, 0, b, lambda, MPI_DOUBLE, down, 0, grid, MPI_STATUS_IGNORE);
    }
    long total = 0;
    for (int part = 0; part < lambda; part += 16) {
        int length = lambda - part < 16 ? lambda - part : 16;
        MPI_Bcast(a + part, length, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        for (int other = 0; other <= part; other += 5) {
            total += mix(table, index, part + other);
            MPI_Scan(&total, all, 1 + other, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        }
    }
    if (rank == 0)
        MPI_Send(a, lambda, MPI_DOUBLE, 0, 1, MPI_COMM_SELF);
    else if (rank % 2 == 1)
        MPI_Ssend(a, 2 * lambda, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
    MPI_Gather(a, lambda, MPI_DOUBLE, all, lambda, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Scatter(all, lambda, MPI_DOUBLE, a, lambda, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Allgather(a, lambda / 2, MPI_DOUBLE, all, lambda / 2, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Alltoall(a, p, MPI_INT, all, p, MPI_INT, MPI_COMM_WORLD);
    MPI_Reduce_scatter_block(all, a, lambda, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce(a, b, lambda, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    follow_plan(all, lambda, p, rank);
    for (int i = 0; i < lambda; i++)
        if (a[i] > tau)
            b[i] = a[i] / tau;
    if (rank == 0)
        printf("%ld %f\n", total, b[0]);
    MPI_Finalize();
    return 0;
}
