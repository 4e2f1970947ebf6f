/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file speedup_data.h  Observed run times or speedups, from a CSV file. */
#ifndef FC_SPEEDUP_DATA_H
#define FC_SPEEDUP_DATA_H

#include "machine_properties/support/status.h"

#include <stdbool.h>

enum {
    FC_SPEEDUP_MOST_ROWS = 10000
};

/** One observation on `ranks` >= 1, a whole number; value > 0: seconds, or a speedup. */
typedef struct fc_speedup_row {
    double ranks, value;
} fc_speedup_row;

/** Observations by ascending ranks, repeated ones in the order of the file. */
typedef struct fc_speedup_data {
    bool is_times; /* values are seconds */
    fc_speedup_row *row;
    int n;
} fc_speedup_data;

/** A header `ranks,speedup` or `ranks,time_s`, then one observation a line; blanks around a field, empty lines, CRLF
 *  and a byte order mark are nothing. FC_E_INPUT with line and column for everything else; a file without rows, or
 *  with more than FC_SPEEDUP_MOST_ROWS, is refused. */
fc_status fc_speedup_data_read(FC_GIVE fc_speedup_data *out, const char *path, fc_report *report);
/** Sorts rows as fc_speedup_data has them. */
void fc_speedup_data_sort(fc_speedup_data *data);
void fc_speedup_data_free(fc_speedup_data *data);

#endif
