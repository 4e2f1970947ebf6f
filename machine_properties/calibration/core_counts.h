/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file core_counts.h  The numbers of busy cores that a calibration measures, from the topology (hwloc).
 *
 * Cores are filled one shared cache, NUMA domain and package after another, as a job with block placement fills them.
 * Contention changes its slope where one of these is full: there, and at powers of two, memory is measured. */
#ifndef FC_CORE_COUNTS_H
#define FC_CORE_COUNTS_H

#include "machine_properties/coefficients.h"
#include "support/status.h"

#include <hwloc.h>

enum {
    FC_CORE_COUNTS_CORES = 512 /* the most cores that are measured together */
};

typedef struct fc_core_counts {
    int n_cores;                    /* >= 1 */
    int unit[FC_CORE_COUNTS_CORES]; /* first processing unit of each core (number of the operating system), in the order
                                       in which cores are filled: from the last core backward, since the first ones
                                       handle interrupts */
    int n_active;
    int active[FC_MAX_ACTIVE]; /* numbers of busy cores, ascending: 1, ..., n_cores */
} fc_core_counts;

/** Chooses the numbers of busy cores of a loaded topology. If there are more candidates than FC_MAX_ACTIVE, the powers
 * of two closest to another candidate are left out. */
void fc_core_counts_of(fc_core_counts *out, hwloc_topology_t topology);
/** The processing units of the first `active` cores, for a benchmark: "3,2,1". */
FC_GIVE char *fc_core_counts_units(const fc_core_counts *counts, int active);

#endif
