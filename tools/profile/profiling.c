/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/profile/profiling.h"

#include "analyzer/binding/input_calls.h"
#include "support/clock.h"
#include "support/diagnostics.h"
#include "support/messages/command_line.h"

#include <math.h>
#include <stdlib.h>

fc_profile_request fc_profiling_wish(const fc_profiling *at)
{
    if (at->asked.n)
        return (fc_profile_request){(int)at->ranks, (const char *const *)at->asked.item, (int)at->asked.n, NULL};
    return (fc_profile_request){(int)at->ranks, at->arguments->rest, at->arguments->n_rest, NULL};
}

void fc_profiling_add_arguments(fc_text *text, const fc_profile_request *asked)
{
    for (int i = 0; i < asked->n_arguments; i++) {
        char *word = fc_words_with_ranks(asked->argument[i], asked->ranks);
        fc_text_add(text, " %s", word);
        free(word);
    }
}

char *fc_profiling_command(const fc_profiling *at, const fc_profile_request *asked)
{
    fc_text text = {0};
    fc_text_add(&text, "mpirun -n %d ./%s", asked->ranks, at->program->name);
    fc_profiling_add_arguments(&text, asked);
    return fc_text_take(&text);
}

/* Keeps the standard input of a program that reads it. */
static void keep_standard_input(const fc_profiling *at, fc_profile_run *run)
{
    static const char name[] = "/dev/stdin";
    const fc_node *reads = fc_input_calls_standard(at->program);
    if (!reads)
        return;
    fc_input_files_add_present(&run->inputs, name);
    fc_place place = fc_program_place(at->program, reads->span);
    if (!fc_input_files_find(&run->inputs, name))
        fc_diagnose(at->arguments->errors, FC_NOTE, (fc_place){place.file, place.line, 0},
                    FC_MSG_PROGRAM_MAY_READ_STANDARD_INPUT);
}

/* The time that a run may take; 0: any. A run that hangs leaves half of a longer time to the others. */
static double timeout_of(const fc_profiling *at)
{
    enum {
        LEAST_S = 1,
        UNDIVIDED_S = 5
    };
    double asked = (double)at->timeout, left = at->deadline_s - fc_clock_seconds();
    if (at->deadline_s == 0)
        return asked;
    left = fmax(fmax(left / 2, fmin(left, UNDIVIDED_S)), LEAST_S);
    return asked > 0 ? fmin(asked, left) : left;
}

fc_status fc_profiling_run(fc_profiling *at, const fc_profile_request *asked, fc_report *report)
{
    fc_launch_run_options options = {.launcher = fc_arguments_value(at->arguments, "launcher"),
                                     .prepare = fc_arguments_value(at->arguments, "prepare"),
                                     .ranks = asked->ranks,
                                     .argument = asked->argument,
                                     .n_arguments = asked->n_arguments,
                                     .directory = at->folder,
                                     .timeout_s = timeout_of(at),
                                     .may_end_early = fc_arguments_has(at->arguments, "partial"),
                                     .progress = at->arguments->errors};
    fc_profile_run run = {.ranks = asked->ranks};
    fc_status status = at->is_counted ? fc_instrumented_program_run(&run, at->counting, &options, report) : FC_OK;
    options.may_end_early = false;
    options.is_repeated = at->is_counted;
    double built_s = at->timing.build_s;
    if (!status && at->is_timed && !run.is_partial)
        status = fc_timing_run(&run, &at->timing, &options, report);
    if (at->deadline_s > 0) /* the limit is for runs */
        at->deadline_s += at->timing.build_s - built_s;
    keep_standard_input(at, &run); /* a program that waits for input fails */
    if (status) {
        fc_profile_run_free(&run);
        return status;
    }
    run.argument = fc_allocate((size_t)asked->n_arguments, sizeof *run.argument);
    for (int i = 0; i < asked->n_arguments; i++)
        run.argument[i] = fc_words_with_ranks(asked->argument[i], asked->ranks);
    run.n_arguments = asked->n_arguments;
    run.command = fc_profiling_command(at, asked);
    fc_profile_add(at->profile, &run);
    return fc_profile_write(at->profile, at->output, at->program, report);
}
