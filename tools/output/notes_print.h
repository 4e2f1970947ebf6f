/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file notes_print.h  Prints notes; notes with the same text are shown three times and then counted. */
#ifndef FC_NOTES_PRINT_H
#define FC_NOTES_PRINT_H

#include <stdbool.h>
#include <stdio.h>

/** Prints notes "PLACE: TEXT" with their continuation lines, which begin with a space. Of notes with the same text the
 * first three are printed, followed by the number of the others; is_all: prints every note. */
void fc_notes_print(FILE *out, const char *notes, bool is_all);

#endif
