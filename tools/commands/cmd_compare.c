/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/messages/command_line.h"
#include "tools/command_line/command_table.h"
#include "tools/compare/comparison_print.h"
#include "tools/output/plot.h"
#include "tools/points/points_command.h"

#include <gsl/gsl_sort.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_PROGRAMS = 20
};

/* The machines given with -m, each once; without -m the default machine. */
static const char **list_machines(const fc_arguments *arguments, int *n)
{
    const char **machine = fc_allocate((size_t)arguments->n_given + 1, sizeof *machine);
    *n = 0;
    for (int i = 0; i < arguments->n_given; i++) {
        bool is_new = strcmp(arguments->given[i].option->name, "machine") == 0;
        for (int k = 0; k < *n; k++)
            is_new &= strcmp(machine[k], arguments->given[i].value) != 0;
        if (is_new)
            machine[(*n)++] = arguments->given[i].value;
    }
    if (*n == 0)
        machine[(*n)++] = fc_arguments_value(arguments, "machine");
    return machine;
}

static fc_status write_results(const fc_arguments *arguments, const fc_comparison *comparison, int n, fc_report *report)
{
    const char *picture = fc_arguments_value(arguments, "plot");
    fc_text text = {0};
    fc_status status = picture ? fc_comparison_plot(picture, comparison, report) : FC_OK;
    if (!status) {
        fc_comparison_print(&text, comparison, n, fc_arguments_value(arguments, "format"));
        fwrite(text.bytes, 1, text.length, arguments->out);
    }
    fc_text_free(&text);
    return status;
}

static fc_status check_picture(const fc_arguments *arguments, int n_machines, fc_report *report)
{
    const char *picture = fc_arguments_value(arguments, "plot");
    if (picture && n_machines > 1)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Draw one machine at a time.",
                       FC_MSG_PLOT_TAKES_ONE_MACHINE_GIVEN, n_machines);
    return fc_plot_check(picture, report);
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    fc_sweep sweep = {0};
    fc_text printed_notes = {0};
    int n = 0, made = 0;
    const char **machine = list_machines(arguments, &n);
    fc_comparison *comparison = fc_allocate((size_t)n, sizeof *comparison);
    fc_status status = check_picture(arguments, n, report);
    if (!status)
        status = fc_sweep_parse(&sweep, arguments, FC_RANGE_MAX_POINTS, report);
    if (!status)
        gsl_sort(sweep.ranks.value, 1, (size_t)sweep.ranks.n);
    while (!status && made < n) {
        status = fc_comparison_create(
            &comparison[made], &(fc_comparison_source){&sweep, arguments, machine[made], &printed_notes}, report);
        made += !status;
    }
    if (!status)
        status = write_results(arguments, comparison, n, report);
    for (int i = 0; i < made; i++)
        fc_comparison_free(&comparison[i]);
    free(comparison);
    free(machine);
    fc_text_free(&printed_notes);
    fc_sweep_free(&sweep);
    return status;
}

static const fc_option options[] = {
    FC_PREDICTION_OPTIONS_OF(true, "N"),
    {0, "format", "FORMAT", "table|json|csv", "table", false, "the format of the output"},
    FC_PLOT_OPTION("a picture of the fastest program over ranks and one parameter"),
};

const fc_command fc_command_compare = {
    .name = "compare",
    .workflow = FC_WORKFLOW_QUESTIONS,
    .operands = "MODEL.fc MODEL.fc ...",
    .least_operands = 2,
    .most_operands = MOST_PROGRAMS,
    .rest = "the applications' own arguments, the same for all, as after `mpirun -n P ./app`",
    .help = "compare programs or versions: which is fastest at which point, and why",
    .about =
        "Predicts programs, or versions of one program, at the same ranks and parameters on one or more machines. "
        "Prints the fastest program of each point, and the exact number of ranks at each crossover with its reason. "
        "Lists the source places with the largest differences at the last point. -m may be given more than once.",
    .example = "forecost compare row.fc col.fc -m here.yaml -n 1:4096:x2 -D n=500:8000:x2 -- 4000 100",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
