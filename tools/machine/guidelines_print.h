/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file guidelines_print.h  How a machine keeps the performance guidelines (comm_interface/guidelines.h). */
#ifndef FC_GUIDELINES_PRINT_H
#define FC_GUIDELINES_PRINT_H

#include "machine_properties/machine.h"

/** A line for each guideline that is broken, with the worst place; how many were checked. Nothing where none could be.
 */
void fc_guidelines_print(fc_text *out, const fc_machine *machine);

#endif
