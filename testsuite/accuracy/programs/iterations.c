/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A compute model in which an iteration of a loop takes a second and everything else is free: predicted times are then
 * the loops' iterations. */
#include "compute.h"

double fc_compute_time(const fc_coefficients *machine, int active_cores, const fc_region *region, double entries,
                       double iterations, const double *working_set, double *relative_error)
{
    (void)machine, (void)active_cores, (void)entries, (void)working_set;
    if (relative_error)
        *relative_error = 0;
    return region->flags & FC_REGION_LOOP ? iterations : 0;
}
