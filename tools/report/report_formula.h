/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file report_formula.h  A program's formula as a report needs it, and the counters it reads. */
#ifndef FC_REPORT_FORMULA_H
#define FC_REPORT_FORMULA_H

#include "tools/prediction/subject.h"

/** Owns its texts. Either json and script, or why_not. */
typedef struct fc_report_formula {
    char *json;    /* fc_formula_print_json() at the point */
    char *script;  /* fc_formula_print_script() */
    char *why_not; /* the report of why there is none */
} fc_report_formula;

/** point: a prediction of the subject in the sweep, where shares are told. */
fc_status fc_report_formula_create(FC_GIVE fc_report_formula *out, fc_subject *subject, const fc_sweep *sweep,
                                   const fc_prediction *point, fc_report *report);
void fc_report_formula_free(fc_report_formula *formula);

/** A JSON array: at each predicted point of the sweep ("point": its number) the value of each counter (null: not known)
 * and its origin. */
void fc_report_formula_counters(fc_text *out, fc_subject *subject, const fc_sweep *sweep, const fc_prediction *point);

#endif
