/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file sample_medians.h  Measured times of communication: the medians of a machine's raw samples. */
#ifndef FC_SAMPLE_MEDIANS_H
#define FC_SAMPLE_MEDIANS_H

#include "comm_interface/runtime_function.h"
#include "machine_properties/machine.h"

/** One operation among `ranks`: medians and quartiles [s] at n sizes [B], ascending. */
typedef struct fc_sample_medians_series {
    fc_fit fit;
    fc_variant variant;
    int ranks, n;
    double *bytes, *seconds, *low_s, *high_s;
} fc_sample_medians_series;

typedef struct fc_sample_medians {
    int n;
    fc_sample_medians_series *series;
} fc_sample_medians;

/** Collects the machine's samples of communication in their order. */
void fc_sample_medians_make(FC_GIVE fc_sample_medians *out, const fc_machine *machine);
void fc_sample_medians_free(fc_sample_medians *measured);
/** Seconds at p ranks and a number of bytes, by log-log interpolation between measured sizes. False if these ranks were
 * not measured or the size is outside the measured range. */
bool fc_sample_medians_time(double *seconds, const fc_sample_medians *measured, fc_runtime_query use);
/** The same for the lower and the upper quartile. */
bool fc_sample_medians_quartiles(double quartile[2], const fc_sample_medians *measured, fc_runtime_query use);

#endif
