/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file fit_classes.h  Fits all runtime functions of an operation: powers of two, other rank counts, small rank
 * counts.
 */
#ifndef FC_FIT_CLASSES_H
#define FC_FIT_CLASSES_H

#include "machine_properties/calibration/fit.h"

/** n >= 1 points; their order changes. */
typedef struct fc_fit_points {
    fc_fit_point *point;
    int n;
} fc_fit_points;

/** Sets the operation's `communication`. Also sets `non_power_of_two` if both classes have at least three rank counts,
 * and `few` if that lowers the error. Errors as fc_fit_runtime_function(). */
fc_status fc_fit_operation(fc_coefficients *to, bool *is_assumed, const fc_fit_target *target, fc_fit_points points,
                           fc_report *report);

#endif
