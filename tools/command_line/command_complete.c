/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/command.h"

#include <string.h>

/* What a value or an operand can be completed with. */
typedef enum kind {
    ANYTHING,
    FILES,
    FOLDERS,
    MODELS,
    MACHINES,
    N_KINDS
} kind;

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* The kind by a value's name: "FILE.c", "DIR", "MACHINE". If operands name two kinds, the first counts. */
static kind kind_of(const char *name)
{
    if (begins_with(name, "FILE"))
        return FILES;
    if (begins_with(name, "DIR"))
        return FOLDERS;
    if (begins_with(name, "MACHINE"))
        return MACHINES;
    return begins_with(name, "MODEL.fc") ? MODELS : ANYTHING;
}

static kind kind_of_operands(const fc_command *command)
{
    kind named = kind_of(command->operands);
    bool takes_files = command->is_wrapper || strchr(command->operands, '.');
    return named == ANYTHING && takes_files ? FILES : named;
}

/* "table|json|csv" as "table json csv". */
static void add_choices(fc_text *out, const char *choices)
{
    for (; *choices; choices++)
        fc_text_append(out, *choices == '|' ? " " : choices, 1);
}

/* ---- bash ---- */

static const char bash_begin[] = "# Completion of forecost for bash, made from its tables of options.\n"
                                 "_forecost() {\n"
                                 "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
                                 "    local options='' operands='' kind='' values='' i\n"
                                 "    COMPREPLY=()\n"
                                 "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
                                 "        [[ ${COMP_WORDS[i]} == -- ]] && kind=files\n"
                                 "    done\n"
                                 "    # --name=value arrives as three words\n"
                                 "    if [[ $current == = ]]; then\n"
                                 "        current=''\n"
                                 "    elif [[ $previous == = ]]; then\n"
                                 "        previous=${COMP_WORDS[COMP_CWORD - 2]}\n"
                                 "    fi\n"
                                 "    case ${COMP_CWORD}:${COMP_WORDS[1]}\\ ${COMP_WORDS[2]:-} in\n";

static const char bash_end[] =
    "    esac\n"
    "    if [[ -z $kind && $current == -* ]]; then\n"
    "        kind=words values=$options\n"
    "    fi\n"
    "    case ${kind:-$operands} in\n"
    "    words) mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$current\") ;;\n"
    "    machines) mapfile -t COMPREPLY < <(\n"
    "        compgen -W \"$(\"${COMP_WORDS[0]}\" machine list 2>/dev/null)\" -- \"$current\"\n"
    "        compgen -f -X '!*.yaml' -- \"$current\") ;;\n"
    "    models) mapfile -t COMPREPLY < <(compgen -f -X '!*.fc' -- \"$current\"; compgen -d -- \"$current\") ;;\n"
    "    files) mapfile -t COMPREPLY < <(compgen -f -- \"$current\") ;;\n"
    "    folders) mapfile -t COMPREPLY < <(compgen -d -- \"$current\") ;;\n"
    "    esac\n"
    "    [[ ${kind:-$operands} == words ]] || compopt -o filenames 2>/dev/null\n"
    "}\n"
    "complete -F _forecost forecost\n";

static const char *const bash_kinds[N_KINDS] = {
    [ANYTHING] = "anything", [FILES] = "files", [FOLDERS] = "folders", [MODELS] = "models", [MACHINES] = "machines"};

/* The case of a command without subcommands; `is_sub`: of a subcommand. */
static void add_bash_options(fc_text *out, const fc_command *command, bool is_sub)
{
    fc_text_add(out, "    *:'%s'%s)\n        operands=%s options='", command->name, is_sub ? "" : "\\ *",
                bash_kinds[kind_of_operands(command)]);
    for (int i = 0; i < command->n_options; i++) {
        if (command->option[i].letter)
            fc_text_add(out, "-%c ", command->option[i].letter);
        fc_text_add(out, "--%s ", command->option[i].name);
    }
    fc_text_add(out, "--help'\n        [[ -n $kind ]] || case $previous in\n");
    for (int i = 0; i < command->n_options; i++)
        if (command->option[i].value) {
            const fc_option *option = &command->option[i];
            fc_text_add(out, "        ");
            if (option->letter)
                fc_text_add(out, "-%c | ", option->letter);
            fc_text_add(out, "--%s) kind=", option->name);
            if (option->choices) {
                fc_text_add(out, "words values='");
                add_choices(out, option->choices);
                fc_text_add(out, "' ;;\n");
            } else {
                fc_text_add(out, "%s ;;\n", bash_kinds[kind_of(option->value)]);
            }
        }
    fc_text_add(out, "        esac ;;\n");
}

static void add_names(fc_text *out, const fc_command *const *command, int n_commands)
{
    for (int i = 0; i < n_commands; i++)
        fc_text_add(out, "%s%s", i ? " " : "", command[i]->name);
}

static void add_bash_command(fc_text *out, const fc_command *command)
{
    if (!command->subcommand) {
        add_bash_options(out, command, false);
        return;
    }
    fc_text_add(out, "    2:%s\\ * | 3:help\\ %s) kind=words values='", command->name, command->name);
    for (const fc_command *const *at = command->subcommand; *at; at++)
        fc_text_add(out, "%s ", fc_command_word(*at));
    fc_text_add(out, "--help' ;;\n");
    for (const fc_command *const *at = command->subcommand; *at; at++)
        add_bash_options(out, *at, true);
}

void fc_command_complete_bash(fc_text *out, const fc_command *const *command, int n_commands)
{
    fc_text_add(out, "%s    1:*) kind=words values='", bash_begin);
    add_names(out, command, n_commands);
    fc_text_add(out, " help --help --version' ;;\n    2:help\\ *) kind=words values='");
    add_names(out, command, n_commands);
    fc_text_add(out, "' ;;\n");
    for (int i = 0; i < n_commands; i++)
        add_bash_command(out, command[i]);
    fc_text_add(out, "%s", bash_end);
}

/* ---- zsh ---- */

static const char *const zsh_kinds[N_KINDS] = {[ANYTHING] = " ",
                                               [FILES] = "_files",
                                               [FOLDERS] = "_files -/",
                                               [MODELS] = "_files -g \"*.fc\"",
                                               [MACHINES] = "_forecost_machines"};

/* Escapes text for a single-quoted specification of _arguments, where brackets, colons and backslashes are special. */
static void add_zsh(fc_text *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            fc_text_add(out, "'\\''");
        else if (strchr("[]:\\", *text))
            fc_text_add(out, "\\%c", *text);
        else
            fc_text_append(out, text, 1);
    }
}

/* "'(-o --output)'{-o+,--output=}'[where to write it]:FILE:_files'" and its simpler forms. */
static void add_zsh_option(fc_text *out, const fc_option *option)
{
    const char *inside = option->value ? "=" : "";
    if (option->letter && !option->repeats)
        fc_text_add(out, "'(-%c --%s)'", option->letter, option->name);
    if (option->repeats)
        fc_text_add(out, "'*'");
    if (option->letter)
        fc_text_add(out, "{-%c%s,--%s%s}", option->letter, option->value ? "+" : "", option->name, inside);
    else
        fc_text_add(out, "--%s%s", option->name, inside);
    fc_text_add(out, "'[");
    add_zsh(out, option->help);
    fc_text_add(out, "]");
    if (option->value) {
        fc_text_add(out, ":");
        add_zsh(out, option->value);
        fc_text_add(out, ":");
    }
    if (option->choices) {
        fc_text_add(out, "(");
        add_choices(out, option->choices);
        fc_text_add(out, ")");
    } else if (option->value) {
        fc_text_add(out, "%s", zsh_kinds[kind_of(option->value)]);
    }
    fc_text_add(out, "'");
}

static void add_zsh_arguments(fc_text *out, const fc_command *command)
{
    kind operands = kind_of_operands(command);
    fc_text_add(out, "    %s) _arguments -s -S ", fc_command_word(command));
    for (int i = 0; i < command->n_options; i++) {
        add_zsh_option(out, &command->option[i]);
        fc_text_add(out, " \\\n        ");
    }
    fc_text_add(out, "'--help[print the help]'");
    if (operands != ANYTHING) {
        fc_text_add(out, " '*:");
        add_zsh(out, command->operands);
        fc_text_add(out, ":%s'", zsh_kinds[operands]);
    }
    fc_text_add(out, " ;;\n");
}

/* "        'predict:its help'" */
static void add_zsh_name(fc_text *out, const fc_command *command)
{
    fc_text_add(out, "        '%s:", fc_command_word(command));
    add_zsh(out, command->help);
    fc_text_add(out, "'\n");
}

static void add_zsh_command(fc_text *out, const fc_command *command)
{
    if (!command->subcommand) {
        add_zsh_arguments(out, command);
        return;
    }
    fc_text_add(out, "    %s)\n    local -a subcommands=(\n", command->name);
    for (const fc_command *const *at = command->subcommand; *at; at++)
        add_zsh_name(out, *at);
    fc_text_add(out, "    )\n"
                     "    if ((CURRENT == 2)); then\n        _describe subcommand subcommands\n        return\n    fi\n"
                     "    shift words\n    ((CURRENT--))\n    case $words[1] in\n");
    for (const fc_command *const *at = command->subcommand; *at; at++)
        add_zsh_arguments(out, *at);
    fc_text_add(out, "    esac ;;\n");
}

void fc_command_complete_zsh(fc_text *out, const fc_command *const *command, int n_commands)
{
    fc_text_add(out, "#compdef forecost\n# Completion of forecost for zsh, made from its tables of options.\n"
                     "_forecost_machines() {\n"
                     "    _alternative \"machines:machine:($(forecost machine list 2>/dev/null))\" \\\n"
                     "        'files:machine file:_files -g \"*.y(a|)ml\"'\n}\n"
                     "_forecost() {\n    local -a commands=(\n");
    for (int i = 0; i < n_commands; i++)
        add_zsh_name(out, command[i]);
    fc_text_add(out, "        'help:print the help of a command'\n    )\n"
                     "    if ((CURRENT == 2)) || [[ $CURRENT == 3 && $words[2] == help ]]; then\n"
                     "        _describe command commands\n        return\n    fi\n"
                     "    if ((${words[(i)--]} < CURRENT)); then\n        _files\n        return\n    fi\n"
                     "    if [[ $words[2] == help ]]; then\n        shift words\n        ((CURRENT--))\n    fi\n"
                     "    shift words\n    ((CURRENT--))\n    case $words[1] in\n");
    for (int i = 0; i < n_commands; i++)
        add_zsh_command(out, command[i]);
    fc_text_add(out, "    esac\n}\n_forecost \"$@\"\n");
}
