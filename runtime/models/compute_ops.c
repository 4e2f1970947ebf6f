/* SPDX-License-Identifier: Apache-2.0 */
/* The compute model `ops` of [analyzer] section 2.2: counts times operation costs. */
#include "compute.h"

double fc_compute_ops(const fc_coefficients *machine, int active_cores, const fc_region *region, double entries,
                      double iterations, const double *working_set, double *relative_error)
{
    (void)active_cores, (void)entries, (void)working_set;
    const fc_core *core = &machine->core;
    double each = region->calls * fmax(core->call_s, 0) + region->seconds, error = 0;
    for (int i = 0; i < region->n_operations; i++) {
        const fc_count *count = &region->operation[i];
        each += count->n * fc_cost_known(core, count->operation, count->numeric, FC_USE_SCALAR);
        error = fmax(error, fc_cost_error(core, count->operation, count->numeric));
    }
    for (int t = 0; t < FC_N_NUMERICS; t++)
        each +=
            region->reads[t] * fmax(core->scalar_read_s[t], 0) + region->writes[t] * fmax(core->scalar_write_s[t], 0);
    if (relative_error)
        *relative_error = hypot(error, 0.3); /* [analyzer]'s additive model: nothing overlaps, no memory level */
    return each * iterations;
}
