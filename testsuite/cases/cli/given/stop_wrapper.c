/* SPDX-License-Identifier: GPL-3.0-or-later
 * A dynamic choice whose arms return; the code after it reports an error by a procedure that ends the program. */
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
static void fail(const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    vfprintf(stderr, format, rest);
    va_end(rest);
    MPI_Abort(MPI_COMM_WORLD, 1);
}
static double one(int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += i * 0.5;
    return s;
}
static double work(int kind, int n)
{
    switch (kind) {
    case 1:
        return one(n);
    case 2:
        return one(2 * n);
    }
    fail("unknown kind %d\n", kind);
    return 0;
}
static double other(int kind, int n)
{
    if (kind == 1)
        return one(n);
    else if (kind == 2)
        return one(2 * n);
    fail("unknown kind %d\n", kind);
    return 0;
}
/* The level is static and the missing entry is not: a successful run misses none that is required. */
static void look_up(int missing_below, int is_required)
{
    if (rand() < missing_below) {
        if (!is_required)
            printf("an entry is missing\n");
        if (is_required)
            fail("a required entry is missing\n");
    }
}
int main(int argc, char **argv)
{
    double sum = 0;
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    if (n < 0)
        fail("negative size %d\n", n);
    look_up(RAND_MAX, 0);
    look_up(-1, 1);
    for (int i = 0; i < 10; i++)
        sum += work(1 + rand() % 2, n) + other(1 + rand() % 2, n);
    printf("%g\n", sum);
    MPI_Finalize();
}
