/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts that no closed form gives, but the slice: lists, iterations that end by a value, branches on bits, switches,
 * tables of functions. A formula has them as quantities where each execution costs the same, however it is reached.
 *
 *     counted [n [m]] */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct item {
    int value;
    struct item *next;
};

static int width = 24, is_loud = 0;

static void scale(double *a, int n, double by)
{
    for (int i = 0; i < n; i++)
        a[i] *= by;
}

static void shift(double *a, int n, double by)
{
    for (int i = 0; i < 2 * n; i++)
        a[i / 2] += by;
}

static void (*const step[])(double *, int, double) = {scale, shift};

/* The same work however it is called: one count for both calls. */
static int orbit(long x, double *a, int n)
{
    int steps = 0;
    while (x != 1) {
        x = x % 2 ? 3 * x + 1 : x / 2;
        steps++;
        scale(a, n, 0.5);
    }
    return steps;
}

/* Other work at each call. */
static void halve(int x, double *a, int n)
{
    while (x % 3 != 2) {
        x = x / 2 + 3;
        scale(a, n, 0.25);
    }
}

static int primes(int n, double *a, int width)
{
    int found = 0;
    for (int k = 2; k < n; k++) {
        int divisor = 2;
        while (divisor * divisor <= k && k % divisor != 0)
            divisor++;
        if (divisor * divisor <= k)
            continue;
        found++;
        scale(a, width, 1.0 / k);
    }
    return found;
}

static void choose(int kind, double *a, int n, double *all)
{
    switch (kind % 5) {
    case 0:
        scale(a, n, 2);
        break;
    case 1:
        scale(a, n, 3); /* and what follows */
    case 2:
        MPI_Allreduce(a, all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        break;
    default:
        shift(a, n, 1);
    }
}

/* A value that has a form decides. */
static int pick(int kind, double *a, int n)
{
    int work = n;
    switch (kind) {
    case -1:
    default:
        work = 2 * n;
        break;
    case 3:
    case 5:
        shift(a, n, 1);
        work = n / 2;
        break;
    case 7:
        if (n > 8) {
            work = 3 * n;
            break;
        } else {
            break;
        }
    case 9:
        exit(1);
    case 11:
        work = 0;
    }
    scale(a, work, 0.75);
    return work;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 40, m = argc > 2 ? atoi(argv[2]) : 5, rank, size, total = 0;
    double *a = malloc((3 * n + m + width + 36) * sizeof *a), all;
    for (int i = 0; i < 3 * n + m + width + 36; i++)
        a[i] = i;
    orbit(27, a, m); /* not timed */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    struct item *list = NULL;
    for (int i = 0; i < m; i++) {
        struct item *item = malloc(sizeof *item);
        item->value = i;
        item->next = list;
        list = item;
    }
    for (struct item *at = list; at; at = at->next)
        for (int i = 0; i < n; i++)
            a[i] += at->value;
    for (struct item *at = list; at; at = at->next)
        a[at->value] += 1;
    for (int i = 1; i <= m; i++)
        total += orbit(i, a, width);
    total += orbit(7 + rank, a, width);
    halve(17, a, n);
    halve(4, a, m);
    total += primes(n, a, m) + pick(m, a, n);
    for (int i = 10; i < n; i++)
        total += pick(i, a, 12);
    for (int i = 0; i < n; i++) {
        choose(i * i, a, m, &all);
        if (((i ^ 5) & 3) > (i & 1)) {
            MPI_Barrier(MPI_COMM_WORLD);
            if (is_loud)
                printf("%d\n", i);
        } else {
            step[i * i % 3 == 1](a, width, 1.5);
        }
    }
    long seed = 12345;
    do {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        a[seed % n] += 1;
    } while (seed % 7 != 0);
    MPI_Allreduce(a, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d %g\n", total, all);
    MPI_Finalize();
    orbit(97, a, m); /* not timed either */
    return 0;
}
