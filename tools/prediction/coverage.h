/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file coverage.h  What each place of a program counts for, what its count rests on, and what would make that surer
 *  (design, section 4: never guess in silence). */
#ifndef FC_COVERAGE_H
#define FC_COVERAGE_H

#include "tools/prediction/subject.h"

/** A loop's region, a library or MPI call; or a count that nobody knows. */
typedef struct fc_coverage_row {
    double time_s;      /* NAN: not known, as some count is not */
    double share;       /* of the predicted time; likewise */
    const char *origin; /* a word of FC_ORIGIN_LIST, or "unknown" */
    char *count;        /* how often, as an expression or a number; "" where it has no closed form */
    const char *file;   /* of the program, as everything below: borrowed from the cost program */
    int line;
    const char *function, *operation; /* operation "": computation */
    char *next;                       /* what would raise it; "" where nothing is left to do */
} fc_coverage_row;

typedef struct fc_coverage {
    const char *model;
    fc_subject *subject;
    int ranks;
    fc_coverage_row *row; /* longest first; counts that nobody knows by place */
    size_t n_rows;
    bool is_complete;            /* all counts are known, and shares are told */
    double time_s;               /* predicted */
    double origin[FC_N_ORIGINS]; /* shares of it, as predict tells them */
} fc_coverage;

/** At the sweep's only point. Where counts are missing only those are listed. Errors of predicting. */
fc_status fc_coverage_create(FC_GIVE fc_coverage *out, fc_subject *subject, const fc_sweep *sweep,
                             const fc_arguments *arguments, fc_report *report);
void fc_coverage_free(fc_coverage *coverage);

/** format: "table", "json" or "csv"; the first `top` rows. */
void fc_coverage_print(fc_text *out, const fc_coverage *coverage, const char *format, int top);
/** The program's sources with what each line counts for, as plain text or one HTML page. FC_E_INPUT: a source is not
 * there or was changed since it was analysed. */
fc_status fc_coverage_annotate(fc_text *out, const fc_coverage *coverage, bool is_html, fc_report *report);

#endif
