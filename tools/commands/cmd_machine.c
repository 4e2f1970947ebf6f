/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/bundled.h"
#include "machine_properties/machine_edit.h"
#include "machine_properties/machine_sheet.h"
#include "support/diagnostics.h"
#include "support/json_writer.h"
#include "support/messages/command_line.h"
#include "support/messages/machine.h"
#include "support/path.h"
#include "tools/command_line/command_table.h"
#include "tools/command_line/machine_option.h"
#include "tools/machine/calibration_command.h"
#include "tools/machine/guidelines_print.h"
#include "tools/machine/machine_plot.h"
#include "tools/machine/model_check.h"
#include "tools/machine/verification.h"
#include "tools/output/interrupt.h"
#include "tools/output/plot.h"
#include "tools/output/progress.h"
#include "tools/output/table.h"

#include <stdlib.h>
#include <string.h>

/* Applies the edits in their order and records them in the note. The samples are dropped: they belong to the original
 * machine. */
static fc_status edit(fc_machine *machine, const fc_arguments *arguments, fc_report *report)
{
    fc_text note = {0};
    fc_status status = FC_OK;
    for (int i = 0; i < arguments->n_given && !status; i++) {
        const fc_given_option *given = &arguments->given[i];
        if (strcmp(given->option->name, "set") != 0)
            continue;
        fc_text_add(&note, "%s%s", note.length ? ", " : "hypothetical: ", given->value);
        status = fc_machine_edit(machine, given->value, "--set", report);
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

static fc_status print_yaml(fc_text *out, const fc_machine *machine, fc_report *report)
{
    fc_text text = {0};
    fc_status status = fc_machine_format(&text, machine, report);
    if (!status)
        fc_machine_layout(out, text.bytes, text.length);
    fc_text_free(&text);
    return status;
}

/* ---- new ---- */

static fc_status read_sheet(fc_sheet *out, const fc_arguments *arguments, fc_report *report)
{
    static const char *const needed[] = {"clock", "cache", "main-memory"};
    long cores = 1, line = 64;
    for (int i = 0; i < 3; i++)
        if (!fc_arguments_has(arguments, needed[i]))
            return fc_fail(report, FC_E_USAGE, FC_NOWHERE, arguments->command->example, FC_MSG_SHEET_INCOMPLETE,
                           needed[i]);
    fc_status status = fc_arguments_whole(&cores, arguments, "cores", (const long[]){1, 1 << 20}, report);
    if (!status)
        status = fc_arguments_whole(&line, arguments, "line", (const long[]){8, 4096}, report);
    *out = (fc_sheet){.cores = (int)cores, .line_bytes = (double)line};
    if (!status)
        status = fc_machine_sheet_core(out, fc_arguments_value(arguments, "clock"),
                                       fc_arguments_value(arguments, "cpi"), report);
    for (int i = 0; i < arguments->n_given && !status; i++)
        if (strcmp(arguments->given[i].option->name, "cache") == 0)
            status = fc_machine_sheet_add(out, arguments->given[i].value, "--cache", report);
    if (!status)
        status = fc_machine_sheet_add(out, fc_arguments_value(arguments, "main-memory"), "--main-memory", report);
    return status;
}

static fc_status from_sheet(fc_machine **out, const fc_arguments *arguments, fc_report *report)
{
    const char *name = fc_arguments_value(arguments, "communication-from");
    fc_machine *network = NULL;
    fc_sheet sheet;
    fc_status status = read_sheet(&sheet, arguments, report);
    if (!status && name)
        status = fc_machine_option_costs(&network, name, report);
    if (!status)
        *out = fc_machine_of_sheet(&sheet, network);
    fc_machine_free(network);
    return status;
}

/* ---- show, edit and new ---- */

/* Writes, draws and prints the machine, edited by the options --set. */
static fc_status put(fc_text *text, const fc_arguments *arguments, fc_report *report)
{
    fc_machine *machine = NULL;
    const char *picture = fc_arguments_value(arguments, "plot"), *file = fc_arguments_value(arguments, "output");
    fc_status status = arguments->n_operands > 0 ? fc_machine_option_read(&machine, arguments->operand[0], report)
                                                 : from_sheet(&machine, arguments, report);
    if (!status)
        status = edit(machine, arguments, report);
    if (!status && file) {
        /* The machine takes the file's name: "dir/big.yaml" holds the machine big. */
        const char *base = fc_path_name(file), *dot = strrchr(base, '.');
        int length = dot ? (int)(dot - base) : (int)strlen(base);
        snprintf(machine->coefficients.name, sizeof machine->coefficients.name, "%.*s", length, base);
        status = fc_machine_write(machine, file, report);
    }
    if (!status && picture)
        status = fc_machine_plot(picture, machine, report);
    if (!status && strcmp(fc_arguments_value(arguments, "format"), "yaml") == 0)
        status = print_yaml(text, machine, report);
    else if (!status && file)
        fc_text_add(text, "Next: forecost predict MODEL.fc -m %s -n 1:1024:x2 -- ARGUMENTS\n", file);
    else if (!status) {
        if (machine->samples_file && machine->n_samples == 0)
            fc_diagnose(arguments->errors, FC_NOTE, (fc_place){arguments->operand[0], 0, 0}, FC_MSG_SAMPLES_ABSENT,
                        machine->samples_file);
        fc_machine_print(text, machine);
        fc_guidelines_print(text, machine);
    }
    fc_machine_free(machine);
    return status;
}

/* Of `show`, `edit` and `new`. */
static fc_status run_put(const fc_arguments *arguments, fc_report *report)
{
    fc_text text = {0};
    fc_status status = fc_plot_check(fc_arguments_value(arguments, "plot"), report);
    if (!status)
        status = put(&text, arguments, report);
    if (!status)
        fwrite(text.bytes, 1, text.length, arguments->out);
    fc_text_free(&text);
    return status;
}

static fc_status run_edit(const fc_arguments *arguments, fc_report *report)
{
    if (!fc_arguments_has(arguments, "set"))
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, arguments->command->example, FC_MSG_SET_EDITS_MISSING);
    return run_put(arguments, report);
}

static fc_status run_list(const fc_arguments *arguments, fc_report *report)
{
    fc_text text = {0};
    (void)report;
    fc_bundled_list_machines(&text, "\n");
    fwrite(text.bytes, 1, text.length, arguments->out);
    fc_text_free(&text);
    return FC_OK;
}

/* ---- verify ---- */

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
        fc_table_json(&json, "groups", &made->groups, 2);
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
        fc_diagnose(arguments->errors, FC_NOTE, FC_NOWHERE, FC_MSG_CALIBRATED_LAUNCHER_VERIFY_SAME_LAUNCHER, name,
                    file->launcher);
    if (!status)
        status = measure(&now, file, arguments, report);
    if (!status) {
        fc_verification_make(&made, file, now, launcher != NULL);
        if (made.n == 0)
            status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give the numbers of ranks, for example --ranks 2,4,8.",
                             FC_MSG_NOTHING_MEASURED);
        else
            print_verification(text, &made, now, fc_arguments_value(arguments, "format"));
        if (made.differing > 0)
            status =
                fc_fail(report, FC_E_CHECK, FC_NOWHERE,
                        "Verify again on the idle machine. If it still differs, calibrate again: forecost calibrate -o "
                        "FILE.",
                        FC_MSG_DIFFERS_MACHINE_GROUPS_VALUES, name, made.differing, made.n);
    }
    fc_verification_free(&made);
    fc_machine_free(file);
    fc_machine_free(now);
    return status;
}

static fc_status run_verify(const fc_arguments *arguments, fc_report *report)
{
    fc_text text = {0};
    fc_status status = verify(&text, arguments, report);
    if (!status || status == FC_E_CHECK)
        fwrite(text.bytes, 1, text.length, arguments->out);
    fc_text_free(&text);
    return status;
}

/* The compute model's errors on the kernels that calibration measured for this. */
static fc_status run_errors(const fc_arguments *arguments, fc_report *report)
{
    const char *compiler = fc_arguments_value(arguments, "cc");
    fc_machine *machine = NULL;
    fc_model_check check = {0};
    fc_text text = {0};
    fc_table table = {0};
    fc_status status = fc_machine_option_read(&machine, arguments->operand[0], report);
    if (!status)
        status = fc_model_check_predict(&check, machine, compiler, report);
    if (!status && check.n == 0)
        status = fc_fail(report, FC_E_INPUT, (fc_place){arguments->operand[0], 0, 0},
                         "Calibrate again, without --quick.", FC_MSG_NO_CHECK_TIMES);
    if (!status && machine->compiler && strcmp(machine->compiler, compiler) != 0)
        fc_diagnose(arguments->errors, FC_NOTE, FC_NOWHERE, FC_MSG_CHECKED_WITH_OTHER_COMPILER, machine->compiler,
                    compiler);
    if (!status) {
        fc_model_check_table(&table, &check, machine);
        /* A table and its name in JSON. */
        const char *format = fc_arguments_value(arguments, "format");
        if (strcmp(format, "csv") == 0)
            fc_table_csv(&text, &table);
        else if (strcmp(format, "json") == 0) {
            fc_json_writer json = fc_json_writer_document(&text);
            fc_table_json(&json, "times", &table, 2);
            fc_json_writer_end(&json);
        } else
            fc_table_print(&text, &table);
        fwrite(text.bytes, 1, text.length, arguments->out);
    }
    fc_table_free(&table);
    fc_text_free(&text);
    fc_model_check_free(&check);
    fc_machine_free(machine);
    return status;
}

/* ---- the command line ---- */

#define PUT_OPTIONS                                                                                                    \
    {'o',                                                                                                              \
     "output",                                                                                                         \
     "FILE",                                                                                                           \
     NULL,                                                                                                             \
     NULL,                                                                                                             \
     false,                                                                                                            \
     "write it as a machine file, with its samples beside it, instead of printing it"},                                \
        {0, "format", "FORMAT", "table|yaml", "table", false, "the format of the output; yaml: a machine file"},       \
        FC_PLOT_OPTION("a picture of memory, communication and operations")

static const fc_option put_options[] = {PUT_OPTIONS};

static const fc_option edit_options[] = {
    {0, "set", "EDITS", NULL, NULL, true, "the edits: memory.L3.size*=2, network.latency*=0.5, cores=64"},
    PUT_OPTIONS,
};

static const fc_option new_options[] = {
    {0, "clock", "HERTZ", NULL, NULL, false, "the clock rate: 2.4G"},
    {0, "cpi", "CYCLES", NULL, "1", false, "cycles an instruction, while the first cache level serves all accesses"},
    {0, "cache", "BYTES,WAYS[,SECONDS[,RATE]]", NULL, NULL, true,
     "a data cache, nearest first: size (32K, 1M), associativity, the time that a core waits for its line (5n; not "
     "needed for the first), and the "
     "bytes per second of consecutive lines; without a rate each line takes the time"},
    {0, "main-memory", "SECONDS[,RATE]", NULL, NULL, false,
     "the time that a core waits for a line of the memory, and the rate"},
    {0, "line", "BYTES", NULL, "64", false, "the bytes of a cache line"},
    {0, "cores", "N", NULL, "1", false, "cores of a node"},
    {0, "communication-from", "MACHINE", NULL, NULL, false,
     "copy the costs of MPI operations and the network from this machine"},
    {0, "set", "EDITS", NULL, NULL, true, "edits, as of `machine edit`"},
    PUT_OPTIONS,
};

static const fc_option verify_options[] = {
    {0, "cc", "COMMAND", NULL, "gcc -O2", false, "the compiler and flags to measure"},
    {0, "mpicc", "COMMAND", NULL, "mpicc -O2", false, "compiles the communication benchmark"},
    {0, "launcher", "COMMAND", NULL, NULL, false, "starts the communication benchmark; only communication is measured"},
    {'n', "ranks", "RANGE", NULL, NULL, false, "the numbers of ranks; default: up to the number of cores"},
    {0, "without-communication", NULL, NULL, NULL, false, "measure computation and memory only"},
    {0, "format", "FORMAT", "table|json|csv", "table", false, "the format of the output"},
};

static const fc_option errors_options[] = {
    {0, "cc", "COMMAND", NULL, "gcc -O2", false, "the compiler and flags that the machine was calibrated with"},
    {0, "format", "FORMAT", "table|json|csv", "table", false, "the format of the output"},
};

#define MACHINE_IS "MACHINE is a file written by `forecost calibrate`, or the name of a bundled machine. "

static const fc_command show_command = {
    .name = "machine show",
    .operands = "MACHINE",
    .least_operands = 1,
    .most_operands = 1,
    .help = "print the properties and costs of a machine",
    .about =
        "Prints a machine. " MACHINE_IS
        "--plot draws memory bandwidth over the size of the working set, as MAPS does, times of communication with "
        "their fits, and costs of operations.",
    .example = "forecost machine show default --format yaml",
    .option = put_options,
    .n_options = sizeof put_options / sizeof *put_options,
    .run = run_put,
};

static const fc_command list_command = {
    .name = "machine list",
    .operands = "",
    .help = "print the names of the bundled machines",
    .about = "Prints the names of the bundled machines, one a line. Such a name is a value of -m.",
    .example = "forecost machine list",
    .run = run_list,
};

static const fc_command edit_command = {
    .name = "machine edit",
    .operands = "MACHINE",
    .least_operands = 1,
    .most_operands = 1,
    .help = "derive a hypothetical machine",
    .about = "Derives a hypothetical machine, and prints or writes it. " MACHINE_IS
             "An edit is a path, one of = *= += and a number; several edits are separated by commas. A path names a "
             "value of the machine file, as in `core.operations[madd,f64].latency_s`; words in brackets and the last "
             "part may be left out. Further paths are computation, load_store, network, network.latency, network.gap, "
             "data_movement, memory.L2.time and memory.L2.size.",
    .example = "forecost machine edit here.yaml --set 'memory.L3.size*=2' -o hypothetical.yaml",
    .option = edit_options,
    .n_options = sizeof edit_options / sizeof *edit_options,
    .run = run_edit,
};

static const fc_old_spelling new_old[] = {{.option = "memory", .replacement = "--main-memory"}};

static const fc_command new_command = {
    .name = "machine new",
    .old = new_old,
    .n_old = sizeof new_old / sizeof *new_old,
    .operands = "",
    .help = "make a machine from a data sheet",
    .about = "Makes a machine that cannot be measured from what its data sheet states, and prints or writes it. An "
             "instruction takes a constant time. An access that the first cache level does not serve waits in addition "
             "for the level that does, and nothing overlaps: this describes in-order cores and cache simulators. For "
             "other cores the time is an upper bound. Applications are predicted there by their signature: see "
             "`forecost help signature`.",
    .example = "forecost machine new --clock 2G --cache 32K,8 --cache 1M,16,5n --main-memory 80n -o other.yaml",
    .option = new_options,
    .n_options = sizeof new_options / sizeof *new_options,
    .run = run_put,
};

static const fc_command verify_command = {
    .name = "machine verify",
    .operands = "MACHINE",
    .least_operands = 1,
    .most_operands = 1,
    .help = "compare a machine file with new measurements",
    .about = "Measures again for up to a minute, as `calibrate --quick` does, and prints the median difference of "
             "operations, memory and communication from the file. A group differs if it exceeds its limit: 20 %, or "
             "two standard deviations of the fit. The exit code is 1 if a group differs.",
    .example = "forecost machine verify here.yaml",
    .option = verify_options,
    .n_options = sizeof verify_options / sizeof *verify_options,
    .run = run_verify,
};

static const fc_command errors_command = {
    .name = "machine errors",
    .operands = "MACHINE",
    .least_operands = 1,
    .most_operands = 1,
    .help = "print the compute model's errors on 37 kernels",
    .about =
        "Calibration runs 37 kernels that no cost is fitted to, with data in each cache level and in memory, on one "
        "core and on all. This command predicts their times from the machine file and prints the errors. It compiles "
        "the kernels by --cc, since the command in a machine file is not run. Their quantiles by class are the section "
        "`discrepancies` of the file, which "
        "determines the width of intervals.",
    .example = "forecost machine errors here.yaml --cc 'gcc -O2'",
    .option = errors_options,
    .n_options = sizeof errors_options / sizeof *errors_options,
    .run = run_errors,
};

static const fc_command *const subcommands[] = {&show_command,   &list_command,   &edit_command, &new_command,
                                                &verify_command, &errors_command, NULL};

static const fc_old_spelling old[] = {
    {.option = "list", .subcommand = &list_command, .replacement = ""},
    {.option = "verify", .subcommand = &verify_command, .replacement = ""},
    {.option = "edit", .subcommand = &edit_command, .replacement = "--set"},
    {.option = "yaml", .replacement = "--format=yaml"},
    {.subcommand = &show_command},
};

const fc_command fc_command_machine = {
    .name = "machine",
    .workflow = FC_WORKFLOW_MACHINE,
    .operands = "",
    .subcommand = subcommands,
    .old = old,
    .n_old = sizeof old / sizeof *old,
    .help = "show, list, edit, make or verify machines: properties and costs",
    .about = "A machine file holds the properties and costs of one machine. " MACHINE_IS
             "The subcommands print it, derive a hypothetical machine from it, make one from a data sheet, and compare "
             "it with new measurements.",
    .example = "forecost machine show default",
};
