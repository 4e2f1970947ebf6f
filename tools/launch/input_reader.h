/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file input_reader.h  Reads the copies of input files that an instrumented program left (input_file_runtime.c). */
#ifndef FC_INPUT_READER_H
#define FC_INPUT_READER_H

#include "analyzer/model/profile/input_files.h"

/** Reads the folder that FORECOST_PROFILE named, in the order of file names. FC_E_INPUT: an invalid file. */
fc_status fc_input_reader_read(fc_input_files *out, const char *folder, fc_report *report);

#endif
