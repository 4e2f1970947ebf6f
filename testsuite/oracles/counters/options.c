/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes as in real programs: options compared as strings, an environment variable, an input file, a broadcast, through
 * pointer parameters and fields of records; ranks in a grid whose dimensions are in an array. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run {
    int n, m, steps;
    int dims[2], periods[2], coords[2];
};

struct part {
    const struct run *run;
    int first, last;
};

static double field[4096];

static void read_options(int argc, char **argv, struct run *run)
{
    run->n = 40;
    run->m = 10;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-n"))
            run->n = atoi(argv[++i]);
        else if (!strcmp(argv[i], "-m"))
            run->m = strtol(argv[++i], NULL, 10);
    }
}

static void read_steps(const char *name, int *steps, int *halves)
{
    char line[80];
    FILE *in = fopen(name, "r");
    *steps = 3;
    *halves = 1;
    if (!in)
        return;
    while (fgets(line, sizeof line, in))
        if (strncmp(line, "steps", 5) == 0)
            sscanf(line + 5, "%d %d", steps, halves);
    fclose(in);
}

static void share(const struct run *run, int axis, int total, struct part *part)
{
    int size = total / run->dims[axis], rest = total % run->dims[axis], at = run->coords[axis];
    part->run = run;
    part->first = at * size + (at < rest ? at : rest);
    part->last = part->first + size + (at < rest);
}

static void sweep(const struct part *rows, const struct part *columns)
{
    for (int i = rows->first; i < rows->last; i++)
        for (int j = columns->first; j < columns->last; j++)
            field[(i * rows->run->m + j) % 4096] += 1;
}

int main(int argc, char **argv)
{
    struct run run = {.periods = {1, 0}};
    struct part rows, columns;
    int rank, ranks, halves = 0;
    MPI_Comm grid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    read_options(argc, argv, &run);
    if (rank == 0)
        read_steps(getenv("STEPS_FILE") ? getenv("STEPS_FILE") : "steps.txt", &run.steps, &halves);
    MPI_Bcast(&run.steps, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&halves, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Dims_create(ranks, 2, run.dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, run.dims, run.periods, 0, &grid);
    MPI_Cart_coords(grid, rank, 2, run.coords);
    share(&run, 0, run.n, &rows);
    share(&run, 1, run.m, &columns);
    for (int step = 0; step < run.steps; step++)
        sweep(&rows, &columns);
    for (int k = run.n; halves && k > 1; k /= 2)
        field[k % 4096] *= 0.5;
    for (int i = rank; i < run.n; i += ranks)
        field[i % 4096] -= 1;
    MPI_Finalize();
    return 0;
}
