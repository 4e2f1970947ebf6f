/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file standalone.h  Writes a cost program into a folder where it builds and runs without Forecost. */
#ifndef FC_HOST_STANDALONE_H
#define FC_HOST_STANDALONE_H

#include "machine_properties/coefficients.h"
#include "support/status.h"

/** The contents of the folder. All borrowed. */
typedef struct fc_standalone {
    const char *name; /* name of the executable: letters, digits, and '-', '_' and '.' except as first character */
    const char *cost_program; /* C text */
    const fc_coefficients *machine;
    const char *compute_model; /* "memory" or "ops": the default of --compute */
    const double *counter;     /* values by counter index, NAN: unknown; NULL: all unknown */
    int n_counters;
} fc_standalone;

/** Writes folder/{Makefile, main.c, machine.c, cost_program.c, forecost/...}. `make` builds folder/<name>, which
 * predicts for `-n RANKS` and `-D name=value` what this Forecost predicts. The folder must be empty or not exist; it
 * is written completely or not at all. FC_E_INPUT: it cannot be written. */
fc_status fc_standalone_write(const char *folder, const fc_standalone *what, fc_report *report);

#endif
