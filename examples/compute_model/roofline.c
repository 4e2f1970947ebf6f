/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole compute model: the roofline. A loop takes the longer of two times: its floating-point operations at the peak
 * rate, and its bytes at the memory bandwidth. Replace both rates by those of your machine. */
#include "compute.h"

static const double flops_per_s = 5e9;  /* of one core */
static const double bytes_per_s = 10e9; /* of one core; all busy cores of a node share node_bytes_per_s */
static const double node_bytes_per_s = 16e9;

static double flops_of(const fc_count *count)
{
    if (count->numeric != FC_F32 && count->numeric != FC_F64)
        return 0;
    return count->operation == FC_OP_CLASS_MADD ? 2 * count->n : count->n;
}

double fc_compute_time(const fc_coefficients *machine, int active_cores, const fc_region *region, double entries,
                       double iterations, const double *working_set, double *relative_error)
{
    (void)machine, (void)entries, (void)working_set;
    double flops = 0, bytes = 0;
    for (int i = 0; i < region->n_operations; i++)
        flops += flops_of(&region->operation[i]);
    for (int i = 0; i < region->n_streams; i++)
        bytes += region->stream[i].per_iteration * region->stream[i].element_bytes;
    if (relative_error)
        *relative_error = 0.3; /* relative error: gives the 90 % interval */
    return iterations * fmax(flops / flops_per_s, bytes / fmin(bytes_per_s, node_bytes_per_s / active_cores));
}
