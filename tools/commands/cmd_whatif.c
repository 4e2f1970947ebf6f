/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/command_table.h"
#include "tools/output/plot.h"
#include "tools/points/points_command.h"
#include "tools/prediction/prediction_open.h"
#include "tools/whatif/whatif_print.h"

#include <stdlib.h>
#include <string.h>

/* The default scenarios, [machine] section 5.2: each class of parameters twice as fast. */
static const fc_whatif_scenario classes[] = {
    {"computation", "computation*=0.5"},
    {"communication", "network*=0.5"},
    {"load and store", "load_store*=0.5"},
    {"data movement", "data_movement*=0.5"},
};

/* One scenario for each --set, named by its text; without --set, the classes. */
static FC_GIVE fc_whatif_scenario *list_scenarios(const fc_arguments *arguments, int *n)
{
    fc_whatif_scenario *scenario =
        fc_allocate((size_t)arguments->n_given + sizeof classes / sizeof *classes, sizeof *scenario);
    *n = 0;
    for (int i = 0; i < arguments->n_given; i++)
        if (strcmp(arguments->given[i].option->name, "set") == 0)
            scenario[(*n)++] = (fc_whatif_scenario){arguments->given[i].value, arguments->given[i].value};
    if (*n == 0) {
        memcpy(scenario, classes, sizeof classes);
        *n = sizeof classes / sizeof *classes;
    }
    return scenario;
}

static fc_status write_results(const fc_whatif *whatif, fc_report *report)
{
    const char *picture = fc_arguments_value(whatif->arguments, "plot");
    fc_text text = {0};
    fc_status status = picture ? fc_whatif_plot(picture, whatif, report) : FC_OK;
    if (!status) {
        fc_whatif_print(&text, whatif, fc_arguments_value(whatif->arguments, "format"));
        fwrite(text.bytes, 1, text.length, whatif->arguments->out);
    }
    fc_text_free(&text);
    return status;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    fc_prediction_context context = {0};
    fc_sweep sweep = {0};
    fc_whatif whatif = {.context = &context, .arguments = arguments, .sweep = &sweep};
    fc_whatif_scenario *scenario = list_scenarios(arguments, &whatif.n_scenarios);
    whatif.scenario = scenario;
    fc_status status = fc_sweep_parse(&sweep, arguments, FC_RANGE_MAX_POINTS, report);
    if (!status) {
        const char *picture = fc_arguments_value(arguments, "plot");
        status = fc_plot_check(picture, report);
        status = !status && picture ? fc_sweep_check_curve(&sweep, report) : status;
    }
    if (!status)
        status = fc_prediction_open(&context, arguments, report);
    context.skips_failed = true;
    if (!status)
        status = fc_whatif_predict(&whatif, report);
    if (!status && !fc_arguments_has(arguments, "no-tolerance"))
        status = fc_whatif_find_tolerances(&whatif, report);
    if (!status)
        status = write_results(&whatif, report);
    fc_whatif_free(&whatif);
    free(scenario);
    fc_prediction_context_close(&context);
    fc_sweep_free(&sweep);
    return status;
}

static const fc_option options[] = {
    FC_PREDICTION_OPTIONS,
    {0, "set", "EDITS", NULL, NULL, true,
     "a hypothetical machine: network.latency*=0.5, or several edits separated by commas"},
    {0, "no-tolerance", NULL, NULL, NULL, false, "skip the latency tolerance, which takes most of the time"},
    {0, "format", "FORMAT", "table|json|csv", "table", false, "the format of the output"},
    FC_PLOT_OPTION("a picture of the speedups over ranks"),
};

const fc_command fc_command_whatif = {
    .name = "whatif",
    .workflow = FC_WORKFLOW_QUESTIONS,
    .operands = "MODEL.fc",
    .least_operands = 1,
    .most_operands = 1,
    .rest = "the application's own arguments, as after `mpirun -n P ./app`; {ranks} in them is the number of ranks",
    .help = "predict the gain from a faster core, memory or network",
    .about =
        "Predicts a program on the given machine and on hypothetical machines, and prints the speedup on each. By "
        "default computation, communication, load and store, and all data movement are twice as fast; --set replaces "
        "these scenarios. An edit is a path of the machine, one of = *= += and a number; `forecost help machine edit` "
        "describes the paths. The second table is the latency tolerance: the network latency at which each point takes "
        "1 %, 2 % and 5 % longer, as in LLAMP.",
    .example = "forecost whatif jacobi.fc -m here.yaml --set 'network.latency*=0.5' -n 1:1024:x2 -- 2000 50",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
