/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ring of cells with edges of two widths: every step to both neighbours, every fourth step also narrower ones to the
 * ranks four places away. argv: cells of a rank, elements of an edge, steps. */
#include "work.h"

static void exchange(double *a, int edge, int distance)
{
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + distance) % size, left = (rank + size - distance % size) % size;
    MPI_Sendrecv(a, edge, MPI_DOUBLE, right, 0, a + edge, edge, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(a, edge, MPI_DOUBLE, left, 1, a + edge, edge, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int cells = atoi(argv[1]), edge = atoi(argv[2]), steps = atoi(argv[3]);
    double *a = calloc((size_t)cells + 2 * edge, sizeof *a);
    for (int step = 0; step < steps; step++) {
        exchange(a, edge, 1);
        if (step % 4 == 0)
            exchange(a, edge / 2, 4);
        work(a, cells);
    }
    free(a);
    MPI_Finalize();
    return 0;
}
