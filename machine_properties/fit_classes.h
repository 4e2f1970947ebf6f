/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file fit_classes.h  All runtime functions of one operation: powers of two, other numbers of ranks, few ranks. */
#ifndef FC_FIT_CLASSES_H
#define FC_FIT_CLASSES_H

#include "machine_properties/fit.h"

/** n >= 1 points; their order changes. */
typedef struct fc_fit_points {
    fc_fit_point *point;
    int n;
} fc_fit_points;

/** Sets communication, and where three rank counts or more of each were measured and it helps uneven and few of the
 * operation. Errors as fc_fit_runtime_function(). */
fc_status fc_fit_operation(fc_coefficients *to, bool *is_assumed, const fc_fit_subject *subject, fc_fit_points points,
                           fc_report *report);

#endif
