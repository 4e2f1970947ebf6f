/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file program_sources.h  Reads the program that `forecost analyze` is given: C files, an executable, or a folder
 * with compile_commands.json. */
#ifndef FC_PROGRAM_SOURCES_H
#define FC_PROGRAM_SOURCES_H

#include "analyzer/model/program.h"
#include "tools/command_line/command.h"

/** Reads the program that the operands and the options `compiler`, `build` and `main` specify, with the annotations of
 * the option `notes`. Flags after "--" follow each source's own flags. C files alone get the optimization flags of the
 * option `machine` unless the flags name a level (-O); a note says so. Warnings go to arguments->errors. Errors of
 * fc_frontend_read(), fc_build_from_product(), fc_annotation_file_apply() and database.h; FC_E_USAGE without operands;
 * FC_E_INPUT without a function main. */
fc_status fc_program_sources_read(FC_GIVE fc_program **out, const fc_arguments *arguments, fc_report *report);

#endif
