/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file points_command.h  What predict and validate share: predict every point of a sweep, print what is known of it.
 */
#ifndef FC_POINTS_COMMAND_H
#define FC_POINTS_COMMAND_H

#include "tools/launch/launch.h"
#include "tools/output/plot.h"
#include "tools/prediction/subject.h"

/** FC_SUBJECT_OPTIONS, and what else a prediction can be told; threads: "N", or "RANGE" for several numbers. */
#define FC_PREDICTION_OPTIONS_OF(many_machines, threads)                                                               \
    FC_SUBJECT_OPTIONS_OF(many_machines), FC_PLACEMENT_OPTION, FC_COLLECTIVES_OPTION, FC_THREADS_OPTIONS_OF(threads),  \
        {0, "comm-model", "FILE.c", NULL, NULL, false, "C functions fc_time_MPI_... that replace runtime functions"},  \
        {0,                                                                                                            \
         "method",                                                                                                     \
         "NAME",                                                                                                       \
         "sum|ranks",                                                                                                  \
         "sum",                                                                                                        \
         false,                                                                                                        \
         "each rank alone, or all ranks side by side: who waits for whom"},                                            \
    {                                                                                                                  \
        0, "every-rank", NULL, NULL, NULL, false, "with --method ranks: run every rank, also those that behave alike"  \
    }
#define FC_PREDICTION_OPTIONS FC_PREDICTION_OPTIONS_OF(false, "N")

/** And how to print it. */
#define FC_POINTS_OPTIONS                                                                                              \
    FC_PREDICTION_OPTIONS_OF(false, "RANGE"), {0,                                                                      \
                                               "signature",                                                            \
                                               "FILE",                                                                 \
                                               NULL,                                                                   \
                                               NULL,                                                                   \
                                               false,                                                                  \
                                               "memory traffic from an application signature, not from the source"},   \
        {0, "format", "FORMAT", "table|json|csv", "table", false, "how to print"},                                     \
        FC_PLOT_OPTION("a picture of the times, with their interval")

/** Called between predicting and printing, for each number of threads; fills measured[sweep->n_points]. */
typedef fc_status fc_points_measure(fc_launch_times *measured, const fc_arguments *arguments, const fc_subject *subject,
                                    const fc_prediction *predictions, int n_points, fc_report *report);

/** measure NULL: nothing is measured. */
fc_status fc_points_command(const fc_arguments *arguments, fc_points_measure *measure, fc_report *report);

#endif
