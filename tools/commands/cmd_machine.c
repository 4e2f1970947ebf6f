/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/command_table.h"
#include "tools/command_line/machine_option.h"

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    fc_machine *machine = NULL;
    fc_text text = {0};
    fc_status status = fc_machine_option_read(&machine, arguments->operand[0], report);
    if (!status && fc_arguments_has(arguments, "yaml"))
        status = fc_machine_format(&text, machine, report);
    else if (!status)
        fc_machine_print(&text, machine);
    if (!status)
        fwrite(text.bytes, 1, text.length, arguments->out);
    fc_text_free(&text);
    fc_machine_free(machine);
    return status;
}

static const fc_option options[] = {
    {0, "yaml", NULL, NULL, NULL, false, "print it as a machine file, for example to start one of your own from it"},
};

const fc_command fc_command_machine = {
    .name = "machine",
    .operands = "MACHINE",
    .least_operands = 1,
    .most_operands = 1,
    .help = "print a machine: what it is and what everything costs there",
    .about =
        "Prints a machine for people. MACHINE is a file that `forecost calibrate` wrote, or the name of a bundled one: "
        "default, parsytec-gc-powerplus.",
    .example = "forecost machine here.yaml",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
