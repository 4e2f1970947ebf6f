/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/command.h"

#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 100,
    OPTION_INDENT = 30
};

/* `text` broken between words so that no line passes WIDTH; lines after the first start at column `indent`. */
static void add_wrapped(fc_text *out, const char *text, int indent)
{
    int column = indent;
    for (const char *at = text; *at;) {
        int length = (int)strcspn(at, " ");
        if (column > indent && column + 1 + length > WIDTH) {
            fc_text_add(out, "\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            fc_text_add(out, " ");
            column++;
        }
        fc_text_append(out, at, (size_t)length);
        column += length;
        at += length;
        at += strspn(at, " ");
    }
    fc_text_add(out, "\n");
}

void fc_command_usage(fc_text *out, const fc_command *command)
{
    fc_text_add(out, "forecost %s%s", command->name, command->n_options ? " [options]" : "");
    for (int i = 0; command->subcommand && command->subcommand[i]; i++)
        fc_text_add(out, "%s%s", i ? "|" : " ", fc_command_word(command->subcommand[i]));
    if (command->subcommand)
        fc_text_add(out, " [options] [operands]");
    if (*command->operands)
        fc_text_add(out, command->least_operands ? " %s" : " [%s]", command->operands);
    if (command->rest)
        fc_text_add(out, command->is_wrapper ? " ARGUMENTS" : " [-- ARGUMENTS]");
}

char *fc_option_head(const fc_option *option)
{
    fc_text head = {0};
    if (option->letter)
        fc_text_add(&head, "-%c, ", option->letter);
    fc_text_add(&head, "--%s", option->name);
    if (option->value)
        fc_text_add(&head, " %s", option->value);
    return fc_text_take(&head);
}

char *fc_option_about(const fc_option *option)
{
    fc_text about = {0};
    fc_text_add(&about, "%s", option->help);
    if (option->choices)
        fc_text_add(&about, ": %s", option->choices);
    if (option->repeats)
        fc_text_add(&about, "; may be repeated");
    if (option->default_value)
        fc_text_add(&about, " [%s]", option->default_value);
    return fc_text_take(&about);
}

static void add_line(fc_text *out, const fc_command *command)
{
    fc_text_add(out, "  %-10s %s\n", fc_command_word(command), command->help);
}

void fc_command_help(fc_text *out, const fc_command *command)
{
    fc_text_add(out, "Usage: ");
    fc_command_usage(out, command);
    fc_text_add(out, "\n\n");
    add_wrapped(out, command->about, 0);
    if (command->rest) {
        char *rest = fc_format("Arguments after \"--\": %s.", command->rest);
        add_wrapped(out, rest, 0);
        free(rest);
    }
    if (command->subcommand) {
        fc_text_add(out, "\nSubcommands:\n");
        for (const fc_command *const *at = command->subcommand; *at; at++)
            add_line(out, *at);
        fc_text_add(out, "\n`forecost help %s SUBCOMMAND` describes a subcommand.\n", command->name);
    }
    if (command->n_options)
        fc_text_add(out, "\nOptions:\n");
    for (int i = 0; i < command->n_options; i++) {
        const fc_option *option = &command->option[i];
        char *head = fc_option_head(option), *about = fc_option_about(option);
        int length = (int)strlen(head) + 2;
        fc_text_add(out, "  %s", head);
        if (length + 1 > OPTION_INDENT)
            fc_text_add(out, "\n%*s", OPTION_INDENT, "");
        else
            fc_text_add(out, "%*s", OPTION_INDENT - length, "");
        add_wrapped(out, about, OPTION_INDENT);
        free(head);
        free(about);
    }
    fc_text_add(out, "\nExample:\n  %s\n", command->example);
}

const char *fc_workflow_heading(fc_workflow workflow, const fc_command *const *command, int n_commands)
{
#define FC_WORKFLOW_HEADING(name, heading) heading,
    static const char *const headings[FC_N_WORKFLOWS] = {FC_WORKFLOW_LIST(FC_WORKFLOW_HEADING)};
#undef FC_WORKFLOW_HEADING
    for (int i = 0; i < n_commands; i++)
        if (command[i]->workflow == workflow)
            return headings[workflow];
    return NULL;
}

void fc_command_overview(fc_text *out, const fc_command *const *command, int n_commands)
{
    fc_text_add(out, "Usage: forecost COMMAND [options] [operands] [-- ARGUMENTS]\n\n"
                     "Forecost reads an MPI C program and predicts its run time on p ranks.\n\nCommands:\n");
    for (int w = 0; w < FC_N_WORKFLOWS; w++) {
        const char *heading = fc_workflow_heading((fc_workflow)w, command, n_commands);
        if (heading)
            fc_text_add(out, "\n%s\n", heading);
        for (int i = 0; i < n_commands; i++)
            if ((int)command[i]->workflow == w)
                add_line(out, command[i]);
    }
    fc_text_add(out,
                "\n`forecost help COMMAND` describes a command; `forecost --version` prints the version.\n"
                "Every command takes --quiet (no warnings and notes) and --warnings LIST: `forecost help explain`.\n");
}
