/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file guidelines_print.h  Reports violations of the performance guidelines by a machine
 * (comm_interface/guidelines.h). */
#ifndef FC_GUIDELINES_PRINT_H
#define FC_GUIDELINES_PRINT_H

#include "machine_properties/machine.h"

/** Prints the number of checked guidelines, and a sentence for each operation with clear violations: the worst one, and
 * what to do. Prints nothing if none can be checked. */
void fc_guidelines_print(fc_text *out, const fc_machine *machine);

#endif
