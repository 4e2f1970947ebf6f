/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_option.h  The machine a command is told: a file, or a bundled one by its name. */
#ifndef FC_MACHINE_OPTION_H
#define FC_MACHINE_OPTION_H

#include "machine_properties/machine.h"

/** `name` is a file if it holds a "/", ends with ".yaml" or ".yml", or exists; otherwise the name of a bundled machine.
 */
fc_status fc_machine_option_read(FC_GIVE fc_machine **out, const char *name, fc_report *report);
/** The same without its samples, by which no prediction is told: reading them takes longer than all else. Read once, it
 * is kept in the user's cache (machine_cache.h). */
fc_status fc_machine_option_costs(FC_GIVE fc_machine **out, const char *name, fc_report *report);
/** "gcc -O2, 2026-11-02": what its costs were measured with, as far as it tells. */
FC_GIVE char *fc_machine_option_provenance(const fc_machine *machine);

#endif
