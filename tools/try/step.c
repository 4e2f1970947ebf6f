/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/try/step.h"

#include "support/messages/command_line.h"
#include "support/messages/report.h"
#include "support/quote.h"
#include "tools/launch/run_in_place.h"
#include "tools/output/progress.h"
#include "tools/process/process.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SHOWN_LINES = 30 /* of a failed build */
};

/* The first file of this name in PATH; NULL: none. */
static char *in_path(const char *name)
{
    const char *path = getenv("PATH");
    while (path) {
        size_t length = strcspn(path, ":");
        char *candidate = fc_format("%.*s/%s", (int)length, path, name), *real = NULL;
        if (length && access(candidate, X_OK) == 0)
            real = realpath(candidate, NULL);
        free(candidate);
        if (real)
            return real;
        path = path[length] ? path + length + 1 : NULL;
    }
    return NULL;
}

bool fc_step_is_installed(const char *name)
{
    char *found = in_path(name);
    free(found);
    return found != NULL;
}

fc_status fc_step_own_program(char **out, const char *name, fc_report *report)
{
    char self[4096] = "";
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0)
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Mount /proc.", FC_MSG_PROC_SELF_EXE_CANNOT_BE);
    char *path = fc_format("%.*s/%s", (int)(strrchr(self, '/') - self), self, name), *found = in_path(name);
    bool is_in_path = found && strcmp(found, path) == 0;
    *out = is_in_path ? fc_copy_string(name) : fc_copy_string(path);
    free(found);
    free(path);
    return FC_OK;
}

void fc_step_words(fc_step *step, const char *const *word)
{
    for (; *word; word++)
        fc_words_add(&step->command, *word);
}

static bool is_plain(const char *word)
{
    for (const char *c = word; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("-_./:=,+@%", *c))
            return false;
    return *word != '\0';
}

void fc_step_word_print(fc_text *out, const char *word)
{
    if (is_plain(word))
        fc_text_add(out, "%s", word);
    else
        fc_quote_shell(out, word);
}

static void print_word(fc_text *out, const char *word)
{
    fc_step_word_print(out, word);
    fc_text_append(out, " ", 1);
}

void fc_step_print(const fc_step *step, FILE *out)
{
    fc_text line = {0};
    fc_text_add(&line, "$ ");
    if (step->directory) {
        fc_text_add(&line, "(cd ");
        print_word(&line, step->directory);
        fc_text_add(&line, "&& ");
    }
    for (size_t i = 0; i < step->environment.n; i++) {
        /* NAME='value': a shell takes no quoted name. */
        const char *word = step->environment.item[i];
        const char *value = strchr(word, '=') + 1;
        fc_text_append(&line, word, (size_t)(value - word));
        print_word(&line, value);
    }
    for (size_t i = 0; i < step->command.n; i++)
        print_word(&line, step->command.item[i]);
    fprintf(out, "%.*s%s\n", (int)line.length - 1, line.bytes, step->directory ? ")" : "");
    fflush(out);
    fc_text_free(&line);
}

/* Our own commands say by their exit code what failed; another command's failure is bad input. */
static fc_status status_of(int exit_code)
{
    static const fc_status all[] = {FC_E_CHECK, FC_E_USAGE, FC_E_INPUT, FC_E_ENVIRONMENT, FC_E_INTERRUPTED, FC_E_BUG};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (fc_status_exit_code(all[i]) == exit_code)
            return all[i];
    return FC_E_INPUT;
}

fc_status fc_step_run(const fc_step *step, FILE *out, const char *remedy, fc_report *report)
{
    fc_run_in_place run;
    fc_step_print(step, out);
    fc_status status = fc_run_in_place_start(&run, &step->command, report);
    int exit_code = status ? 0 : fc_run_in_place_wait(&run);
    fprintf(out, "\n");
    if (exit_code)
        return fc_fail(report, status_of(exit_code), FC_NOWHERE, remedy, FC_MSG_STEP_FAILED, step->command.item[1],
                       exit_code);
    return status;
}

/* The last lines of a text. */
static const char *last_lines(const char *text, size_t length)
{
    const char *at = text + length;
    for (int lines = 0; at > text; at--)
        if (at[-1] == '\n' && lines++ == SHOWN_LINES)
            break;
    return at;
}

fc_status fc_step_run_quiet(const fc_step *step, FILE *out, FILE *errors, fc_report *report)
{
    fc_process_result result;
    fc_process_options options = {
        .command = &step->command, .environment = &step->environment, .directory = step->directory};
    fc_progress_line progress = fc_progress_on(errors);
    fc_step_print(step, out);
    fc_progress_show(&progress, "building", -1);
    fc_status status = fc_process_run(&result, &options, report);
    fc_progress_clear(&progress);
    if (status)
        return status;
    if (result.exit_code != 0) {
        fputs(last_lines(result.output, result.output_length), out);
        fflush(out);
        fputs(last_lines(result.errors, result.errors_length), errors);
        status =
            fc_fail(report, FC_E_INPUT, FC_NOWHERE,
                    "Give the command of the program's own instructions: --build 'COMMAND'. If mpi.h or MPI_Init is "
                    "missing: --build 'make CC=forecost-cc'.",
                    FC_MSG_STEP_FAILED, step->command.item[0], result.exit_code);
    }
    fc_process_result_free(&result);
    return status;
}

void fc_step_free(fc_step *step)
{
    fc_words_free(&step->command);
    fc_words_free(&step->environment);
    *step = (fc_step){0};
}
