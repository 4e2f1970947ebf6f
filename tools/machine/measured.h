/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file measured.h  Measured times of communication: the medians of a machine's raw samples. */
#ifndef FC_MEASURED_H
#define FC_MEASURED_H

#include "comm_interface/runtime_function.h"
#include "machine_properties/machine.h"

/** One operation among `ranks`: medians [s] at n sizes [B], ascending. */
typedef struct fc_measured_series {
    fc_fit fit;
    fc_variant variant;
    int ranks, n;
    double *bytes, *seconds;
} fc_measured_series;

typedef struct fc_measured {
    int n;
    fc_measured_series *series;
} fc_measured;

/** Collects the machine's samples of communication in their order. */
void fc_measured_make(FC_GIVE fc_measured *out, const fc_machine *machine);
void fc_measured_free(fc_measured *measured);
/** Seconds at p ranks and a number of bytes, by log-log interpolation between measured sizes. False if these ranks were
 * not measured or the size is outside the measured range. */
bool fc_measured_time(double *seconds, const fc_measured *measured, fc_use use);

#endif
