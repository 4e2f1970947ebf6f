/* SPDX-License-Identifier: Apache-2.0 */
/* Model discrepancy: errors of the compute model that no fit's error covers. */
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
