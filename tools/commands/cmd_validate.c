/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/clock.h"
#include "support/diagnostics.h"
#include "support/messages/command_line.h"
#include "support/messages/evaluation.h"
#include "support/messages/profile.h"
#include "tools/command_line/command_table.h"
#include "tools/command_line/machine_option.h"
#include "tools/launch/instrumented_program.h"
#include "tools/launch/launch.h"
#include "tools/launch/run_preparation.h"
#include "tools/output/progress.h"
#include "tools/points/points_command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A run is killed after PATIENCE times its predicted time, but not before LEAST_TIMEOUT_S. */
enum {
    PATIENCE = 1000,
    LEAST_TIMEOUT_S = 600,
    MOST_RUNS = 1000
};

static fc_status refuse_definitions(const fc_arguments *arguments, fc_report *report)
{
    if (!fc_arguments_has(arguments, "define"))
        return FC_OK;
    return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give the values as the application's arguments, after \"--\".",
                   FC_MSG_D_CANNOT_BE_VALIDATED_REAL);
}

/* A program without MPI is one process. */
static fc_status refuse_ranks(const fc_prediction_context *context, const fc_prediction *predictions, int n_points,
                              fc_report *report)
{
    bool lacks_mpi = fc_launch_lacks_mpi(context->program);
    for (int i = 0; i < n_points && lacks_mpi; i++)
        if (predictions[i].ranks > 1)
            return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Validate it with -n 1.", FC_MSG_N_DOES_NOT_USE_MPI,
                           predictions[i].ranks, context->model);
    return FC_OK;
}

/* A program without MPI runs without a launcher, unless one is given: a launcher would bind it to one core. */
static const char *launcher_of(const fc_arguments *arguments, const fc_prediction_context *context)
{
    bool is_bare = fc_launch_lacks_mpi(context->program) && !fc_arguments_has(arguments, "launcher");
    return is_bare ? "" : fc_arguments_value(arguments, "launcher");
}

static bool marks_block(const fc_program *program)
{
    for (int i = 0; i < program->n_procedures; i++)
        if (program->procedure[i]->init_end)
            return true;
    return false;
}

/* The unchanged program, for the total time. If it marks a timed region, a second build with a call at the mark, for
 * the region's time only, since the call changes the layout of the code. */
typedef struct timed_program {
    fc_launch_app *plain;
    fc_preprocessed units;           /* of the second build, and of the one that times places */
    fc_instrumented_program *marked; /* NULL: no timed region is marked */
} timed_program;

static fc_status build(timed_program *out, const fc_program *program, fc_report *report)
{
    fc_instrument_request request = {.program = program, .marks_block = true};
    fc_status status = fc_launch_build_program(&out->plain, program, true, report);
    if (status || !marks_block(program))
        return status;
    return fc_instrumented_program_build(&out->marked, &out->units, &request, report);
}

static void free_timed(timed_program *timed)
{
    fc_instrumented_program_free(timed->marked);
    fc_preprocessed_close(&timed->units);
    fc_launch_app_free(timed->plain);
}

/* The same runs with subnormal numbers taken for zero (timing_library.c). */
static fc_status measure_flushed(fc_launch_times *out, const timed_program *timed, const fc_launch_run_options *options,
                                 int runs, fc_report *report)
{
    fc_launch_times flushed;
    fc_launch_run_options with_flush = *options;
    fc_words environment = {0};
    for (int i = 0; i < options->n_environment; i++)
        fc_words_add(&environment, options->environment[i]);
    fc_words_add(&environment, "FORECOST_FLUSH_SUBNORMALS=1");
    with_flush.environment = (const char *const *)environment.item;
    with_flush.n_environment = (int)environment.n;
    fc_status status = fc_launch_measure(&flushed, timed->plain, &with_flush, runs, report);
    if (!status)
        out->flushed_s = flushed.median_s;
    fc_words_free(&environment);
    return status;
}

/* One measurement of all points. */
typedef struct measuring {
    const fc_arguments *arguments;
    const fc_prediction_context *context;
    fc_program *whole;         /* with what the prediction leaves out as never executed */
    fc_prediction *prediction; /* a point that cannot be measured gets a failure */
    const fc_measured_points *out;
    long runs;
    double further_s; /* for further runs of points whose undisturbed time is unknown */
    fc_words environment;
    timed_program timed;
} measuring;

static fc_status measure_point(measuring *at, int point, const fc_launch_run_options *options, fc_report *report)
{
    fc_launch_times marked, *out = &at->out->times[point];
    const timed_program *timed = &at->timed;
    fc_status status = fc_launch_measure(out, timed->plain, options, (int)at->runs, report);
    if (!status && timed->marked) {
        status = fc_launch_measure(&marked, fc_instrumented_program_app(timed->marked), options, (int)at->runs, report);
        out->block_s = status ? -1 : marked.block_s;
    }
    if (!status && fc_arguments_has(at->arguments, "flush-subnormals"))
        status = measure_flushed(out, timed, options, (int)at->runs, report);
    return status;
}

static fc_launch_run_options options_of(const measuring *at, const fc_prediction *point)
{
    return (fc_launch_run_options){.launcher = launcher_of(at->arguments, at->context),
                                   .prepare = fc_arguments_value(at->arguments, "prepare"),
                                   .ranks = point->ranks,
                                   .threads = at->context->team.threads,
                                   .environment = (const char *const *)at->environment.item,
                                   .n_environment = (int)at->environment.n,
                                   .argument = at->arguments->rest,
                                   .n_arguments = at->arguments->n_rest,
                                   .timeout_s = fmax(LEAST_TIMEOUT_S, PATIENCE * point->totals.time_s)};
}

static void show_point(const measuring *at, fc_progress_line *progress, const char *what, int point)
{
    char *text = fc_format("%s  point %d/%d  p = %d", what, point + 1, at->out->n, at->prediction[point].ranks);
    fc_progress_show(progress, text, -1);
    free(text);
}

/* Measures every predicted point. One whose runs fail is skipped if another one can be measured. */
static fc_status measure_all(measuring *at, fc_progress_line *progress, fc_report *report)
{
    fc_status status = FC_OK, failure = FC_OK;
    int done = 0;
    for (int i = 0; i < at->out->n && status != FC_E_INTERRUPTED; i++) {
        if (at->prediction[i].failure)
            continue;
        fc_launch_run_options options = options_of(at, &at->prediction[i]);
        fc_report failed = {0};
        show_point(at, progress, "measuring", i);
        status = measure_point(at, i, &options, &failed);
        done += status == FC_OK;
        if (!status)
            continue;
        at->prediction[i].failure = fc_copy_string(failed.text);
        if (!failure || status == FC_E_INTERRUPTED)
            *report = failed;
        failure = failure ? failure : status;
    }
    return status == FC_E_INTERRUPTED ? status : done > 0 ? FC_OK : failure;
}

/* The timed build has no OpenMP threads (preprocessed.h). */
static bool can_time_places(const measuring *at)
{
    const char *by = fc_arguments_value(at->arguments, "by");
    bool has_threads = fc_threads_option_given(&at->context->team, at->context->program) > 1;
    if (has_threads && strcmp(by, "place") == 0)
        fc_diagnose(at->arguments->errors, FC_NOTE, FC_NOWHERE, FC_MSG_PLACES_NOT_TIMED,
                    "the timed build has no OpenMP threads");
    return !has_threads && strcmp(by, "none") != 0;
}

/* Times the places of a point, and derives the undisturbed time. */
static fc_status time_places(fc_place_errors *out, const measuring *at, int point, fc_timing *timing, fc_report *report)
{
    fc_launch_run_options options = options_of(at, &at->prediction[point]);
    options.is_repeated = true;
    fc_status status = fc_place_errors_measure(out, at->context, &at->prediction[point], timing, &options, report);
    if (!status && out->timed_s > 0)
        fc_measured_points_conclude(out, &at->out->times[point]);
    return status;
}

/* Runs the program and its timed build again. Of all timed runs those with the least disturbed one count. */
static fc_status measure_again(measuring *at, int point, fc_timing *timing, fc_report *report)
{
    fc_launch_run_options options = options_of(at, &at->prediction[point]);
    fc_place_errors again = {0}, *places = &at->out->places[point];
    fc_launch_times further;
    fc_status status = fc_launch_measure(&further, at->timed.plain, &options, (int)at->runs, report);
    if (!status) {
        fc_measured_points_add(&at->out->times[point], &further);
        status = time_places(&again, at, point, timing, report);
    }
    if (!status && again.timed_share > places->timed_share) {
        fc_place_errors_free(places);
        *places = again;
        again = (fc_place_errors){0};
    }
    fc_place_errors_free(&again);
    if (!status)
        fc_measured_points_conclude(places, &at->out->times[point]);
    return status;
}

/* Repeats the runs of a point while its undisturbed time is unknown and time is left. */
static fc_status settle_point(measuring *at, int point, fc_timing *timing, fc_progress_line *progress,
                              fc_report *report)
{
    const fc_place_errors *places = &at->out->places[point];
    double last_s = 0, until = fc_clock_seconds() + at->further_s;
    fc_status status = FC_OK;
    while (!status && places->timed_s > 0 && !places->program.is_known) {
        double begin = fc_clock_seconds();
        if (begin + last_s >= until)
            break;
        show_point(at, progress, "repeating disturbed runs", point);
        status = measure_again(at, point, timing, report);
        last_s = fc_clock_seconds() - begin;
    }
    return status;
}

/* Measures the points by place, the last first: calls that are too short for a timer on few ranks are dropped for the
 * points that follow. A program whose places cannot be timed is measured as a whole. */
static fc_status measure_places(measuring *at, fc_progress_line *progress, fc_report *report)
{
    fc_timing timing = {0};
    fc_status status = FC_OK;
    if (!can_time_places(at))
        return FC_OK;
    fc_timing_open(&timing, at->context->analysis, &at->timed.units);
    timing.program = at->whole;
    fc_timing_add_rest(&timing, at->context->analysis);
    for (int i = at->out->n - 1; i >= 0 && !status; i--) {
        if (at->prediction[i].failure)
            continue;
        show_point(at, progress, "timing places", i);
        status = time_places(&at->out->places[i], at, i, &timing, report);
        if (!status)
            status = settle_point(at, i, &timing, progress, report);
    }
    fc_timing_close(&timing);
    if (status && status != FC_E_INTERRUPTED) {
        fc_diagnose(at->arguments->errors, FC_NOTE, FC_NOWHERE, FC_MSG_PLACES_NOT_TIMED, report->text);
        status = FC_OK;
    }
    return status;
}

/* Builds the analyzed program, and runs it at every point. */
static fc_status measure(const fc_measured_points *out, const fc_arguments *arguments,
                         const fc_prediction_context *context, fc_prediction *predictions, fc_report *report)
{
    measuring at = {.arguments = arguments, .context = context, .prediction = predictions, .out = out};
    fc_progress_line progress = fc_progress_on(arguments->errors);
    fc_status status = fc_arguments_whole(&at.runs, arguments, "runs", (const long[]){1, MOST_RUNS}, report);
    long limit = 0;
    if (!status)
        status = fc_arguments_whole(&limit, arguments, "time-limit", (const long[]){0, 1000000000}, report);
    at.further_s = (double)limit / fmax(out->n, 1);
    fc_threads_option_environment(&at.environment, &context->team, arguments);
    if (!status)
        status = refuse_ranks(context, predictions, out->n, report);
    fc_progress_show(&progress, "building", -1);
    if (!status)
        status = fc_program_read(&at.whole, arguments->operand[0], report);
    if (!status)
        status = build(&at.timed, at.whole, report);
    if (!status)
        status = measure_all(&at, &progress, report);
    if (!status)
        status = measure_places(&at, &progress, report);
    fc_progress_clear(&progress);
    if (!status)
        fc_measured_points_note(arguments->errors, out, predictions,
                                (fc_measured_cores){.cores = fc_launch_cores(),
                                                    .threads = context->team.threads > 1 ? context->team.threads : 1,
                                                    .has_launcher = fc_arguments_has(arguments, "launcher")});
    const char *machine = fc_arguments_value(arguments, "machine");
    if (!status && fc_machine_option_is_bundled(machine))
        fc_diagnose(arguments->errors, FC_NOTE, FC_NOWHERE, FC_MSG_MACHINE_MEASURED_ELSEWHERE, machine);
    fc_words_free(&at.environment);
    free_timed(&at.timed);
    fc_program_free(at.whole);
    return status;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    fc_status status = refuse_definitions(arguments, report);
    return status ? status : fc_points_command(arguments, measure, report);
}

static const fc_option options[] = {
    FC_POINTS_OPTIONS,
    {0, "runs", "N", NULL, "7", false, "how often each point is measured; the median is used"},
    {0, "time-limit", "SECONDS", NULL, "60", false,
     "the time for further runs, which are made while other load on the host hides the undisturbed time; 0: none"},
    {0, "by", "WHAT", "largest|place|none", "largest", false,
     "largest: the undisturbed time, and the places of the largest differences at the last point; place: all places of "
     "each point, in JSON too, in CSV instead of the points; none: only whole times"},
    {0, "launcher", "COMMAND", NULL, "mpirun -n {ranks}", false, "the command that starts the program"},
    FC_PREPARE_OPTION,
    {0, "flush-subnormals", NULL, NULL, NULL, false, "measure also with subnormal numbers taken for zero: flushed_s"},
};

const fc_command fc_command_validate = {
    .name = "validate",
    .workflow = FC_WORKFLOW_FIRST_STEPS,
    .operands = "MODEL.fc",
    .least_operands = 1,
    .most_operands = 1,
    .rest = "the application's own arguments, as after `mpirun -n P ./app`; {ranks} in them is the number of ranks",
    .help = "run the real program too, and print the error of the prediction",
    .about =
        "Predicts as `forecost predict` does. Builds the real program with its own compiler and flags, runs it, and "
        "prints the measured time beside the predicted time. The measured time is from MPI_Init's return to "
        "MPI_Finalize's entry, the maximum over the ranks. Without MPI it is the time of main, on one rank and without "
        "a launcher. "
        "A program may mark the start of a timed region (#pragma forecost init_end, or a label forecost_init_end:). "
        "The time from the mark on is then measured in further runs: block_measured_s, block_s, block_error. "
        "Up to five further runs have timers around loops, procedures and MPI calls, on the slowest rank of the "
        "prediction. From the executions that nothing else on the host disturbed follow the undisturbed time, its "
        "error, and the places where the prediction errs (`--by`). If other processes disturb all runs, they are "
        "repeated within `--time-limit`. If that does not help, bounds of the undisturbed time and of the error are "
        "printed. "
        "A note says if operands were subnormal (x86-64 and AArch64), since those can take 100 times as long.",
    .example = "forecost validate jacobi.fc -m here.yaml -n 1,2 -- 2000 50",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
