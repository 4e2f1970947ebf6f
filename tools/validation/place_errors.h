/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file place_errors.h  Where a prediction errs: predicted and measured seconds of each timed region and each
 * communication and library call, on the slowest rank of the prediction.
 *
 * The regions are those of a timed profiling run (analyzer/emit/instrument/timers.h). Their measured times are those of
 * undisturbed intervals (tools/measure/undisturbed_time.h) where several executions give them. */
#ifndef FC_PLACE_ERRORS_H
#define FC_PLACE_ERRORS_H

#include "tools/measure/timing.h"
#include "tools/output/table.h"
#include "tools/prediction/prediction_context.h"

typedef struct fc_place_error {
    const char *file; /* borrowed from the program, as the next two */
    int line;
    const char *function;
    const char *operation; /* "MPI_Bcast"; NULL: computation. FC_FIRST_TOUCH: all first touches of memory, by the place
                              of the largest */
    double predicted_s, measured_s;
    const char *reason; /* what may cause the difference; "": unknown, or the difference is small */
} fc_place_error;

/** The undisturbed time of the program without timers, with its bounds. */
typedef struct fc_undisturbed_program {
    double seconds, low_s, high_s; /* low_s <= seconds <= high_s; 0: unknown */
    double share;                  /* of the least run without timers; <= 1 */
    bool is_known;                 /* false: other load leaves no more than the bounds */
} fc_undisturbed_program;

/** By descending difference, then by place. */
typedef struct fc_place_errors {
    fc_place_error *row;
    int n;
    double predicted_s, measured_s; /* of the rest, which main or procedures that communicate do */
    double timed_s;     /* of the rank, of the build with timers: the measured times of all places and the rest */
    double timed_share; /* undisturbed share of the least run with timers: other load on the host took the rest; <= 1 */
    fc_undisturbed_program program; /* without timers, whose code may differ; set by the caller */
} fc_place_errors;

/** Runs the timed build at the prediction's point. timed_s is 0 if nothing could be timed. Errors of
 * fc_timing_run(). */
fc_status fc_place_errors_measure(FC_GIVE fc_place_errors *out, const fc_prediction_context *context,
                                  const fc_prediction *prediction, fc_timing *timing,
                                  const fc_launch_run_options *options, fc_report *report);
void fc_place_errors_free(fc_place_errors *errors);

/** The largest differences as lines of text, at most `most` of them: those of at least 1 % of the whole. */
void fc_place_errors_print_largest(fc_text *out, const fc_place_errors *errors, int most);
/** Fills an empty table with all of them and the rest, for people, JSON and CSV. */
void fc_place_errors_table(fc_table *out, const fc_place_errors *errors, int ranks);

#endif
