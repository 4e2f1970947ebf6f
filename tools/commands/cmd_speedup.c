/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/speedup.h"
#include "support/messages/command_line.h"
#include "support/messages/report.h"
#include "tools/command_line/command_table.h"
#include "tools/output/plot.h"
#include "tools/points/points_command.h"
#include "tools/prediction/prediction_open.h"
#include "tools/prediction/usable_points.h"
#include "tools/scaling/graph_speedups.h"
#include "tools/scaling/speedup_print.h"
#include "tools/scaling/workload_print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fc_status refuse_options(const fc_arguments *arguments, fc_report *report)
{
    for (int i = 0; i < arguments->n_given; i++) {
        const char *name = arguments->given[i].option->name;
        if (strcmp(name, "format") != 0 && strcmp(name, "plot") != 0)
            return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give a model, or leave the option out.",
                           FC_MSG_NEEDS_MODEL_HOLDS_OBSERVATIONS, name, arguments->operand[0], "observations");
    }
    if (arguments->n_rest > 0)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give a model, or leave them out.",
                       FC_MSG_ARGUMENTS_AFTER_NEED_MODEL_HOLDS, arguments->operand[0]);
    return FC_OK;
}

static fc_status predict(fc_speedup_data *out, const fc_arguments *arguments, fc_report *report)
{
    fc_prediction_context context = {0};
    fc_sweep sweep = {0};
    fc_prediction *prediction = NULL;
    fc_status status = fc_sweep_parse(&sweep, arguments, FC_SPEEDUP_MOST_ROWS, report);
    if (!status)
        status = fc_sweep_check_curve(&sweep, report);
    if (!status)
        status = fc_prediction_open(&context, arguments, report);
    fc_sweep usable = sweep;
    if (!status)
        status = fc_usable_points_predict(&prediction, &usable, &context, arguments, report);
    if (!status) {
        *out = (fc_speedup_data){true, fc_allocate((size_t)usable.n_points, sizeof *out->row), usable.n_points};
        for (int i = 0; i < usable.n_points; i++)
            out->row[i] = (fc_speedup_row){prediction[i].ranks, prediction[i].totals.time_s};
        fc_speedup_data_sort(out);
        fc_evaluate_free(prediction, usable.n_points);
        free(usable.ranks.value);
    }
    fc_prediction_context_close(&context);
    fc_sweep_free(&sweep);
    return status;
}

/* *profile: of a task graph; A is 0 for other observations. */
static fc_status read_data(fc_speedup_data *out, fc_parallelism *profile, const fc_arguments *arguments,
                           fc_report *report)
{
    if (fc_graph_speedups_accepts(arguments->operand[0]))
        return fc_graph_speedups_analyze(out, profile, arguments, report);
    /* A program model is a JSON document; a CSV file begins with its header. */
    const char *path = arguments->operand[0];
    char first;
    if (fc_file_peek(&first, 1, path) == 1 && first == '{')
        return predict(out, arguments, report);
    fc_status status = refuse_options(arguments, report);
    return status ? status : fc_speedup_data_read(out, arguments->operand[0], report);
}

static fc_status infer(const fc_arguments *arguments, fc_report *report)
{
    fc_speedup_data data = {0};
    fc_speedup_inference inference = {0};
    fc_parallelism profile = {0};
    fc_status status = fc_plot_check(fc_arguments_value(arguments, "plot"), report);
    if (!status)
        status = read_data(&data, &profile, arguments, report);
    if (!status)
        status = fc_speedup_infer(&inference, &data, arguments->operand[0], report);
    const fc_speedup_results of = {&inference, &data, arguments->operand[0], profile.A > 0 ? &profile : NULL};
    if (!status) {
        const char *picture = fc_arguments_value(arguments, "plot");
        fc_text text = {0};
        status = picture ? fc_speedup_plot(picture, &of, report) : FC_OK;
        if (!status) {
            fc_speedup_print(&text, &of, fc_arguments_value(arguments, "format"));
            fwrite(text.bytes, 1, text.length, arguments->out);
        }
        fc_text_free(&text);
    }
    fc_speedup_inference_free(&inference);
    fc_speedup_data_free(&data);
    return status;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    if (fc_arguments_has(arguments, "generate"))
        return fc_workload_print(arguments, report);
    if (arguments->n_operands == 0)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, arguments->command->example, FC_MSG_OPERAND_MISSING,
                       arguments->command->name, arguments->command->operands);
    return infer(arguments, report);
}

static const fc_option options[] = {
    FC_PREDICTION_OPTIONS,
    {0, "format", "FORMAT", "table|json|csv", "table", false, "the format of the output"},
    {0, "generate", "N", NULL, NULL, false,
     "instead of a fit, draw N jobs for studies of schedulers: A, sigma and work"},
    {0, "max-parallelism", "A", NULL, "128", false, "with --generate: the largest average parallelism"},
    {0, "seed", "S", NULL, "1", false, "with --generate: the random numbers' seed"},
    FC_PLOT_OPTION("a picture of the observations and the fitted curve between its bounds"),
};

static const fc_old_spelling old[] = {{.option = "ranks", .beside = "generate", .replacement = "--max-parallelism"}};

const fc_command fc_command_speedup = {
    .name = "speedup",
    .workflow = FC_WORKFLOW_QUESTIONS,
    .old = old,
    .n_old = sizeof old / sizeof *old,
    .operands = "DATA.csv | MODEL.fc | GRAPH.json",
    .least_operands = 0,
    .most_operands = 1,
    .rest = "with a model: the application's own arguments, as after `mpirun -n P ./app`",
    .help = "infer average parallelism, its variance and the knee from run times",
    .about =
        "Fits Downey's speedup model (UCB/CSD-97-933) to observed run times or speedups, or to the predicted times of "
        "a program model or a task graph. Observations are a CSV file with the header ranks,time_s or ranks,speedup. "
        "Prints the average parallelism A, the variance in parallelism sigma, and the knee, where speedup^2/p is "
        "greatest. Observations that are superlinear at the low end or fall at the high end are left out, and listed. "
        "For a task graph, A and sigma of its parallelism profile are printed beside the fitted ones. "
        "The laws of Amdahl, Gustafson and Dowdy and the universal scalability law are fitted too, and all are ranked "
        "by cross-validated error. --generate draws synthetic jobs and prints their cumulative distributions. "
        "Options other than --format, --plot and those of --generate need a model.",
    .example = "forecost speedup measured.csv --plot speedup.svg",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
