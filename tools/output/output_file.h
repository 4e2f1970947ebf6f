/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file output_file.h  A file that is written as a stream and appears under its name when it is whole. Until then its
 * content is in a file without a name, which no signal leaves behind. */
#ifndef FC_OUTPUT_FILE_H
#define FC_OUTPUT_FILE_H

#include "support/text.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct fc_output_file {
    FILE *stream;
    char *path;
} fc_output_file;

/** FC_E_INPUT: the file cannot be created. */
fc_status fc_output_file_open(FC_GIVE fc_output_file *out, const char *path, fc_report *report);
/** Writes the file as fc_file_write() does if `is_whole`; otherwise nothing. Of {0} too. FC_E_INPUT: a write failed. */
fc_status fc_output_file_close(fc_output_file *file, bool is_whole, fc_report *report);

#endif
