/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file sweep.h  The points a prediction is asked for: the product of -n RANGE and every -D name=RANGE. */
#ifndef FC_SWEEP_H
#define FC_SWEEP_H

#include "tools/command_line/command.h"
#include "tools/command_line/range.h"

typedef struct fc_sweep {
    fc_range ranks;
    char **name;     /* [n_parameters], of -D, each once */
    fc_range *range; /* [n_parameters] */
    int n_parameters;
    int first, n_points; /* the points of the product it stands for: all, or a part of them */
} fc_sweep;

/** From the options `ranks` (-n) and `define` (-D). FC_E_USAGE for a bad range, a name that is no C identifier path
 *  ("n", "grid.nx"), a name given twice, or more than `most` points in the product. */
fc_status fc_sweep_parse(FC_GIVE fc_sweep *out, const fc_arguments *arguments, int most, fc_report *report);
void fc_sweep_free(fc_sweep *sweep);

/** FC_E_USAGE unless ranks alone are swept. */
fc_status fc_sweep_check_curve(const fc_sweep *sweep, fc_report *report);
/** Points index .. index + n - 1 of a sweep as one of their own, which borrows everything from it. */
fc_sweep fc_sweep_part(const fc_sweep *sweep, int index, int n);

/** The ranks and the parameters' values of point `index`: ranks run fastest, then the last parameter. */
int fc_sweep_ranks(const fc_sweep *sweep, int index);
void fc_sweep_values(double *value, const fc_sweep *sweep, int index);

#endif
