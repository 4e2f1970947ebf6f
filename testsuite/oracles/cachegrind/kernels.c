/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops with different cache behavior, a procedure each: kernels KERNEL N REPEATS. There is no MPI call, so that
 * valgrind starts it quickly. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All arrays in one object: their relative addresses are the same in each run, also under valgrind. */
static void *take(unsigned long bytes)
{
    static _Alignas(4096) char arena[32 << 20];
    static unsigned long used;
    char *place = arena + used;
    used += (bytes + 4095) / 4096 * 4096;
    if (used > sizeof arena)
        exit(1);
    return place;
}

static double *make(long n)
{
    double *a = take(n * sizeof *a);
    for (long i = 0; i < n; i++)
        a[i] = (double)(i % 7);
    return a;
}

static double triad(long n, int repeats)
{
    double *a = make(n), *b = make(n), *c = make(n);
    for (int r = 0; r < repeats; r++)
        for (long i = 0; i < n; i++)
            a[i] = b[i] + 3.0 * c[i];
    return a[n / 2];
}

static double column(long n, int repeats)
{
    double *a = make(n * n), sum = 0;
    for (int r = 0; r < repeats; r++)
        for (long j = 0; j < n; j++)
            for (long i = 0; i < n; i++)
                sum += a[i * n + j];
    return sum;
}

static double matmul(long n, int repeats)
{
    double *a = make(n * n), *b = make(n * n), *c = make(n * n);
    for (int r = 0; r < repeats; r++)
        for (long i = 0; i < n; i++)
            for (long j = 0; j < n; j++) {
                double sum = 0;
                for (long k = 0; k < n; k++)
                    sum += a[i * n + k] * b[k * n + j];
                c[i * n + j] = sum;
            }
    return c[n];
}

static double stencil(long n, int repeats)
{
    double *a = make(n * n), *b = make(n * n);
    for (int r = 0; r < repeats; r++) {
        for (long i = 1; i < n - 1; i++)
            for (long j = 1; j < n - 1; j++)
                b[i * n + j] =
                    0.25 * (a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] + a[i * n + j + 1]);
        double *t = a;
        a = b;
        b = t;
    }
    return a[n + 1];
}

/* A sparse matrix of five entries a row, at pseudo-random columns. */
static double sparse(long n, int repeats)
{
    enum {
        ENTRIES = 5
    };
    double *x = make(n), *y = make(n), *value = make(n * ENTRIES);
    int *column_of = take(n * ENTRIES * sizeof *column_of);
    unsigned long state = 12345;
    for (long k = 0; k < n * ENTRIES; k++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        column_of[k] = (int)((state >> 33) % (unsigned long)n);
    }
    for (int r = 0; r < repeats; r++)
        for (long i = 0; i < n; i++) {
            double sum = 0;
            for (long k = i * ENTRIES; k < (i + 1) * ENTRIES; k++)
                sum += value[k] * x[column_of[k]];
            y[i] = sum;
        }
    return y[n / 3];
}

/* Records in an array, and a chain of pointers through it. */
static double chain(long n, int repeats)
{
    typedef struct link {
        struct link *next;
        double weight, rest[3];
    } link;
    link *all = take(n * sizeof *all);
    double sum = 0;
    for (long i = 0; i < n; i++) {
        all[i].next = &all[(i * 7919 + 1) % n];
        all[i].weight = (double)i;
    }
    for (int r = 0; r < repeats; r++) {
        const link *at = all;
        for (long i = 0; i < n; i++) {
            sum += at->weight;
            at = at->next;
        }
    }
    return sum;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        double (*run)(long n, int repeats);
    } kernel[] = {{"triad", triad},     {"column", column}, {"matmul", matmul},
                  {"stencil", stencil}, {"sparse", sparse}, {"chain", chain}};
    for (size_t k = 0; argc == 4 && k < sizeof kernel / sizeof *kernel; k++)
        if (strcmp(argv[1], kernel[k].name) == 0)
            printf("%g\n", kernel[k].run(atol(argv[2]), atoi(argv[3])));
    return argc == 4 ? 0 : 1;
}
