/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file sweep_axis.h  A sweep as curves: the variable of the horizontal axis, and the parameters that label the
 * curves.
 */
#ifndef FC_SWEEP_AXIS_H
#define FC_SWEEP_AXIS_H

#include "tools/command_line/sweep.h"

enum {
    FC_AXIS_RANKS = -1,
    FC_AXIS_NONE = -2,
    FC_AXIS_MOST_CURVES = 12
};

/** The axis is the ranks if they have several values, else the first parameter with several values. Point i of a curve
 * is point first + i * stride of the sweep, for every `first` that satisfies fc_sweep_axis_starts_curve(). */
typedef struct fc_sweep_axis {
    int parameter; /* FC_AXIS_RANKS, FC_AXIS_NONE, or the parameter's index */
    int n, stride;
} fc_sweep_axis;

fc_sweep_axis fc_sweep_axis_choose(const fc_sweep *sweep);
/** FC_E_USAGE: there is one point only, or there are more than FC_AXIS_MOST_CURVES curves. */
fc_status fc_sweep_axis_check(const fc_sweep *sweep, fc_report *report);
/** "ranks", or the parameter's name. */
const char *fc_sweep_axis_name(const fc_sweep *sweep, const fc_sweep_axis *axis);
/** Whether a curve begins with this point of the sweep. */
bool fc_sweep_axis_starts_curve(const fc_sweep_axis *axis, int index);
/** The coordinate of a point on the axis. */
double fc_sweep_axis_coordinate(const fc_sweep *sweep, const fc_sweep_axis *axis, int index);
/** The curve's label, "n = 500, iterations = 10": the other swept parameters with their values. */
FC_GIVE char *fc_sweep_axis_curve_label(const fc_sweep *sweep, const fc_sweep_axis *axis, int first);

#endif
