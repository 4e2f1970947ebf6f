/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "grid.h"

static void pack(struct grid *g)
{
    for (int y = 1; y <= g->ny; y++) {
        g->send[WEST][y - 1] = g->now[cell(g, 1, y)];
        g->send[EAST][y - 1] = g->now[cell(g, g->nx, y)];
    }
}

static void unpack(struct grid *g)
{
    if (g->neighbour[WEST] != MPI_PROC_NULL)
        for (int y = 1; y <= g->ny; y++)
            g->now[cell(g, 0, y)] = g->receive[WEST][y - 1];
    if (g->neighbour[EAST] != MPI_PROC_NULL)
        for (int y = 1; y <= g->ny; y++)
            g->now[cell(g, g->nx + 1, y)] = g->receive[EAST][y - 1];
}

/* Rows are sent in place; columns are packed into buffers. */
void grid_exchange(struct grid *g)
{
    MPI_Request request[2 * SIDES];
    int n = 0;

    MPI_Irecv(&g->now[cell(g, 1, 0)], g->nx, MPI_DOUBLE, g->neighbour[SOUTH], 0, g->comm, &request[n++]);
    MPI_Irecv(&g->now[cell(g, 1, g->ny + 1)], g->nx, MPI_DOUBLE, g->neighbour[NORTH], 1, g->comm, &request[n++]);
    for (int side = WEST; side <= EAST; side++)
        MPI_Irecv(g->receive[side], g->ny, MPI_DOUBLE, g->neighbour[side], 2 + side, g->comm, &request[n++]);

    pack(g);
    MPI_Isend(&g->now[cell(g, 1, g->ny)], g->nx, MPI_DOUBLE, g->neighbour[NORTH], 0, g->comm, &request[n++]);
    MPI_Isend(&g->now[cell(g, 1, 1)], g->nx, MPI_DOUBLE, g->neighbour[SOUTH], 1, g->comm, &request[n++]);
    for (int side = WEST; side <= EAST; side++)
        MPI_Isend(g->send[side], g->ny, MPI_DOUBLE, g->neighbour[side], 2 + (EAST - side), g->comm, &request[n++]);

    MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
    unpack(g);
}
