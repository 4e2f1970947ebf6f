/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file notes_print.h  Notes that say the same of many places, shown a few times and counted. */
#ifndef FC_NOTES_PRINT_H
#define FC_NOTES_PRINT_H

#include <stdbool.h>
#include <stdio.h>

/** Prints notes, "PLACE: what it says" each, with the lines behind it that begin with a blank. Of those that say the
 * same the first three, and how many more there are; is_all: each one. */
void fc_notes_print(FILE *out, const char *notes, bool is_all);

#endif
