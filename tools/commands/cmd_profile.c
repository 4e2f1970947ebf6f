/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/instrument/execution_counts.h"
#include "analyzer/passes/input_calls.h"
#include "analyzer/values/equal_loops.h"
#include "support/diagnostics.h"
#include "support/messages.h"
#include "support/words.h"
#include "tools/command_line/command_table.h"
#include "tools/launch/profile_plan.h"
#include "tools/launch/timing.h"
#include "tools/output/progress.h"
#include "tools/points/proposed_options.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One run of the command. */
typedef struct profiling {
    const fc_arguments *arguments;
    fc_program *program;
    fc_analysis *analysis;
    char *output;
    long ranks, timeout;
    fc_profile *profile; /* the earlier runs, then the new ones */
    int *input_call;     /* the calls that open files for reading */
    int n_input_calls;
    bool is_counted, is_timed;
    fc_instrumented_program *counting; /* if is_counted */
    fc_timing timing;                  /* if is_timed */
} profiling;

static fc_status open_model(profiling *at, fc_report *report)
{
    const char *model = at->arguments->operand[0], *asked = fc_arguments_value(at->arguments, "output");
    fc_status status = fc_arguments_whole(&at->ranks, at->arguments, "ranks", (const long[]){1, 1000000}, report);
    if (!status)
        status = fc_arguments_whole(&at->timeout, at->arguments, "timeout", (const long[]){0, 1000000000}, report);
    if (!status)
        status = fc_program_read(&at->program, model, report);
    if (!status) {
        at->program->times_calls = at->program->counts_extents = true;
        status = fc_analysis_create(&at->analysis, at->program, report);
    }
    if (!status)
        at->input_call = fc_input_calls_find(&at->n_input_calls, at->analysis);
    at->output = asked ? fc_copy_string(asked) : fc_format("%s.profile", model);
    return status;
}

/* Reads the runs of this program; runs of an older version are replaced, with a note. */
static fc_status open_profile(profiling *at, fc_report *report)
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

static void add_arguments(fc_text *text, const fc_profile_request *asked)
{
    for (int i = 0; i < asked->n_arguments; i++) {
        char *word = fc_words_with_ranks(asked->argument[i], asked->ranks);
        fc_text_add(text, " %s", word);
        free(word);
    }
}

/* "mpirun -n 2 ./jacobi 200 5" */
static FC_GIVE char *command_text(const profiling *at, const fc_profile_request *asked)
{
    fc_text text = {0};
    fc_text_add(&text, "mpirun -n %d ./%s", asked->ranks, at->program->name);
    add_arguments(&text, asked);
    return fc_text_take(&text);
}

static void describe_run(const profiling *at, fc_profile_run *run, const fc_profile_request *asked)
{
    run->argument = fc_allocate((size_t)asked->n_arguments, sizeof *run->argument);
    for (int i = 0; i < asked->n_arguments; i++)
        run->argument[i] = fc_words_with_ranks(asked->argument[i], asked->ranks);
    run->n_arguments = asked->n_arguments;
    run->command = command_text(at, asked);
}

static FC_GIVE int *equal_loops(const profiling *at)
{
    fc_execution_counts *executions = fc_execution_counts_create(at->program);
    fc_equal_loops request = {at->program, at->analysis->pointer_calls, NULL, fc_execution_counts_may_end(executions)};
    request.values = fc_value_numbers_create(at->program, at->analysis->control, at->analysis->pointer_calls);
    int *found = fc_equal_loops_find(&request);
    fc_value_numbers_free(request.values);
    fc_execution_counts_free(executions);
    return found;
}

static fc_status build(profiling *at, fc_report *report)
{
    int n = (int)at->analysis->n_counters;
    int *needed = fc_allocate((size_t)n, sizeof *needed);
    for (int i = 0; i < n; i++)
        needed[i] = at->analysis->counter[i].node->id;
    int *equal = equal_loops(at);
    fc_instrument_request request = {.program = at->program,
                                     .node_id = needed,
                                     .n_nodes = n,
                                     .equal_loop = equal,
                                     .input_id = at->input_call,
                                     .n_inputs = at->n_input_calls,
                                     .counts_all = fc_arguments_has(at->arguments, "every")};
    fc_status status = fc_instrumented_program_build(&at->counting, &request, report);
    free(equal);
    free(needed);
    return status;
}

/* Keeps the standard input of a program that reads it. */
static void keep_standard_input(const profiling *at, fc_profile_run *run)
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

/* Runs the program, and writes its counts and times to the profile. A run that broke off is not timed, since
 * predictions are of complete runs. */
static fc_status run_once(profiling *at, const fc_profile_request *asked, fc_report *report)
{
    fc_launch_run_options options = {.launcher = fc_arguments_value(at->arguments, "launcher"),
                                     .ranks = asked->ranks,
                                     .argument = asked->argument,
                                     .n_arguments = asked->n_arguments,
                                     .timeout_s = (double)at->timeout,
                                     .may_end_early = fc_arguments_has(at->arguments, "partial")};
    fc_profile_run run = {.ranks = asked->ranks};
    fc_status status = at->is_counted ? fc_instrumented_program_run(&run, at->counting, &options, report) : FC_OK;
    options.may_end_early = false;
    if (!status && at->is_timed && !run.is_partial)
        status = fc_timing_run(&run, &at->timing, &options, report);
    if (status) {
        fc_profile_run_free(&run);
        return status;
    }
    keep_standard_input(at, &run);
    describe_run(at, &run, asked);
    fc_profile_add(at->profile, &run);
    return fc_profile_write(at->profile, at->output, at->program, report);
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

static void print_counter(const profiling *at, const fc_profile_run *run, int i)
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
    fprintf(at->arguments->out, "  %s:%d  %s  ", place.file, place.line, text.bytes ? text.bytes : "");
    if (entries > 0)
        fprintf(at->arguments->out, "%.4g %s (%.0f in %.0f)\n", of.factor * count / entries, of.text, count, entries);
    else
        fprintf(at->arguments->out, "not reached\n");
    fc_text_free(&text);
}

static void print_result(const profiling *at)
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
static fc_status note_kept_runs(const profiling *at, fc_status status, fc_report *report)
{
    if (!status || !at->profile || at->profile->n_runs == 0 || status == FC_E_USAGE)
        return status;
    fc_report inner = *report;
    char *next = fc_format("%s keeps the counts of earlier runs.", at->output);
    fc_fail(report, status, FC_NOWHERE, next, "%s", inner.text);
    free(next);
    return status;
}

static fc_profile_request wish_of(const profiling *at)
{
    return (fc_profile_request){(int)at->ranks, at->arguments->rest, at->arguments->n_rest, NULL};
}

/* The one run given by the command line. */
static fc_status run_asked(profiling *at, fc_report *report)
{
    fc_profile_request wish = wish_of(at);
    fc_status status = run_once(at, &wish, report);
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

/* ---- a plan of runs ---- */

static fc_profile_request planned_wish(const fc_profile_plan *plan, int i)
{
    return (fc_profile_request){plan->run[i].ranks, (const char *const *)plan->run[i].argument, plan->n_arguments,
                                NULL};
}

/* The numeric arguments that the plan leaves unchanged, because they are too small to be sizes. */
static void print_staying(const profiling *at, const fc_profile_plan *plan)
{
    fc_text text = {0};
    for (int i = 0; i < plan->n_arguments; i++) {
        double number;
        if (!plan->is_moved[i] && fc_profile_number(at->arguments->rest[i], &number))
            fc_text_add(&text, "%s%s", text.length ? ", " : "", at->arguments->rest[i]);
    }
    if (text.length)
        fprintf(at->arguments->out, "Only whole numbers of at least %d are varied; unchanged: %s.\n",
                FC_PROFILE_PLAN_LEAST, text.bytes);
    fc_text_free(&text);
}

static void print_plan(const profiling *at)
{
    FILE *out = at->arguments->out;
    fc_profile_request wish = wish_of(at);
    fc_profile_plan *plan = fc_profile_plan_create(&wish, FC_PROFILE_PLAN_MOST);
    fc_text text = {0};
    add_arguments(&text, &wish);
    fprintf(out, "To predict%s, these %d small runs give the growth of its counts:\n", text.bytes ? text.bytes : " it",
            plan->n_runs);
    for (int i = 0; i < plan->n_runs; i++) {
        fc_profile_request run = planned_wish(plan, i);
        text.length = 0;
        add_arguments(&text, &run);
        fprintf(out, "  forecost profile %s -n %d --%s%s\n", at->arguments->operand[0], run.ranks,
                plan->n_arguments ? text.bytes : "", fc_profile_plan_is_done(plan, i, at->profile) ? "   (done)" : "");
    }
    print_staying(at, plan);
    fprintf(out, "Next: the same command with --planned instead of --plan runs them, with larger sizes if the program "
                 "rejects these.\n");
    fc_profile_plan_free(plan);
    fc_text_free(&text);
}

static void note_left_out(const profiling *at, const fc_profile_request *run, const fc_report *report)
{
    char *command = command_text(at, run);
    fc_diagnose(at->arguments->errors, FC_NOTE, FC_NOWHERE, FC_MSG_PLANNED_RUN_LEFT_OUT, command, report->text);
    free(command);
}

/* A failed run is left out with a note; *n_done counts the successful runs. */
static fc_status run_planned_once(profiling *at, const fc_profile_request *run, int *n_done, fc_report *report)
{
    fc_status status = run_once(at, run, report);
    *n_done += status == FC_OK;
    if (status != FC_E_INPUT)
        return status;
    note_left_out(at, run, report);
    return FC_OK;
}

static bool has_same_first_run(const fc_profile_plan *a, const fc_profile_plan *b)
{
    bool same = true;
    for (int i = 0; i < a->n_arguments && same; i++)
        same = strcmp(a->run[0].argument[i], b->run[0].argument[i]) == 0;
    return same;
}

/* Many programs reject small sizes: if the first run fails, the plan starts with larger ones. */
static fc_status begin_plan(profiling *at, fc_profile_plan **plan, fc_report *report)
{
    fc_profile_request wish = wish_of(at), first = planned_wish(*plan, 0);
    if (fc_profile_plan_is_done(*plan, 0, at->profile))
        return FC_OK;
    fc_status status = run_once(at, &first, report);
    for (int most = (*plan)->most / 2; status == FC_E_INPUT && most >= 2; most /= 2) {
        fc_profile_plan *larger = fc_profile_plan_create(&wish, most);
        if (!has_same_first_run(larger, *plan)) {
            note_left_out(at, &first, report);
            first = planned_wish(larger, 0);
            status = run_once(at, &first, report);
        }
        fc_profile_plan_free(*plan);
        *plan = larger;
    }
    return status == FC_E_INPUT ? FC_OK : status;
}

/* The planned runs that the profile lacks. Each is written as soon as it ends, so a repeated command resumes. */
static fc_status run_plan(profiling *at, fc_report *report)
{
    fc_profile_request wish = wish_of(at);
    fc_profile_plan *plan = fc_profile_plan_create(&wish, FC_PROFILE_PLAN_MOST);
    fc_status status = begin_plan(at, &plan, report);
    fc_progress_line progress = fc_progress_on(at->arguments->errors);
    int n_done = 0;
    for (int i = 0; i < plan->n_runs && !status; i++) {
        fc_profile_request run = planned_wish(plan, i);
        char *what = fc_format("profiling  run %d/%d", i + 1, plan->n_runs);
        fc_progress_show(&progress, what, -1);
        free(what);
        if (fc_profile_plan_is_done(plan, i, at->profile))
            n_done++;
        else
            status = run_planned_once(at, &run, &n_done, report);
    }
    fc_progress_clear(&progress);
    fc_profile_plan_free(plan);
    if (!status && n_done == 0)
        return fc_fail(report, FC_E_INPUT, FC_NOWHERE, "Profile sizes that the program accepts, one by one.",
                       FC_MSG_NONE_PLANNED_RUNS_SUCCEEDED);
    return status;
}

/* ---- the command ---- */

static fc_status count(profiling *at, bool is_planned, fc_report *report)
{
    fc_progress_line progress = fc_progress_on(at->arguments->errors);
    fc_progress_show(&progress, at->is_counted ? "building with counters" : "building with timers", -1);
    fc_status status = at->is_counted ? build(at, report) : FC_OK;
    if (!status && !is_planned)
        fc_progress_show(&progress, "running", -1);
    if (!status)
        status = is_planned ? run_plan(at, report) : run_asked(at, report);
    fc_timing_close(&at->timing);
    fc_instrumented_program_free(at->counting);
    at->counting = NULL;
    fc_progress_clear(&progress);
    return status;
}

static fc_status profile(profiling *at, fc_report *report)
{
    bool is_planned = fc_arguments_has(at->arguments, "planned");
    if (is_planned && fc_arguments_has(at->arguments, "partial"))
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Profile runs that end early one by one.",
                       FC_MSG_PLANNED_PARTIAL_EXCLUDE_EACH_OTHER);
    fc_status status = open_profile(at, report);
    if (!status && fc_arguments_has(at->arguments, "plan")) {
        print_plan(at);
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
    profiling at = {.arguments = arguments};
    fc_status status = open_model(&at, report);
    if (!status && !fc_arguments_has(arguments, "no-timers"))
        fc_timing_open(&at.timing, at.analysis);
    at.is_timed = at.timing.n > 0;
    at.is_counted = !status && (at.analysis->n_counters > 0 || fc_arguments_has(arguments, "every") ||
                                (at.is_timed && at.n_input_calls > 0));
    bool needless = !status && !at.is_counted && !at.is_timed;
    if (needless)
        fprintf(
            arguments->out,
            "%s: nothing to count; every count follows from the source.\nNext: forecost predict %s%s -- ARGUMENTS\n",
            arguments->operand[0], arguments->operand[0], fc_proposed_options(at.program));
    if (!status && !needless)
        status = profile(&at, report);
    fc_timing_close(&at.timing);
    fc_profile_free(at.profile);
    fc_analysis_free(at.analysis);
    fc_program_free(at.program);
    free(at.output);
    free(at.input_call);
    return status;
}

static const fc_option options[] = {
    {'n', "ranks", "N", NULL, "2", false, "the number of ranks"},
    {'o', "output", "FILE", NULL, NULL, false, "the profile to write or extend; default: MODEL.fc.profile"},
    {0, "plan", NULL, NULL, NULL, false,
     "print small runs that show the growth of the counts, up to -n ranks and these arguments"},
    {0, "planned", NULL, NULL, NULL, false, "run the plan, except the runs that the profile already holds"},
    {0, "every", NULL, NULL, NULL, false, "count every loop and branch, including those known from the source"},
    {0, "no-timers", NULL, NULL, NULL, false, "count only, without the times for `--compute-model fitted`"},
    {0, "partial", NULL, NULL, NULL, false,
     "keep the counts, without times, of a run that ends early (MPI_Abort, exit code, signal, --timeout)"},
    {0, "launcher", "COMMAND", NULL, "mpirun -n {ranks}", false, "the command that starts the program"},
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
        "Builds the program with its own compiler and flags, with counters for the trip counts and branches that "
        "the source leaves open, and timers around calls of unknown cost. Runs it, and writes the counts of all ranks "
        "beside the model, where `forecost predict` finds them. The sizes of objects that gathers access through "
        "pointers are counted too. "
        "Further runs with other ranks, arguments or input files extend the profile. `predict` uses the run with the "
        "same ranks, arguments and files. Otherwise each count is fitted as a function of ranks and parameters "
        "(Extra-P's normal form, chosen by cross-validation), and the interval is widened by the error of the fit. "
        "Input files that influence the control flow are kept with the run, up to 1 MiB each. A file on standard "
        "input (< FILE) is given to every run, and kept if the program reads it. "
        "A second build times loops and procedures without communication, in up to five runs if they are short. "
        "`--compute-model fitted` uses these times. If other processes on the host disturb a run, the times of its "
        "undisturbed intervals are used.",
    .example = "forecost profile jacobi.fc -n 2 -- 200 5",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
