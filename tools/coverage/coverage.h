/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file coverage.h  The share of each place in the predicted time, the origin of its count, and how to make the count
 *  more certain. */
#ifndef FC_COVERAGE_H
#define FC_COVERAGE_H

#include "tools/prediction/prediction_context.h"

/** A loop's region, a library or MPI call; or an unknown count. */
typedef struct fc_coverage_row {
    double time_s;      /* NAN: unknown, because some count is */
    double share;       /* of the predicted time; NAN likewise */
    const char *origin; /* a word of FC_ORIGIN_LIST, or "unknown" */
    char *count;        /* an expression or a number; "" without a closed form */
    const char *file;   /* borrowed from the cost program, as the next four */
    int line;
    const char *function, *operation; /* operation "": computation */
    char *next;                       /* the advice to make the count more certain; "": none */
} fc_coverage_row;

typedef struct fc_coverage {
    const char *model;
    fc_prediction_context *context;
    int ranks;
    fc_coverage_row *row; /* by descending time; unknown counts by place */
    size_t n_rows;
    bool is_complete;            /* all counts are known; else only the unknown counts are listed */
    double time_s;               /* predicted */
    double origin[FC_N_ORIGINS]; /* its shares by origin, as in `predict` */
} fc_coverage;

/** At the sweep's only point. If counts are unknown, only these are listed. Errors of fc_prediction_context_predict().
 */
fc_status fc_coverage_create(FC_GIVE fc_coverage *out, fc_prediction_context *context, const fc_sweep *sweep,
                             const fc_arguments *arguments, fc_report *report);
void fc_coverage_free(fc_coverage *coverage);

/** format: "table", "json" or "csv"; the first `top` rows. */
void fc_coverage_print(fc_text *out, const fc_coverage *coverage, const char *format, int top);
/** One JSON object a line for each row, for editors: file, line, function, op, share, time_s, origin, count, next.
 * Unknown numbers are null. */
void fc_coverage_lines(fc_text *out, const fc_coverage *coverage);
/** The program's sources with share, origin and count of each line, as plain text or one HTML page. FC_E_INPUT: a
 * source is missing, or was changed since it was analyzed. */
fc_status fc_coverage_annotate(fc_text *out, const fc_coverage *coverage, bool is_html, fc_report *report);

#endif
