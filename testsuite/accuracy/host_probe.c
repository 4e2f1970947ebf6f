/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How disturbed the host is: the share of short equal pieces of work, bound by throughput, that take over a tenth longer
 * than the least, for two seconds. Prints that share and the least, in microseconds. */
#include <stdio.h>
#include <time.h>

enum {
    WIDTH = 8,
    ROUNDS = 60000,
    MOST = 20000
};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double work(double *x)
{
    double began = seconds();
    for (int k = 0; k < ROUNDS; k++)
        for (int j = 0; j < WIDTH; j++)
            x[j] = x[j] * 0.999 + 0.1;
    return seconds() - began;
}

int main(void)
{
    static double took[MOST];
    double x[WIDTH] = {1, 2, 3, 4, 5, 6, 7, 8}, began = seconds(), least = 1;
    int n = 0, disturbed = 0;
    while (n < MOST && seconds() < began + 2) {
        took[n] = work(x);
        least = took[n] < least ? took[n] : least;
        n++;
    }
    for (int i = 0; i < n; i++)
        disturbed += took[i] > 1.1 * least;
    printf("%.3f %.1f\n", (double)disturbed / n, 1e6 * least);
    return x[0] > 0 ? 0 : 1;
}
