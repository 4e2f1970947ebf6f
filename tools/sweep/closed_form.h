/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file closed_form.h  The points of a sweep by the closed-form evaluator: the program's formula instead of its cost
 * program.
 *
 * Formula and cost program are derived in two ways from one tree. The formula is used only if both agree at the corners
 * of the sweep. A point without a value of the formula is left to the cost program. */
#ifndef FC_CLOSED_FORM_H
#define FC_CLOSED_FORM_H

#include "analyzer/emit/formula/points/formula_points.h"
#include "support/text.h"
#include "tools/prediction/prediction_context.h"

typedef struct fc_closed_form {
    fc_formula *formula;
    fc_formula_points *points; /* NULL: the cost program predicts all points */
    int *of_program;           /* by the formula's parameter: its index in the cost program */
    int *of_sweep;             /* by the cost program's parameter: its index in the sweep; -1: it is not swept */
    double *fixed;             /* by the cost program's parameter: its value if it is not swept; NAN: not set */
    int n_parameters;          /* of the cost program */
    bool is_known;             /* `fixed` is filled */
    double *value;             /* scratch memory of fc_closed_form_predict() */
    size_t capacity;
} fc_closed_form;

/** Decides once for all points of the sweep, so that the prediction of a point does not depend on how the sweep is
 * divided. Warns on arguments->errors if formula and cost program disagree. FC_E_INTERRUPTED; an error of the cost
 * program is reported when its point is predicted. */
fc_status fc_closed_form_open(FC_GIVE fc_closed_form *out, fc_prediction_context *context, const fc_sweep *sweep,
                              const fc_arguments *arguments, fc_report *report);
/** Of {0} too. */
void fc_closed_form_close(fc_closed_form *closed);

/** The machine properties that formulas leave out, "its network, collectives as algorithms"; empty: none. These are a
 * network with topology, collectives as algorithms, and runtime functions that depend on the rank placement. */
void fc_closed_form_omitted_properties(fc_text *out, const fc_prediction_context *context);

/** The totals of all points of the sweep, a part of the opened one, as by fc_formula_points_run(). */
void fc_closed_form_predict(fc_totals *out, fc_closed_form *closed, const fc_sweep *sweep);
/** The value of the cost program's parameter i at the point with the swept values `swept`. */
double fc_closed_form_parameter(const fc_closed_form *closed, int i, const double *swept);

#endif
