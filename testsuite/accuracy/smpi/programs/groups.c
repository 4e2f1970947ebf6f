/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two coupled models on a quarter and three quarters of the ranks: each sums over its own ranks; the first ranks
 * exchange fields, which they gather and scatter. argv: elements of a rank's field, steps. */
#include "work.h"

int main(int argc, char **argv)
{
    int rank, size, place, members;
    MPI_Comm model;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int first = (size + 3) / 4, is_first = rank < first, other = is_first ? first : 0;
    MPI_Comm_split(MPI_COMM_WORLD, is_first, rank, &model);
    MPI_Comm_rank(model, &place);
    MPI_Comm_size(model, &members);
    int n = atoi(argv[1]), steps = atoi(argv[2]);
    double *field = calloc(3 * n, sizeof *field), *all = calloc((size_t)n * size, sizeof *all), dot = 0, sum;
    for (int step = 0; step < steps; step++) {
        for (int k = 0; k < 3; k++) {
            work(field, n * (is_first ? 3 : 1));
            MPI_Allreduce(&dot, &sum, 1, MPI_DOUBLE, MPI_SUM, model);
        }
        MPI_Gather(field, n, MPI_DOUBLE, all, n, MPI_DOUBLE, 0, model);
        if (place == 0)
            MPI_Sendrecv_replace(all, n * first, MPI_DOUBLE, other, 0, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Scatter(all, n, MPI_DOUBLE, field, n, MPI_DOUBLE, 0, model);
    }
    free(field);
    free(all);
    MPI_Comm_free(&model);
    MPI_Finalize();
    return 0;
}
