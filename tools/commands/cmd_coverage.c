/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/messages/command_line.h"
#include "tools/command_line/command_table.h"
#include "tools/coverage/coverage.h"
#include "tools/points/points_command.h"
#include "tools/prediction/prediction_open.h"

#include <string.h>

enum {
    MOST_ROWS = 1000000
};

/* The annotated source goes to its file; without a file it replaces the table on standard output. */
static fc_status write_results(const fc_arguments *arguments, const fc_coverage *coverage, int top, fc_report *report)
{
    const char *annotate = fc_arguments_value(arguments, "annotate"), *file = fc_arguments_value(arguments, "output");
    fc_text text = {0};
    fc_status status = FC_OK;
    if (annotate && strcmp(annotate, "jsonl") == 0)
        fc_coverage_lines(&text, coverage);
    else if (annotate)
        status = fc_coverage_annotate(&text, coverage, strcmp(annotate, "html") == 0, report);
    if (!status && annotate)
        status = fc_file_write(file ? file : "-", text.bytes, text.length, report);
    fc_text_free(&text);
    if (!status && (!annotate || file)) {
        fc_coverage_print(&text, coverage, fc_arguments_value(arguments, "format"), top);
        fwrite(text.bytes, 1, text.length, arguments->out);
        fc_text_free(&text);
    }
    return status;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    fc_prediction_context context = {0};
    fc_sweep sweep = {0};
    fc_coverage coverage = {0};
    long top = 0;
    fc_status status = fc_arguments_whole(&top, arguments, "top", (const long[]){1, MOST_ROWS}, report);
    if (!status)
        status = fc_sweep_parse(&sweep, arguments, FC_RANGE_MAX_POINTS, report);
    if (!status) {
        if (sweep.n_points > 1)
            status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give -n and -D one value each.",
                             FC_MSG_COVERAGE_TAKES_ONE_POINT_GIVEN, sweep.n_points);
        else if (fc_arguments_has(arguments, "output") && !fc_arguments_has(arguments, "annotate"))
            status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Add --annotate text or --annotate html.",
                             FC_MSG_OUTPUT_NEEDS_ANNOTATE);
    }
    if (!status)
        status = fc_prediction_open(&context, arguments, report);
    if (!status)
        status = fc_coverage_create(&coverage, &context, &sweep, arguments, report);
    if (!status)
        status = write_results(arguments, &coverage, (int)top, report);
    fc_coverage_free(&coverage);
    fc_prediction_context_close(&context);
    fc_sweep_free(&sweep);
    return status;
}

static const fc_option options[] = {
    FC_PREDICTION_OPTIONS,
    {0, "top", "N", NULL, "20", false, "how many places are listed"},
    {0, "annotate", "FORM", "text|html|jsonl", NULL, false,
     "print the sources, each line with its share, origin and count; jsonl: one JSON object for each line with a cost, "
     "for editors"},
    {'o', "output", "FILE", NULL, NULL, false, "the file of the annotated sources; default: standard output"},
    {0, "format", "FORMAT", "table|json|csv", "table", false, "the format of the output"},
};

const fc_command fc_command_coverage = {
    .name = "coverage",
    .workflow = FC_WORKFLOW_QUESTIONS,
    .operands = "MODEL.fc",
    .least_operands = 1,
    .most_operands = 1,
    .rest = "the application's own arguments, as after `mpirun -n P ./app`; {ranks} in them is the number of ranks",
    .help = "list the origin of each count, and how to make it more certain",
    .about = "Lists loops and calls by their share of the predicted time. Each has its count, the origin of the count, "
             "and a way to make it more certain. A count is closed (an expression in the parameters), executed "
             "(computed by running the program slice), profiled, annotated or assumed. If counts are unknown, only "
             "these are listed.",
    .example = "forecost coverage app.fc -n 64 --annotate html -o app.html -- 4000 100",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
