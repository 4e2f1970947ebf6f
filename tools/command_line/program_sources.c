/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/program_sources.h"
#include "analyzer/effects/library_annotated.h"
#include "analyzer/frontend/commands/build.h"
#include "analyzer/frontend/commands/database.h"
#include "analyzer/frontend/frontend.h"
#include "analyzer/frontend/parsing/main_function.h"
#include "analyzer/frontend/parsing/unknown_flags.h"
#include "analyzer/frontend/parsing/wrapper.h"
#include "analyzer/model/annotations/annotation_file.h"
#include "analyzer/model/annotations/parameter_annotation.h"
#include "support/diagnostics.h"
#include "support/messages/profile.h"
#include "support/messages/report.h"
#include "tools/command_line/machine_option.h"
#include "tools/output/notes_print.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether the file is an ELF executable, object or library, by its first bytes. */
static bool is_product(const char *path)
{
    char magic[SELFMAG];
    return fc_file_peek(magic, sizeof magic, path) == sizeof magic && memcmp(magic, ELFMAG, SELFMAG) == 0;
}

/* Drops a compiler that is not an MPI wrapper: CMake calls gcc with MPI's flags, OMPI_CC names gcc, and gcc alone
 * cannot link what counts and measures under MPI. */
static void keep_mpi_compiler(fc_build *build)
{
    fc_words flags = {0};
    fc_wrapper_flags(&flags, build->compiler);
    if (flags.n == 0) {
        free(build->compiler);
        build->compiler = NULL;
    }
    fc_words_free(&flags);
}

/* ---- compile_commands.json ---- */

static fc_input input_of(const fc_build_source *source)
{
    return (fc_input){.path = source->path,
                      .directory = source->directory,
                      .argument = (const char *const *)source->flag.item,
                      .n_arguments = (int)source->flag.n,
                      .is_preprocessed = source->is_preprocessed};
}

static fc_status find_main(fc_database *database, const char *compiler, fc_report *report)
{
    fc_input *input = fc_allocate(database->n, sizeof *input);
    bool *has_main = fc_allocate(database->n, sizeof *has_main);
    for (size_t i = 0; i < database->n; i++)
        input[i] = input_of(&database->entry[i].source);
    fc_status status = fc_main_function_find(has_main, input, (int)database->n, compiler, report);
    for (size_t i = 0; i < database->n; i++)
        database->entry[i].has_main = has_main[i];
    free(has_main);
    free(input);
    return status;
}

static fc_status build_of_database(fc_build *out, const fc_arguments *arguments, fc_report *report)
{
    fc_database database = {0};
    const char *main = fc_arguments_value(arguments, "main");
    fc_status status = fc_database_read(&database, fc_arguments_value(arguments, "build"), report);
    if (status)
        return status;
    if (arguments->n_operands)
        status = fc_database_take(out, &database, arguments->operand, arguments->n_operands, report);
    else {
        status = find_main(&database, fc_arguments_value(arguments, "cc"), report);
        if (!status)
            status = fc_database_choose(out, &database, main, report);
    }
    if (!status)
        keep_mpi_compiler(out);
    if (!status && database.n_foreign)
        fc_diagnose_text(&out->warnings, FC_WARNING, (fc_place){database.path, 0, 0}, FC_MSG_FOREIGN_FILES_IGNORED,
                         database.n_foreign,
                         database.n_foreign == 1 ? "file in another language is" : "files in other languages are");
    fc_database_free(&database);
    return status;
}

/* ---- flags ---- */

/* -O3 -march=native -ffast-math: what shapes the machine code, and no folders or macros. */
static bool is_of_optimization(const char *word)
{
    return strncmp(word, "-O", 2) == 0 || strncmp(word, "-m", 2) == 0 || strncmp(word, "-f", 2) == 0;
}

/* A person who names no level builds with one nevertheless: the machine's costs hold for its own. */
static fc_status take_machine_flags(fc_build *build, const fc_arguments *arguments, fc_report *report)
{
    fc_machine *machine = NULL;
    fc_words words = {0}, flags = {0};
    fc_status status = fc_machine_option_costs(&machine, fc_arguments_value(arguments, "machine"), report);
    if (status)
        return status;
    fc_words_split(&words, machine->compiler ? machine->compiler : "");
    for (size_t i = 0; i < words.n; i++)
        if (is_of_optimization(words.item[i]))
            fc_words_add(&flags, words.item[i]);
    for (size_t i = 0; i < build->n_sources; i++)
        fc_words_add_all(&build->source[i].flag, &flags);
    if (flags.n) {
        char *text = fc_words_join(&flags);
        fc_diagnose(arguments->errors, FC_NOTE, FC_NOWHERE, FC_MSG_FLAGS_OF_MACHINE, text, machine->coefficients.name);
        free(text);
    }
    fc_words_free(&flags);
    fc_words_free(&words);
    fc_machine_free(machine);
    return FC_OK;
}

static fc_status find_build(fc_build *out, const fc_arguments *arguments, fc_report *report)
{
    if (fc_arguments_has(arguments, "build"))
        return build_of_database(out, arguments, report);
    if (fc_arguments_has(arguments, "main"))
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "forecost analyze -p build --main FILE",
                       FC_MSG_MAIN_NEEDS_P_DIR);
    if (arguments->n_operands == 0)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, arguments->command->example, FC_MSG_OPERAND_MISSING,
                       arguments->command->name, arguments->command->operands);
    if (arguments->n_operands == 1 && is_product(arguments->operand[0])) {
        fc_status status = fc_build_from_product(out, arguments->operand[0], report);
        if (!status)
            keep_mpi_compiler(out);
        return status;
    }
    fc_build build = {.n_sources = (size_t)arguments->n_operands};
    build.source = fc_allocate(build.n_sources, sizeof *build.source);
    for (size_t i = 0; i < build.n_sources; i++)
        build.source[i].path = fc_copy_string(arguments->operand[i]);
    *out = build;
    bool is_named = false;
    for (int i = 0; i < arguments->n_rest; i++)
        is_named |= strncmp(arguments->rest[i], "-O", 2) == 0;
    fc_status status = is_named ? FC_OK : take_machine_flags(out, arguments, report);
    if (status)
        fc_build_free(out);
    return status;
}

static fc_status parse(fc_program **out, const fc_build *build, const fc_arguments *arguments, fc_report *report)
{
    fc_text warnings = {0};
    fc_input *input = fc_allocate(build->n_sources, sizeof *input);
    const char *compiler = fc_arguments_value(arguments, "cc");
    bool is_asked = fc_arguments_has(arguments, "cc") || !build->compiler;
    for (size_t i = 0; i < build->n_sources; i++)
        input[i] = input_of(&build->source[i]);
    if (!build->is_linked) /* flags of a finished build were accepted by its compiler */
        fc_unknown_flags_warn(&warnings, input, (int)build->n_sources);
    fc_status status =
        fc_frontend_read(out, input, (int)build->n_sources, is_asked ? compiler : build->compiler, &warnings, report);
    if (warnings.bytes)
        fc_notes_print(arguments->errors, warnings.bytes, fc_arguments_has(arguments, "all"));
    fc_text_free(&warnings);
    free(input);
    return status;
}

/* Build records do not contain headers; warns by their modification time. */
static void warn_of_headers(const fc_program *program, const fc_build *build, const fc_arguments *arguments)
{
    time_t first = 0;
    for (size_t i = 0; i < build->n_sources; i++)
        if (build->source[i].written && (!first || build->source[i].written < first))
            first = build->source[i].written;
    for (int i = 0; i < program->n_files && first; i++) {
        struct stat information;
        if (!program->file[i].is_main && stat(program->file[i].path, &information) == 0 && information.st_mtime > first)
            fc_diagnose(arguments->errors, FC_WARNING, (fc_place){program->file[i].path, 0, 0},
                        FC_MSG_FILE_CHANGED_SINCE_BUILT_BUILD, arguments->operand[0]);
    }
}

/* Takes name and link command of an executable. */
static void take_build(fc_program *program, const fc_build *build, const fc_arguments *arguments)
{
    if (build->name) {
        free(program->name);
        program->name = fc_copy_string(build->name);
    }
    if (!build->is_linked)
        return;
    program->is_linked = true;
    fc_words_add_all(&program->link, &build->link);
    warn_of_headers(program, build, arguments);
}

static fc_status check_main(const fc_program *program, fc_report *report)
{
    int n = 0;
    for (int i = 0; i < program->n_files; i++)
        n += program->file[i].is_main;
    if (fc_program_find(program, "main"))
        return FC_OK;
    return fc_fail(report, FC_E_INPUT, (fc_place){program->file[0].path, 0, 0},
                   "Give all sources of the program, including the one that defines main.", FC_MSG_NO_FUNCTION_MAIN, n,
                   n == 1 ? "file" : "files");
}

static fc_status read_library(fc_program *program, const fc_arguments *arguments, fc_report *report)
{
    int n_unused = 0;
    const char *path = fc_arguments_value(arguments, "library");
    fc_status status = fc_library_annotated_read(&n_unused, program, path, report);
    if (!status && n_unused > 0)
        fc_diagnose(arguments->errors, FC_NOTE, (fc_place){path, 0, 0}, FC_MSG_FUNCTIONS_PROGRAM_DOES_NOT_CALL,
                    n_unused, n_unused == 1 ? "line is" : "lines are");
    return status;
}

fc_status fc_program_sources_read(fc_program **out, const fc_arguments *arguments, fc_report *report)
{
    fc_build build = {0};
    fc_program *program = NULL;
    fc_status status = find_build(&build, arguments, report);
    if (status)
        return status;
    for (size_t i = 0; i < build.n_sources; i++)
        for (int k = 0; k < arguments->n_rest; k++)
            fc_words_add(&build.source[i].flag, arguments->rest[k]);
    if (build.warnings.bytes)
        fputs(build.warnings.bytes, arguments->errors);
    status = parse(&program, &build, arguments, report);
    if (!status) {
        take_build(program, &build, arguments);
        /* Lets a model with relative paths be used from other folders. */
        for (int i = 0; i < program->n_files && !program->folder; i++)
            if (program->file[i].is_main && program->file[i].path[0] != '/')
                program->folder = getcwd(NULL, 0);
        status = check_main(program, report);
    }
    if (!status && fc_arguments_has(arguments, "notes"))
        status = fc_annotation_file_apply(program, fc_arguments_value(arguments, "notes"), report);
    if (!status)
        status = fc_parameter_annotation_apply(program, report);
    if (!status && fc_arguments_has(arguments, "library"))
        status = read_library(program, arguments, report);
    fc_build_free(&build);
    if (status)
        fc_program_free(program);
    else
        *out = program;
    return status;
}
