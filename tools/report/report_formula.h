/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file report_formula.h  A program's formula for a report, and the values of its counters. */
#ifndef FC_REPORT_FORMULA_H
#define FC_REPORT_FORMULA_H

#include "tools/prediction/prediction_context.h"

/** Owns its texts: either json, script and numbers, or why_not. */
typedef struct fc_report_formula {
    char *json;    /* fc_formula_print_json() at the point */
    char *script;  /* fc_formula_print_script() */
    char *numbers; /* a JSON array by point of the sweep: "slowest_rank", and "values" of quantities and parts without
                      closed form, by their number in the formula; [] if it has none */
    char *why_not; /* the report of the failure */
} fc_report_formula;

/** A program and its points; arguments: with the application's own. All borrowed. */
typedef struct fc_report_formula_source {
    fc_prediction_context *context;
    const fc_sweep *sweep;
    const fc_prediction *point; /* the prediction of the sweep's last point, for which shares are computed */
    const fc_arguments *arguments;
} fc_report_formula_source;

fc_status fc_report_formula_create(FC_GIVE fc_report_formula *out, const fc_report_formula_source *source,
                                   fc_report *report);
void fc_report_formula_free(fc_report_formula *formula);

/** An array under that key: for each predicted point of the sweep ("point": its index) the value of each counter (null:
 * not known) and its origin. */
void fc_report_formula_counters(fc_json_writer *json, const char *key, fc_prediction_context *context,
                                const fc_sweep *sweep, const fc_prediction *point);

#endif
