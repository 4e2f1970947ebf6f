/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "grid.h"

/* One explicit step of the heat equation; the edge of the plate is held at 0. */
void grid_step(struct grid *g, double alpha)
{
    const int width = g->nx + 2;
    for (int y = 1; y <= g->ny; y++) {
        const double *south = g->now + (size_t)(y - 1) * width;
        const double *here = south + width;
        const double *north = here + width;
        double *next = g->next + (size_t)y * width;
        for (int x = 1; x <= g->nx; x++)
            next[x] = here[x] + alpha * (here[x - 1] + here[x + 1] + south[x] + north[x] - 4.0 * here[x]);
    }
    double *swap = g->now;
    g->now = g->next;
    g->next = swap;
}
