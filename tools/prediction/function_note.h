/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file function_note.h  Which library functions a program calls that nobody measured on the machine. */
#ifndef FC_FUNCTION_NOTE_H
#define FC_FUNCTION_NOTE_H

#include "analyzer/passes/analysis.h"
#include "machine_properties/machine.h"

#include <stdio.h>

/** Writes a note to `out` that names the operations, by class and type, whose cost is the standard one
 * (runtime/models/compute_costs.c). Nothing where the machine tells all, nor for a machine
 * written by hand, whose costs are few anyway. */
void fc_function_note(const fc_analysis *analysis, const fc_machine *machine, FILE *out);
/** The same of the communicators it makes: a machine without their runtime functions counts them as nothing. */
void fc_communicator_note(const fc_analysis *analysis, const fc_machine *machine, FILE *out);

#endif
