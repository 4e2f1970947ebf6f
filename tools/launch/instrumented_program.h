/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file instrumented_program.h  Builds an instrumented program, runs it, and reads its counters. */
#ifndef FC_INSTRUMENTED_PROGRAM_H
#define FC_INSTRUMENTED_PROGRAM_H

#include "analyzer/emit/instrument/instrument.h"
#include "tools/launch/preprocessed.h"

typedef struct fc_instrumented_program fc_instrumented_program;

/** Inserts the requested counters into the program's preprocessed units, which are opened if they are closed, and
 * builds the result. The request's units are filled in here. Several programs may be built from the same units, which
 * are closed after these programs are freed. Errors of fc_preprocessed_open(), fc_launch_build() and fc_instrument().
 */
fc_status fc_instrumented_program_build(FC_GIVE fc_instrumented_program **out, fc_preprocessed *units,
                                        const fc_instrument_request *asked, fc_report *report);
/** Runs it once. FC_E_INPUT if the program leaves no counts, or if it fails without may_end_early. The report has the
 * exit code and its last lines. */
fc_status fc_instrumented_program_run(FC_GIVE fc_profile_run *out, const fc_instrumented_program *counting,
                                      const fc_launch_run_options *options, fc_report *report);
const fc_launch_app *fc_instrumented_program_app(const fc_instrumented_program *counting);
/** Removes the built program. NULL is allowed. */
void fc_instrumented_program_free(FC_TAKE fc_instrumented_program *counting);

#endif
