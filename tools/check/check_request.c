/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/check/check_request.h"

#include "tools/command_line/command_table.h"
#include "tools/points/points_command.h"

#include <stdlib.h>

static const fc_option options[] = {FC_PREDICTION_OPTIONS};

/* `forecost predict` without an operand. */
static const fc_command prediction = {
    .name = "check",
    .rest = "the application's own arguments",
    .option = options,
    .n_options = sizeof options / sizeof *options,
};

static void add_option(fc_words *words, const char *option, const char *value)
{
    if (!value)
        return;
    char *word = fc_format("--%s=%s", option, value);
    fc_words_add(words, word);
    free(word);
}

static void add_options(fc_words *words, const char *option, char **values, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        add_option(words, option, values[i]);
}

static void add_rest(fc_words *words, const char *rest)
{
    fc_words_add(words, "--");
    if (rest)
        fc_words_split(words, rest);
}

static fc_status parse(fc_check_request *request, const fc_command *command, FILE *errors, fc_report *report)
{
    fc_status status = fc_arguments_parse(&request->arguments, command, (int)request->words.n,
                                          (const char *const *)request->words.item, report);
    request->arguments.errors = errors;
    return status;
}

fc_status fc_check_request_sources(fc_check_request *out, const fc_settings_program *program, FILE *errors,
                                   fc_report *report)
{
    *out = (fc_check_request){0};
    add_option(&out->words, "build", program->build);
    add_option(&out->words, "main", program->main);
    add_option(&out->words, "cc", program->compiler);
    add_option(&out->words, "machine", program->machine);
    for (unsigned i = 0; i < program->n_sources; i++)
        fc_words_add(&out->words, program->sources[i]);
    add_rest(&out->words, program->flags);
    fc_status status = parse(out, &fc_command_analyze, errors, report);
    if (status)
        fc_check_request_free(out);
    return status;
}

fc_status fc_check_request_points(fc_check_request *out, const fc_settings_program *program,
                                  const fc_settings_points *points, FILE *errors, fc_report *report)
{
    *out = (fc_check_request){0};
    add_option(&out->words, "machine", program->machine);
    add_option(&out->words, "method", program->method);
    add_option(&out->words, "compute-model", program->compute_model);
    add_option(&out->words, "ranks", points->ranks);
    add_options(&out->words, "define", points->parameters, points->n_parameters);
    add_options(&out->words, "assume", program->assume, program->n_assume);
    add_rest(&out->words, points->arguments);
    fc_status status = parse(out, &prediction, errors, report);
    if (!status)
        status = fc_sweep_parse(&out->sweep, &out->arguments, FC_RANGE_MAX_POINTS, report);
    if (status)
        fc_check_request_free(out);
    return status;
}

void fc_check_request_free(fc_check_request *request)
{
    fc_sweep_free(&request->sweep);
    fc_arguments_free(&request->arguments);
    fc_words_free(&request->words);
    *request = (fc_check_request){0};
}
