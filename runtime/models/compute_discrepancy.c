/* SPDX-License-Identifier: Apache-2.0 */
/* Model discrepancy: errors of the compute model that no fit's error covers, and how errors of parts add up. */
#include "compute.h"

#include <math.h>

/* Measured on 2026-11-22 with 19 kernels (testsuite/accuracy/kernels/README.md). */
static const double general[FC_N_DISCREPANCIES] = {
    [FC_DISCREPANCY_CODE] = 0.11,   [FC_DISCREPANCY_IRREGULAR] = 0.29, [FC_DISCREPANCY_SOURCE] = 0.66,
    [FC_DISCREPANCY_CHAIN] = 0.07,  [FC_DISCREPANCY_CALL] = 0.54,      [FC_DISCREPANCY_MEMORY] = 0.62,
    [FC_DISCREPANCY_FITTED] = 0.27,
};

double fc_compute_discrepancy(const fc_coefficients *machine, fc_discrepancy kind)
{
    if (machine->discrepancy[kind] > 0)
        return machine->discrepancy[kind];
    bool is_of_units = kind == FC_DISCREPANCY_CODE || kind == FC_DISCREPANCY_IRREGULAR || kind == FC_DISCREPANCY_SOURCE;
    double least = is_of_units ? machine->core.model_error : 0;
    if (kind == FC_DISCREPANCY_MEMORY)
        least = machine->memory.model_error;
    return fmax(general[kind], least);
}

double fc_compute_variance(double squares, double sum)
{
    const double common = 0.3; /* share of the variance that all parts have in common (README.md) */
    return (1 - common) * squares + common * sum * sum;
}

double fc_compute_low(double time_s, double half_s)
{
    return time_s > 0 ? time_s * (time_s / (time_s + half_s)) : 0;
}

void fc_compute_interval(double *low_s, double *high_s, double time_s, double variance, double longer)
{
    double half = FC_HALF_INTERVAL * sqrt(variance) * longer;
    *low_s = fc_compute_low(time_s, half);
    *high_s = time_s + half;
}
