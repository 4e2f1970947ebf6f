/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/commands/invocation.h"
#include "tools/command_line/command_table.h"
#include "tools/command_line/output_check.h"
#include "tools/launch/run_preparation.h"
#include "tools/machine_code/disassembly.h"
#include "tools/try/program.h"
#include "tools/try/step.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_SOURCES = 10000
};

typedef struct trial {
    const fc_arguments *arguments;
    fc_try_program program;
    char *self; /* forecost, as a word to type */
} trial;

static fc_status run_step(const trial *at, fc_step *step, fc_report *report)
{
    const char *remedy =
        fc_arguments_has(at->arguments, "profile-ranks")
            ? "Its message stands above."
            : "Its message stands above. If a count depends on data, add --profile-ranks 2, which runs the "
              "program on 2 ranks.";
    fc_status status = fc_step_run(step, at->arguments->out, remedy, report);
    fc_step_free(step);
    return status;
}

static fc_status analyze(const trial *at, fc_report *report)
{
    const char *flags = fc_arguments_value(at->arguments, "flags");
    fc_step step = {0};
    fc_step_words(&step, (const char *const[]){at->self, "analyze", NULL});
    fc_words_add_all(&step.command, &at->program.words);
    fc_step_words(&step, (const char *const[]){"-o", at->program.model, NULL});
    /* The program was built a moment ago, so that the commands of its database (-p) may be run again. */
    if (fc_disassembly_knows_host() && fc_step_is_installed("objdump"))
        fc_words_add(&step.command, "--code");
    if (*flags) {
        fc_words_add(&step.command, "--");
        fc_invocation_split(&step.command, flags, true);
    }
    return run_step(at, &step, report);
}

/* Small runs that show how the counts grow; without arguments there is one size, and one run. */
static fc_status profile(const trial *at, fc_report *report)
{
    /* The application's arguments as words of a shell, as --for takes them. */
    fc_text text = {0};
    fc_text_add(&text, "%s", "");
    for (int i = 0; i < at->arguments->n_rest; i++) {
        fc_text_add(&text, "%s", i ? " " : "");
        fc_step_word_print(&text, at->arguments->rest[i]);
    }
    char *wanted = fc_text_take(&text);
    fc_step step = {0};
    fc_step_words(&step, (const char *const[]){at->self, "profile", at->program.model, "-n",
                                               fc_arguments_value(at->arguments, "profile-ranks"), NULL});
    if (*wanted)
        fc_step_words(&step, (const char *const[]){"--for", wanted, NULL});
    if (fc_arguments_has(at->arguments, "prepare"))
        fc_step_words(&step, (const char *const[]){"--prepare", fc_arguments_value(at->arguments, "prepare"), NULL});
    free(wanted);
    return run_step(at, &step, report);
}

/* predict or report at the points that were asked for. */
static fc_status predict(const trial *at, const char *command, const char *output, fc_report *report)
{
    fc_step step = {0};
    fc_step_words(&step, (const char *const[]){at->self, command, at->program.model, "-n",
                                               fc_arguments_value(at->arguments, "ranks"), NULL});
    if (fc_arguments_has(at->arguments, "machine"))
        fc_step_words(&step, (const char *const[]){"-m", fc_arguments_value(at->arguments, "machine"), NULL});
    if (output)
        fc_step_words(&step, (const char *const[]){"-o", output, NULL});
    const fc_arguments *arguments = at->arguments;
    if (arguments->n_rest)
        fc_words_add(&step.command, "--");
    for (int i = 0; i < arguments->n_rest; i++)
        fc_words_add(&step.command, arguments->rest[i]);
    return run_step(at, &step, report);
}

static fc_status run_steps(const trial *at, fc_report *report)
{
    const char *page = fc_arguments_value(at->arguments, "report");
    fc_status status = analyze(at, report);
    if (!status && fc_arguments_has(at->arguments, "profile-ranks"))
        status = profile(at, report);
    if (!status)
        status = predict(at, "predict", NULL, report);
    if (!status && page)
        status = predict(at, "report", page, report);
    if (!status) {
        FILE *out = at->arguments->out;
        if (!fc_arguments_has(at->arguments, "machine"))
            fprintf(out, "Next: forecost calibrate -o here.yaml measures this machine (4 minutes); then repeat with -m "
                         "here.yaml.\n");
        else
            fprintf(out, "Next: forecost validate %s -m %s -n 1,2 -- ARGUMENTS compares with runs on this machine.\n",
                    at->program.model, fc_arguments_value(at->arguments, "machine"));
    }
    return status;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    trial at = {.arguments = arguments};
    fc_status status = fc_try_program_make(&at.program, arguments, report);
    if (!status)
        status = fc_step_own_program(&at.self, "forecost", report);
    if (!status && fc_arguments_has(arguments, "output")) {
        free(at.program.model);
        at.program.model = fc_copy_string(fc_arguments_value(arguments, "output"));
    }
    if (!status)
        status = run_steps(&at, report);
    fc_try_program_free(&at.program);
    free(at.self);
    return status;
}

static const fc_option options[] = {
    {'n', "ranks", "RANKS", NULL, "1:64:x2", false, "the numbers of ranks to predict"},
    {'m', "machine", "MACHINE", NULL, NULL, false,
     "the machine to predict: a file of calibrate, or the name of a bundled machine; default: the bundled `default`"},
    {'o', "output", "FILE", NULL, NULL, false, "the program model to write; default: the program's name with .fc"},
    {0, "profile-ranks", "RANKS", NULL, NULL, false,
     "run the program with small sizes on up to this number of ranks, for up to a minute: for counts that depend on "
     "data"},
    FC_PREPARE_OPTION,
    {0, "report", "FILE", NULL, NULL, false, "write the report page, too"},
    {0, "build", "COMMAND", NULL, NULL, false,
     "the command that builds the program, run in its folder; words, quotes and NAME=VALUE before it as in a shell, "
     "several commands as sh -c '...'. make gets the compiler by itself, others must use forecost-cc"},
    {0, "program", "NAME", NULL, NULL, false, "of several programs that the build makes, the one to predict"},
    {0, "main", "FILE", NULL, NULL, false,
     "of several files with a main function, the program's: for C files without a build, and compile_commands.json"},
    {0, "flags", "FLAGS", NULL, "", false, "compiler flags for C files without a build"},
};

static const fc_old_spelling old[] = {{.option = "profile", .replacement = "--profile-ranks"}};

const fc_command fc_command_try = {
    .name = "try",
    .workflow = FC_WORKFLOW_FIRST_STEPS,
    .old = old,
    .n_old = sizeof old / sizeof *old,
    .operands = "FOLDER or SOURCE.c... or EXECUTABLE",
    .least_operands = 1,
    .most_operands = MAX_SOURCES,
    .rest = "the application's own arguments, as after `mpirun -n P ./app`; {ranks} in them is the number of ranks",
    .help = "from your own sources to a prediction, in one command",
    .about =
        "Builds the program, analyzes it and predicts its run time, and prints each command that it runs. In a folder, "
        "the first of these is the build: compile_commands.json, CMakeLists.txt, a makefile, configure, or C files "
        "alone. make gets forecost-cc for each variable that names a C compiler. CMake and configure build in "
        "NAME.build in the current folder. If the build makes several programs, the only one that calls MPI is "
        "taken. The model is written to the current folder; on x86-64 with objdump it has the machine code, as with "
        "analyze --code.",
    .example = "forecost try miniapp/ -n 1:64:x2 -- 2000 50",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
