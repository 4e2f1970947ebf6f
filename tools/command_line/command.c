/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/command.h"

#include "support/diagnostics.h"
#include "support/messages/command_line.h"
#include "support/messages/report.h"
#include "support/quote.h"
#include "tools/command_line/diagnostic_filter.h"
#include "tools/command_line/output_check.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The characters of a word that needs no quotes in a shell. */
#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:,=+@%-"

static int count_commands(const fc_command *const *command)
{
    int n = 0;
    while (command[n])
        n++;
    return n;
}

static const char *find_near(const fc_command *const *command, const char *word)
{
    const char *names[64];
    int n = 0;
    for (; command[n] && n < 64; n++)
        names[n] = fc_command_word(command[n]);
    return fc_command_nearest_name(word, names, n);
}

/* parent: the command whose subcommands these are; NULL: these are the commands. */
static fc_status refuse_command(const fc_command *parent, const fc_command *const *command, const char *word,
                                fc_report *report)
{
    const char *near = find_near(command, word), *blank = parent ? " " : "", *name = parent ? parent->name : "";
    const char *what = word[0] == '-' ? "option" : parent ? "subcommand" : "command";
    fc_text next = {0};
    if (near)
        fc_text_add(&next, "Did you mean `forecost %s%s%s`? ", name, blank, near);
    fc_text_add(&next, "`forecost help%s%s` lists the %scommands.", blank, name, parent ? "sub" : "");
    fc_status status =
        fc_fail(report, FC_E_USAGE, FC_NOWHERE, next.bytes, FC_MSG_UNKNOWN_WORD, name, parent ? ": " : "", what, word);
    fc_text_free(&next);
    return status;
}

/* The command of word[0], or its subcommand of word[1]; *n_taken: how many words name it. NULL: refused. */
static const fc_command *find_by_words(const fc_command *const *command, int n_words, const char *const *word,
                                       int *n_taken, fc_report *report)
{
    const fc_command *one = fc_command_find(command, word[0]);
    if (!one) {
        refuse_command(NULL, command, word[0], report);
        return NULL;
    }
    const fc_command *sub = n_words > 1 ? fc_command_find(one->subcommand, word[1]) : NULL;
    *n_taken = sub ? 2 : 1;
    return sub ? sub : one;
}

static fc_status print_completion(const fc_command *const *command, const char *shell, fc_report *report)
{
    fc_text text = {0};
    int n = count_commands(command);
    if (shell && strcmp(shell, "bash") == 0)
        fc_command_complete_bash(&text, command, n);
    else if (shell && strcmp(shell, "zsh") == 0)
        fc_command_complete_zsh(&text, command, n);
    else
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, NULL, FC_MSG_HELP_COMPLETION_NEEDS_BASH_ZSH);
    fputs(text.bytes, stdout);
    fc_text_free(&text);
    return FC_OK;
}

/* Adds the help of one command, or of all (NULL), in a form: "", "--man" or "--markdown". */
static void add_help(fc_text *out, const fc_command *const *command, const fc_command *one, const char *form)
{
    static const struct {
        const char *form;
        void (*add_all)(fc_text *, const fc_command *const *, int);
        void (*add_one)(fc_text *, const fc_command *);
    } forms[] = {{"", fc_command_overview, fc_command_help},
                 {"--man", fc_command_manual, fc_command_manual_of},
                 {"--markdown", fc_command_markdown, fc_command_markdown_of}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(form, forms[i].form) == 0 && one)
            forms[i].add_one(out, one);
        else if (strcmp(form, forms[i].form) == 0)
            forms[i].add_all(out, command, count_commands(command));
}

/* The words after `help`: nothing, NAME or NAME SUBCOMMAND; before them --man or --markdown, or `--completion SHELL`
 * alone. */
static fc_status print_help(const fc_command *const *command, int n_words, const char *const *word, fc_report *report)
{
    if (n_words > 0 && strcmp(word[0], "--completion") == 0)
        return print_completion(command, n_words > 1 ? word[1] : NULL, report);
    const bool has_form = n_words > 0 && (strcmp(word[0], "--man") == 0 || strcmp(word[0], "--markdown") == 0);
    const char *form = has_form ? word[0] : "";
    const fc_command *one = NULL;
    int n_taken = 0;
    word += has_form;
    n_words -= has_form;
    if (n_words > 0 && !(one = find_by_words(command, n_words, word, &n_taken, report)))
        return FC_E_USAGE;
    if (n_taken < n_words && one->subcommand)
        return refuse_command(one, one->subcommand, word[n_taken], report);
    fc_text text = {0};
    add_help(&text, command, one, form);
    fputs(text.bytes, stdout);
    fc_text_free(&text);
    return FC_OK;
}

static bool asks_for_help(int argc, const char *const *argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

static void warn_of_old_spelling(const fc_words *now)
{
    fc_text line = {0};
    for (size_t i = 0; i < now->n; i++) {
        const char *word = now->item[i];
        fc_text_add(&line, " ");
        if (*word && word[strspn(word, PLAIN)] == '\0')
            fc_text_add(&line, "%s", word);
        else
            fc_quote_shell(&line, word);
    }
    fc_diagnose(stderr, FC_WARNING, FC_NOWHERE, FC_MSG_OLD_SPELLING, line.bytes);
    fc_text_free(&line);
}

static fc_status run_parsed(const fc_command *one, int argc, const char *const *argv, FILE *errors, fc_report *report)
{
    fc_arguments arguments;
    fc_status status = fc_arguments_parse(&arguments, one, argc, argv, report);
    if (status)
        return status;
    arguments.errors = errors;
    status = fc_output_check(&arguments, report);
    if (!status)
        status = one->run(&arguments, report);
    fc_arguments_free(&arguments);
    return status;
}

/* --quiet and --warnings choose among the warnings and notes of the command. */
static fc_status run_filtered(const fc_command *one, int argc, const char *const *argv, fc_report *report)
{
    if (one->is_wrapper)
        return run_parsed(one, argc, argv, stderr, report);
    fc_diagnostic_filter filter = {0};
    const char **words = fc_allocate((size_t)argc + 1, sizeof *words);
    memcpy(words, argv, (size_t)argc * sizeof *words);
    fc_status status = fc_diagnostic_filter_read(&filter, &argc, words, report);
    if (!status) {
        FILE *filtered = filter.is_set ? fc_diagnostic_filter_open(&filter, stderr) : NULL;
        status = run_parsed(one, argc, words, filtered ? filtered : stderr, report);
        if (filtered)
            fclose(filtered);
    }
    fc_diagnostic_filter_free(&filter);
    free(words);
    return status;
}

/* argv[0]: the command's name. */
static fc_status run_command(const fc_command *const *command, int argc, const char *const *argv, fc_report *report)
{
    int n = 0;
    const fc_command *one = find_by_words(command, argc, argv, &n, report);
    fc_words now = {0};
    if (!one)
        return FC_E_USAGE;
    if (!one->is_wrapper && asks_for_help(argc - n, argv + n))
        return print_help(command, n, argv, report);
    if (one->subcommand && n == argc) {
        fc_text usage = {0};
        fc_command_usage(&usage, one);
        fc_status status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, usage.bytes, FC_MSG_NEEDS_SUBCOMMAND, one->name);
        fc_text_free(&usage);
        return status;
    }
    /* A first word like a subcommand's name is a misspelled subcommand, unless a file has this name. */
    if (one->subcommand && argv[n][0] != '-' && find_near(one->subcommand, argv[n]) && access(argv[n], F_OK) != 0)
        return refuse_command(one, one->subcommand, argv[n], report);
    if (fc_command_replace_old(&now, one, argc - n, argv + n)) {
        warn_of_old_spelling(&now);
        fc_status status = run_command(command, (int)now.n, (const char *const *)now.item, report);
        fc_words_free(&now);
        return status;
    }
    if (one->subcommand)
        return refuse_command(one, one->subcommand, argv[n], report);
    return run_filtered(one, argc - n, argv + n, report);
}

static fc_status dispatch(const fc_command *const *command, int argc, const char *const *argv, fc_report *report)
{
    const char *first = argc > 1 ? argv[1] : NULL;
    if (!first) {
        print_help(command, 0, NULL, report);
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, NULL, FC_MSG_COMMAND_MISSING);
    }
    if (strcmp(first, "--version") == 0 || strcmp(first, "version") == 0) {
        puts("forecost " FORECOST_VERSION);
        return FC_OK;
    }
    if (strcmp(first, "help") == 0 || strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0)
        return print_help(command, argc - 2, argv + 2, report);
    return run_command(command, argc - 1, argv + 1, report);
}

static void ignore(int signal_number)
{
    (void)signal_number;
}

int fc_command_main(const fc_command *const *command, int argc, const char *const *argv)
{
    /* A file beyond RLIMIT_FSIZE is an error of write(). A handler, since an ignored signal would stay so in programs
     * that the command starts. */
    sigaction(SIGXFSZ, &(struct sigaction){.sa_handler = ignore}, NULL);
    fc_report report = {.status = FC_OK};
    fc_status status = dispatch(command, argc, argv, &report);
    if (!status && (fflush(stdout) || ferror(stdout)))
        status =
            fc_fail(&report, FC_E_INPUT, FC_NOWHERE, NULL, FC_MSG_STANDARD_OUTPUT_CANNOT_BE_WRITTEN, strerror(errno));
    if (status)
        fprintf(stderr, "%s%s\n", status == FC_E_USAGE ? "forecost: " : "", report.text);
    return fc_status_exit_code(status);
}
