/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/bundled.h"
#include "machine_properties/machine_edit.h"
#include "tools/command_line/command_table.h"
#include "tools/command_line/machine_option.h"
#include "tools/output/machine_plot.h"
#include "tools/output/plot.h"

#include <stdlib.h>
#include <string.h>

static fc_status check_operand(const fc_arguments *arguments, fc_report *report)
{
    bool lists = fc_arguments_has(arguments, "list");
    if (lists && arguments->n_operands > 0)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, NULL, "--list names the bundled machines, and takes none");
    if (!lists && arguments->n_operands == 0)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "`forecost machine --list` names those that are bundled.",
                       "machine needs MACHINE");
    return fc_plot_check(fc_arguments_value(arguments, "plot"), report);
}

/* The edits, in their order; the note tells of them, and samples are of another machine now. */
static fc_status edit(fc_machine *machine, const fc_arguments *arguments, fc_report *report)
{
    fc_text note = {0};
    fc_status status = FC_OK;
    for (int i = 0; i < arguments->n_given && !status; i++) {
        const fc_given *given = &arguments->given[i];
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

/* The machine is called as the file: "dir/big.yaml" holds the machine big. */
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
    else if (!status)
        fc_machine_print(text, machine);
    fc_machine_free(machine);
    return status;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    fc_text text = {0};
    fc_status status = check_operand(arguments, report);
    if (!status && fc_arguments_has(arguments, "list"))
        fc_bundled_list_machines(&text, "\n");
    else if (!status)
        status = show(&text, arguments, report);
    if (!status)
        fwrite(text.bytes, 1, text.length, arguments->out);
    fc_text_free(&text);
    return status;
}

static const fc_option options[] = {
    {0, "list", NULL, NULL, NULL, false, "print the names of the bundled machines instead"},
    {0, "edit", "EDITS", NULL, NULL, true,
     "make another machine of it: memory.L3.size*=2, network.latency*=0.5, cores=64"},
    {'o', "output", "FILE", NULL, NULL, false, "write it as a machine file instead of printing it"},
    {0, "yaml", NULL, NULL, NULL, false, "print it as a machine file, for example to start one of your own from it"},
    FC_PLOT_OPTION("a picture of the memory's rates over working sets"),
};

const fc_command fc_command_machine = {
    .name = "machine",
    .operands = "MACHINE",
    .least_operands = 0,
    .most_operands = 1,
    .help = "print a machine: what it is and what everything costs there",
    .about =
        "Prints a machine for people. MACHINE is a file that `forecost calibrate` wrote, or the name of a bundled "
        "one (--list). With --plot it draws the machine profile of MAPS: how fast the memory serves working sets "
        "from the first cache to beyond the last, by pattern of access. --edit makes a machine that is not there: an "
        "edit is a path, one of = *= += and a number; several stand behind commas. Paths are those of the machine "
        "file, as in `core.operations[madd,f64].latency_s`, words in brackets and what comes last may be left out, "
        "and there are computation, load_store, network, network.latency, network.gap, data_movement, "
        "memory.L2.time and memory.L2.size.",
    .example = "forecost machine here.yaml --edit 'memory.L3.size*=2' -o hypothetical.yaml",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
