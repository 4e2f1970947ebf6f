/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/output_check.h"

#include "support/messages/command_line.h"

#include <string.h>
#include <sys/stat.h>

/* Options whose value is a file that the command writes. */
static bool is_output(const char *option)
{
    static const char *const name[] = {"output", "timeline", "gantt", "dot", "plot"};
    bool found = false;
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        found |= strcmp(option, name[i]) == 0;
    return found;
}

fc_status fc_output_check_differs(const char *output, const char *input, fc_report *report)
{
    struct stat out, in;
    if (stat(output, &out) || stat(input, &in) || !S_ISREG(out.st_mode) || out.st_dev != in.st_dev ||
        out.st_ino != in.st_ino)
        return FC_OK;
    return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give another file.", FC_MSG_OUTPUT_IS_INPUT, output);
}

/* No operand, option value or argument after "--" is this file. */
static fc_status check_output(const fc_arguments *arguments, const char *output, fc_report *report)
{
    fc_status status = FC_OK;
    for (int i = 0; i < arguments->n_operands && !status; i++)
        status = fc_output_check_differs(output, arguments->operand[i], report);
    for (int i = 0; i < arguments->n_given && !status; i++)
        if (arguments->given[i].value && !is_output(arguments->given[i].option->name))
            status = fc_output_check_differs(output, arguments->given[i].value, report);
    for (int i = 0; i < arguments->n_rest && !status; i++)
        status = fc_output_check_differs(output, arguments->rest[i], report);
    return status;
}

fc_status fc_output_check_unnamed(const fc_arguments *arguments, const char *input, fc_report *report)
{
    fc_status status = FC_OK;
    for (int i = 0; i < arguments->n_given && !status; i++)
        if (arguments->given[i].value && is_output(arguments->given[i].option->name))
            status = fc_output_check_differs(arguments->given[i].value, input, report);
    return status;
}

fc_status fc_output_check(const fc_arguments *arguments, fc_report *report)
{
    fc_status status = FC_OK;
    for (int i = 0; i < arguments->n_given && !status; i++)
        if (arguments->given[i].value && is_output(arguments->given[i].option->name))
            status = check_output(arguments, arguments->given[i].value, report);
    return status;
}
