/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file inputs_note.h  A note if an input file has changed since the profiling run that read it. */
#ifndef FC_INPUTS_NOTE_H
#define FC_INPUTS_NOTE_H

#include "tools/prediction/counts.h"

#include <stdio.h>

/** Writes a note to `out` if every run of the profile has an input file that has changed, or is missing. Such a run is
 * evaluated with the copies in the profile. */
void fc_inputs_note(const fc_counts *counts, FILE *out);

#endif
