/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file unit.h  One parsed source file: report what the compiler says, walk its declarations. */
#ifndef FC_UNIT_H
#define FC_UNIT_H

#include "analyzer/frontend/parse.h"
#include "analyzer/frontend/reader.h"

/** Adds what the file defines to reader->program; the parse's pragmas are the reader's from here on. FC_E_INPUT,
 * FC_E_ENVIRONMENT as frontend.h tells. */
fc_status fc_unit_read(fc_reader *reader, fc_parse *parse);

#endif
