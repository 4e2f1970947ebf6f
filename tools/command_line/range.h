/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file range.h  The grammar of ranges, for ranks (-n), parameters (-D) and other numbers on the command line.
 *
 *    range  = item { "," item }
 *    item   = number [ ":" number [ ":" step ] ]      first to last; the last value is included if a step reaches it
 *    step   = number | "x" number                     added, or multiplied; 1 when absent
 *    number = [ "-" ] digits [ "." digits ] [ "e" [ "+" | "-" ] digits ]
 *
 * `4`, `1,2,8`, `1:16`, `1:64:8` (1, 9, ..., 57), `1:1024:x2` (1, 2, 4, ..., 1024). */
#ifndef FC_RANGE_H
#define FC_RANGE_H

#include "support/status.h"

#include <stdbool.h>

enum {
    FC_RANGE_MAX_POINTS = 100000
};

/** The values in the order written; n >= 1, all finite. */
typedef struct fc_range {
    double *value;
    int n;
} fc_range;

/** The limits of a range's values. what: the option for messages, "-n" or "-D n"; whole: whole numbers only. */
typedef struct fc_range_limits {
    const char *what;
    double least, greatest;
    bool whole;
} fc_range_limits;

/** Parses the whole text. FC_E_USAGE with the column in `text` (from 1): a syntax error, a value outside the limits, a
 * last value below the first, a step that does not advance, or more than FC_RANGE_MAX_POINTS values. */
fc_status fc_range_parse(FC_GIVE fc_range *out, const char *text, const fc_range_limits *limits, fc_report *report);
void fc_range_free(fc_range *range);

/** A number of ranks: a whole number of 1 .. 2^31 - 1. */
fc_status fc_range_parse_ranks(FC_GIVE fc_range *out, const char *text, fc_report *report);

#endif
