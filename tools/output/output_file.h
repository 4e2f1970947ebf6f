/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file output_file.h  A file that is written as a stream and appears under its name when it is whole. */
#ifndef FC_OUTPUT_FILE_H
#define FC_OUTPUT_FILE_H

#include "support/text.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct fc_output_file {
    FILE *stream;
    char *path, *temporary; /* in the same folder */
} fc_output_file;

/** FC_E_INPUT: the file cannot be created. */
fc_status fc_output_file_open(FC_GIVE fc_output_file *out, const char *path, fc_report *report);
/** Gives the file its name if `is_whole` and everything was written; removes it otherwise. Of {0} too.
 *  FC_E_INPUT: a write failed. */
fc_status fc_output_file_close(fc_output_file *file, bool is_whole, fc_report *report);

#endif
