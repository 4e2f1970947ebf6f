/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/bundled.h"
#include "tools/command_line/command_table.h"
#include "tools/command_line/machine_option.h"
#include "tools/output/machine_plot.h"
#include "tools/output/plot.h"

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

static fc_status show(fc_text *text, const fc_arguments *arguments, fc_report *report)
{
    fc_machine *machine = NULL;
    const char *picture = fc_arguments_value(arguments, "plot");
    fc_status status = fc_machine_option_read(&machine, arguments->operand[0], report);
    if (!status && picture)
        status = fc_machine_plot(picture, machine, report);
    if (!status && fc_arguments_has(arguments, "yaml"))
        status = fc_machine_format(text, machine, report);
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
    {0, "yaml", NULL, NULL, NULL, false, "print it as a machine file, for example to start one of your own from it"},
    FC_PLOT_OPTION("a picture of the memory's rates over working sets"),
};

const fc_command fc_command_machine = {
    .name = "machine",
    .operands = "MACHINE",
    .least_operands = 0,
    .most_operands = 1,
    .help = "print a machine: what it is and what everything costs there",
    .about = "Prints a machine for people. MACHINE is a file that `forecost calibrate` wrote, or the name of a bundled "
             "one (--list). With --plot it draws the machine profile of MAPS: how fast the memory serves working sets "
             "from the first cache to beyond the last, by pattern of access.",
    .example = "forecost machine here.yaml --plot memory.svg",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
