/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_notes.h  Notes if the machine's costs do not match the program: other compiler flags, or throughput
 * from llvm-mca instead of the calibration. */
#ifndef FC_MACHINE_NOTES_H
#define FC_MACHINE_NOTES_H

#include "analyzer/cost_tree/analysis.h"
#include "analyzer/model/program.h"
#include "machine_properties/machine.h"

#include <stdio.h>

/** Writes a note to `out` if a source's optimization flags (the last -O, -march, -ffast-math; without -O: -O0) differ
 * from those of the calibration. Nothing for a machine without a compiler. */
void fc_machine_notes_flags(const fc_program *program, const fc_machine *machine, FILE *out);
/** Writes a note to `out` if the throughput of the program's loops comes from llvm-mca and not from the calibration. */
void fc_machine_notes_throughput(const fc_program *program, const fc_machine *machine, FILE *out);

/** @file machine_notes.h  Notes on library functions and communicator constructors whose costs the machine file lacks.
 */

/** Writes a note to `out` with the operations, by class and type, whose costs are assumed
 * (runtime/models/compute_costs.c). Nothing for a machine file without a compiler: it was written by hand. Also notes
 * the MPI-IO calls with assumed costs. */
void fc_machine_notes_functions(const fc_analysis *analysis, const fc_machine *machine, FILE *out);
/** Writes a note to `out` if the program makes communicators, and the machine lacks their cost, which is then 0. */
void fc_machine_notes_communicators(const fc_analysis *analysis, const fc_machine *machine, FILE *out);

#endif
