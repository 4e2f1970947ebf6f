/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/profile/plan_check.h"

#include "support/clock.h"
#include "support/messages/command_line.h"
#include "tools/command_line/command_table.h"
#include "tools/launch/launch.h"
#include "tools/output/table.h"
#include "tools/prediction/prediction_open.h"

#include <stdlib.h>
#include <unistd.h>

enum {
    RUNS = 3
};

/* The words of "predict MODEL --profile FILE -n P -- ARGUMENTS". The folder of a template links to files `here`. */
static void add_words(fc_words *words, const fc_profiling *at, const fc_profile_request *asked, const char *here)
{
    char *model = realpath(at->arguments->operand[0], NULL), *profile = realpath(at->output, NULL);
    char *ranks = fc_format("%d", asked->ranks);
    const char *const given[] = {model ? model : at->arguments->operand[0], "-n", ranks, "--profile", profile};
    size_t n = sizeof given / sizeof *given;
    for (size_t i = 0; i < (profile ? n : n - 2); i++) /* before the first run there is no profile */
        fc_words_add(words, given[i]);
    if (at->folder && here) {
        fc_words_add(words, "--allow-read");
        fc_words_add(words, here);
    }
    fc_words_add(words, "--");
    for (int i = 0; i < asked->n_arguments; i++)
        fc_words_add(words, asked->argument[i]);
    free(model);
    free(profile);
    free(ranks);
}

static fc_status predict(fc_totals *out, const fc_arguments *arguments, fc_report *report)
{
    fc_sweep sweep = {0};
    fc_prediction_context context = {0};
    fc_prediction *prediction = NULL;
    fc_status status = fc_sweep_parse(&sweep, arguments, 1, report);
    if (!status)
        status = fc_prediction_open(&context, arguments, report);
    if (!status)
        status = fc_prediction_context_predict(&prediction, &context, &sweep, arguments, report);
    if (!status)
        *out = prediction->totals;
    fc_evaluate_free(prediction, status ? 0 : 1);
    fc_prediction_context_close(&context);
    fc_sweep_free(&sweep);
    return status;
}

fc_status fc_plan_check_predict(fc_totals *out, const fc_profiling *at, const fc_profile_request *asked,
                                fc_report *report)
{
    fc_words words = {0};
    fc_arguments arguments = {0};
    char *here = realpath(".", NULL);
    FILE *nowhere = fopen("/dev/null", "w");
    add_words(&words, at, asked, here);
    fc_status status =
        fc_arguments_parse(&arguments, &fc_command_predict, (int)words.n, (const char *const *)words.item, report);
    if (!status && at->folder && chdir(at->folder) != 0)
        status = fc_fail(report, FC_E_ENVIRONMENT, (fc_place){at->folder, 0, 0}, NULL, FC_MSG_CANNOT_ENTER_FOLDER);
    arguments.out = arguments.errors = nowhere ? nowhere : at->arguments->errors;
    if (!status)
        status = predict(out, &arguments, report);
    if (here && chdir(here) != 0 && !status)
        status = fc_fail(report, FC_E_ENVIRONMENT, (fc_place){here, 0, 0}, NULL, FC_MSG_CANNOT_ENTER_FOLDER);
    fc_arguments_free(&arguments);
    fc_words_free(&words);
    if (nowhere)
        fclose(nowhere);
    free(here);
    return status;
}

static void print(const fc_profiling *at, const fc_profile_request *asked, const fc_totals *predicted, double measured)
{
    fc_text text = {0};
    char *command = fc_profiling_command(at, asked);
    fc_text_add(&text, "Check: %s: predicted ", command);
    fc_table_seconds(&text, predicted->time_s, 4);
    fc_text_add(&text, " (90 %%: ");
    fc_table_seconds_interval(&text, predicted->low_s, predicted->high_s);
    fc_text_add(&text, "), measured ");
    fc_table_seconds(&text, measured, 4);
    fc_text_add(&text, ", error %+.0f %%.\n", 100 * (predicted->time_s / measured - 1));
    fputs(text.bytes, at->arguments->out);
    free(command);
    fc_text_free(&text);
}

fc_status fc_plan_check_measure(const fc_profiling *at, const fc_profile_request *asked, const fc_totals *predicted,
                                fc_report *report)
{
    fc_launch_app *app = NULL;
    fc_launch_times times;
    bool is_bare = fc_launch_lacks_mpi(at->program) && !fc_arguments_has(at->arguments, "launcher");
    fc_launch_run_options options = {.launcher = is_bare ? "" : fc_arguments_value(at->arguments, "launcher"),
                                     .prepare = fc_arguments_value(at->arguments, "prepare"),
                                     .ranks = asked->ranks,
                                     .argument = asked->argument,
                                     .n_arguments = asked->n_arguments,
                                     .directory = at->folder,
                                     .timeout_s = at->deadline_s - fc_clock_seconds()};
    fc_status status = fc_launch_build_program(&app, at->program, true, report);
    if (!status)
        status = fc_launch_measure(&times, app, &options, RUNS, report);
    if (!status && times.min_s > 0)
        print(at, asked, predicted, times.min_s);
    fc_launch_app_free(app);
    return status;
}
