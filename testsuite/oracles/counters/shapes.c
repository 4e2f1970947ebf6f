/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every place of a counter, in the shapes that are easy to get wrong. Prints a checksum of all operations. */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPEAT(i, n) for (int i = 0; i < (n); i++)
#define LARGER(a, b) ((a) > (b) ? (a) : (b))

static unsigned long sum;
static const int table[] = {3 > 2 ? 1 : 2, sizeof(int) == 4 && sizeof(char) == 1};
enum { LIMIT = 1 ? 7 : 8 };

static void add(int value)
{
    sum = sum * 31 + (unsigned)value;
}

static int truth(int value)
{
    add(value);
    return value;
}

static void loops(int n)
{
    int i = 0;
    while (i < n)
        add(i++);
    do
        add(i--);
    while (i > 3);
    do {
        if (i == 5)
            continue;
        add(i);
    } while (++i < n);
    for (;;) {
        if (i-- < 0)
            break;
        add(i);
    }
    for (i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if ((i + j) % 3 == 0)
                add(j);
            else if (j > 5)
                break;
    REPEAT(k, n)
        REPEAT(l, 2)
            add(k + l);
}

static void dangling(int n)
{
    for (int i = 0; i < n; i++)
        if (i % 2)
            if (i % 3)
                add(i);
            else
                add(-i);
    for (int i = 0; i < n; i++)
        if (i % 2) {
            for (int j = 0; j < 2; j++)
                if (j)
                    add(j);
        } else
            add(7);
}

/* A label in a loop, gotos back from several places, and one label below another. */
static void returns(int n)
{
    for (int i = 0; i < n; i++) {
        int k = i;
    outer:
        add(k);
        if (k-- > 5)
            goto outer;
    inner:
        add(k + n);
        if (k < 3) {
            k++;
            goto inner;
        }
        for (int j = 0; j < 3; j++)
            if (k == 3 + j) {
                k += 2;
                goto inner;
            }
        add(-k);
    }
}

#define LEAST(a, b) ({ int _a = (a); int _b = (b); _a < _b ? _a : _b; })

static void extensions(int n)
{
    for (int i = 0; i < LEAST(n, 7); i++) {
        int k = i;
        __asm__ volatile("" : "+r"(k) : : "memory");
        if (k > 2)
            add(k);
    }
}

static void selections(int n)
{
    for (int i = 0; i < n; i++) {
        switch (i % 6) {
        case 0:
            add(0);
            /* falls through */
        case 1:
        case 2:
            add(12);
            break;
        case 3: {
            int local = i;
            add(local);
            break;
        }
        case 4:
            (add(4));
            continue;
        default:
            add(99);
        }
        add(i);
    }
    switch (n)
    case 3:
        add(3);
}

static int expressions(int n)
{
    static int once = 2 > 1 ? 5 : 6;
    int taken = 0, a[LIMIT > 3 ? 4 : 5];
    for (int i = 0; i < n; i++) {
        int both = truth(i % 2) && truth(i % 3) && truth(i % 5);
        int either = truth(i % 2) || truth(i % 7);
        if (both || !either)
            taken++;
        if (!(both && either) && i > 2)
            taken += 2;
        a[i % 4] = LARGER(i, both ? once : taken);
        add(a[i % 4]);
    }
    double real = n > 2 ? 0.5 : 1;
    const char *text = n ? "some" : "none";
    assert(n >= 0 && n < 1000);
    add((int)strlen(text));
    add(real ? 1 : 2);
    add((int)sizeof(n > 1 ? a : a));
    return taken;
}

static int search(const int *values, int n, int wanted)
{
    int i;
    for (i = 0; i < n; i++) {
        if (values[i] == wanted)
            return i;
        if (values[i] > 1000)
            break;
    }
    return -i;
}

static long pragmas(int n)
{
    long total = 0;
    int *values = malloc(sizeof *values * (size_t)(n + 1));
#pragma GCC ivdep
    for (int i = 0; i < n; i++)
        values[i] = i * i;
    for (int k = 0; k < 2; k++)
#pragma GCC unroll 4
        for (int i = 0; i < n; i++)
            total += values[i];
    add(search(values, n, 25));
    add(search(values, n, -1));
    free(values);
    return total;
}

static int depth(int n)
{
    return n <= 1 ? 1 : depth(n - 1) + depth(n - 2);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, n = argc > 1 ? atoi(argv[1]) : 10;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    n += rank;
    loops(n);
    dangling(n);
    returns(n);
    extensions(n);
    selections(n);
    add(expressions(n));
    add((int)pragmas(n));
    add(depth(n % 15));
    add(table[0] + table[1]);
    printf("rank %d: %lu\n", rank, sum);
    MPI_Finalize();
    for (int i = 0; i < rank; i++)
        add(i);
    return 0;
}
