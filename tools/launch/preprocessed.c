/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/launch/preprocessed.h"
#include "analyzer/frontend/frontend.h"
#include "analyzer/frontend/parsing/library_source.h"
#include "support/messages/profile.h"
#include "tools/launch/launch_flags.h"
#include "tools/process/parallel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_PREPROCESSED = 512 << 20
};

static fc_status prepare(fc_preprocessed *at, fc_report *report)
{
    size_t n = (size_t)at->program->n_files;
    at->file = fc_allocate(n, sizeof *at->file);
    for (int i = 0; i < at->program->n_files; i++)
        if (at->program->file[i].is_main || fc_library_source_text(at->program->file[i].path))
            at->file[at->n++] = &at->program->file[i];
    at->unit = fc_allocate(n, sizeof *at->unit);
    at->parsed = fc_allocate(n, sizeof *at->parsed);
    at->text = fc_allocate(n, sizeof *at->text);
    at->path = fc_allocate(n + 1, sizeof *at->path);
    at->object = fc_allocate(n, sizeof *at->object);
    fc_status status = fc_scratch_open(&at->scratch, report);
    if (status)
        return status;
    for (int i = 0; i < at->n; i++) {
        at->path[i] = fc_format("%s/%d.i", at->scratch.folder, i);
        at->object[i].path = fc_format("%s/%d.o", at->scratch.folder, i);
    }
    at->path[at->n] = fc_format("%s/forecost_runtime.c", at->scratch.folder);
    return FC_OK;
}

static fc_launch_source source_of(const fc_finite_source *file, const char *path)
{
    return (fc_launch_source){.path = path,
                              .directory = file->directory,
                              .argument = (const char *const *)file->argument,
                              .n_arguments = file->n_arguments};
}

/* Fortified headers use builtins that only gcc has, and they change no count. The macros of glibc's <ctype.h> contain
 * branches where the analyzed text has calls (flags.c). */
static void add_preprocessing(fc_words *command, const fc_preprocessed *at, int i)
{
    const fc_finite_source *file = at->file[i];
    bool is_library = fc_library_source_text(file->path);
    fc_launch_source source = source_of(file, file->path);
    fc_words_split(command, at->program->compiler);
    fc_launch_flags_add(command, &source, FC_FLAG_COMPILE, FC_FLAG_BOTH);
    fc_words_add(command, "-U_FORTIFY_SOURCE");
    fc_words_add(command, "-D__NO_CTYPE");
    fc_words_add(command, "-E");
    if (is_library)
        fc_words_split(command, "-x c");
    char *path = fc_launch_path(is_library ? at->path[i] : file->path, file->directory);
    fc_words_add(command, path);
    free(path);
}

static fc_status check_preprocessing(const fc_finite_source *file, const fc_process_result *result, fc_report *report)
{
    fc_place place = {file->path, 0, 0};
    if (result->truncated)
        return fc_fail(report, FC_E_INPUT, place, NULL, FC_MSG_PREPROCESSED_TEXT_LARGER_THAN_MIB);
    int line; /* messages about flags have no place */
    bool is_located = sscanf(result->errors, "%*[^:]:%d:", &line) == 1;
    if (result->exit_code != 0)
        return fc_fail(report, FC_E_INPUT, is_located ? FC_NOWHERE : place,
                       "Compile the file with the program's own flags for the complete messages.", "%.*s",
                       (int)strcspn(result->errors, "\n"), result->errors);
    return FC_OK;
}

/* The text of a library source is no file: it becomes one, with its own name. */
static fc_status write_library_source(const fc_preprocessed *at, int i, fc_report *report)
{
    const char *name = at->file[i]->path, *text = fc_library_source_text(name);
    if (!text)
        return FC_OK;
    char *named = fc_format("#line 1 \"%s\"\n%s", name, text);
    fc_status status = fc_file_write(at->path[i], named, strlen(named), report);
    free(named);
    return status;
}

static fc_status preprocess(void *data, int i, fc_report *report)
{
    fc_preprocessed *at = data;
    fc_status status = write_library_source(at, i, report);
    if (status)
        return status;
    fc_words command = {0};
    add_preprocessing(&command, at, i);
    fc_process_options options = {.command = &command,
                                  .directory = at->file[i]->directory,
                                  .output_limit = MAX_PREPROCESSED,
                                  .if_missing = "Install openmpi-bin and libopenmpi-dev."};
    fc_process_result result = {0};
    status = fc_process_run(&result, &options, report);
    if (!status)
        status = check_preprocessing(at->file[i], &result, report);
    if (!status) {
        at->text[i] = result.output;
        at->unit[i] = (fc_instrument_unit){.text = result.output, .length = result.output_length};
        result.output = NULL;
        status = fc_file_write(at->path[i], at->text[i], at->unit[i].length, report);
    }
    fc_process_result_free(&result);
    fc_words_free(&command);
    return status;
}

static fc_status parse(fc_preprocessed *at, int i, fc_report *report)
{
    fc_input input = {.path = at->path[i],
                      .directory = at->file[i]->directory,
                      .argument = (const char *const *)at->file[i]->argument,
                      .n_arguments = at->file[i]->n_arguments,
                      .is_preprocessed = true,
                      .is_accepted = true};
    fc_status status = fc_frontend_read(&at->parsed[i], &input, 1, at->program->compiler, NULL, report);
    at->unit[i].parsed = at->parsed[i];
    return status;
}

fc_status fc_preprocessed_open(fc_preprocessed *units, const fc_program *program, fc_report *report)
{
    if (units->program)
        return FC_OK;
    *units = (fc_preprocessed){.program = program};
    fc_status status = prepare(units, report);
    if (!status)
        status = fc_parallel_run(units->n, preprocess, units, report);
    for (int i = 0; i < units->n && !status; i++)
        status = parse(units, i, report);
    if (status)
        fc_preprocessed_close(units);
    return status;
}

static fc_status write_texts(const fc_preprocessed *at, const fc_preprocessed_parts *parts, fc_report *report)
{
    fc_status status = FC_OK;
    for (int i = 0; i < at->n && !status; i++)
        status = fc_file_write(at->path[i], parts->text[i], strlen(parts->text[i]), report);
    if (!status && parts->runtime)
        status = fc_file_write(at->path[at->n], parts->runtime, strlen(parts->runtime), report);
    return status;
}

/* Inserted code may cause warnings, so -w disables -Werror. It is not thread-safe either, so OpenMP directives are
 * disabled, which changes no count; OpenMP's functions are linked. */
static void take_flags(fc_launch_source *source, const fc_finite_source *file)
{
    const char **flag = fc_allocate((size_t)file->n_arguments + 2, sizeof *flag);
    bool openmp = false;
    int n = 0;
    for (int i = 0; i < file->n_arguments; i++) {
        bool is_openmp = strcmp(file->argument[i], "-fopenmp") == 0 || strncmp(file->argument[i], "-fopenmp=", 9) == 0;
        if (!is_openmp)
            flag[n++] = file->argument[i];
        openmp |= is_openmp;
    }
    flag[n++] = "-w";
    if (openmp)
        flag[n++] = "-lgomp";
    source->argument = flag;
    source->n_arguments = n;
}

static bool is_compiled(const fc_preprocessed_object *object, const fc_preprocessed_parts *parts, int i)
{
    return object->text && object->has_lines == parts->has_lines && strcmp(object->text, parts->text[i]) == 0;
}

fc_status fc_preprocessed_build(FC_GIVE fc_launch_app **out, fc_preprocessed *units, const fc_preprocessed_parts *parts,
                                fc_report *report)
{
    fc_status status = write_texts(units, parts, report);
    if (status)
        return status;
    fc_launch_source *source = fc_allocate((size_t)units->n + 1, sizeof *source);
    for (int i = 0; i < units->n; i++) {
        source[i] = source_of(units->file[i], units->path[i]);
        take_flags(&source[i], units->file[i]);
        source[i].is_preprocessed = source[i].is_kept = true;
        source[i].object = units->object[i].path;
        source[i].is_compiled = is_compiled(&units->object[i], parts, i);
    }
    const char *const runtime_flags[] = {parts->runtime_flag, "-w"};
    source[units->n] =
        (fc_launch_source){.path = units->path[units->n], .argument = runtime_flags, .n_arguments = 2, .is_kept = true};
    fc_launch_parts whole = {.compiler = units->program->compiler,
                             .source = source,
                             .n_sources = units->n + (parts->runtime != NULL),
                             .is_timed = parts->is_timed,
                             .has_lines = parts->has_lines,
                             .lacks_mpi = fc_launch_lacks_mpi(units->program),
                             .link = units->program->is_linked ? &units->program->link : NULL};
    status = fc_launch_build(out, &whole, report);
    /* After a failure no object is known to be that of its text. */
    _Bool is_built = !status;
    for (int i = 0; i < units->n; i++) {
        free(units->object[i].text);
        units->object[i].text = is_built ? fc_copy_string(parts->text[i]) : NULL;
        units->object[i].has_lines = parts->has_lines;
    }
    for (int i = 0; i < units->n; i++)
        free((void *)source[i].argument);
    free(source);
    return status;
}

void fc_preprocessed_close(fc_preprocessed *units)
{
    for (int i = 0; i < units->n; i++) {
        fc_program_free(units->parsed[i]);
        free(units->text[i]);
        free(units->object[i].path);
        free(units->object[i].text);
    }
    for (int i = 0; i <= units->n && units->scratch.folder; i++)
        free(units->path[i]);
    if (units->scratch.folder)
        fc_scratch_close(&units->scratch);
    free(units->file);
    free(units->unit);
    free(units->parsed);
    free(units->text);
    free(units->path);
    free(units->object);
    *units = (fc_preprocessed){0};
}
