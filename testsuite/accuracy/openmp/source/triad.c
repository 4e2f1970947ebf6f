/* SPDX-License-Identifier: GPL-3.0-or-later */
/* STREAM's triad as a shared loop, repeated. */
#include <mpi.h>
#include <stdlib.h>

enum {
    N = 4000000,
    TIMES = 20
};

static double a[N], b[N], c[N];

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        a[i] = 0;
        b[i] = i;
        c[i] = 2;
    }
    for (int t = 0; t < TIMES; t++) {
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            a[i] = b[i] + 3.0 * c[i];
    }
    MPI_Finalize();
    return a[N - 1] == 0;
}
