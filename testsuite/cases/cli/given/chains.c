/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops that only values in memory end: a break behind a data-dependent continue, a goto loop, and a loop that goes on
 * where the last one ended. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int *next;

static int find(int n, int x)
{
    int at = n - 1;
    for (;;) {
        if (next[at] > x) {
            at--;
            continue;
        }
        break;
    }
    return at;
}

static int chain(int from)
{
    int at = from, number = 0;
again:
    if (at <= 0)
        goto done;
    number++;
    at = next[at];
    goto again;
done:
    return number;
}

static double look(int n, const double *v)
{
    double sum = 0;
    for (int j = 0; j < n; j++) {
        int last = next[j], k, begun = 0, at = 3;
        for (k = 0; k < last; k++) {
            for (; begun < k; ++begun)
                at += next[at];
            sum += v[at];
            ++begun;
        }
    }
    return sum;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), sum = 0;
    MPI_Init(&argc, &argv);
    double *v = calloc(1000, sizeof *v);
    next = malloc(n * sizeof *next);
    for (int i = 0; i < n; i++)
        next[i] = i + (int)v[i % 1000] - 1;
    for (int i = 0; i < n; i++)
        sum += find(n, i) + chain(i);
    printf("%d %g\n", sum, look(n, v));
    MPI_Finalize();
    return 0;
}
