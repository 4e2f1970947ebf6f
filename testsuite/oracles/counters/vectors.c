/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vector types. Each sum is computed twice, once with plain C: a difference ends it with exit code 1. */
#include <stdio.h>
#include <stdlib.h>

typedef double lanes __attribute__((vector_size(32)));
typedef int whole __attribute__((vector_size(16)));

struct sums {
    lanes of;
    int n;
};

static lanes a[64], b[64];
static int differ;

static void equal(double made, double plain)
{
    if (made != plain) {
        printf("%g, not %g\n", made, plain);
        differ = 1;
    }
}

static double total(lanes v)
{
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += v[i];
    return sum;
}

static lanes added(const lanes *from, int n, lanes at)
{
    for (int i = 0; i < n; i++)
        at += from[i] * b[i];
    return at;
}

static void of_doubles(int n)
{
    struct sums s = {{0, 0, 0, 0}, n};
    lanes weight = {1, 2, 3, 4};
    for (int i = 0; i < s.n; i++) {
        a[i] = (lanes){i, i, i, i};
        b[i] = weight * 2.0;
    }
    s.of = added(a, n, s.of);
    equal(total(s.of), 20.0 * (n * (n - 1) / 2));
    a[1][2] = n;
    for (int i = 0; i < a[1][2]; i++)
        s.of -= weight;
    equal(total(s.of), 20.0 * (n * (n - 1) / 2) - 10.0 * n);
}

static void of_ints(int n)
{
    whole v = {n, 1, 2, 3}, w = v + 1;
    int sum = 0;
    w <<= 1;
    w = __builtin_shufflevector(w, w, 3, 2, 1, 0);
    for (int i = 0; i < w[3]; i++)
        sum++;
    equal(sum, 2 * (n + 1));
    v = v > 1;
    for (int i = 0; i < 4; i++)
        sum += v[i];
    equal(sum, 2 * (n + 1) - 2 - (n > 1));
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5;
    of_doubles(n);
    of_ints(n);
    return differ;
}
