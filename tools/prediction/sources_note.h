/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file sources_note.h  Whether a model's sources are still those it was made of. */
#ifndef FC_SOURCES_NOTE_H
#define FC_SOURCES_NOTE_H

#include "analyzer/model/program.h"

#include <stdio.h>

/** Writes a note to `out` where main files are there with another content than when the model file `model` was made of
 * them. Nothing of files that are not there, as a model may be taken elsewhere, nor of headers. */
void fc_sources_note(const fc_program *program, const char *model, FILE *out);

#endif
