/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file function_note.h  Notes on library functions and communicator constructors whose costs the machine file lacks.
 */
#ifndef FC_FUNCTION_NOTE_H
#define FC_FUNCTION_NOTE_H

#include "analyzer/passes/analysis.h"
#include "machine_properties/machine.h"

#include <stdio.h>

/** Writes a note to `out` with the operations, by class and type, whose costs are assumed
 * (runtime/models/compute_costs.c). Nothing for a machine file without a compiler: it was written by hand. Also notes
 * the MPI-IO calls with assumed costs. */
void fc_function_note(const fc_analysis *analysis, const fc_machine *machine, FILE *out);
/** Writes a note to `out` if the program makes communicators, and the machine lacks their cost, which is then 0. */
void fc_communicator_note(const fc_analysis *analysis, const fc_machine *machine, FILE *out);

#endif
