/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file standalone.h  A cost program in a folder of its own, that builds and runs without Forecost beside it. */
#ifndef FC_STANDALONE_H
#define FC_STANDALONE_H

#include "machine_properties/coefficients.h"
#include "machine_properties/support/status.h"

/** What is written. All borrowed. */
typedef struct fc_standalone {
    const char *name;         /* of the executable: letters, digits, '-', '_' and '.', not first */
    const char *cost_program; /* its C text */
    const fc_coefficients *machine;
    const char *compute_model; /* "memory" or "ops": the default of its --compute */
    const double *counter;     /* values by counter index, NAN: not known; NULL: none is known */
    int n_counters;
} fc_standalone;

/** Writes folder/{Makefile, main.c, machine.c, cost_program.c, forecost/...}: `make` builds folder/<name>, which
 * predicts for
 *  `-n RANKS` and `-D name=value` what this Forecost predicts. The folder must not exist or be empty; it is written
 * whole or not at all. FC_E_INPUT: it cannot be. */
fc_status fc_standalone_write(const char *folder, const fc_standalone *what, fc_report *report);

#endif
