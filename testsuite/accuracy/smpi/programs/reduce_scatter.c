/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A step of distributed training: gradients are summed by a reduce-scatter, each rank updates its part, and an
 * allgather spreads the parts. argv: elements of a rank's part, steps. */
#include "work.h"

int main(int argc, char **argv)
{
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int part = atoi(argv[1]), steps = atoi(argv[2]), all = part * size;
    int *count = calloc(size, sizeof *count);
    double *gradient = calloc(all, sizeof *gradient), *mine = calloc(part, sizeof *mine);
    for (int i = 0; i < size; i++)
        count[i] = part;
    for (int step = 0; step < steps; step++) {
        work(gradient, all);
        MPI_Reduce_scatter(gradient, mine, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        work(mine, part);
        MPI_Allgather(mine, part, MPI_DOUBLE, gradient, part, MPI_DOUBLE, MPI_COMM_WORLD);
    }
    free(count);
    free(gradient);
    free(mine);
    MPI_Finalize();
    return 0;
}
