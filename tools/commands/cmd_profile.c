/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/binding/input_calls.h"
#include "analyzer/constants/conditional_constants.h"
#include "analyzer/cost_tree/analysis.h"
#include "analyzer/effects/error_checks.h"
#include "analyzer/emit/instrument/execution_counts.h"
#include "analyzer/frontend/commands/invocation.h"
#include "analyzer/values/equal_loops.h"
#include "support/clock.h"
#include "support/diagnostics.h"
#include "support/messages/command_line.h"
#include "support/path.h"
#include "support/words.h"
#include "tools/command_line/command_table.h"
#include "tools/launch/run_preparation.h"
#include "tools/output/progress.h"
#include "tools/points/proposed_options.h"
#include "tools/profile/measured_parts.h"
#include "tools/profile/planned_runs.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The point of --for, and the template of its input file. */
static fc_status read_asked(fc_profiling *at, fc_report *report)
{
    const char *asked = fc_arguments_value(at->arguments, "for"),
               *input = fc_arguments_value(at->arguments, "template");
    if (asked && at->arguments->n_rest)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give the arguments once, to --for.", FC_MSG_FOR_AND_ARGUMENTS);
    if (asked)
        fc_invocation_split(&at->asked, asked, true);
    if (!input)
        return FC_OK;
    fc_status status = fc_input_template_open(&at->input, input, report);
    at->has_template = !status;
    return status;
}

/* What predictions may need. They leave out the same code (counts.c); the instrumented program has all of it. */
static fc_status find_counts(fc_profiling *at, fc_report *report)
{
    fc_removed_nodes removed = {0};
    at->program->times_calls = at->program->counts_extents = true;
    fc_error_checks_remove(&removed, at->program);
    fc_conditional_constants_remove(&removed, at->program);
    fc_status status = fc_analysis_create(&at->analysis, at->program, report);
    if (!status)
        status = fc_measured_parts_counters(&at->more, &at->n_more, at->program, at->analysis, report);
    fc_node_removal_restore(&removed);
    return status;
}

static fc_status open_model(fc_profiling *at, fc_report *report)
{
    const char *model = at->arguments->operand[0], *asked = fc_arguments_value(at->arguments, "output");
    fc_status status = fc_arguments_whole(&at->ranks, at->arguments, "ranks", (const long[]){1, 1000000}, report);
    if (!status)
        status = fc_arguments_whole(&at->timeout, at->arguments, "timeout", (const long[]){0, 1000000000}, report);
    if (!status)
        status = read_asked(at, report);
    if (!status)
        status = fc_program_read(&at->program, model, report);
    if (!status)
        status = find_counts(at, report);
    if (!status)
        at->input_call = fc_input_calls_find(&at->n_input_calls, at->analysis->program);
    at->output = asked ? fc_copy_string(asked) : fc_format("%s.profile", model);
    return status;
}

/* Reads the runs of this program; runs of an older version are replaced, with a note. */
static fc_status open_profile(fc_profiling *at, fc_report *report)
{
    if (access(at->output, F_OK) == 0) {
        fc_report old;
        if (fc_profile_read(&at->profile, at->output, at->program, &old) == FC_OK)
            return FC_OK;
        if (!strstr(old.text, "another version"))
            return fc_fail(report, FC_E_INPUT, FC_NOWHERE, "Remove this file, or choose another with -o FILE.", "%s",
                           old.text);
        fc_diagnose(at->arguments->errors, FC_NOTE, (fc_place){at->output, 0, 0},
                    FC_MSG_COUNTS_OLDER_VERSION_PROGRAM_REPLACED);
    }
    at->profile = fc_profile_create();
    return FC_OK;
}

static FC_GIVE int *equal_loops(const fc_profiling *at)
{
    fc_execution_counts *executions = fc_execution_counts_create(at->program);
    fc_equal_loops request = {at->program, at->analysis->pointer_calls, NULL, fc_execution_counts_may_end(executions)};
    request.values = fc_value_numbers_create(at->program, at->analysis->control, at->analysis->pointer_calls);
    int *found = fc_equal_loops_find(&request);
    fc_value_numbers_free(request.values);
    fc_execution_counts_free(executions);
    return found;
}

static fc_status build(fc_profiling *at, fc_report *report)
{
    int own = (int)at->analysis->n_counters, n = own + at->n_more;
    int *needed = fc_allocate((size_t)n, sizeof *needed);
    for (int i = 0; i < n; i++)
        needed[i] = i < own ? at->analysis->counter[i].node->id : at->more[i - own];
    int *equal = equal_loops(at);
    fc_instrument_request request = {.program = at->program,
                                     .node_id = needed,
                                     .n_nodes = n,
                                     .equal_loop = equal,
                                     .input_id = at->input_call,
                                     .n_inputs = at->n_input_calls,
                                     .counts_all = fc_arguments_has(at->arguments, "every")};
    fc_status status = fc_instrumented_program_build(&at->counting, &at->units, &request, report);
    free(equal);
    free(needed);
    return status;
}

/* The unit of a counter's mean over its entries; shares are in percent. */
typedef struct unit {
    double factor;
    const char *text;
} unit;

static unit unit_of(fc_counter_kind kind)
{
    switch (kind) {
    case FC_COUNTER_LOOP:
        return (unit){1, "iterations an entry"};
    case FC_COUNTER_BOUND:
        return (unit){100, "% of the loop's ends"};
    case FC_COUNTER_TIME:
        return (unit){1, "ns a call"};
    case FC_COUNTER_NUMBER:
        return (unit){1, "elements a call"};
    case FC_COUNTER_DATATYPE:
        return (unit){1, "bytes an element"};
    case FC_COUNTER_EXTENT:
        return (unit){1, "pages of 4 KiB there"};
    case FC_COUNTER_BLOCKS:
        return (unit){1, "elements of all ranks a call"};
    case FC_COUNTER_PIECE:
        return (unit){1, "executions an entry of its block"};
    case FC_COUNTER_RECURSION:
        return (unit){1, "executions a call from outside"};
    default:
        return (unit){100, "% of the time"};
    }
}

static void print_counter(const fc_profiling *at, const fc_profile_run *run, int i)
{
    const fc_profile_counter *counter = &run->counter[i];
    fc_place place = fc_program_place(at->program, at->program->node[counter->node]->span);
    fc_text text = {0};
    fc_node_print(&text, at->program->node[counter->node]);
    double entries = 0, count = 0;
    for (int rank = 0; rank < run->ranks; rank++) {
        entries += (double)counter->entries[rank];
        count += (double)counter->count[rank];
    }
    unit of = unit_of(counter->kind);
    char file[PATH_MAX];
    fc_path_write(file, sizeof file, place.file);
    fprintf(at->arguments->out, "  %s:%d  %s  ", file, place.line, text.bytes ? text.bytes : "");
    if (entries > 0)
        fprintf(at->arguments->out, "%.4g %s (%.0f in %.0f)\n", of.factor * count / entries, of.text, count, entries);
    else
        fprintf(at->arguments->out, "not reached\n");
    fc_text_free(&text);
}

static void print_result(const fc_profiling *at)
{
    enum {
        SHOWN = 12
    };
    const fc_profile_run *run = &at->profile->run[at->profile->n_runs - 1];
    const char *asked = fc_arguments_value(at->arguments, "output");
    FILE *out = at->arguments->out;
    fprintf(out, "%s: %d %s counted", run->command, run->n_counters, run->n_counters == 1 ? "place" : "places");
    if (at->is_timed)
        fprintf(out, ", %d timed", run->n_timers);
    fprintf(out, " on %d %s.\n", run->ranks, run->ranks == 1 ? "rank" : "ranks");
    for (int i = 0; i < run->n_counters && i < SHOWN; i++)
        print_counter(at, run, i);
    if (run->n_counters > SHOWN)
        fprintf(out, "  and %d more\n", run->n_counters - SHOWN);
    fprintf(out, "%s: %zu %s.\nNext: forecost predict %s%s%s%s -- ARGUMENTS%s\n", at->output, at->profile->n_runs,
            at->profile->n_runs == 1 ? "run" : "runs", at->arguments->operand[0], asked ? " --profile " : "",
            asked ? asked : "", fc_proposed_options(at->program),
            run->n_timers > 0 ? "        (--compute-model fitted: by the times taken)" : "");
}

/* Adds to the report of a failure that the earlier runs are kept. */
static fc_status note_kept_runs(const fc_profiling *at, fc_status status, fc_report *report)
{
    if (!status || !at->profile || at->profile->n_runs == 0 || status == FC_E_USAGE)
        return status;
    fc_report inner = *report;
    char *next = fc_format("%s keeps the counts of earlier runs.", at->output);
    fc_fail(report, status, FC_NOWHERE, next, "%s", inner.text);
    free(next);
    return status;
}

/* The one run given by the command line. */
static fc_status run_asked(fc_profiling *at, fc_report *report)
{
    fc_profile_request wish = fc_profiling_wish(at);
    fc_status status = fc_profiling_run(at, &wish, report);
    const fc_profile_run *run = status ? NULL : &at->profile->run[at->profile->n_runs - 1];
    if (run && run->is_partial)
        fc_diagnose(at->arguments->errors, FC_NOTE, FC_NOWHERE, FC_MSG_ENDED_EARLY_COUNTS_UP_POINT, run->command,
                    at->is_timed ? ", its times are not" : "");
    if (status != FC_E_INPUT || fc_arguments_has(at->arguments, "partial"))
        return status;
    fc_report inner = *report;
    return fc_fail(report, status, FC_NOWHERE, "To keep the counts of a run that ends early, use --partial.", "%s",
                   inner.text);
}

/* ---- the command ---- */

/* The time limit of --for begins. */
static fc_status begin_time(fc_profiling *at, fc_report *report)
{
    long limit;
    fc_status status = fc_arguments_whole(&limit, at->arguments, "time-limit", (const long[]){1, 1000000000}, report);
    if (!status && fc_arguments_has(at->arguments, "for"))
        at->deadline_s = fc_clock_seconds() + (double)limit;
    return status;
}

static fc_status count(fc_profiling *at, bool is_planned, fc_report *report)
{
    fc_progress_line progress = fc_progress_on(at->arguments->errors);
    fc_progress_show(&progress, at->is_counted ? "building with counters" : "building with timers", -1);
    fc_status status = at->is_counted ? build(at, report) : FC_OK;
    if (!status && !is_planned)
        fc_progress_show(&progress, "running", -1);
    if (!status)
        status = begin_time(at, report);
    if (!status)
        status = is_planned ? fc_planned_runs_make(at, report) : run_asked(at, report);
    fc_timing_close(&at->timing);
    fc_instrumented_program_free(at->counting);
    at->counting = NULL;
    fc_preprocessed_close(&at->units);
    fc_progress_clear(&progress);
    return status;
}

static fc_status profile(fc_profiling *at, fc_report *report)
{
    bool is_planned = fc_arguments_has(at->arguments, "planned") || fc_arguments_has(at->arguments, "for");
    if (is_planned && fc_arguments_has(at->arguments, "partial"))
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Profile runs that end early one by one.",
                       FC_MSG_PLANNED_PARTIAL_EXCLUDE_EACH_OTHER);
    fc_status status = open_profile(at, report);
    if (!status && fc_arguments_has(at->arguments, "plan")) {
        fc_planned_runs_print(at);
        return FC_OK;
    }
    if (!status)
        status = note_kept_runs(at, count(at, is_planned, report), report);
    if (!status)
        print_result(at);
    return status;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    fc_profiling at = {.arguments = arguments};
    fc_status status = open_model(&at, report);
    if (!status && !fc_arguments_has(arguments, "no-timers"))
        fc_timing_open(&at.timing, at.analysis, &at.units);
    at.is_timed = at.timing.n > 0;
    at.is_counted = !status && (at.analysis->n_counters > 0 || at.n_more > 0 || fc_arguments_has(arguments, "every") ||
                                (at.is_timed && at.n_input_calls > 0));
    bool needless = !status && !at.is_counted && !at.is_timed;
    if (needless)
        fprintf(arguments->out,
                "%s: nothing to count; every count follows from the source.\nNext: forecost predict %s%s%s\n",
                arguments->operand[0], arguments->operand[0], fc_proposed_options(at.program),
                fc_proposed_arguments(at.program));
    if (!status && !needless)
        status = profile(&at, report);
    fc_timing_close(&at.timing);
    fc_profile_free(at.profile);
    fc_analysis_free(at.analysis);
    fc_program_free(at.program);
    free(at.output);
    free(at.input_call);
    free(at.more);
    fc_words_free(&at.asked);
    if (at.has_template)
        fc_input_template_close(&at.input);
    return status;
}

static const fc_option options[] = {
    {'n', "ranks", "N", NULL, "2", false, "the number of ranks"},
    {'o', "output", "FILE", NULL, NULL, false, "the profile to write or extend; default: MODEL.fc.profile"},
    {0, "plan", NULL, NULL, NULL, false,
     "print small runs that show the growth of the counts, up to -n ranks and these arguments"},
    {0, "planned", NULL, NULL, NULL, false, "run the plan, except the runs that the profile already holds"},
    {0, "for", "ARGUMENTS", NULL, NULL, false,
     "the application's arguments in the run to predict, as words of a shell, with -n its ranks: makes the planned "
     "runs, then a larger one, "
     "and prints its time as predicted before and as measured"},
    {0, "template", "FILE=TEMPLATE", NULL, NULL, false,
     "with --for or --planned: an input file of that run, and the same text with {NAME} in place of sizes to vary"},
    {0, "time-limit", "SECONDS", NULL, "60", false, "with --for: the time for all runs"},
    {0, "every", NULL, NULL, NULL, false, "count every loop and branch, including those known from the source"},
    {0, "no-timers", NULL, NULL, NULL, false, "count only, without the times for `--compute-model fitted`"},
    {0, "partial", NULL, NULL, NULL, false,
     "keep the counts, without times, of a run that ends early (MPI_Abort, exit code, signal, --timeout)"},
    {0, "launcher", "COMMAND", NULL, "mpirun -n {ranks}", false, "the command that starts the program"},
    FC_PREPARE_OPTION,
    {0, "timeout", "SECONDS", NULL, "0", false, "kill the program after this time; 0: never"},
};

const fc_command fc_command_profile = {
    .name = "profile",
    .workflow = FC_WORKFLOW_FIRST_STEPS,
    .operands = "MODEL.fc",
    .least_operands = 1,
    .most_operands = 1,
    .rest = "the application's own arguments, as after `mpirun -n P ./app`; {ranks} in them is the number of ranks",
    .help = "count loops and branches, and time regions, in a run of the program",
    .about =
        "Builds the program with its own compiler and flags. Adds counters for the trip counts and branches that the "
        "source leaves open, and timers around calls of unknown cost. Runs it, and writes the counts of all ranks "
        "beside the model, where `forecost predict` finds them. The sizes of objects that gathers access through "
        "pointers are counted too. "
        "Further runs with other ranks, arguments or input files extend the profile. `predict` uses the run with the "
        "same ranks, arguments and files. Otherwise each count is fitted as a function of ranks and parameters "
        "(Extra-P's normal form, chosen by cross-validation). The error of the fit widens the interval. "
        "Input files that influence the control flow are kept with the run, up to 1 MiB each. A file on standard "
        "input (< FILE) is given to every run, and kept if the program reads it. "
        "`--for 'ARGUMENTS'` chooses and makes such small runs, up to a time limit. "
        "A second build times loops and procedures without communication, in up to five runs if they are short; of "
        "planned runs the three largest. "
        "`--compute-model fitted` uses these times. If other processes on the host disturb a run, the times of its "
        "undisturbed intervals are used.",
    .example = "forecost profile jacobi.fc -n 2 -- 200 5",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
