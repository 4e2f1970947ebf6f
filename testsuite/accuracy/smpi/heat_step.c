/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heat example's step with its computation as fixed flops: 5 a cell. */
#include <smpi/smpi.h>
#define grid_step computed_step
#include "step.c"
#undef grid_step

void grid_step(struct grid *g, double alpha)
{
    computed_step(g, alpha);
    smpi_execute_flops(5.0 * g->nx * g->ny);
}
