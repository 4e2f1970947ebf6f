/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes `beyond` elements behind an array of the program slice. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), beyond = atoi(argv[2]);
    int *steps = malloc((size_t)n * sizeof(int));
    for (int i = 0; i < n + beyond; i++)
        steps[i] = i % 3;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < steps[i]; k++)
            MPI_Barrier(MPI_COMM_WORLD);
    free(steps);
    MPI_Finalize();
    return 0;
}
