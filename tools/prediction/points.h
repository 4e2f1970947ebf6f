/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file points.h  Predicted points, and the measured ones beside them, as a person or a program reads them. */
#ifndef FC_POINTS_H
#define FC_POINTS_H

#include "runtime/scaling/evaluate.h"
#include "tools/command_line/sweep.h"
#include "tools/launch/launch.h"
#include "tools/prediction/region_factors.h"

/** What was predicted, and what it rests on. All borrowed. */
typedef struct fc_points {
    const char *model;             /* the file, "jacobi.fc" */
    const char *machine;           /* its name */
    const char *provenance;        /* of the machine, for people: "gcc -O2, 2026-11-02"; may be "" */
    const char *method;            /* the one asked for: "sum", "ranks" */
    const char *compute_model;     /* "memory" */
    int threads;                   /* of OpenMP regions that tell no number; 0: there is none */
    const fc_range *swept_threads; /* several, the sweep's first parameter; NULL: one */
    const fc_cost_program *program;
    const fc_coefficients *coefficients;
    const fc_sweep *sweep;
    const fc_prediction *prediction;  /* [sweep->n_points], in the sweep's order */
    const fc_region_factors *factors; /* of compute model "fitted"; NULL: another */
    const fc_program *source;         /* whose nodes they name */
    const fc_launch_times *measured;  /* likewise; NULL: nothing was measured */
} fc_points;

/** That by which the points were told: "ranks" where method sum could follow none of them; where it could follow some,
 * a column tells which. */
const char *fc_points_method(const fc_points *points);
/** format: "table", "json" or "csv". */
void fc_points_print(fc_text *out, const fc_points *points, const char *format);

/** FC_E_USAGE: the path's ending names no picture format, or the sweep makes no curve, or more than a picture holds. */
fc_status fc_points_check_plot(const char *path, const fc_sweep *sweep, fc_report *report);
/** Time over ranks, or over the first parameter swept where there is one number of ranks: a curve for each combination
 * of the other parameters; a single one with its interval, its parts, and what was measured. */
fc_status fc_points_plot(const char *path, const fc_points *points, fc_report *report);

#endif
