/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file instrumented_program.h  Builds an instrumented program, runs it, and reads its counters. */
#ifndef FC_INSTRUMENTED_PROGRAM_H
#define FC_INSTRUMENTED_PROGRAM_H

#include "analyzer/emit/instrument/instrument.h"
#include "tools/launch/launch.h"

typedef struct fc_instrumented_program fc_instrumented_program;

/** Preprocesses each main file with the program's own compiler and flags, inserts the requested counters, and builds
 * the result. The request's units are filled in here. Errors of fc_launch_build() and fc_instrument(). */
fc_status fc_instrumented_program_build(FC_GIVE fc_instrumented_program **out, const fc_instrument_request *asked,
                                        fc_report *report);
/** The same with timers around these procedure bodies and loops (analyzer/cost_tree/timers.h) instead of counters. */
fc_status fc_instrumented_program_build_timers(FC_GIVE fc_instrumented_program **out, const fc_program *program,
                                               const int *node_id, int n_nodes, fc_report *report);
/** Runs it once. FC_E_INPUT if the program leaves no counts, or if it fails without may_end_early. The report has the
 * exit code and its last lines. */
fc_status fc_instrumented_program_run(FC_GIVE fc_profile_run *out, const fc_instrumented_program *counting,
                                      const fc_launch_run_options *options, fc_report *report);
/** Builds the program without counters but with the timing library, for fc_launch_measure(): the time is recorded at
 * each mark of a timed region (design, section 1). Errors likewise. */
fc_status fc_instrumented_program_build_marked(FC_GIVE fc_instrumented_program **out, const fc_program *program,
                                               fc_report *report);
const fc_launch_app *fc_instrumented_program_app(const fc_instrumented_program *counting);
/** Removes the built program. NULL is allowed. */
void fc_instrumented_program_free(FC_TAKE fc_instrumented_program *counting);

#endif
