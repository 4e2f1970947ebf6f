/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file sweep_rows.h  The points of a sweep as lines of CSV or JSON; any range of points can be written on its own. */
#ifndef FC_SWEEP_ROWS_H
#define FC_SWEEP_ROWS_H

#include "tools/sweep/closed_form.h"
#include "tools/sweep/sweep_workers.h"

typedef struct fc_sweep_rows {
    fc_prediction_context *context;
    const fc_arguments *arguments;
    fc_closed_form closed;
    bool is_csv;
    struct fc_sweep_text *before; /* [n_numbers + 1]: the text before each number of a line, and after the last */
    int n_numbers;                /* ranks, parameters, columns */
    char *line;                   /* scratch memory for the longest line */
    const struct fc_sweep_column **column; /* [n_columns] of --columns */
    int n_columns;
} fc_sweep_rows;

/** From the options `format` (csv or jsonl) and `columns`. sweep: the whole, before it is divided. context and
 * arguments are borrowed. FC_E_USAGE: an unknown column, or one given twice; errors of fc_closed_form_open(). */
fc_status fc_sweep_rows_open(FC_GIVE fc_sweep_rows *out, fc_prediction_context *context, const fc_sweep *sweep,
                             const fc_arguments *arguments, fc_report *report);
void fc_sweep_rows_close(fc_sweep_rows *rows);

/** CSV's header line; nothing for JSON. */
void fc_sweep_rows_keys(fc_text *out, const fc_sweep_rows *rows);
/** Predicts the points, some of the sweep, and appends a line for each. The line of a skipped point lacks the numbers
 * after its parameters. Nothing is appended on an error. */
fc_status fc_sweep_rows_write(fc_text *out, fc_sweep_rows *rows, const fc_sweep *points, fc_sweep_skipped *skipped,
                              fc_report *report);

#endif
