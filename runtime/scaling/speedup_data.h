/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file speedup_data.h  Reads observed run times or speedups from a CSV file. */
#ifndef FC_SPEEDUP_DATA_H
#define FC_SPEEDUP_DATA_H

#include "support/status.h"

#include <stdbool.h>

enum {
    FC_SPEEDUP_MOST_ROWS = 10000
};

/** An observation on `ranks` >= 1, an integer; value > 0: seconds or a speedup. */
typedef struct fc_speedup_row {
    double ranks, value;
} fc_speedup_row;

/** Observations sorted by ranks; equal ranks in the order of the file. */
typedef struct fc_speedup_data {
    bool is_times; /* values are seconds */
    fc_speedup_row *row;
    int n;
} fc_speedup_data;

/** Reads a header `ranks,speedup` or `ranks,time_s` and one observation a line. Blanks around fields, empty lines, CRLF
 * and a byte order mark are accepted. FC_E_INPUT with line and column for any other text, for a file without rows, and
 * for more than FC_SPEEDUP_MOST_ROWS rows. */
fc_status fc_speedup_data_read(FC_GIVE fc_speedup_data *out, const char *path, fc_report *report);
/** Sorts the rows (stable, by ranks). */
void fc_speedup_data_sort(fc_speedup_data *data);
void fc_speedup_data_free(fc_speedup_data *data);

#endif
