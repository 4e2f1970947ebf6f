/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file range.h  The one grammar for the values a sweep takes: ranks (-n) and named parameters (-D).
 *
 *    range  = item { "," item }
 *    item   = number [ ":" number [ ":" step ] ]      first to last, both included where the step meets them
 *    step   = number | "x" number                     added, or multiplied; 1 when absent
 *    number = [ "-" ] digits [ "." digits ] [ "e" [ "+" | "-" ] digits ]
 *
 * `4`, `1,2,8`, `1:16`, `1:64:8` (1, 9, ..., 57), `1:1024:x2` (1, 2, 4, ..., 1024). */
#ifndef FC_RANGE_H
#define FC_RANGE_H

#include "machine_properties/support/status.h"

#include <stdbool.h>

enum {
    FC_RANGE_MAX_POINTS = 100000
};

/** The values in the order written; n >= 1, all finite. */
typedef struct fc_range {
    double *value;
    int n;
} fc_range;

/** What a range may hold: who asks for it ("-n", "-D n"; named in errors), the least and the greatest value, whole
 * numbers only? */
typedef struct fc_range_limits {
    const char *what;
    double least, greatest;
    bool whole;
} fc_range_limits;

/** Parses the whole text. FC_E_USAGE, with the column of `text` (from 1), for anything else than a range, a value
 * outside the limits, last before first, a step that does not advance, or more than FC_RANGE_MAX_POINTS values. */
fc_status fc_range_parse(FC_GIVE fc_range *out, const char *text, const fc_range_limits *limits, fc_report *report);
void fc_range_free(fc_range *range);

/** A number of ranks: a whole number of 1 .. 2^31 - 1. */
fc_status fc_range_parse_ranks(FC_GIVE fc_range *out, const char *text, fc_report *report);

#endif
