/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/command.h"

#include <errno.h>
#include <string.h>

static int count_commands(const fc_command *const *command)
{
    int n = 0;
    while (command[n])
        n++;
    return n;
}

static const fc_command *find_command(const fc_command *const *command, const char *name)
{
    for (; *command; command++)
        if (strcmp((*command)->name, name) == 0)
            return *command;
    return NULL;
}

static fc_status refuse_command(const fc_command *const *command, const char *name, fc_report *report)
{
    const char *names[64];
    int n = 0;
    for (; command[n] && n < 64; n++)
        names[n] = command[n]->name;
    const char *near = fc_command_nearest_name(name, names, n);
    char next[160];
    if (near)
        snprintf(next, sizeof next, "Did you mean `forecost %s`? `forecost help` lists the commands.", near);
    else
        snprintf(next, sizeof next, "`forecost help` lists the commands.");
    return fc_fail(report, FC_E_USAGE, FC_NOWHERE, next, "unknown %s \"%.100s\"", name[0] == '-' ? "option" : "command",
                   name);
}

/* `help --completion SHELL` */
static fc_status add_completion(fc_text *out, const fc_command *const *command, const char *shell, fc_report *report)
{
    if (shell && strcmp(shell, "bash") == 0)
        fc_command_complete_bash(out, command, count_commands(command));
    else if (shell && strcmp(shell, "zsh") == 0)
        fc_command_complete_zsh(out, command, count_commands(command));
    else
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, NULL, "help --completion needs bash or zsh");
    return FC_OK;
}

/* `help [--man|--markdown] [NAME]` */
static fc_status add_help(fc_text *out, const fc_command *const *command, const char *form, const char *name,
                          fc_report *report)
{
    static const struct {
        const char *form;
        void (*add_all)(fc_text *, const fc_command *const *, int);
        void (*add_one)(fc_text *, const fc_command *);
    } forms[] = {{"", fc_command_overview, fc_command_help},
                 {"--man", fc_command_manual, fc_command_manual_of},
                 {"--markdown", fc_command_markdown, fc_command_markdown_of}};
    const fc_command *one = name ? find_command(command, name) : NULL;
    if (name && !one)
        return refuse_command(command, name, report);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(form, forms[i].form) == 0 && one)
            forms[i].add_one(out, one);
        else if (strcmp(form, forms[i].form) == 0)
            forms[i].add_all(out, command, count_commands(command));
    return FC_OK;
}

/* The words after `help`; NULL: absent. */
static fc_status print_help(const fc_command *const *command, const char *what, const char *of, fc_report *report)
{
    fc_text text = {0};
    bool has_form = what && (strcmp(what, "--man") == 0 || strcmp(what, "--markdown") == 0);
    fc_status status = what && strcmp(what, "--completion") == 0
                           ? add_completion(&text, command, of, report)
                           : add_help(&text, command, has_form ? what : "", has_form ? of : what, report);
    if (text.bytes)
        fputs(text.bytes, stdout);
    fc_text_free(&text);
    return status;
}

static bool asks_for_help(int argc, const char *const *argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

static fc_status run_command(const fc_command *const *command, int argc, const char *const *argv, fc_report *report)
{
    const fc_command *one = find_command(command, argv[0]);
    if (!one)
        return refuse_command(command, argv[0], report);
    if (!one->is_wrapper && asks_for_help(argc, argv))
        return print_help(command, argv[0], NULL, report);
    fc_arguments arguments;
    fc_status status = fc_arguments_parse(&arguments, one, argc - 1, argv + 1, report);
    if (status)
        return status;
    status = one->run(&arguments, report);
    fc_arguments_free(&arguments);
    return status;
}

static fc_status dispatch(const fc_command *const *command, int argc, const char *const *argv, fc_report *report)
{
    const char *first = argc > 1 ? argv[1] : NULL;
    if (!first) {
        print_help(command, NULL, NULL, report);
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, NULL, "a command is missing");
    }
    if (strcmp(first, "--version") == 0 || strcmp(first, "version") == 0) {
        puts("forecost " FORECOST_VERSION);
        return FC_OK;
    }
    if (strcmp(first, "help") == 0 || strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0)
        return print_help(command, argc > 2 ? argv[2] : NULL, argc > 3 ? argv[3] : NULL, report);
    return run_command(command, argc - 1, argv + 1, report);
}

int fc_command_main(const fc_command *const *command, int argc, const char *const *argv)
{
    fc_report report = {.status = FC_OK};
    fc_status status = dispatch(command, argc, argv, &report);
    if (!status && (fflush(stdout) || ferror(stdout)))
        status =
            fc_fail(&report, FC_E_INPUT, FC_NOWHERE, NULL, "standard output cannot be written: %s", strerror(errno));
    if (status)
        fprintf(stderr, "%s%s\n", status == FC_E_USAGE ? "forecost: " : "", report.text);
    return fc_status_exit_code(status);
}
