/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file inputs_note.h  Whether the files that a program reads are still those that it was profiled with. */
#ifndef FC_INPUTS_NOTE_H
#define FC_INPUTS_NOTE_H

#include "tools/prediction/counts.h"

#include <stdio.h>

/** Writes a note to `out` where an input file that the cost program opens was changed after the profile was written: a
 * profile keeps what its runs were given and no files, and its runs are evaluated with the files as they lie there now.
 * Of names that the program makes those are known that stand among the application's arguments. */
void fc_inputs_note(const struct fc_analysis *analysis, const fc_counts *counts, FILE *out);

#endif
