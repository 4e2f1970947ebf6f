/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three counts that data decides, one of them within a loop of another; main's argument decides whether the last one is
 * needed. */
#include <mpi.h>
#include <stdlib.h>

static double halve(double *a, int n)
{
    double largest = 1;
    int rounds = 0;
    while (largest > 1e-3) {
        largest = 0;
        for (int i = 0; i < n; i++) {
            if (a[i] > 2)
                MPI_Barrier(MPI_COMM_SELF);
            a[i] *= 0.5;
            largest = a[i] > largest ? a[i] : largest;
        }
        rounds++;
    }
    return rounds;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), deep = atoi(argv[2]);
    MPI_Init(&argc, &argv);
    double *a = malloc(sizeof *a * (size_t)n);
    for (int i = 0; i < n; i++)
        a[i] = i + 1;
    double rounds = halve(a, n);
    if (deep)
        while (a[0] * rounds < 100)
            a[0] += 1;
    free(a);
    MPI_Finalize();
    return rounds < 0;
}
