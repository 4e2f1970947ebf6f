/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file timing.h  Times regions of a program (analyzer/emit/instrument/timers.h) in separate runs, since counters in
 * their loops would slow them down. */
#ifndef FC_TIMING_H
#define FC_TIMING_H

#include "tools/launch/instrumented_program.h"

struct fc_analysis;

/** The timed regions. Regions too short for a timer are dropped as soon as a run detects them. */
typedef struct fc_timing {
    const fc_program *program;
    fc_preprocessed *units; /* of the program; closed after the timing */
    int *node;
    int n;
    int rest;                          /* main's body, if fc_timing_add_rest() added it; else -1 */
    fc_instrumented_program *counting; /* built with these regions; NULL: not yet built */
    double build_s;                    /* all builds so far */
} fc_timing;

void fc_timing_open(fc_timing *out, const struct fc_analysis *analysis, fc_preprocessed *units);
/** Times the program's communication calls too, library calls of varying cost outside of all timed regions, and what
 * main does elsewhere (main's body). */
void fc_timing_add_rest(fc_timing *timing, const struct fc_analysis *analysis);
void fc_timing_close(fc_timing *timing);

/** Runs the program up to five times if that is fast, and adds the times to the run, whose counts stay. Also adds the
 * machine code of the timed loops if the model has machine code. If a region proves too short, its timer is removed and
 * the run is repeated; its time then counts for the enclosing region. Errors of fc_instrumented_program_build() and
 * fc_instrumented_program_run(). */
fc_status fc_timing_run(fc_profile_run *into, fc_timing *timing, const fc_launch_run_options *options,
                        fc_report *report);

/** Seconds of a timed region in one run on one rank: of its undisturbed intervals if there are any, else the median of
 * the repeats; with the variance. First touches of fresh memory, which the model charges to the allocation, are
 * subtracted: touch_s seconds a byte. */
typedef struct fc_timed_seconds {
    double seconds, variance;
} fc_timed_seconds;
fc_timed_seconds fc_timing_seconds(const fc_profile_run *run, const fc_profile_timer *timer, int rank, double touch_s);

#endif
