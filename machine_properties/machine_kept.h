/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_kept.h  A machine as bytes that the same build reads back in no time, for a cache: reading YAML takes
 * longer than most predictions. */
#ifndef FC_MACHINE_KEPT_H
#define FC_MACHINE_KEPT_H

#include "machine_properties/machine.h"

#include <stdbool.h>

/** Appends all but the samples. */
void fc_machine_keep(fc_text *out, const fc_machine *machine);
/** False: they are not whole. What is in them is trusted: only what this build wrote may be handed in. */
bool fc_machine_take_kept(FC_GIVE fc_machine **out, const char *bytes, size_t length);

#endif
