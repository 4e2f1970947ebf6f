/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/command.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Escapes the characters that troff interprets: backslashes, hyphens, and a leading dot or quote. */
static void add_troff(fc_text *out, const char *text)
{
    if (*text == '.' || *text == '\'')
        fc_text_add(out, "\\&");
    for (; *text; text++) {
        if (*text == '\\')
            fc_text_add(out, "\\e");
        else if (*text == '-')
            fc_text_add(out, "\\-");
        else
            fc_text_append(out, text, 1);
    }
}

static void add_paragraph(fc_text *out, const char *head, const char *text)
{
    fc_text_add(out, ".TP\n.B ");
    add_troff(out, head);
    fc_text_add(out, "\n");
    add_troff(out, text);
    fc_text_add(out, "\n");
}

static void add_exit_status(fc_text *out)
{
    fc_text_add(out, ".SH EXIT STATUS\n");
#define FC_STATUS_ROW(name, code, text) fc_text_add(out, ".TP\n.B %d\n%s\n", code, text);
    FC_STATUS_LIST(FC_STATUS_ROW)
#undef FC_STATUS_ROW
}

void fc_command_manual(fc_text *out, const fc_command *const *command, int n_commands)
{
    fc_text_add(out, ".TH FORECOST 1 \"\" \"forecost " FORECOST_VERSION "\" \"User Commands\"\n"
                     ".SH NAME\nforecost \\- predict the run time of MPI C programs\n"
                     ".SH SYNOPSIS\n.B forecost\n.I COMMAND\n[options] [operands] [\\-\\- ARGUMENTS]\n"
                     ".SH DESCRIPTION\nReads an MPI C program and predicts its run time on p ranks without a cluster.\n"
                     "Ranges are written 4, 1,2,8, 1:16, 1:64:8 (step 8) and 1:1024:x2 (factor 2).\n"
                     ".SH COMMANDS\nEach command has a manual page, for example\n.BR forecost\\-predict (1).\n");
    for (int w = 0; w < FC_N_WORKFLOWS; w++) {
        const char *heading = fc_workflow_heading((fc_workflow)w, command, n_commands);
        if (heading)
            fc_text_add(out, ".SS %s\n", heading);
        for (int i = 0; i < n_commands; i++)
            if ((int)command[i]->workflow == w)
                add_paragraph(out, command[i]->name, command[i]->help);
    }
    add_exit_status(out);
    fc_text_add(out,
                ".SH ENVIRONMENT\n.TP\n.B XDG_CACHE_HOME\nThe cache of compiled cost programs is forecost/ in it.\n");
}

/* The name of a page: "forecost-machine-verify". upper: as in a title line. */
static void add_page_name(fc_text *out, const char *name, bool upper)
{
    fc_text_add(out, upper ? "FORECOST-" : "forecost\\-");
    for (; *name; name++) {
        if (*name == ' ')
            fc_text_add(out, upper ? "-" : "\\-");
        else
            fc_text_add(out, "%c", upper ? toupper((unsigned char)*name) : *name);
    }
}

void fc_command_manual_of(fc_text *out, const fc_command *command)
{
    fc_text usage = {0};
    fc_command_usage(&usage, command);
    fc_text_add(out, ".TH ");
    add_page_name(out, command->name, true);
    fc_text_add(out, " 1 \"\" \"forecost " FORECOST_VERSION "\" \"User Commands\"\n.SH NAME\n");
    add_page_name(out, command->name, false);
    fc_text_add(out, " \\- ");
    add_troff(out, command->help);
    fc_text_add(out, "\n.SH SYNOPSIS\n.nf\n");
    add_troff(out, usage.bytes);
    fc_text_add(out, "\n.fi\n.SH DESCRIPTION\n");
    add_troff(out, command->about);
    if (command->rest) {
        fc_text_add(out, command->is_wrapper ? "\n.PP\nARGUMENTS: " : "\n.PP\nArguments after \"\\-\\-\": ");
        add_troff(out, command->rest);
        fc_text_add(out, ".");
    }
    fc_text_add(out, "\n%s", command->subcommand ? ".SH SUBCOMMANDS\n" : command->n_options ? ".SH OPTIONS\n" : "");
    for (const fc_command *const *at = command->subcommand; at && *at; at++)
        add_paragraph(out, fc_command_word(*at), (*at)->help);
    for (int i = 0; i < command->n_options; i++) {
        char *head = fc_option_head(&command->option[i]), *about = fc_option_about(&command->option[i]);
        add_paragraph(out, head, about);
        free(head);
        free(about);
    }
    fc_text_add(out, ".SH EXAMPLE\n.nf\n");
    add_troff(out, command->example);
    fc_text_add(out, "\n.fi\n");
    add_exit_status(out);
    /* The pages of the command's relatives: its subcommands, or the command of a subcommand. */
    const char *blank = strchr(command->name, ' ');
    fc_text_add(out, ".SH SEE ALSO\n.BR forecost (1)");
    if (blank)
        fc_text_add(out, ",\n.BR forecost\\-%.*s (1)", (int)(blank - command->name), command->name);
    for (const fc_command *const *at = command->subcommand; at && *at; at++) {
        fc_text_add(out, ",\n.BR ");
        add_page_name(out, (*at)->name, false);
        fc_text_add(out, " (1)");
    }
    fc_text_add(out, "\n");
    fc_text_free(&usage);
}
