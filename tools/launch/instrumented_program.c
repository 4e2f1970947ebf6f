/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/launch/instrumented_program.h"
#include "support/messages/profile.h"
#include "tools/launch/counter_reader.h"
#include "tools/launch/input_reader.h"
#include "tools/process/scratch.h"

#include <stdio.h>
#include <stdlib.h>

struct fc_instrumented_program {
    const fc_program *program;
    fc_instrumented *instrumented;
    fc_launch_app *app;
};

/* Builds the requested program. A marked program is linked with the timing library, the others with the runtime of the
 * counters. */
static fc_status build_request(fc_instrumented_program *made, fc_preprocessed *units,
                               const fc_instrument_request *request, fc_report *report)
{
    fc_status status = fc_instrument(&made->instrumented, request, report);
    if (status)
        return status;
    fc_preprocessed_parts parts = {.text = (const char *const *)made->instrumented->text,
                                   .runtime = request->marks_block ? NULL : made->instrumented->runtime,
                                   .runtime_flag = "-O1",
                                   .is_timed = request->marks_block,
                                   .has_lines = request->n_timers > 0 && request->program->n_code > 0};
    return fc_preprocessed_build(&made->app, units, &parts, report);
}

fc_status fc_instrumented_program_build(FC_GIVE fc_instrumented_program **out, fc_preprocessed *units,
                                        const fc_instrument_request *asked, fc_report *report)
{
    fc_status status = fc_preprocessed_open(units, asked->program, report);
    if (status)
        return status;
    fc_instrumented_program *made = fc_allocate(1, sizeof *made);
    fc_instrument_request request = *asked;
    made->program = request.program;
    request.unit = units->unit;
    request.n_units = units->n;
    status = build_request(made, units, &request, report);
    if (status)
        fc_instrumented_program_free(made);
    else
        *out = made;
    return status;
}

const fc_launch_app *fc_instrumented_program_app(const fc_instrumented_program *counting)
{
    return counting->app;
}

/* OpenMP directives are removed (preprocessed.c), so a program that queries the number of threads must get one. */
static fc_status run_in(fc_profile_run *out, const fc_instrumented_program *counting,
                        const fc_launch_run_options *options, const char *folder, fc_report *report)
{
    fc_launch_run_options with_folder = *options;
    char *variable = fc_format("FORECOST_PROFILE=%s", folder);
    const char *const environment[] = {variable, "OMP_NUM_THREADS=1"};
    with_folder.environment = environment;
    with_folder.n_environment = 2;
    fc_launch_result result = {0};
    fc_status status = fc_launch_run(&result, fc_launch_executable(counting->app), &with_folder, report);
    if (!status && !options->may_end_early)
        status = fc_launch_check(&result, options, report);
    if (!status)
        status = fc_counter_reader_read(out, folder, counting->instrumented, report);
    if (!status)
        status = fc_input_reader_read(&out->inputs, folder, report);
    if (!status)
        out->is_partial = fc_launch_check(&result, options, NULL) != FC_OK;
    if (!status && out->ranks != options->ranks) {
        status = fc_fail(report, FC_E_INPUT, FC_NOWHERE,
                         "Use the launcher of the MPI library that the program is built with.",
                         FC_MSG_PROGRAM_RAN_RANKS_INSTEAD, out->ranks, options->ranks);
        fc_profile_run_free(out);
    }
    fc_launch_result_free(&result);
    free(variable);
    return status;
}

/* Each run gets its own folder, so that counters of a failed run are not read for the next one. */
fc_status fc_instrumented_program_run(FC_GIVE fc_profile_run *out, const fc_instrumented_program *counting,
                                      const fc_launch_run_options *options, fc_report *report)
{
    fc_scratch scratch = {0};
    fc_status status = fc_scratch_open(&scratch, report);
    if (status)
        return status;
    status = run_in(out, counting, options, scratch.folder, report);
    fc_scratch_close(&scratch);
    return status;
}

void fc_instrumented_program_free(FC_TAKE fc_instrumented_program *counting)
{
    if (!counting)
        return;
    fc_launch_app_free(counting->app);
    fc_instrumented_free(counting->instrumented);
    free(counting);
}
