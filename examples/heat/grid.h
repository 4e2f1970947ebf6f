/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rank's block of a two-dimensional grid of cells, with a halo one cell wide. */
#ifndef HEAT_GRID_H
#define HEAT_GRID_H

#include <mpi.h>
#include <stddef.h>

enum side {
    WEST,
    EAST,
    SOUTH,
    NORTH,
    SIDES
};

struct grid {
    int nx, ny; /* local cells, without the halo */
    int x0, y0; /* global index of the first of them */
    int global_nx, global_ny;
    MPI_Comm comm;        /* Cartesian, dimension 0 is y */
    int neighbour[SIDES]; /* MPI_PROC_NULL at the edge */
    double *now, *next;   /* (ny + 2) rows of nx + 2 */
    double *send[2];      /* columns west and east, packed */
    double *receive[2];
};

/* Index of cell (x, y), 0 and nx + 1 (ny + 1) being the halo. */
static inline size_t cell(const struct grid *g, int x, int y)
{
    return (size_t)y * (g->nx + 2) + x;
}

/* Returns 0, or -1 if there are more ranks than cells in a direction, or no memory, on any rank. */
int grid_create(struct grid *g, int nx, int ny);
void grid_free(struct grid *g);

void grid_exchange(struct grid *g);
void grid_step(struct grid *g, double alpha);
double grid_heat(const struct grid *g); /* sum over all cells, on every rank */

#endif
