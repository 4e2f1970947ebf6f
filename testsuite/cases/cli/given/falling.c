/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The number of sweeps depends on data, and falls with the ranks, although the ranks share each sweep already. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), size;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *a = malloc(sizeof *a * (size_t)n), sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = 64;
    for (double left = a[n / 2]; left > 0; left -= size)
        for (int i = 0; i < n / size; i++)
            sum += a[i] * left;
    printf("%g\n", sum);
    free(a);
    MPI_Finalize();
    return 0;
}
