/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A driver that runs once returns early on bad data, in one of its loops. Values that it changes in each iteration are
 * trip counts of its callees: they equal the run's up to the return. Dynamic calls pass their own variables to others.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    ROOM = 4096
};

typedef struct mesh {
    int blocks, width;
    double value[ROOM];
} mesh;

static mesh grid;
static int steps_done, refinements;
static double sum;

static void split(int i, int width, int *x, int *y)
{
    *x = i % width;
    *y = i / width;
}

static int neighbours(int i, int width)
{
    int x, y, n = 0;
    split(i, width, &x, &y);
    for (int a = x > 0 ? x - 1 : 0; a <= x + 1; a++)
        for (int b = y > 0 ? y - 1 : 0; b <= y + 1; b++)
            n++;
    return n;
}

static void refine(int step)
{
    grid.blocks += step % 3;
    if (grid.blocks % 2)
        grid.width++;
    refinements++;
}

static void relax(void)
{
    for (int i = 0; i < grid.blocks; i++) {
        for (int k = 0; k < grid.width; k++)
            grid.value[i % ROOM] += 0.5 * k;
        if (grid.value[i % ROOM] < -1) /* never */
            continue;
        sum += neighbours(i, grid.width);
    }
}

static void drive(int steps, double limit)
{
    for (int step = 0; step < steps; step++) {
        for (int stage = 0; stage < 2; stage++) {
            relax();
            if (sum > limit) {
                printf("step %d: %g\n", step, sum);
                return;
            }
        }
        refine(step);
    }
    steps_done = steps;
}

static void weigh(int n)
{
    for (int i = 0; i < n; i++)
        sum += 0.25 * i;
}

/* A dynamic call continues from its last state: no other code sets it, and its progress is dynamic. */
static void choose(int n)
{
    int chosen;
    for (int i = 0; i < n; i++) {
        if (grid.value[i] > 2 && i > 0)
            continue;
        if (i == 0)
            chosen = 0;
        else
            chosen++;
        weigh(chosen);
    }
}

int main(int argc, char **argv)
{
    int rank, steps = argc > 1 ? atoi(argv[1]) : 4;
    double limit = argc > 2 ? atof(argv[2]) : 1e9, all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    grid.blocks = 5 + rank;
    grid.width = 3;
    for (int i = 0; i < ROOM; i++)
        grid.value[i] = i % 7;
    drive(steps, limit);
    choose(4 * steps);
    MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d steps, %d refinements, %g\n", steps_done, refinements, all);
    MPI_Finalize();
    return 0;
}
