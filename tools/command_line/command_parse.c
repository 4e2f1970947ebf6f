/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/command.h"

#include "support/diagnostics.h"
#include "support/messages/command_line.h"
#include "support/messages/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The state of one parse: argv[at .. argc) is left to read. */
typedef struct reader {
    const fc_command *command;
    const char *const *argv;
    int argc, at;
    fc_arguments *out;
    fc_report *report;
} reader;

static fc_status refuse_unknown(const reader *r, const char *word)
{
    const char *names[64];
    int n = 0;
    for (int i = 0; i < r->command->n_options && n < 64; i++)
        names[n++] = r->command->option[i].name;
    const char *bare = word + strspn(word, "-");
    char name[65];
    size_t length = strcspn(bare, "=");
    snprintf(name, sizeof name, "%.*s", (int)(length < 64 ? length : 64), bare);
    const char *near = length > 1 ? fc_command_nearest_name(name, names, n) : NULL;
    char next[256];
    if (near)
        snprintf(next, sizeof next, "Did you mean --%s? `forecost help %s` lists the options.", near, r->command->name);
    else if (r->command->rest)
        snprintf(next, sizeof next, "`forecost help %s` lists the options. After \"--\": %s.", r->command->name,
                 r->command->rest);
    else
        snprintf(next, sizeof next, "`forecost help %s` lists the options.", r->command->name);
    return fc_fail(r->report, FC_E_USAGE, FC_NOWHERE, next, FC_MSG_UNKNOWN_OPTION, r->command->name, word);
}

static bool is_choice(const char *choices, const char *value)
{
    size_t length = strlen(value);
    for (const char *at = choices; length; at++) {
        size_t word = strcspn(at, "|");
        if (word == length && strncmp(at, value, length) == 0)
            return true;
        at += word;
        if (!*at)
            break;
    }
    return false;
}

static fc_status add_given(reader *r, const fc_option *option, const char *value)
{
    if (value && option->choices && !is_choice(option->choices, value))
        return fc_fail(r->report, FC_E_USAGE, FC_NOWHERE, NULL, FC_MSG_VALUE_NOT_ALLOWED, option->name, value,
                       option->choices);
    if (!option->repeats && fc_arguments_has(r->out, option->name))
        return fc_fail(r->report, FC_E_USAGE, FC_NOWHERE, "Leave one of them out.", FC_MSG_OPTION_GIVEN_TWICE,
                       option->name);
    r->out->given[r->out->n_given++] = (fc_given_option){option, value};
    return FC_OK;
}

/* The value is `inside`, the rest of the same word, or the next word if `inside` is NULL. */
static fc_status take_option(reader *r, const fc_option *option, const char *inside)
{
    if (!option->value) {
        if (inside)
            return fc_fail(r->report, FC_E_USAGE, FC_NOWHERE, NULL, FC_MSG_TAKES_NO_VALUE, option->name);
        return add_given(r, option, NULL);
    }
    if (inside)
        return add_given(r, option, inside);
    if (r->at >= r->argc || strcmp(r->argv[r->at], "--") == 0)
        return fc_fail(r->report, FC_E_USAGE, FC_NOWHERE, NULL, FC_MSG_NEEDS_VALUE, option->name, option->name,
                       option->value);
    return add_given(r, option, r->argv[r->at++]);
}

/* The option of "--name" or "--name=value"; NULL: the command has no such option. */
static const fc_option *find_long(const reader *r, const char *word)
{
    if (strncmp(word, "--", 2) != 0)
        return NULL;
    const char *name = word + 2;
    size_t length = strcspn(name, "=");
    for (int i = 0; i < r->command->n_options; i++) {
        const fc_option *option = &r->command->option[i];
        if (strlen(option->name) == length && strncmp(option->name, name, length) == 0)
            return option;
    }
    return NULL;
}

static fc_status take_rest(reader *r)
{
    if (!r->command->rest && r->at < r->argc)
        return fc_fail(r->report, FC_E_USAGE, FC_NOWHERE, NULL, FC_MSG_TAKES_NO_ARGUMENTS_AFTER, r->command->name);
    r->out->rest = r->argv + r->at;
    r->out->n_rest = r->argc - r->at;
    r->at = r->argc;
    return FC_OK;
}

static fc_status take_word(reader *r)
{
    if (r->command->is_wrapper && !find_long(r, r->argv[r->at]))
        return take_rest(r);
    const char *word = r->argv[r->at++];
    if (strcmp(word, "--") == 0)
        return take_rest(r);
    if (strncmp(word, "--", 2) == 0) {
        const fc_option *option = find_long(r, word);
        const char *value = strchr(word, '=');
        return option ? take_option(r, option, value ? value + 1 : NULL) : refuse_unknown(r, word);
    }
    if (word[0] == '-' && word[1]) {
        for (int i = 0; i < r->command->n_options; i++) {
            const fc_option *option = &r->command->option[i];
            if (option->letter && option->letter == word[1])
                return take_option(r, option, word[2] ? word + 2 : NULL);
        }
        return refuse_unknown(r, word);
    }
    if (r->out->n_operands >= r->command->most_operands)
        return fc_fail(r->report, FC_E_USAGE, FC_NOWHERE,
                       r->command->rest ? "Put the application's own arguments after \"--\"."
                                        : "`forecost help COMMAND` lists the operands.",
                       FC_MSG_ONE_OPERAND_TOO_MANY, r->command->name, word);
    r->out->operand[r->out->n_operands++] = word;
    return FC_OK;
}

fc_status fc_arguments_parse(fc_arguments *out, const fc_command *command, int argc, const char *const *argv,
                             fc_report *report)
{
    fc_arguments parsed = {.command = command, .out = stdout, .errors = stderr};
    parsed.operand = fc_allocate((size_t)argc, sizeof *parsed.operand);
    parsed.given = fc_allocate((size_t)argc, sizeof *parsed.given);
    reader r = {.command = command, .argv = argv, .argc = argc, .out = &parsed, .report = report};
    fc_status status = FC_OK;
    while (!status && r.at < r.argc)
        status = take_word(&r);
    if (!status && parsed.n_operands < command->least_operands)
        status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, command->example, FC_MSG_OPERAND_MISSING, command->name,
                         command->operands);
    if (status) {
        fc_arguments_free(&parsed);
        return status;
    }
    /* A note if an option of this command is misplaced after "--". */
    const fc_option *option = r.out->n_rest > 0 && !r.command->is_wrapper ? find_long(&r, r.out->rest[0]) : NULL;
    if (option)
        fc_diagnose(r.out->errors, FC_NOTE, FC_NOWHERE, FC_MSG_AFTER_PASSED_PUT_OPTIONS_BEFORE, option->name,
                    r.command->rest, r.command->name);
    *out = parsed;
    return FC_OK;
}

void fc_arguments_free(fc_arguments *arguments)
{
    free(arguments->operand);
    free(arguments->given);
    *arguments = (fc_arguments){0};
}

static const fc_given_option *find_given(const fc_arguments *arguments, const char *name)
{
    for (int i = 0; i < arguments->n_given; i++)
        if (strcmp(arguments->given[i].option->name, name) == 0)
            return &arguments->given[i];
    return NULL;
}

bool fc_arguments_has(const fc_arguments *arguments, const char *option)
{
    return find_given(arguments, option) != NULL;
}

const char *fc_arguments_value(const fc_arguments *arguments, const char *name)
{
    const fc_given_option *given = find_given(arguments, name);
    if (given)
        return given->value;
    for (int i = 0; i < arguments->command->n_options; i++)
        if (strcmp(arguments->command->option[i].name, name) == 0)
            return arguments->command->option[i].default_value;
    return NULL;
}

fc_status fc_arguments_whole(long *out, const fc_arguments *arguments, const char *option, const long limits[2],
                             fc_report *report)
{
    const char *text = fc_arguments_value(arguments, option);
    char *end = NULL;
    errno = 0;
    long value = text ? strtol(text, &end, 10) : 0;
    if (!text || end == text || *end || errno || value < limits[0] || value > limits[1])
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, NULL, FC_MSG_EXPECTED_WHOLE_NUMBER_FOUND, option, limits[0],
                       limits[1], text ? text : "");
    *out = value;
    return FC_OK;
}
