/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/try/program.h"

#include "analyzer/frontend/commands/build.h"
#include "analyzer/frontend/commands/invocation.h"
#include "analyzer/frontend/parsing/main_function.h"
#include "support/messages/command_line.h"
#include "support/path.h"
#include "tools/try/make_command.h"
#include "tools/try/products.h"
#include "tools/try/project.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct making {
    const fc_arguments *arguments;
    fc_project project;
    char *compiler;   /* forecost-cc, as a word to type */
    char *out_folder; /* where CMake and configure build: "NAME.build" */
    char *product;    /* the program that was built; NULL: none yet */
    fc_report *report;
} making;

/* The name of a folder, also of "." and "..". */
static char *name_of_folder(const char *folder)
{
    char *real = realpath(folder, NULL), *name = fc_copy_string(real ? fc_path_name(real) : folder);
    free(real);
    return name;
}

/* A model in the current folder: the name without ".c". */
static char *model_of(const char *name)
{
    size_t length = strlen(name);
    bool is_source = length > 2 && strcmp(name + length - 2, ".c") == 0;
    return fc_format("%.*s.fc", (int)(is_source ? length - 2 : length), name);
}

/* ---- builds ---- */

static fc_status run_quiet(const making *at, const fc_step *step)
{
    return fc_step_run_quiet(step, at->arguments->out, at->arguments->errors, at->report);
}

static fc_status choose(making *at, const char *folder)
{
    return fc_products_choose(&at->product, folder, fc_arguments_value(at->arguments, "program"), at->report);
}

/* A file like Makefile.vanilla is made to be copied: recipes may depend on the name Makefile. */
static fc_status copy_makefile(const making *at)
{
    fc_step step = {0};
    char *from = fc_format("%s/%s", at->project.folder, at->project.makefile);
    char *to = fc_format("%s/Makefile", at->project.folder);
    fc_step_words(&step, (const char *const[]){"cp", from, to, NULL});
    fc_status status = run_quiet(at, &step);
    fc_step_free(&step);
    free(from);
    free(to);
    return status;
}

static fc_status build_by_make(making *at)
{
    fc_step step = {0};
    fc_step_words(&step, (const char *const[]){"make", "-C", at->project.folder, NULL});
    fc_status status = at->project.makefile ? copy_makefile(at) : FC_OK;
    if (!status)
        status = fc_make_command_add_compiler(&step, at->compiler, at->arguments->errors, at->report);
    if (!status)
        status = run_quiet(at, &step);
    if (!status)
        status = choose(at, at->project.folder);
    if (!status && !at->product) {
        /* A build without a program of ours: its parts were up to date, made before by another compiler. */
        fc_words_add(&step.command, "-B");
        status = run_quiet(at, &step);
        status = status ? status : choose(at, at->project.folder);
    }
    fc_step_free(&step);
    return status;
}

/* A CMakeLists.txt that sets CMAKE_C_COMPILER to mpicc after project() overrides the command line. */
static bool sets_mpicc(const making *at)
{
    char *path = fc_format("%s/CMakeLists.txt", at->project.folder), *text = NULL;
    size_t length;
    bool sets = fc_file_read(&text, &length, path, 0, NULL) == FC_OK && strstr(text, "mpicc");
    free(text);
    free(path);
    return sets;
}

static fc_status build_by_cmake(making *at)
{
    fc_step configure = {0}, build = {0};
    char *compiler = fc_format("-DCMAKE_C_COMPILER=%s", at->compiler);
    fc_words_add(&configure.environment, "FORECOST_RECORD=off");
    fc_step_words(&configure, (const char *const[]){"cmake", "-S", at->project.folder, "-B", at->out_folder, compiler,
                                                    "-DCMAKE_BUILD_TYPE=Release", NULL});
    fc_step_words(&build, (const char *const[]){"cmake", "--build", at->out_folder, NULL});
    fc_status status = run_quiet(at, &configure);
    if (!status)
        status = run_quiet(at, &build);
    if (!status)
        status = choose(at, at->out_folder);
    if (!status && !at->product && sets_mpicc(at)) {
        fc_make_command_set_mpicc(&build, at->compiler);
        fc_words_add(&build.command, "--clean-first");
        status = run_quiet(at, &build);
        status = status ? status : choose(at, at->out_folder);
    }
    free(compiler);
    fc_step_free(&configure);
    fc_step_free(&build);
    return status;
}

static fc_status build_by_configure(making *at)
{
    char *folder = realpath(at->project.folder, NULL), *script = fc_format("%s/configure", folder ? folder : ".");
    char *compiler = fc_format("CC=%s", at->compiler);
    fc_step configure = {.directory = at->out_folder}, build = {0};
    mkdir(at->out_folder, 0777);
    fc_words_add(&configure.environment, "FORECOST_RECORD=off");
    fc_step_words(&configure, (const char *const[]){script, compiler, NULL});
    fc_step_words(&build, (const char *const[]){"make", "-C", at->out_folder, NULL});
    fc_status status = run_quiet(at, &configure);
    if (!status)
        status = run_quiet(at, &build);
    if (!status)
        status = choose(at, at->out_folder);
    fc_step_free(&configure);
    fc_step_free(&build);
    free(compiler);
    free(script);
    free(folder);
    return status;
}

static bool is_assignment(const char *word)
{
    size_t name = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    return name > 0 && word[name] == '=';
}

/* The command with forecost-cc's path in place of its name, which PATH may lack. */
static FC_GIVE char *with_compiler(const char *command, const char *compiler)
{
    static const char name[] = "forecost-cc";
    fc_text text = {0};
    for (const char *at = command, *next; *at; at = next) {
        next = strstr(at, name);
        bool is_path = next && next > command && next[-1] == '/';
        int before = (int)(next ? next - at : (long)strlen(at));
        fc_text_add(&text, "%.*s%s", before, at, !next ? "" : is_path ? name : compiler);
        next = next ? next + strlen(name) : at + before;
    }
    return text.bytes ? text.bytes : fc_copy_string("");
}

/* The user's own build command, in the project's folder; make gets its variables. */
static fc_status build_as_asked(making *at, const char *command)
{
    fc_step step = {.directory = strcmp(at->project.folder, ".") ? at->project.folder : NULL};
    char *whole = with_compiler(command, at->compiler);
    /* The words of a shell's simple command, with the assignments before it. */
    fc_words words = {0};
    fc_invocation_split(&words, whole, true);
    for (size_t i = 0; i < words.n; i++)
        fc_words_add(step.command.n == 0 && is_assignment(words.item[i]) ? &step.environment : &step.command,
                     words.item[i]);
    fc_words_free(&words);
    free(whole);
    if (step.command.n == 0)
        return fc_fail(at->report, FC_E_USAGE, FC_NOWHERE, "--build 'make CC=forecost-cc'", FC_MSG_NEEDS_VALUE, "build",
                       "build", "COMMAND");
    fc_status status = FC_OK;
    if (strcmp(fc_path_name(step.command.item[0]), "make") == 0)
        status = fc_make_command_add_compiler(&step, at->compiler, at->arguments->errors, at->report);
    if (!status)
        status = run_quiet(at, &step);
    if (!status)
        status = choose(at, at->project.folder);
    fc_step_free(&step);
    return status;
}

/* ---- what analyze gets ---- */

static fc_status take_product(making *at, fc_try_program *out)
{
    if (!at->product)
        return fc_fail(at->report, FC_E_INPUT, (fc_place){at->project.folder, 0, 0},
                       "Give a command that compiles and links with forecost-cc: --build 'COMMAND'. If all is up to "
                       "date: make clean first.",
                       FC_MSG_BUILD_MADE_NO_PROGRAM);
    fc_words_add(&out->words, at->product);
    out->model = model_of(fc_path_name(at->product));
    return FC_OK;
}

static void take_database(const making *at, fc_try_program *out)
{
    const char *main = fc_arguments_value(at->arguments, "main");
    char *name = main ? NULL : name_of_folder(at->project.folder);
    fc_words_add(&out->words, "-p");
    fc_words_add(&out->words, at->project.folder);
    if (main) {
        fc_words_add(&out->words, "--main");
        fc_words_add(&out->words, main);
    }
    out->model = model_of(main ? fc_path_name(main) : name);
    free(name);
}

static fc_status refuse_mains(const making *at, const bool *has_main, int n)
{
    fc_text hint = {0};
    fc_text_add(&hint, "Choose one with --main:");
    for (size_t i = 0; i < at->project.files.n; i++)
        if (has_main[i])
            fc_text_add(&hint, " %s", at->project.files.item[i]);
    fc_status status = fc_fail(at->report, FC_E_INPUT, FC_NOWHERE, hint.bytes, FC_MSG_SEVERAL_FILES_WITH_MAIN, n);
    fc_text_free(&hint);
    return status;
}

/* The file with main that is the program's: the asked one, else the only one; -1: none. */
static int main_file(const making *at, const bool *has_main, int *n_mains)
{
    const char *asked = fc_arguments_value(at->arguments, "main");
    int found = -1;
    *n_mains = 0;
    for (size_t i = 0; i < at->project.files.n; i++) {
        const char *file = at->project.files.item[i];
        if (!has_main[i] || (asked && strcmp(file, asked) != 0 && strcmp(fc_path_name(file), asked) != 0))
            continue;
        found = (int)i;
        ++*n_mains;
    }
    return found;
}

/* The file with main, and all files without one. */
static fc_status take_files(const making *at, fc_try_program *out)
{
    const fc_words *files = &at->project.files;
    fc_words flags = {0};
    int n_mains;
    fc_input *input = fc_allocate(files->n, sizeof *input);
    bool *has_main = fc_allocate(files->n, sizeof *has_main);
    fc_invocation_split(&flags, fc_arguments_value(at->arguments, "flags"), true);
    for (size_t i = 0; i < files->n; i++)
        input[i] = (fc_input){
            .path = files->item[i], .argument = (const char *const *)flags.item, .n_arguments = (int)flags.n};
    fc_status status = fc_main_function_find(has_main, input, (int)files->n, "mpicc", at->report);
    int chosen = main_file(at, has_main, &n_mains);
    if (!status && n_mains > 1)
        status = refuse_mains(at, has_main, n_mains);
    for (size_t i = 0; i < files->n && !status; i++)
        if ((int)i == chosen || !has_main[i])
            fc_words_add(&out->words, files->item[i]);
    if (!status)
        out->model = model_of(fc_path_name(files->item[chosen < 0 ? 0 : chosen]));
    fc_words_free(&flags);
    free(has_main);
    free(input);
    return status;
}

static fc_status make(making *at, fc_try_program *out)
{
    const char *command = fc_arguments_value(at->arguments, "build");
    fc_status status = FC_OK;
    if (command)
        status = build_as_asked(at, command);
    else if (at->project.kind == FC_PROJECT_MAKE)
        status = build_by_make(at);
    else if (at->project.kind == FC_PROJECT_CMAKE)
        status = build_by_cmake(at);
    else if (at->project.kind == FC_PROJECT_CONFIGURE)
        status = build_by_configure(at);
    else if (at->project.kind == FC_PROJECT_EXECUTABLE)
        at->product = fc_copy_string(at->project.files.item[0]);
    else if (at->project.kind == FC_PROJECT_DATABASE)
        take_database(at, out);
    else
        return take_files(at, out);
    return status || out->model ? status : take_product(at, out);
}

fc_status fc_try_program_make(fc_try_program *out, const fc_arguments *arguments, fc_report *report)
{
    making at = {.arguments = arguments, .report = report};
    fc_try_program made = {0};
    fc_status status = fc_project_find(&at.project, arguments->operand, arguments->n_operands, report);
    if (status)
        return status;
    char *name = name_of_folder(at.project.folder);
    at.out_folder = fc_format("%s.build", name);
    status = fc_step_own_program(&at.compiler, "forecost-cc", report);
    if (!status)
        status = make(&at, &made);
    fc_project_free(&at.project);
    free(at.compiler);
    free(at.out_folder);
    free(at.product);
    free(name);
    if (status)
        fc_try_program_free(&made);
    else
        *out = made;
    return status;
}

void fc_try_program_free(fc_try_program *program)
{
    fc_words_free(&program->words);
    free(program->model);
    *program = (fc_try_program){0};
}
