/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "grid.h"

#include <stdlib.h>

/* Splits `cells` over `parts`: the first cells % parts of them get one more. */
static void split(int cells, int parts, int index, int *count, int *first)
{
    int rest = cells % parts;
    *count = cells / parts + (index < rest ? 1 : 0);
    *first = index * (cells / parts) + (index < rest ? index : rest);
}

static int allocate(struct grid *g)
{
    size_t cells = (size_t)(g->nx + 2) * (g->ny + 2);
    g->now = calloc(cells, sizeof(double));
    g->next = calloc(cells, sizeof(double));
    for (int i = 0; i < 2; i++) {
        g->send[i] = malloc(g->ny * sizeof(double));
        g->receive[i] = malloc(g->ny * sizeof(double));
    }
    return g->now && g->next && g->send[0] && g->send[1] && g->receive[0] && g->receive[1] ? 0 : -1;
}

/* A hot rectangle in the middle of a cold plate. */
static void fill(struct grid *g)
{
    for (int y = 1; y <= g->ny; y++) {
        for (int x = 1; x <= g->nx; x++) {
            int gx = g->x0 + x - 1, gy = g->y0 + y - 1;
            int hot = gx >= g->global_nx / 4 && gx < g->global_nx - g->global_nx / 4 && gy >= g->global_ny / 4 &&
                      gy < g->global_ny - g->global_ny / 4;
            g->now[cell(g, x, y)] = hot ? 100.0 : 1.0;
        }
    }
}

int grid_create(struct grid *g, int nx, int ny)
{
    int dims[2] = {0, 0}, periods[2] = {0, 0}, place[2];
    int size, rank;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &g->comm);
    MPI_Comm_rank(g->comm, &rank);
    MPI_Cart_coords(g->comm, rank, 2, place);
    MPI_Cart_shift(g->comm, 0, 1, &g->neighbour[SOUTH], &g->neighbour[NORTH]);
    MPI_Cart_shift(g->comm, 1, 1, &g->neighbour[WEST], &g->neighbour[EAST]);

    g->global_nx = nx;
    g->global_ny = ny;
    split(nx, dims[1], place[1], &g->nx, &g->x0);
    split(ny, dims[0], place[0], &g->ny, &g->y0);

    int bad = allocate(g) != 0 || nx < dims[1] || ny < dims[0];
    MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPI_INT, MPI_MAX, g->comm);
    if (bad) {
        grid_free(g);
        return -1;
    }
    fill(g);
    return 0;
}

void grid_free(struct grid *g)
{
    free(g->now);
    free(g->next);
    for (int i = 0; i < 2; i++) {
        free(g->send[i]);
        free(g->receive[i]);
    }
    MPI_Comm_free(&g->comm);
}

double grid_heat(const struct grid *g)
{
    double sum = 0.0, total;
    for (int y = 1; y <= g->ny; y++)
        for (int x = 1; x <= g->nx; x++)
            sum += g->now[cell(g, x, y)];
    MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, g->comm);
    return total;
}
