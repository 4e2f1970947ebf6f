/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file points.h  Predicted points, with measured times beside them, as table, JSON, CSV, or picture. */
#ifndef FC_POINTS_H
#define FC_POINTS_H

#include "runtime/host/evaluate.h"
#include "tools/command_line/sweep.h"
#include "tools/launch/launch.h"
#include "tools/prediction/region_factors.h"
#include "tools/validation/place_errors.h"

/** The predicted points with their program, machine and models. All borrowed. */
typedef struct fc_points {
    const char *model;             /* the file, "jacobi.fc" */
    const char *machine;           /* its name */
    const char *provenance;        /* of the machine, for the table: "gcc -O2, 2026-11-02"; may be "" */
    const char *method;            /* the value of --method: "sum", "ranks" */
    const char *compute_model;     /* "memory" */
    int threads;                   /* of OpenMP regions without a number of their own; 0: there is none */
    const fc_range *swept_threads; /* several, as the sweep's first parameter; NULL: one */
    const fc_cost_program *program;
    const fc_coefficients *coefficients;
    const fc_sweep *sweep;
    const fc_prediction *prediction;  /* [sweep->n_points], in the sweep's order; skipped ones are left out */
    const bool *early;                /* [sweep->n_points]: usable_points.h; NULL: unknown */
    const fc_region_factors *factors; /* of compute model "fitted"; NULL: another model */
    const fc_program *source;         /* the program of the factors' nodes */
    const fc_launch_times *measured;  /* [sweep->n_points]; NULL: nothing was measured */
    const fc_place_errors *places; /* [sweep->n_points], program.seconds 0: not by place; NULL: nothing was measured */
    bool lists_places;             /* all of them, not only the largest differences */
} fc_points;

/** format: "table", "json" or "csv". */
void fc_points_print(fc_text *out, const fc_points *points, const char *format);

/** FC_E_USAGE: the path's ending is no picture format, or the sweep gives no curve, or too many. */
fc_status fc_points_check_plot(const char *path, const fc_sweep *sweep, fc_report *report);
/** Time over the sweep's axis (sweep_axis.h): a curve for each combination of the other parameters. A single curve is
 * drawn with its interval, its parts, and the measured times. */
fc_status fc_points_plot(const char *path, const fc_points *points, fc_report *report);

#endif
