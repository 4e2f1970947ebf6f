/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The computation of the simulated node: 5 flops an iteration at 1 Gflop/s in procedures with fixed flops, nothing
 * elsewhere. */
#include "forecost.h"

#include <string.h>

double fc_compute_time(const fc_coefficients *machine, int active_cores, const fc_region *region, double entries,
                       double iterations, const double *working_set, double *relative_error)
{
    (void)machine, (void)active_cores, (void)entries, (void)working_set;
    bool counts = strcmp(region->function, "grid_step") == 0 || strcmp(region->function, "sweep") == 0 ||
                  strcmp(region->function, "work") == 0;
    *relative_error = 0;
    return counts && region->flags & FC_REGION_LOOP ? 5e-9 * iterations : 0;
}
