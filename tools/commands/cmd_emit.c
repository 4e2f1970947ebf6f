/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/host/standalone.h"
#include "support/messages/command_line.h"
#include "tools/command_line/command_table.h"
#include "tools/prediction/prediction_open.h"

#include <stdlib.h>

static fc_status write_folder(const fc_arguments *arguments, fc_prediction_context *context, const fc_sweep *sweep,
                              fc_report *report)
{
    const char *folder = fc_arguments_value(arguments, "output");
    double *counts = fc_prediction_context_counts(context, sweep, NULL);
    fc_standalone what = {.name = context->program->name,
                          .cost_program = context->text.bytes,
                          .machine = &context->machine->coefficients,
                          .compute_model = context->compute_model,
                          .counter = counts,
                          .n_counters = context->loaded.program->n_counters};
    fc_status status = fc_standalone_write(folder, &what, report);
    if (!status) {
        fc_prediction_context_note(context, sweep, arguments->errors);
        fprintf(arguments->out,
                "%s: the cost program, its machine (%s) and a Makefile.\nNext: make -C %s && %s/%s -n 64\n", folder,
                context->machine->coefficients.name, folder, folder, what.name);
    }
    free(counts);
    return status;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    if (!fc_arguments_value(arguments, "output"))
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "forecost emit MODEL.fc -o DIR", FC_MSG_OUTPUT_MISSING);
    fc_prediction_context context = {0};
    fc_sweep sweep = {0};
    fc_status status = fc_sweep_parse(&sweep, arguments, FC_RANGE_MAX_POINTS, report);
    if (!status)
        status = fc_prediction_open(&context, arguments, report);
    if (!status)
        status = fc_prediction_context_needs_predefined(&context, "a cost program on its own", report);
    if (!status)
        status = write_folder(arguments, &context, &sweep, report);
    fc_prediction_context_close(&context);
    fc_sweep_free(&sweep);
    return status;
}

static const fc_option options[] = {
    FC_CONTEXT_OPTIONS,
    {'o', "output", "DIR", NULL, NULL, false, "the folder to create; an existing folder must be empty"},
};

const fc_command fc_command_emit = {
    .name = "emit",
    .workflow = FC_WORKFLOW_INTERNALS,
    .operands = "MODEL.fc",
    .least_operands = 1,
    .most_operands = 1,
    .help = "write the cost program as C sources that run without Forecost",
    .about = "Writes the cost program in C, the machine, the sources of the runtime and a Makefile into a folder. "
             "The result builds with any C compiler and gives the same predictions as `forecost predict`.",
    .example = "forecost emit jacobi.fc -m here.yaml -o jacobi-cost",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
