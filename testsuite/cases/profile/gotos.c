/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gotos that data decides, over loops and to labels that other code runs on to. Prints the iterations of each loop. */
#include <mpi.h>
#include <stdio.h>

static double x[64];
static long runs[4];

static double work(int which, int n)
{
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum += 1.0 / (which + j);
    runs[which] += n;
    return sum;
}

static double visit(int i)
{
    double sum = 0;
    if (x[i] < 0.25)
        goto end;
    sum += work(0, 10);
    if (x[i] < 0.5) {
        if (x[i] < 0.375)
            goto middle;
        goto end;
    }
    sum += work(1, 100);
    if (x[i] > 0.9)
        return sum;
middle:
    sum += work(2, 1000);
end:
    sum += work(3, 10000);
    return sum;
}

int main(int argc, char **argv)
{
    double sum = 0;
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 64; i++)
        x[i] = i * 37 % 64 / 64.0;
    for (int i = 0; i < 64; i++)
        sum += visit(i);
    printf("%g %ld\n", sum, runs[0] + runs[1] + runs[2] + runs[3]);
    MPI_Finalize();
    return 0;
}
