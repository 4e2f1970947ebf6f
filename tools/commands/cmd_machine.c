/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/bundled.h"
#include "machine_properties/machine_edit.h"
#include "tools/command_line/command_table.h"
#include "tools/command_line/machine_option.h"
#include "tools/machine/calibration_command.h"
#include "tools/machine/guidelines_print.h"
#include "tools/machine/verification.h"
#include "tools/output/interrupt.h"
#include "tools/output/json_writer.h"
#include "tools/output/machine_plot.h"
#include "tools/output/plot.h"
#include "tools/output/progress.h"

#include <stdlib.h>
#include <string.h>

/* --verify excludes the options that print, edit or draw; the options of a measurement need --verify. */
static fc_status check_verify(const fc_arguments *arguments, fc_report *report)
{
    static const char *const with[] = {"cc", "mpicc", "launcher", "ranks", "without-communication", "format"};
    static const char *const without[] = {"list", "edit", "output", "yaml", "plot"};
    const bool verifies = fc_arguments_has(arguments, "verify");
    const char *const *refused = verifies ? without : with;
    const size_t n = verifies ? sizeof without / sizeof *without : sizeof with / sizeof *with;
    for (int i = 0; i < arguments->n_given; i++)
        for (size_t k = 0; k < n; k++)
            if (strcmp(arguments->given[i].option->name, refused[k]) == 0)
                return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "For example forecost machine here.yaml --verify.",
                               verifies ? "--%s and --verify exclude each other" : "--%s needs --verify", refused[k]);
    return FC_OK;
}

static fc_status check_operand(const fc_arguments *arguments, fc_report *report)
{
    bool lists = fc_arguments_has(arguments, "list");
    if (lists && arguments->n_operands > 0)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, NULL, "--list takes no MACHINE");
    if (!lists && arguments->n_operands == 0)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "`forecost machine --list` lists the bundled machines.",
                       "machine needs MACHINE");
    fc_status status = check_verify(arguments, report);
    return status ? status : fc_plot_check(fc_arguments_value(arguments, "plot"), report);
}

/* Applies the edits in their order and records them in the note. The samples are dropped: they belong to the original
 * machine. */
static fc_status edit(fc_machine *machine, const fc_arguments *arguments, fc_report *report)
{
    fc_text note = {0};
    fc_status status = FC_OK;
    for (int i = 0; i < arguments->n_given && !status; i++) {
        const fc_given_option *given = &arguments->given[i];
        if (strcmp(given->option->name, "edit") != 0)
            continue;
        fc_text_add(&note, "%s%s", note.length ? ", " : "hypothetical: ", given->value);
        status = fc_machine_edit(machine, given->value, "--edit", report);
    }
    if (!status && note.length) {
        fc_text_add(&note, "; made from %s%s%s", machine->coefficients.name, machine->note ? "; " : "",
                    machine->note ? machine->note : "");
        free(machine->note);
        machine->note = fc_format("%.4000s", note.bytes); /* as much as a machine file holds */
        fc_machine_drop_samples(machine);
    }
    fc_text_free(&note);
    return status;
}

/* The machine takes the file's name: "dir/big.yaml" holds the machine big. */
static fc_status write_file(fc_machine *machine, const char *path, fc_report *report)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path, *dot = strrchr(base, '.');
    int length = dot ? (int)(dot - base) : (int)strlen(base);
    snprintf(machine->coefficients.name, sizeof machine->coefficients.name, "%.*s", length, base);
    return fc_machine_write(machine, path, report);
}

static fc_status show(fc_text *text, const fc_arguments *arguments, fc_report *report)
{
    fc_machine *machine = NULL;
    const char *picture = fc_arguments_value(arguments, "plot"), *file = fc_arguments_value(arguments, "output");
    fc_status status = fc_machine_option_read(&machine, arguments->operand[0], report);
    if (!status)
        status = edit(machine, arguments, report);
    if (!status && file)
        status = write_file(machine, file, report);
    if (!status && picture)
        status = fc_machine_plot(picture, machine, report);
    if (!status && fc_arguments_has(arguments, "yaml"))
        status = fc_machine_format(text, machine, report);
    else if (!status && file)
        fc_text_add(text, "Next: forecost predict MODEL.fc -m %s -n 1:1024:x2 -- ARGUMENTS\n", file);
    else if (!status) {
        fc_machine_print(text, machine);
        fc_guidelines_print(text, machine);
    }
    fc_machine_free(machine);
    return status;
}

/* ---- --verify ---- */

static fc_status measure(fc_machine **out, const fc_machine *file, const fc_arguments *arguments, fc_report *report)
{
    const char *launcher = fc_arguments_value(arguments, "launcher");
    fc_progress_line line = fc_progress_on(arguments->errors);
    fc_range ranks = {0};
    fc_status status = fc_calibration_command_ranks(&ranks, fc_arguments_value(arguments, "ranks"), report);
    fc_calibrate_options options = {.name = "now",
                                    .compiler = fc_arguments_value(arguments, "cc"),
                                    .mpi_compiler = fc_arguments_value(arguments, "mpicc"),
                                    .launcher = launcher,
                                    .ranks = ranks.value,
                                    .n_ranks = ranks.n,
                                    .compute_from = launcher ? file : NULL,
                                    .folder = launcher ? "." : NULL,
                                    .quick = true,
                                    .without_communication = fc_arguments_has(arguments, "without-communication"),
                                    .progress = fc_calibration_command_progress,
                                    .data = &line,
                                    .interrupted = fc_interrupt_flag()};
    fc_interrupt_watch();
    if (!status)
        status = fc_calibrate(out, &options, report);
    fc_progress_clear(&line);
    fc_range_free(&ranks);
    return status;
}

static void print_verification(fc_text *out, const fc_verification *made, const fc_machine *now, const char *format)
{
    if (strcmp(format, "csv") == 0) {
        fc_table_csv(out, &made->groups);
        return;
    }
    if (strcmp(format, "json") == 0) {
        fc_json_writer json = fc_json_writer_document(out);
        fc_json_writer_whole(&json, "differing", made->differing);
        fc_json_writer_table(&json, "groups", &made->groups);
        fc_json_writer_end(&json);
        return;
    }
    fc_table_print(out, &made->groups);
    fc_guidelines_print(out, now);
}

/* Compares the file with short measurements. FC_E_CHECK if a group of values differs. */
static fc_status verify(fc_text *text, const fc_arguments *arguments, fc_report *report)
{
    const char *name = arguments->operand[0], *launcher = fc_arguments_value(arguments, "launcher");
    fc_machine *file = NULL, *now = NULL;
    fc_verification made = {0};
    fc_status status = fc_machine_option_read(&file, name, report);
    if (!status && file->launcher && !launcher && strcmp(file->launcher, "mpirun -n {ranks}") != 0)
        fprintf(arguments->errors, "note: %s was calibrated with --launcher \"%s\"; verify with the same launcher.\n",
                name, file->launcher);
    if (!status)
        status = measure(&now, file, arguments, report);
    if (!status) {
        fc_verification_make(&made, file, now, launcher != NULL);
        if (made.n == 0)
            status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give the numbers of ranks, for example --ranks 2,4,8.",
                             "nothing was measured");
        else
            print_verification(text, &made, now, fc_arguments_value(arguments, "format"));
        if (made.differing > 0)
            status =
                fc_fail(report, FC_E_CHECK, FC_NOWHERE,
                        "Verify again on the idle machine. If it still differs, calibrate again: forecost calibrate -o "
                        "FILE.",
                        "%s differs from this machine in %d of %d groups of values", name, made.differing, made.n);
    }
    fc_verification_free(&made);
    fc_machine_free(file);
    fc_machine_free(now);
    return status;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    fc_text text = {0};
    fc_status status = check_operand(arguments, report);
    if (!status && fc_arguments_has(arguments, "list"))
        fc_bundled_list_machines(&text, "\n");
    else if (!status && fc_arguments_has(arguments, "verify"))
        status = verify(&text, arguments, report);
    else if (!status)
        status = show(&text, arguments, report);
    if (!status || status == FC_E_CHECK)
        fwrite(text.bytes, 1, text.length, arguments->out);
    fc_text_free(&text);
    return status;
}

static const fc_option options[] = {
    {0, "list", NULL, NULL, NULL, false, "list the names of the bundled machines"},
    {0, "edit", "EDITS", NULL, NULL, true,
     "derive a hypothetical machine: memory.L3.size*=2, network.latency*=0.5, cores=64"},
    {'o', "output", "FILE", NULL, NULL, false, "write it as a machine file instead of printing it"},
    {0, "yaml", NULL, NULL, NULL, false, "print it as a machine file, for example as a start for your own"},
    FC_PLOT_OPTION("a picture of the memory bandwidth over working sets"),
    {0, "verify", NULL, NULL, NULL, false,
     "measure for 25 seconds and compare with the file; exit code 1 if they differ"},
    {0, "cc", "COMMAND", NULL, "gcc -O2", false, "with --verify: the compiler and flags to measure"},
    {0, "mpicc", "COMMAND", NULL, "mpicc -O2", false, "with --verify: compiles the communication benchmark"},
    {0, "launcher", "COMMAND", NULL, NULL, false,
     "with --verify: starts the communication benchmark; only communication is measured"},
    {0, "ranks", "RANGE", NULL, NULL, false, "with --verify: the numbers of ranks; default: up to the number of cores"},
    {0, "without-communication", NULL, NULL, NULL, false, "with --verify: measure computation and memory only"},
    {0, "format", "FORMAT", "table|json|csv", "table", false, "with --verify: the format of the output"},
};

const fc_command fc_command_machine = {
    .name = "machine",
    .operands = "MACHINE",
    .least_operands = 0,
    .most_operands = 1,
    .help = "print, edit or verify a machine: its properties and costs",
    .about =
        "Prints a machine. MACHINE is a file written by `forecost calibrate`, or the name of a bundled machine "
        "(--list). "
        "--plot draws the machine profile as MAPS does: memory bandwidth over the size of the working set, by access "
        "pattern. "
        "--edit derives a hypothetical machine. An edit is a path, one of = *= += and a number; several edits are "
        "separated by commas. A path names a value of the machine file, as in "
        "`core.operations[madd,f64].latency_s`; words in brackets and the last part may be left out. Further paths "
        "are computation, load_store, network, network.latency, network.gap, data_movement, memory.L2.time and "
        "memory.L2.size. "
        "--verify measures again, as `calibrate --quick` does, and prints the median difference of operations, memory "
        "and communication from the file. A group differs if it exceeds its limit: 20 %, or two standard deviations "
        "of the fit.",
    .example = "forecost machine here.yaml --edit 'memory.L3.size*=2' -o hypothetical.yaml",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
