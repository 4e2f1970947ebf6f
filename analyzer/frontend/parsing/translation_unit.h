/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file translation_unit.h  Reads one parsed translation unit: reports its diagnostics, then walks its definitions. */
#ifndef FC_TRANSLATION_UNIT_H
#define FC_TRANSLATION_UNIT_H

#include "analyzer/frontend/parsing/parse.h"
#include "analyzer/frontend/reader/reader.h"

/** Adds the file's definitions to reader->program. The reader takes over the pragmas and OpenMP lines of the parse.
 * Errors: those of fc_frontend_read() (frontend.h). */
fc_status fc_translation_unit_read(fc_reader *reader, fc_parse *parse);

#endif
