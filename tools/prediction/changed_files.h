/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file changed_files.h  A note if a source has changed since the model was made. */
#ifndef FC_CHANGED_FILES_H
#define FC_CHANGED_FILES_H

#include "analyzer/model/program.h"
#include "tools/counts/counts.h"

#include <stdio.h>

/** Writes a note to `out` if main files have changed since the model file `model` was made. Missing files are ignored,
 * since a model may be moved to another machine; headers are not checked. */
void fc_changed_files_note_sources(const fc_program *program, const char *model, FILE *out);

/** @file changed_files.h  A note if an input file has changed since the profiling run that read it. */

/** Writes a note to `out` if every run of the profile has an input file that has changed, or is missing. Such a run is
 * evaluated with the copies in the profile. */
void fc_changed_files_note_inputs(const fc_counts *counts, FILE *out);

#endif
