/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stencil by rows whose time loop also prints a norm, every 50 steps. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    double *now, *next;
    int rows, columns, above, below;
} grid;

static void exchange(grid *g)
{
    MPI_Request request[4];
    int n = 0;
    if (g->above >= 0) {
        MPI_Irecv(g->now, g->columns, MPI_DOUBLE, g->above, 0, MPI_COMM_WORLD, &request[n++]);
        MPI_Isend(g->now + g->columns, g->columns, MPI_DOUBLE, g->above, 1, MPI_COMM_WORLD, &request[n++]);
    }
    if (g->below >= 0) {
        MPI_Irecv(g->now + (g->rows + 1) * g->columns, g->columns, MPI_DOUBLE, g->below, 1, MPI_COMM_WORLD,
                  &request[n++]);
        MPI_Isend(g->now + g->rows * g->columns, g->columns, MPI_DOUBLE, g->below, 0, MPI_COMM_WORLD, &request[n++]);
    }
    MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
}

static void step(grid *g)
{
    int m = g->columns;
    for (int i = 1; i <= g->rows; i++)
        for (int j = 1; j < m - 1; j++)
            g->next[i * m + j] = 0.25 * (g->now[(i - 1) * m + j] + g->now[(i + 1) * m + j] + g->now[i * m + j - 1] +
                                         g->now[i * m + j + 1]);
    double *swapped = g->now;
    g->now = g->next;
    g->next = swapped;
}

static double norm(const grid *g)
{
    double own = 0, all;
    for (int i = 0; i < g->rows * g->columns; i++)
        own += g->now[i] * g->now[i];
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sqrt(all);
}

int main(int argc, char **argv)
{
    int ranks, rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = atoi(argv[1]), steps = atoi(argv[2]);
    grid g = {.rows = n / ranks + (rank < n % ranks),
              .columns = n,
              .above = rank - 1,
              .below = rank < ranks - 1 ? rank + 1 : -1};
    g.now = calloc((g.rows + 2) * n, sizeof(double));
    g.next = calloc((g.rows + 2) * n, sizeof(double));
    for (int i = 0; i < steps; i++) {
        exchange(&g);
        step(&g);
        if (i % 50 == 0) {
            double all = norm(&g);
            if (rank == 0)
                printf("%d %g\n", i, all);
        }
    }
    free(g.now);
    free(g.next);
    MPI_Finalize();
    return 0;
}
