/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compute model of multiply_adds.h. */
#include "forecost.h"

static double multiply_adds(const fc_count *count, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        if (count[i].operation == FC_OP_CLASS_MADD)
            sum += count[i].n;
    return sum;
}

double fc_compute_time(const fc_coefficients *machine, int active_cores, const fc_region *region, double entries,
                       double iterations, const double *working_set, double *relative_error)
{
    (void)machine, (void)active_cores, (void)entries, (void)working_set;
    double chain = multiply_adds(region->chain, region->n_chain);
    double all = multiply_adds(region->operation, region->n_operations);
    *relative_error = 0;
    return iterations * (4e-9 * chain + 1e-9 * (all - chain));
}
