/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/messages/command_line.h"
#include "tools/check/baseline_file.h"
#include "tools/check/check_run.h"
#include "tools/check/reporter.h"
#include "tools/command_line/command_table.h"
#include "tools/command_line/output_check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FORMATS "text|json|junit|markdown|sarif|bmf"

/* One run of the command, gathered as it goes. */
typedef struct session {
    fc_settings settings;
    const char *baseline_path;
    fc_baseline before, now;
    fc_regression_decisions decisions;
} session;

/* ---- --write FORMAT=FILE ---- */

/* The file's name after "FORMAT="; NULL if the text has another form. */
static const char *file_of(const char *value, char format[16])
{
    static const char *const known[] = {"text", "json", "junit", "markdown", "sarif", "bmf"};
    size_t length = strcspn(value, "=");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i]) == length && strncmp(known[i], value, length) == 0 && value[length] && value[length + 1]) {
            snprintf(format, 16, "%s", known[i]);
            return value + length + 1;
        }
    return NULL;
}

static fc_status check_writes(const fc_arguments *arguments, fc_report *report)
{
    char format[16];
    for (int i = 0; i < arguments->n_given; i++)
        if (strcmp(arguments->given[i].option->name, "write") == 0 && !file_of(arguments->given[i].value, format))
            return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Write --write sarif=forecost.sarif, for example.",
                           "--write: \"%.80s\" is not FORMAT=FILE with one of " FORMATS, arguments->given[i].value);
    return FC_OK;
}

static fc_status write_files(const fc_arguments *arguments, const fc_reporter_input *input, fc_report *report)
{
    fc_status status = FC_OK;
    for (int i = 0; i < arguments->n_given && !status; i++) {
        char format[16];
        fc_text text = {0};
        if (strcmp(arguments->given[i].option->name, "write") != 0)
            continue;
        const char *path = file_of(arguments->given[i].value, format);
        fc_reporter_print(&text, input, format);
        status = fc_output_check_differs(path, input->settings, report);
        if (!status)
            status = fc_output_check_differs(path, input->baseline, report);
        if (!status)
            status = fc_file_write(path, text.bytes, text.length, report);
        fc_text_free(&text);
    }
    return status;
}

/* ---- a check ---- */

static fc_status decide(session *of, fc_report *report)
{
    fc_status status = fc_baseline_file_read(&of->before, of->baseline_path, &of->now, report);
    if (status)
        return status;
    fc_regression_tolerance *tolerance = fc_allocate(of->now.n_programs, sizeof *tolerance);
    for (unsigned i = 0; i < of->settings.file->n_programs; i++)
        tolerance[i] = fc_settings_tolerance_of(&of->settings, i);
    fc_regression_decide(&of->decisions, &of->before, &of->now, tolerance);
    free(tolerance);
    return FC_OK;
}

static fc_status print_decisions(const session *of, const fc_arguments *arguments, fc_report *report)
{
    fc_reporter_input input = {of->settings.yaml.path, of->baseline_path, &of->now, &of->decisions};
    fc_text text = {0};
    fc_reporter_print(&text, &input, fc_arguments_value(arguments, "format"));
    fwrite(text.bytes, 1, text.length, arguments->out);
    fc_text_free(&text);
    fc_status status = write_files(arguments, &input, report);
    if (!status && fc_regression_decisions_fail(&of->decisions))
        status = fc_fail(report, FC_E_CHECK, FC_NOWHERE,
                         "If the change is intended, run forecost check --update and commit the baseline.",
                         FC_MSG_CHECK_FAILED_SLOWER_GONE_FAILED, of->decisions.count[FC_REGRESSION_SLOWER],
                         of->decisions.count[FC_REGRESSION_GONE], of->decisions.count[FC_REGRESSION_FAILED],
                         of->decisions.count[FC_REGRESSION_UNMEASURED]);
    return status;
}

/* Writes a new baseline, unless some point cannot be predicted. */
static fc_status update(const session *of, const fc_arguments *arguments, fc_report *report)
{
    size_t points = 0;
    for (size_t i = 0; i < of->now.n_programs; i++) {
        const fc_baseline_program *program = &of->now.program[i];
        const char *fault = program->fault;
        for (size_t k = 0; k < program->n_points && !fault; k++)
            fault = program->point[k].fault;
        points += program->n_points;
        if (fault)
            return fc_fail(report, FC_E_CHECK, FC_NOWHERE, NULL, FC_MSG_NOT_UPDATED_PROGRAM, of->baseline_path,
                           program->name, fault);
    }
    fc_status status = fc_baseline_file_write(&of->now, of->baseline_path, report);
    if (!status)
        fprintf(arguments->out, "%s: %zu point%s of %zu program%s.\n", of->baseline_path, points,
                points == 1 ? "" : "s", of->now.n_programs, of->now.n_programs == 1 ? "" : "s");
    return status;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    session of = {0};
    fc_status status = check_writes(arguments, report);
    if (!status) {
        const char *folder = fc_arguments_value(arguments, "directory");
        if (folder && chdir(folder) != 0)
            status = fc_fail(report, FC_E_INPUT, (fc_place){folder, 0, 0}, "Check the name and the permissions.",
                             FC_MSG_CANNOT_BE_ENTERED, strerror(errno));
    }
    if (!status)
        status = fc_settings_read(&of.settings, fc_arguments_value(arguments, "settings"), report);
    if (!status) {
        const char *asked = fc_arguments_value(arguments, "baseline");
        of.baseline_path = asked ? asked : of.settings.file->baseline;
        status = fc_check_run(&of.now, &of.settings, arguments->errors, report);
    }
    if (!status && fc_arguments_has(arguments, "update"))
        status = update(&of, arguments, report);
    else if (!status) {
        status = decide(&of, report);
        if (!status)
            status = print_decisions(&of, arguments, report);
    }
    fc_regression_decisions_free(&of.decisions);
    fc_baseline_free(&of.before);
    fc_baseline_free(&of.now);
    fc_settings_free(&of.settings);
    return status;
}

static const fc_option options[] = {
    {'C', "directory", "DIR", NULL, NULL, false, "change to this directory first: file names are relative to it"},
    {0, "settings", "FILE", NULL, "forecost.yaml", false, "the programs and points to check"},
    {0, "baseline", "FILE", NULL, NULL, false,
     "compare with this file; default: the baseline that the settings name, else perf.json"},
    {0, "update", NULL, NULL, NULL, false, "write a new baseline from the current sources instead of comparing"},
    {0, "format", "FORMAT", FORMATS, "text", false, "the format of the output"},
    {0, "write", "FORMAT=FILE", NULL, NULL, true, "also write the results to a file in this format"},
};

const fc_command fc_command_check = {
    .name = "check",
    .workflow = FC_WORKFLOW_CI,
    .operands = "",
    .least_operands = 0,
    .most_operands = 0,
    .help = "fail if a program is predicted to scale worse than its baseline",
    .about =
        "Analyzes the programs in forecost.yaml, predicts them at its points, and compares times, messages and "
        "bytes with a committed baseline. Nothing is measured: the same sources give the same output on every machine. "
        "Prints the differences and the source lines responsible. Exit code 1: a point is slower than its tolerance "
        "allows, gone, failed, or without measure. The default tolerance is 5 % more time, and "
        "not one message or "
        "byte more at the same time. "
        "Settings of a program: `name`, `sources` (or `build`, a folder with compile_commands.json, and `main`), "
        "`flags`, `compiler`, `assume` ([FILE:LINE=VALUE]), `points`. Settings of a point: `ranks`, `arguments`, "
        "`parameters` ([NAME=RANGE]). Settings for all programs or one: `machine`, `method`, `compute_model`, "
        "`tolerance` (`time_percent`, `messages_percent`, `bytes_percent`). The file lists the programs under "
        "`programs`, and names the baseline under `baseline`.",
    .example = "forecost check --write sarif=forecost.sarif --write junit=forecost.xml",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
