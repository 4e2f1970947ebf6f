/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file flags_note.h  Notes if the machine's costs do not match the program: other compiler flags, or throughput from
 * llvm-mca instead of the calibration. */
#ifndef FC_FLAGS_NOTE_H
#define FC_FLAGS_NOTE_H

#include "analyzer/model/program.h"
#include "machine_properties/machine.h"

#include <stdio.h>

/** Writes a note to `out` if a source's optimization flags (the last -O, -march, -ffast-math; without -O: -O0) differ
 * from those of the calibration. Nothing for a machine without a compiler. */
void fc_flags_note(const fc_program *program, const fc_machine *machine, FILE *out);
/** Writes a note to `out` if the throughput of the program's loops comes from llvm-mca and not from the calibration. */
void fc_cycles_note(const fc_program *program, const fc_machine *machine, FILE *out);

#endif
