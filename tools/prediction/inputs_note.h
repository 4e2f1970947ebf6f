/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file inputs_note.h  Whether the files that a program reads are still those that it was profiled with. */
#ifndef FC_INPUTS_NOTE_H
#define FC_INPUTS_NOTE_H

#include "tools/prediction/counts.h"

#include <stdio.h>

/** Writes a note to `out` where an input file of a profiling run is another one now, or is gone: that run is told by
 * what the profile keeps of its files, and stands in for others. */
void fc_inputs_note(const fc_counts *counts, FILE *out);

#endif
