/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file sources_note.h  A note if a source has changed since the model was made. */
#ifndef FC_SOURCES_NOTE_H
#define FC_SOURCES_NOTE_H

#include "analyzer/model/program.h"

#include <stdio.h>

/** Writes a note to `out` if main files have changed since the model file `model` was made. Missing files are ignored,
 * since a model may be moved to another machine; headers are not checked. */
void fc_sources_note(const fc_program *program, const char *model, FILE *out);

#endif
