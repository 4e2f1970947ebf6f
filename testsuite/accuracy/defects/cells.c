/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A 7-point stencil whose index is a macro over members of a structure: cells N STEPS */
#include <mpi.h>
#include <stdlib.h>

typedef struct grid {
    int shape[3];
    double *now, *next;
} grid;

#define CELL(of, i, j, k) (of[((k)*g->shape[1] + (j)) * g->shape[0] + (i)])

static void halo(grid *g, int below, int above)
{
    int plane = g->shape[0] * g->shape[1];
    MPI_Sendrecv(&CELL(g->now, 0, 0, 1), plane, MPI_DOUBLE, below, 0, &CELL(g->now, 0, 0, g->shape[2] - 1), plane,
                 MPI_DOUBLE, above, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&CELL(g->now, 0, 0, g->shape[2] - 2), plane, MPI_DOUBLE, above, 1, &CELL(g->now, 0, 0, 0), plane,
                 MPI_DOUBLE, below, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void update(grid *g)
{
    for (int k = 1; k < g->shape[2] - 1; k++)
        for (int j = 1; j < g->shape[1] - 1; j++)
            for (int i = 1; i < g->shape[0] - 1; i++)
                CELL(g->next, i, j, k) =
                    0.4 * CELL(g->now, i, j, k) +
                    0.1 * (CELL(g->now, i - 1, j, k) + CELL(g->now, i + 1, j, k) + CELL(g->now, i, j - 1, k) +
                           CELL(g->now, i, j + 1, k) + CELL(g->now, i, j, k - 1) + CELL(g->now, i, j, k + 1));
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), steps = atoi(argv[2]);
    grid it = {.shape = {n + 2, n + 2, n / size + 2}}, *g = &it;
    int cells = g->shape[0] * g->shape[1] * g->shape[2];
    g->now = malloc(sizeof *g->now * (size_t)cells);
    g->next = malloc(sizeof *g->next * (size_t)cells);
    for (int i = 0; i < cells; i++)
        g->now[i] = g->next[i] = i % 5;
    for (int s = 0; s < steps; s++) {
        halo(g, rank > 0 ? rank - 1 : MPI_PROC_NULL, rank < size - 1 ? rank + 1 : MPI_PROC_NULL);
        update(g);
        double *now = g->now;
        g->now = g->next;
        g->next = now;
    }
    free(g->now);
    free(g->next);
    MPI_Finalize();
    return 0;
}
