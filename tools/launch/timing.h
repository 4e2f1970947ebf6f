/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file timing.h  Takes the time of pieces of a program (analyzer/passes/timers.h) in runs of their own, since
 * counters in its loops would slow them. */
#ifndef FC_TIMING_H
#define FC_TIMING_H

#include "tools/launch/counting.h"

struct fc_analysis;

/** What is timed so far: pieces too short for it are left out as soon as a run shows them. */
typedef struct fc_timing {
    const fc_program *program;
    int *node;
    int n;
    fc_counting *counting; /* built with these; NULL: not yet */
} fc_timing;

void fc_timing_open(fc_timing *out, const struct fc_analysis *analysis);
void fc_timing_close(fc_timing *timing);

/** Runs the program as the options say, up to five times where that is quick, and adds the times to the run, whose
 * counts stay, with what the compiler made of the timed loops where the model knows of its own. A run in which a piece
 * turns out too short is made again without it: the time is then that of what is around. Errors of
 * fc_counting_build_timers() and fc_counting_run(). */
fc_status fc_timing_run(fc_profile_run *into, fc_timing *timing, const fc_launch_run_options *options,
                        fc_report *report);

#endif
