/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computation takes no time, as with SMPI's simulate-computation:no. */
#include "forecost.h"

double fc_compute_time(const fc_coefficients *machine, int active_cores, const fc_region *region, double entries,
                       double iterations, const double *working_set, double *relative_error)
{
    (void)machine, (void)active_cores, (void)region, (void)entries, (void)iterations, (void)working_set;
    *relative_error = 0;
    return 0;
}
