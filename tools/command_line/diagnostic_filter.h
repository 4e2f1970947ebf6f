/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file diagnostic_filter.h  --quiet and --warnings LIST: which warnings and notes every command shows. */
#ifndef FC_DIAGNOSTIC_FILTER_H
#define FC_DIAGNOSTIC_FILTER_H

#include "support/text.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct fc_diagnostic_filter {
    bool is_set;           /* one of the two options is given */
    bool hides_all;        /* what no entry of the list names is hidden */
    fc_text shown, hidden; /* "FC0201 FC0302 ": the codes that the list names */
} fc_diagnostic_filter;

/** Takes both options out of argv[0 .. *argc), up to "--", and reads them. FC_E_USAGE for an unknown code or a missing
 * list. Entries are read from left to right: all, none, FC0201 (show), -FC0201 (hide). */
fc_status fc_diagnostic_filter_read(FC_GIVE fc_diagnostic_filter *out, int *argc, const char **argv, fc_report *report);
/** A stream that passes all lines on to `to` but hidden diagnostics and the indented lines after them. fclose() ends it
 * and leaves `to` open. The filter must outlive the stream. NULL: out of memory. */
FILE *fc_diagnostic_filter_open(fc_diagnostic_filter *filter, FILE *to);
void fc_diagnostic_filter_free(fc_diagnostic_filter *filter);

#endif
