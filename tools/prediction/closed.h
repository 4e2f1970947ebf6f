/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file closed.h  The points of a sweep predicted by the program's formula, where it has one that tells them.
 *
 * Formula and cost program are made in two ways from one tree. The formula serves only if both agree at the corners of
 * the sweep, and where it does not tell a point the cost program does. */
#ifndef FC_CLOSED_H
#define FC_CLOSED_H

#include "analyzer/emit/formula_points.h"
#include "machine_properties/support/text.h"
#include "tools/prediction/subject.h"

typedef struct fc_closed {
    fc_formula *formula;
    fc_formula_points *points; /* NULL: the cost program predicts all points */
    int *of_program;           /* by the formula's parameter: the cost program's */
    int *of_sweep;             /* by the cost program's parameter: the sweep's; -1: it is not swept */
    double *fixed;             /* by the cost program's parameter: its value where it is not swept; NAN: not passed */
    int n_parameters;          /* of the cost program */
    bool is_known;             /* the fixed ones are */
    double *value;             /* memory of fc_closed_predict() */
    size_t capacity;
} fc_closed;

/** Decides once for all points of the sweep, so that a point's prediction does not depend on which others are asked for
 * with it. Warns on arguments->errors where formula and cost program disagree. FC_E_INTERRUPTED; an error of the cost
 * program is left to be told at its point. */
fc_status fc_closed_open(FC_GIVE fc_closed *out, fc_subject *subject, const fc_sweep *sweep,
                         const fc_arguments *arguments, fc_report *report);
/** Of {0} too. */
void fc_closed_close(fc_closed *closed);

/** What the machine tells that no formula does, "its network, collectives as algorithms": on a network that tells
 * places apart a message's price is the cost program's to tell; so are collectives by their algorithms, and variants of
 * runtime functions by where ranks live. Nothing: empty. */
void fc_closed_left_out(fc_text *out, const fc_coefficients *machine);

/** All points of the sweep (a part of that of fc_closed_open): their totals as of fc_formula_points_run(). */
void fc_closed_predict(fc_totals *out, fc_closed *closed, const fc_sweep *sweep);
/** The cost program's parameter i at a point that has the values `swept`. */
double fc_closed_parameter(const fc_closed *closed, int i, const double *swept);

#endif
