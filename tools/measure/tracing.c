/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/measure/tracing.h"
#include "tools/launch/preprocessed.h"
#include "tools/process/scratch.h"

#include <limits.h>
#include <stdlib.h>

static fc_access_record_plan plan_of(const fc_tracing *what, const fc_accesses *accesses)
{
    fc_access_record_plan plan = {.n_loops = (int)accesses->n_regions,
                                  .n_blocks = (int)accesses->n_blocks,
                                  .n_sites = (int)accesses->n_sites,
                                  .n_machines = what->n_machines,
                                  .burst = LONG_MAX};
    for (int m = 0; m < what->n_machines; m++)
        plan.machine[m] = what->machine[m];
    if (what->sample > 1) {
        /* Length of a burst: enough accesses of 8 bytes to fill the largest cache of all machines twice. If the program
         * counts in place, accesses within a line are not recorded, so a burst is shorter. */
        unsigned long most = 1 << 20;
        for (int m = 0; m < what->n_machines; m++) {
            const fc_cache_level *last = &what->machine[m].level[what->machine[m].n_levels - 1];
            most = last->bytes > most ? last->bytes : most;
        }
        bool in_place = forecost_counts_in_place(what->machine, what->n_machines);
        plan.burst = (long)(most / (in_place ? what->machine[0].level[0].line : 8) * 2);
        plan.left_out = what->sample - 1;
    }
    return plan;
}

static fc_status build(fc_launch_app **out, fc_accesses **accesses, fc_preprocessed *units, const fc_tracing *what,
                       fc_report *report)
{
    fc_text runtime = {0};
    fc_status status = fc_preprocessed_open(units, what->program, report);
    fc_accesses_request request = {.program = what->program,
                                   .unit = units->unit,
                                   .n_units = units->n,
                                   .choice = what->choice,
                                   .n_choices = what->n_choices,
                                   .is_sampled = what->sample > 1};
    if (forecost_counts_in_place(what->machine, what->n_machines))
        request.line_bytes = what->machine[0].level[0].line;
    if (!status)
        status = fc_accesses_print(accesses, &request, report);
    if (!status) {
        fc_access_record_plan plan = plan_of(what, *accesses);
        fc_access_record_print_plan(&runtime, &plan);
        fc_preprocessed_parts parts = {
            .text = (const char *const *)(*accesses)->text, .runtime = runtime.bytes, .runtime_flag = "-O2"};
        status = fc_preprocessed_build(out, units, &parts, report);
    }
    fc_text_free(&runtime);
    return status;
}

static fc_status run_in(fc_access_record *out, const fc_tracing *what, const fc_launch_app *app,
                        const fc_access_record_plan *plan, const char *folder, fc_report *report)
{
    fc_launch_run_options options = what->run;
    char *variable = fc_format("FORECOST_SIGNATURE=%s", folder);
    const char *const environment[] = {variable, "OMP_NUM_THREADS=1"};
    options.environment = environment;
    options.n_environment = 2;
    fc_launch_result result = {0};
    fc_status status = fc_launch_run(&result, fc_launch_executable(app), &options, report);
    if (!status)
        status = fc_launch_check(&result, &options, report);
    if (!status)
        status = fc_access_record_read(out, plan, folder, options.ranks, report);
    fc_launch_result_free(&result);
    free(variable);
    return status;
}

static fc_status trace(fc_signature **out, const fc_tracing *what, const char *folder, fc_report *report)
{
    fc_launch_app *app = NULL;
    fc_preprocessed units = {0};
    fc_accesses *accesses = NULL;
    fc_access_record record = {0};
    fc_status status = build(&app, &accesses, &units, what, report);
    if (!status) {
        fc_access_record_plan plan = plan_of(what, accesses);
        status = run_in(&record, what, app, &plan, folder, report);
    }
    if (!status)
        *out = fc_signature_collection_make(what, accesses, &record);
    fc_access_record_free(&record);
    fc_accesses_free(accesses);
    fc_launch_app_free(app);
    fc_preprocessed_close(&units);
    return status;
}

fc_status fc_tracing_run(FC_GIVE fc_signature **out, const fc_tracing *what, fc_report *report)
{
    fc_scratch scratch = {0};
    fc_status status = fc_scratch_open(&scratch, report);
    if (status)
        return status;
    status = trace(out, what, scratch.folder, report);
    fc_scratch_close(&scratch);
    return status;
}
