/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heat on a plate: nx x ny cells, explicit time steps, one block of cells for each rank. */
#include "grid.h"

#include <stdio.h>
#include <stdlib.h>

static int positive(const char *text, int limit)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *text != '\0' && *end == '\0' && value > 0 && value <= limit ? (int)value : 0;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    int nx = argc > 1 ? positive(argv[1], 100000) : 0;
    int ny = argc > 2 ? positive(argv[2], 100000) : 0;
    int steps = argc > 3 ? positive(argv[3], 100000000) : 0;
    if (argc != 4 || !nx || !ny || !steps) {
        if (rank == 0)
            fprintf(stderr, "usage: heat NX NY STEPS\n");
        MPI_Finalize();
        return 2;
    }

    struct grid grid;
    if (grid_create(&grid, nx, ny) != 0) {
        if (rank == 0)
            fprintf(stderr, "heat: %d x %d cells are too few for %d ranks, or too many for the memory\n", nx, ny, size);
        MPI_Finalize();
        return 1;
    }

    double before = grid_heat(&grid);
    double start = MPI_Wtime();
    for (int step = 0; step < steps; step++) {
        grid_exchange(&grid);
        grid_step(&grid, 0.2);
    }
    double elapsed = MPI_Wtime() - start, slowest;
    MPI_Reduce(&elapsed, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, grid.comm);
    double after = grid_heat(&grid);

    MPI_Comm_rank(grid.comm, &rank);
    if (rank == 0) {
        printf("heat: %d x %d cells, %d steps, ranks %d\n", nx, ny, steps, size);
        printf("heat before %.6f, after %.6f\n", before, after);
        printf("time %.6f s\n", slowest);
    }
    grid_free(&grid);
    MPI_Finalize();
    return 0;
}
