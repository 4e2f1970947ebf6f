/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/diagnostics.h"
#include "support/messages/command_line.h"
#include "tools/command_line/command_table.h"
#include "tools/command_line/machine_option.h"
#include "tools/launch/run_preparation.h"
#include "tools/measure/library_calls.h"
#include "tools/measure/tracing.h"
#include "tools/output/progress.h"
#include "tools/signature/signature_table.h"
#include "tools/signature/signature_times.h"

#include <stdlib.h>
#include <string.h>

#define TOO_MANY "at most 8 machines at a time"

/* The request of the command line; texts belong to the arguments. */
typedef struct asking {
    const fc_arguments *arguments;
    fc_program *program;
    char **name; /* by choice: the file or procedure, without the line */
    fc_access_choice *choice;
    fc_cache_shape machine[FC_RECORD_MACHINES];
    char *machine_name[FC_RECORD_MACHINES];
    fc_tracing what;
} asking;

/* ---- options ---- */

static fc_status take_machine(asking *at, const char *name, fc_report *report)
{
    fc_machine *machine = NULL;
    bool is_assumed;
    int n = at->what.n_machines;
    if (n == FC_RECORD_MACHINES)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, NULL, TOO_MANY);
    fc_status status = fc_machine_option_costs(&machine, name, report);
    if (!status)
        status = fc_signature_shape(&at->machine[n], &is_assumed, machine, name, report);
    if (!status) {
        at->machine_name[at->what.n_machines++] = fc_copy_string(machine->coefficients.name);
        if (is_assumed)
            fc_diagnose(at->arguments->errors, FC_NOTE, FC_NOWHERE, FC_MSG_MACHINE_NO_CACHE_WAYS_WAYS,
                        machine->coefficients.name);
    }
    fc_machine_free(machine);
    return status;
}

static fc_status take_given(asking *at, fc_report *report)
{
    const fc_arguments *arguments = at->arguments;
    fc_status status = FC_OK;
    for (int i = 0; i < arguments->n_given && !status; i++) {
        const fc_given_option *given = &arguments->given[i];
        if (strcmp(given->option->name, "region") == 0) {
            /* "jacobi.c:58" or "set_up". */
            const char *text = given->value;
            const char *colon = strrchr(text, ':');
            char *end = NULL;
            long line = colon ? strtol(colon + 1, &end, 10) : 0;
            bool is_loop = colon && colon != text && end != colon + 1 && !*end && line > 0 && line < 1 << 30;
            int n = at->what.n_choices++;
            at->name[n] = is_loop ? fc_format("%.*s", (int)(colon - text), text) : fc_copy_string(text);
            at->choice[n] = (fc_access_choice){at->name[n], is_loop ? (int)line : 0};
        } else if (strcmp(given->option->name, "machine") == 0)
            status = take_machine(at, given->value, report);
    }
    if (!status && at->what.n_machines == 0)
        status = take_machine(at, fc_arguments_value(arguments, "machine"), report);
    return status;
}

static fc_status take_options(asking *at, fc_report *report)
{
    const fc_arguments *arguments = at->arguments;
    long ranks, timeout, sample;
    at->name = fc_allocate((size_t)arguments->n_given + 1, sizeof *at->name);
    at->choice = fc_allocate((size_t)arguments->n_given + 1, sizeof *at->choice);
    fc_status status = fc_arguments_whole(&ranks, arguments, "ranks", (const long[]){1, 1000000}, report);
    if (!status)
        status = fc_arguments_whole(&timeout, arguments, "timeout", (const long[]){0, 1000000000}, report);
    if (!status)
        status = fc_arguments_whole(&sample, arguments, "sample", (const long[]){1, 1000000}, report);
    if (!status)
        status = take_given(at, report);
    if (status)
        return status;
    at->what.choice = at->choice;
    at->what.machine = at->machine;
    at->what.machine_name = (const char *const *)at->machine_name;
    at->what.sample = (int)sample;
    at->what.run = (fc_launch_run_options){.launcher = fc_arguments_value(arguments, "launcher"),
                                           .prepare = fc_arguments_value(arguments, "prepare"),
                                           .ranks = (int)ranks,
                                           .argument = arguments->rest,
                                           .n_arguments = arguments->n_rest,
                                           .timeout_s = (double)timeout,
                                           .progress = arguments->errors};
    return FC_OK;
}

/* ---- printing ---- */

/* Adds JSON or CSV. False: the format is "table", which the caller prints. */
static bool add_data(fc_text *text, const fc_table *table, const char *format)
{
    if (strcmp(format, "json") == 0)
        fc_table_json(&(fc_json_writer){.out = text}, NULL, table, 0);
    else if (strcmp(format, "csv") == 0)
        fc_table_csv(text, table);
    return strcmp(format, "table") != 0;
}

static void print(const fc_signature *signature, const fc_arguments *arguments)
{
    fc_table *table = fc_signature_table(signature);
    fc_text text = {0};
    if (!add_data(&text, table, fc_arguments_value(arguments, "format"))) {
        fc_text_add(&text, "%s: %.4g loads and stores on %d %s", signature->command,
                    fc_signature_region_references(signature, NULL), signature->ranks,
                    signature->ranks == 1 ? "rank" : "ranks");
        if (signature->sample > 1)
            fc_text_add(&text, ", one of %d recorded", signature->sample);
        fc_text_add(&text, "; caches of");
        for (unsigned m = 0; m < signature->n_machines; m++)
            fc_text_add(&text, "%s %s", m ? "," : "", signature->machines[m].name);
        fc_text_add(&text, "\n");
        fc_table_print(&text, table);
    }
    fwrite(text.bytes, 1, text.length, arguments->out);
    fc_text_free(&text);
    fc_table_free(table);
    free(table);
    /* Loops that ran, but not during a recorded burst. */
    FILE *errors = arguments->errors;
    for (unsigned i = 0; i < signature->n_regions; i++) {
        const fc_signature_region *region = &signature->regions[i];
        if (region->n_accesses == 0)
            fc_diagnose(errors, FC_NOTE, (fc_place){region->file, region->line, 0},
                        FC_MSG_NONE_ITERATIONS_SAMPLE_USE_SMALLER, region->iterations);
    }
}

/* ---- the command ---- */

static fc_status make(asking *at, fc_report *report)
{
    const fc_arguments *arguments = at->arguments;
    const char *model = arguments->operand[0], *asked = fc_arguments_value(arguments, "output");
    char *output = asked ? fc_copy_string(asked) : fc_format("%s.signature", model);
    fc_signature *signature = NULL;
    fc_progress_line progress = fc_progress_on(arguments->errors);
    fc_status status = take_options(at, report);
    if (!status)
        status = fc_program_read(&at->program, model, report);
    at->what.program = at->program;
    fc_progress_show(&progress, "running with every load and store reported", -1);
    if (!status)
        status = fc_tracing_run(&signature, &at->what, report);
    if (!status && fc_arguments_has(arguments, "binary")) {
        fc_progress_show(&progress, "running under valgrind", -1);
        status = fc_library_calls_add(signature, &at->what, arguments->errors, report);
    }
    fc_progress_clear(&progress);
    if (!status)
        status = fc_signature_write(signature, output, report);
    if (!status) {
        print(signature, arguments);
        if (strcmp(fc_arguments_value(arguments, "format"), "table") == 0)
            fprintf(arguments->out, "%s: %u regions.\nNext: forecost signature --print %s --format json\n", output,
                    signature->n_regions, output);
    }
    fc_signature_free(signature);
    free(output);
    return status;
}

/* Times and ratios, and equation 1 of [pmac] for each machine. */
static void print_times(const fc_signature_times_machine *host, int n_hosts, const fc_arguments *arguments)
{
    fc_table *table = fc_signature_times_table(host, n_hosts);
    fc_text text = {0};
    if (!add_data(&text, table, fc_arguments_value(arguments, "format"))) {
        fc_text_add(&text, "%s: time of its loads and stores alone\n", host->convolution.signature->command);
        fc_table_print(&text, table);
        for (int h = 0; h < n_hosts; h++)
            fc_text_add(&text, "%s: %.4g references a second, weighted by region (its MetaSim number)\n",
                        host[h].machine->coefficients.name, fc_convolution_number(&host[h].convolution));
    }
    fwrite(text.bytes, 1, text.length, arguments->out);
    fc_text_free(&text);
    fc_table_free(table);
    free(table);
}

/* Opens the machines given with -m; *n_hosts is 0 without any. */
static fc_status open_hosts(fc_signature_times_machine *host, int *n_hosts, const fc_signature *signature,
                            const fc_arguments *arguments, fc_report *report)
{
    fc_status status = FC_OK;
    for (int i = 0; i < arguments->n_given && !status; i++) {
        const fc_given_option *given = &arguments->given[i];
        if (strcmp(given->option->name, "machine") != 0)
            continue;
        if (*n_hosts == FC_RECORD_MACHINES)
            return fc_fail(report, FC_E_USAGE, FC_NOWHERE, NULL, TOO_MANY);
        status = fc_signature_times_open(&host[*n_hosts], signature,
                                         (const char *const[]){given->value, arguments->operand[0]}, report);
        *n_hosts += status == FC_OK;
    }
    return status;
}

static fc_status print_file(const fc_arguments *arguments, fc_report *report)
{
    fc_signature *signature = NULL;
    fc_signature_times_machine host[FC_RECORD_MACHINES];
    int n_hosts = 0;
    fc_status status = fc_signature_read(&signature, arguments->operand[0], NULL, report);
    if (!status)
        status = open_hosts(host, &n_hosts, signature, arguments, report);
    if (!status && n_hosts > 0)
        print_times(host, n_hosts, arguments);
    else if (!status)
        print(signature, arguments);
    for (int h = 0; h < n_hosts; h++)
        fc_signature_times_close(&host[h]);
    fc_signature_free(signature);
    return status;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    if (fc_arguments_has(arguments, "print"))
        return print_file(arguments, report);
    asking at = {.arguments = arguments};
    fc_status status = make(&at, report);
    for (int i = 0; i < at.what.n_choices; i++)
        free(at.name[i]);
    for (int m = 0; m < at.what.n_machines; m++)
        free(at.machine_name[m]);
    free(at.name);
    free(at.choice);
    fc_program_free(at.program);
    return status;
}

static const fc_option options[] = {
    {'n', "ranks", "N", NULL, "1", false, "the number of ranks"},
    {'m', "machine", "MACHINE", NULL, "default", true,
     "the machine whose caches are simulated: a machine file, or a bundled machine's name"},
    {0, "region", "FILE:LINE|PROCEDURE", NULL, NULL, true,
     "record only the loop at this line with its inner loops, or this procedure; default: all"},
    {0, "sample", "K", NULL, "1", false, "record one reference of K, in bursts; larger values slow the program less"},
    {0, "binary", NULL, NULL, NULL, false,
     "also run under valgrind, and add the references of library functions at the places that call them"},
    {'o', "output", "FILE", NULL, NULL, false, "the signature to write; default: MODEL.fc.signature"},
    {0, "print", NULL, NULL, NULL, false,
     "print an existing signature, given instead of the model; with -m the times of its loads and stores there"},
    {0, "format", "FORMAT", "table|json|csv", "table", false, "the format of the output"},
    {0, "launcher", "COMMAND", NULL, "mpirun -n {ranks}", false, "the command that starts the program"},
    FC_PREPARE_OPTION,
    {0, "timeout", "SECONDS", NULL, "0", false, "kill the program after this time; 0: never"},
};

const fc_command fc_command_signature = {
    .name = "signature",
    .workflow = FC_WORKFLOW_QUESTIONS,
    .operands = "MODEL.fc",
    .least_operands = 1,
    .most_operands = 1,
    .rest = "the application's own arguments, as after `mpirun -n P ./app`; {ranks} in them is the number of ranks",
    .help = "collect the application signature: loads, stores and cache hits by loop",
    .about = "Builds the program with every load and store of its loops instrumented, runs it once, and writes its "
             "application signature. By region, the signature holds the number of references, their strides, the "
             "operations, and the cache level that serves each reference on each machine. Scalar variables count as "
             "registers. References inside library functions are seen with --binary only, by runs under valgrind's "
             "callgrind, "
             "and unlike the others not by sample. The table shows each region's share of all references, its "
             "floating-point operations a reference, and its share of random strides. It also shows the cumulative hit "
             "rate of each cache level.",
    .example = "forecost signature jacobi.fc -m here.yaml -m big.yaml -o jacobi.sig -- 500 10",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
