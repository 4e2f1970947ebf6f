/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A 3-D grid: faces to six neighbours, one dimension after the other, and the largest change of all ranks every fifth
 * step. argv: side of a rank's part, steps. */
#include "work.h"

int main(int argc, char **argv)
{
    int dims[3] = {0, 0, 0}, periods[3] = {1, 0, 0}, size, before[3], after[3];
    MPI_Comm grid;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 3, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &grid);
    for (int d = 0; d < 3; d++)
        MPI_Cart_shift(grid, d, 1, &before[d], &after[d]);
    int n = atoi(argv[1]), steps = atoi(argv[2]), face = n * n;
    double *a = calloc((size_t)n * face, sizeof *a), *out = calloc(2 * face, sizeof *out),
           *in = calloc(2 * face, sizeof *in), change = 0, most;
    for (int step = 0; step < steps; step++) {
        for (int d = 0; d < 3; d++) {
            MPI_Request request[4];
            MPI_Irecv(in, face, MPI_DOUBLE, before[d], 2 * d, grid, &request[0]);
            MPI_Irecv(in + face, face, MPI_DOUBLE, after[d], 2 * d + 1, grid, &request[1]);
            MPI_Isend(out, face, MPI_DOUBLE, after[d], 2 * d, grid, &request[2]);
            MPI_Isend(out + face, face, MPI_DOUBLE, before[d], 2 * d + 1, grid, &request[3]);
            MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
        }
        work(a, n * face);
        if (step % 5 == 4)
            MPI_Allreduce(&change, &most, 1, MPI_DOUBLE, MPI_MAX, grid);
    }
    free(a);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
