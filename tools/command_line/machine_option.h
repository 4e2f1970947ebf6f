/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_option.h  The value of -m: a machine file, or the name of a bundled machine. */
#ifndef FC_MACHINE_OPTION_H
#define FC_MACHINE_OPTION_H

#include "machine_properties/machine.h"

#include <stdbool.h>

/** The value is the name of a bundled machine, which was measured elsewhere, and no file: a file's name holds a "/",
 * ends with ".yaml" or ".yml", or exists. */
bool fc_machine_option_is_bundled(const char *name);
/** Reads the file, or the bundled machine. */
fc_status fc_machine_option_read(FC_GIVE fc_machine **out, const char *name, fc_report *report);
/** The same without the samples, which only `machine` and `calibrate` use and which dominate the time of reading. The
 * result is cached (machine_cache.h). */
fc_status fc_machine_option_costs(FC_GIVE fc_machine **out, const char *name, fc_report *report);
/** "gcc -O2, 2026-11-02": compiler and date of the calibration, as far as the machine file has them. */
FC_GIVE char *fc_machine_option_provenance(const fc_machine *machine);

#endif
