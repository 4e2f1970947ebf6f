/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/commands/recorder.h"
#include "support/messages/command_line.h"
#include "tools/command_line/command_table.h"
#include "tools/launch/run_in_place.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_NESTED = 8 /* nested invocations of this command */
};

/* The command's first word resolved by PATH, so that a later change of PATH selects no other compiler. */
static FC_GIVE char *find_compiler(const char *name)
{
    const char *path = getenv("PATH");
    while (path && !strchr(name, '/')) {
        size_t length = strcspn(path, ":");
        char *candidate = length ? fc_format("%.*s/%s", (int)length, path, name) : fc_format("./%s", name);
        if (access(candidate, X_OK) == 0)
            return candidate;
        free(candidate);
        path = path[length] ? path + length + 1 : NULL;
    }
    return fc_copy_string(name);
}

/* The compiler's command line; *n_compiler: the number of leading words that come from --mpicc. */
static fc_words command_of(const fc_arguments *arguments, size_t *n_compiler)
{
    fc_words command = {0};
    fc_words_split(&command, fc_arguments_value(arguments, "mpicc"));
    *n_compiler = command.n;
    for (int i = 0; i < arguments->n_rest; i++)
        fc_words_add(&command, arguments->rest[i]);
    return command;
}

static fc_status check_folder(fc_report *report)
{
    const char *folder = getenv("FORECOST_RECORD");
    if (!folder || !*folder || folder[0] == '/' || strcmp(folder, "off") == 0)
        return FC_OK;
    return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Set it to an absolute path, or to \"off\".",
                   FC_MSG_FORECOST_RECORD_NOT_ABSOLUTE_PATH, folder);
}

/* Output and exit code are the compiler's own, even if no record can be written (SIGXFSZ included). `forecost analyze`
 * reports a missing record. */
static fc_status compile(const fc_words *command, size_t n_compiler, fc_report *report)
{
    /* The words that name the compiler, as they are recorded. */
    fc_words compiler = {0};
    char *path = find_compiler(command->item[0]);
    fc_words_add(&compiler, path);
    for (size_t i = 1; i < n_compiler; i++)
        fc_words_add(&compiler, command->item[i]);
    char *name = fc_words_join(&compiler);
    free(path);
    fc_words_free(&compiler);
    fc_recorder recorder;
    fc_run_in_place run;
    bool records = fc_recorder_begin(&recorder, name, command->item + n_compiler, command->n - n_compiler);
    fc_status status = fc_run_in_place_start(&run, command, report);
    signal(SIGXFSZ, SIG_IGN);
    if (!status && records)
        fc_recorder_read_sources(&recorder);
    int exit_code = status ? 0 : fc_run_in_place_wait(&run);
    if (!status && records && exit_code == 0)
        fc_recorder_finish(&recorder, NULL);
    if (records)
        fc_recorder_free(&recorder);
    free(name);
    if (exit_code)
        exit(exit_code);
    return status;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    size_t n_compiler;
    fc_status status = check_folder(report);
    if (!status) {
        /* A compiler that calls this command again (OMPI_CC=forecost-cc, or a link) would recurse forever. */
        static const char depth_name[] = "FORECOST_CC_DEPTH";
        const char *text = getenv(depth_name);
        long depth = text ? strtol(text, NULL, 10) : 0;
        if (depth >= MOST_NESTED)
            status = fc_fail(report, FC_E_USAGE, FC_NOWHERE,
                             "Name the real compiler, for example OMPI_CC=\"forecost-cc --mpicc gcc\".",
                             FC_MSG_COMPILER_CALLS_FORECOST_CC_AGAIN);
        else {
            char *next = fc_format("%ld", depth + 1);
            setenv(depth_name, next, 1);
            free(next);
        }
    }
    if (status)
        return status;
    fc_words command = command_of(arguments, &n_compiler);
    if (n_compiler)
        status = compile(&command, n_compiler, report);
    else
        status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, "forecost cc --mpicc mpicc -c a.c", FC_MSG_MPICC_EMPTY);
    fc_words_free(&command);
    return status;
}

static const fc_option options[] = {
    {0, "mpicc", "COMMAND", NULL, "mpicc", false,
     "the compiler, for example \"/opt/mpi/bin/mpicc\" or \"ccache mpicc\""},
};

const fc_command fc_command_cc = {
    .name = "cc",
    .workflow = FC_WORKFLOW_INTERNALS,
    .operands = "",
    .least_operands = 0,
    .most_operands = 0,
    .rest = "the compiler's own arguments",
    .is_wrapper = true,
    .help = "compile as mpicc does, and record the sources and flags of the executable",
    .about =
        "Runs the compiler with the given arguments: the same files, messages and exit code. It also records each "
        "command and the contents of its files outside the build folder. From these records `forecost analyze ./app` "
        "finds the sources of an executable and their flags. The records are in $FORECOST_RECORD (an absolute path), "
        "else in $XDG_STATE_HOME/forecost/records, else in ~/.local/state/forecost/records. They may be removed at "
        "any time. FORECOST_RECORD=off compiles without a record, for example during ./configure. "
        "forecost-cc is the same command in one word, and starts faster.",
    .example = "make CC=\"forecost cc\"",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
