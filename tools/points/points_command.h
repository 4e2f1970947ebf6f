/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file points_command.h  The common part of predict and validate: predicts every point of a sweep, and prints it. */
#ifndef FC_POINTS_COMMAND_H
#define FC_POINTS_COMMAND_H

#include "tools/output/plot.h"
#include "tools/prediction/prediction_context.h"
#include "tools/validation/measured_points.h"

/** FC_CONTEXT_OPTIONS and the further options of a prediction. threads: "N", or "RANGE" for several numbers. */
#define FC_PREDICTION_OPTIONS_OF(many_machines, threads)                                                               \
    FC_CONTEXT_OPTIONS_OF(many_machines), FC_PLACEMENT_OPTION, FC_COLLECTIVES_OPTION, FC_THREADS_OPTIONS_OF(threads),  \
        {0, "comm-model", "FILE.c", NULL, NULL, false, "C functions fc_time_MPI_... that replace runtime functions"},  \
        {0,                                                                                                            \
         "method",                                                                                                     \
         "NAME",                                                                                                       \
         "sum|ranks",                                                                                                  \
         "sum",                                                                                                        \
         false,                                                                                                        \
         "sum: each rank alone; ranks: all ranks together, waiting for each other"},                                   \
    {                                                                                                                  \
        0, "every-rank", NULL, NULL, NULL, false, "with --method ranks: evaluate every rank of each equivalence class" \
    }
#define FC_PREDICTION_OPTIONS FC_PREDICTION_OPTIONS_OF(false, "N")

/** FC_PREDICTION_OPTIONS and the options of the output. */
#define FC_POINTS_OPTIONS                                                                                              \
    FC_PREDICTION_OPTIONS_OF(false, "RANGE"),                                                                          \
        {0, "signature", "FILE", NULL, NULL, false, "take the memory traffic from this application signature"},        \
        {0, "format", "FORMAT", "table|json|csv", "table", false, "the format of the output"},                         \
        FC_PLOT_OPTION("a picture of the times, with their interval")

/** Measures the points of one number of threads after their prediction; fills *out for those without
 * a failure. A point that cannot be measured gets one. */
typedef fc_status fc_points_measure(const fc_measured_points *out, const fc_arguments *arguments,
                                    const fc_prediction_context *context, fc_prediction *predictions,
                                    fc_report *report);

/** measure NULL: nothing is measured. */
fc_status fc_points_command(const fc_arguments *arguments, fc_points_measure *measure, fc_report *report);

#endif
