/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file flags_note.h  Whether a machine's costs are of the flags that the program is compiled with, and of its own. */
#ifndef FC_FLAGS_NOTE_H
#define FC_FLAGS_NOTE_H

#include "analyzer/model/program.h"
#include "machine_properties/machine.h"

#include <stdio.h>

/** Writes a note to `out` when a source's optimisation (the last -O, -march, -ffast-math; no -O is -O0) is not that of
 * the compiler the machine was calibrated with. Nothing for a machine without a compiler, or where all agree. */
void fc_flags_note(const fc_program *program, const fc_machine *machine, FILE *out);
/** Writes a note to `out` where a model of a processor told the cycles of the program's loops: they are not calibrated.
 */
void fc_cycles_note(const fc_program *program, const fc_machine *machine, FILE *out);

#endif
