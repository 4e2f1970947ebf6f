/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/speedup.h"
#include "support/messages/command_line.h"
#include "tools/command_line/command_table.h"
#include "tools/output/plot.h"
#include "tools/points/points_command.h"
#include "tools/prediction/usable_points.h"
#include "tools/scaling/speedup_print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A program model is a JSON document; a CSV file begins with its header. */
static bool is_model(const char *path)
{
    char first;
    return fc_file_peek(&first, 1, path) == 1 && first == '{';
}

static fc_status refuse_options(const fc_arguments *arguments, fc_report *report)
{
    for (int i = 0; i < arguments->n_given; i++) {
        const char *name = arguments->given[i].option->name;
        if (strcmp(name, "format") != 0 && strcmp(name, "plot") != 0)
            return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give a model, or leave the option out.",
                           FC_MSG_NEEDS_MODEL_HOLDS_OBSERVATIONS, name, arguments->operand[0]);
    }
    if (arguments->n_rest > 0)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give a model, or leave them out.",
                       FC_MSG_ARGUMENTS_AFTER_NEED_MODEL_HOLDS, arguments->operand[0]);
    return FC_OK;
}

static fc_status predict(fc_speedup_data *out, const fc_arguments *arguments, fc_report *report)
{
    fc_prediction_context subject = {0};
    fc_sweep sweep = {0};
    fc_prediction *prediction = NULL;
    fc_status status = fc_sweep_parse(&sweep, arguments, FC_SPEEDUP_MOST_ROWS, report);
    if (!status)
        status = fc_sweep_check_curve(&sweep, report);
    if (!status)
        status = fc_prediction_context_open(&subject, arguments, report);
    fc_sweep usable = sweep;
    if (!status)
        status = fc_usable_points_predict(&prediction, &usable, &subject, arguments, report);
    if (!status) {
        *out = (fc_speedup_data){true, fc_allocate((size_t)usable.n_points, sizeof *out->row), usable.n_points};
        for (int i = 0; i < usable.n_points; i++)
            out->row[i] = (fc_speedup_row){prediction[i].ranks, prediction[i].totals.time_s};
        fc_speedup_data_sort(out);
        fc_predictions_free(prediction, usable.n_points);
        free(usable.ranks.value);
    }
    fc_prediction_context_close(&subject);
    fc_sweep_free(&sweep);
    return status;
}

static fc_status read_data(fc_speedup_data *out, const fc_arguments *arguments, fc_report *report)
{
    if (is_model(arguments->operand[0]))
        return predict(out, arguments, report);
    fc_status status = refuse_options(arguments, report);
    return status ? status : fc_speedup_data_read(out, arguments->operand[0], report);
}

static fc_status write_results(const fc_arguments *arguments, const fc_speedup_inference *inference,
                               const fc_speedup_data *data, fc_report *report)
{
    const char *name = arguments->operand[0], *picture = fc_arguments_value(arguments, "plot");
    fc_text text = {0};
    fc_status status = picture ? fc_speedup_plot(picture, inference, data, name, report) : FC_OK;
    if (!status) {
        fc_speedup_print(&text, inference, data, name, fc_arguments_value(arguments, "format"));
        fwrite(text.bytes, 1, text.length, arguments->out);
    }
    fc_text_free(&text);
    return status;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    fc_speedup_data data = {0};
    fc_speedup_inference inference = {0};
    fc_status status = fc_plot_check(fc_arguments_value(arguments, "plot"), report);
    if (!status)
        status = read_data(&data, arguments, report);
    if (!status)
        status = fc_speedup_infer(&inference, &data, arguments->operand[0], report);
    if (!status)
        status = write_results(arguments, &inference, &data, report);
    fc_speedup_inference_free(&inference);
    fc_speedup_data_free(&data);
    return status;
}

static const fc_option options[] = {
    FC_PREDICTION_OPTIONS,
    {0, "format", "FORMAT", "table|json|csv", "table", false, "the format of the output"},
    FC_PLOT_OPTION("a picture of the observations and the fitted curve between its bounds"),
};

const fc_command fc_command_speedup = {
    .name = "speedup",
    .workflow = FC_WORKFLOW_QUESTIONS,
    .operands = "DATA.csv | MODEL.fc",
    .least_operands = 1,
    .most_operands = 1,
    .rest = "with a model: the application's own arguments, as after `mpirun -n P ./app`",
    .help = "infer average parallelism, its variance and the knee from run times",
    .about =
        "Fits Downey's speedup model (UCB/CSD-97-933) to observed run times or speedups, or to the predicted times of "
        "a program model. Observations are a CSV file with the header ranks,time_s or ranks,speedup. Prints the "
        "average parallelism A, the variance in parallelism sigma, and the knee, where speedup^2/p is greatest. "
        "Observations that are superlinear at the low end or fall at the high end are left out, and listed. "
        "The laws of Amdahl, Gustafson and Dowdy and the universal scalability law are fitted too, and all are ranked "
        "by cross-validated error. Options other than --format and --plot need a model.",
    .example = "forecost speedup measured.csv --plot speedup.svg",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
