/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/try/make_command.h"

#include "support/diagnostics.h"
#include "support/messages/command_line.h"
#include "support/messages/profile.h"
#include "tools/process/process.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Runs a make command with one more word; its standard output. */
static fc_status make_output(char **out, const fc_step *step, const char *flags, fc_report *report)
{
    fc_step asked = {.directory = step->directory};
    fc_process_result result;
    fc_process_options options = {.command = &asked.command,
                                  .environment = &step->environment,
                                  .directory = step->directory,
                                  .timeout_s = 60,
                                  .if_missing = "Install make, or give the build command with --build."};
    fc_words_add_all(&asked.command, &step->command);
    fc_words_add(&asked.command, flags);
    fc_status status = fc_process_run(&result, &options, report);
    fc_step_free(&asked);
    if (status)
        return status;
    *out = result.output;
    result.output = fc_copy_string("");
    fc_process_result_free(&result);
    return FC_OK;
}

static bool is_c_compiler(const char *word, size_t length)
{
    static const char *const name[] = {"cc",          "gcc",      "clang", "mpicc", "mpiicc", "mpiicx",
                                       "mpigcc",      "icc",      "icx",   "c99",   "tcc",    "mpicc.openmpi",
                                       "mpicc.mpich", "mpiclang", "pgcc",  "nvc",   "mpixlc", "xlc"};
    const char *slash = memrchr(word, '/', length);
    const char *base = slash ? slash + 1 : word;
    size_t n = length - (size_t)(base - word);
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (strlen(name[i]) == n && strncmp(base, name[i], n) == 0)
            return true;
    return false;
}

/* "NAME = gcc FLAGS" or "NAME := gcc FLAGS": adds "NAME=forecost-cc --mpicc gcc FLAGS". Makefiles look for the
 * compiler's name in the value, so it stays. */
static void add_variable(fc_words *command, const char *line, const char *compiler, FILE *errors)
{
    size_t name = strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    size_t sign = name + strspn(line + name, " :");
    if (name == 0 || line[sign] != '=')
        return;
    const char *value = line + sign + 1 + strspn(line + sign + 1, " \t");
    size_t first = strcspn(value, " \t\n");
    if (!is_c_compiler(value, first))
        return;
    size_t rest = strcspn(value + first, "\n");
    /* The compiler of a line "NAME = COMPILER FLAGS" that mpicc stands for: mpicc itself, or one that this machine
     * lacks.
     */
    char *named = fc_format("%.*s", (int)first, value);
    bool is_mpicc = strcmp(named, "mpicc") == 0;
    bool is_missing = !is_mpicc && !strchr(named, '/') && !fc_step_is_installed(named);
    if (is_missing)
        fc_diagnose(errors, FC_WARNING, FC_NOWHERE, FC_MSG_MAKEFILE_COMPILER_MISSING, named);
    free(named);
    char *word = is_mpicc || is_missing
                     ? fc_format("%.*s=%s%.*s", (int)name, line, compiler, (int)rest, value + first)
                     : fc_format("%.*s=%s --mpicc %.*s", (int)name, line, compiler, (int)(first + rest), value);
    fc_words_index(command, word);
    free(word);
}

/* Whether a text has the word, at the beginning of a path's last part or alone. */
static bool has_word(const char *text, const char *word)
{
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
        char before = at == text ? ' ' : at[-1], after = at[strlen(word)];
        if ((isspace((unsigned char)before) || before == '/') && (isspace((unsigned char)after) || !after))
            return true;
    }
    return false;
}

/* A recipe starts make in another folder by its name; with $(MAKE) the list would have that folder's recipes. */
static bool starts_make(const char *recipes)
{
    for (const char *at = strstr(recipes, "make"); at; at = strstr(at + 1, "make")) {
        char before = at == recipes ? ' ' : at[-1], after = at[strlen("make")];
        if (strchr(" \t;&|(/", before) && (!after || strchr(" \t;&|)\n", after)))
            return true;
    }
    return false;
}

/* How recipes start a C compiler. */
typedef enum fc_compiler_use {
    BY_VARIABLE,
    BY_NAME,
    BY_MAKE /* another makefile's, which is not read */
} fc_compiler_use;

/* make has nothing to run: its output is only what it says itself. */
static bool is_up_to_date(const char *output)
{
    for (const char *line = output; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (strncmp(line, "make", 4) != 0 || (line[4] != ':' && line[4] != '['))
            return false;
    return true;
}

/* Whether a recipe in make's list, where it is not expanded, holds the text. */
static bool is_in_recipe(const char *list, bool (*holds)(const char *recipe, const char *text), const char *text)
{
    bool is = false;
    for (const char *line = list; *line && !is; line += strcspn(line, "\n"), line += *line == '\n') {
        char *recipe = *line == '\t' ? fc_format("%.*s", (int)strcspn(line, "\n"), line) : NULL;
        is = recipe && holds(recipe, text);
        free(recipe);
    }
    return is;
}

/* The recipe names the variable, "$(CC)" or "${CC}". */
static bool expands(const char *recipe, const char *name)
{
    char *round = fc_format("$(%s)", name), *curly = fc_format("${%s}", name);
    bool does = strstr(recipe, round) || strstr(recipe, curly);
    free(round);
    free(curly);
    return does;
}

/* Some recipe starts a compiler that the command sets: nothing of it is out of date now. */
static bool sets_compiler(const char *list, const fc_words *command)
{
    bool does = false;
    for (size_t i = 0; i < command->n && !does; i++) {
        const char *sign = strchr(command->item[i], '=');
        char *name = sign ? fc_format("%.*s", (int)(sign - command->item[i]), command->item[i]) : NULL;
        does = name && is_in_recipe(list, expands, name);
        free(name);
    }
    return does;
}

/* The hint shows what the first recipe starts. */
static fc_status refuse(const char *recipes, fc_report *report)
{
    const char *line = recipes;
    while (strncmp(line, "make", 4) == 0 && strchr(line, '\n'))
        line = strchr(line, '\n') + 1;
    char *next = fc_format("Its first recipe is \"%.*s\". Give a command that compiles C with forecost-cc: --build "
                           "'make CC=forecost-cc', with the name of the makefile's variable.",
                           (int)strcspn(line, "\n"), line);
    fc_status status = fc_fail(report, FC_E_INPUT, FC_NOWHERE, next, FC_MSG_MAKE_USES_NO_C_COMPILER);
    free(next);
    return status;
}

static fc_status find_use(fc_compiler_use *out, const fc_step *step, const char *list, const char *compiler,
                          fc_report *report)
{
    char *recipes = NULL;
    fc_status status = make_output(&recipes, step, "-n", report);
    if (status)
        return status;
    if (has_word(recipes, compiler) || has_word(recipes, "forecost-cc"))
        *out = BY_VARIABLE;
    else if (has_word(recipes, "mpicc"))
        *out = BY_NAME;
    else if (is_up_to_date(recipes))
        *out = is_in_recipe(list, has_word, "mpicc") ? BY_NAME : BY_VARIABLE;
    else if (sets_compiler(list, &step->command))
        *out = BY_VARIABLE;
    else if (starts_make(recipes))
        *out = BY_MAKE;
    else
        status = refuse(recipes, report);
    free(recipes);
    return status;
}

void fc_make_command_set_mpicc(fc_step *step, const char *compiler)
{
    static const char *const variable[] = {"OMPI_CC", "MPICH_CC"};
    for (size_t i = 0; i < sizeof variable / sizeof *variable; i++) {
        char *word = fc_format("%s=%s --mpicc gcc", variable[i], compiler);
        fc_words_add(&step->environment, word);
        free(word);
    }
}

/* make hands the variables of its command to the makes that it starts. */
static void set_for_all(fc_words *command, const char *compiler)
{
    char *word = fc_format("CC=%s", compiler);
    for (size_t i = 0; i < command->n; i++)
        if (strncmp(command->item[i], "CC=", 3) == 0) {
            free(command->item[i]);
            command->item[i] = fc_copy_string(word);
        }
    fc_words_index(command, word);
    free(word);
}

fc_status fc_make_command_add_compiler(fc_step *step, const char *compiler, FILE *errors, fc_report *report)
{
    char *list = NULL;
    fc_compiler_use use = BY_VARIABLE;
    fc_status status = make_output(&list, step, "-pqn", report);
    if (!status) {
        /* The variables of the makefile, each after a comment with its origin, and CC, which make itself or the
         * environment sets. */
        enum {
            OTHER,
            MAKEFILE,
            OUTSIDE
        } origin = OTHER;
        for (const char *line = list; *line; line += strcspn(line, "\n"), line += *line == '\n') {
            if (*line == '#')
                origin = !strncmp(line, "# makefile", 10)                                        ? MAKEFILE
                         : !strncmp(line, "# default", 9) || !strncmp(line, "# environment", 13) ? OUTSIDE
                                                                                                 : OTHER;
            else if (origin == MAKEFILE || (origin == OUTSIDE && strncmp(line, "CC ", 3) == 0))
                add_variable(&step->command, line, compiler, errors);
        }
        status = find_use(&use, step, list, compiler, report);
    }
    free(list);
    if (!status && use == BY_NAME)
        fc_make_command_set_mpicc(step, compiler);
    if (!status && use == BY_MAKE)
        set_for_all(&step->command, compiler);
    return status;
}
