/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file library_source.h  Library functions that call procedures of the program: their definitions in C
 * (analyzer/frontend/library/), which are read as if they were a file of the program. */
#ifndef FC_LIBRARY_SOURCE_H
#define FC_LIBRARY_SOURCE_H

#include "support/diagnostics.h"

struct fc_reader;
struct fc_parse_setting;

/** From analyzer/frontend/library/embed.cmake. */
extern const char fc_library_source_argp[];

/** Reads the definitions of those that the program declares and does not define. Errors: those of fc_frontend_read().
 */
fc_status fc_library_source_read(struct fc_reader *reader, const struct fc_parse_setting *setting);
/** The text of the library source with this path in a program (fc_finite_source); NULL: another file. */
const char *fc_library_source_text(const char *path);

#endif
