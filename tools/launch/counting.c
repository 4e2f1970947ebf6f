/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/launch/counting.h"
#include "analyzer/frontend/frontend.h"
#include "tools/launch/gathered.h"
#include "tools/launch/launch_flags.h"
#include "tools/launch/scratch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MAX_PREPROCESSED = 512 << 20
};

struct fc_counting {
    const fc_program *program;
    fc_instrumented *instrumented;
    fc_launch_app *app;
    sigset_t signals_before; /* held back while scratch files exist */
};

/* What is needed until the program is built. Units are the main files in their order. */
typedef struct preparing {
    const fc_program *program;
    fc_report *report;
    char *folder;
    const fc_source **file;
    fc_instrument_unit *unit;
    fc_program **parsed;
    char **text;
    char **path; /* of the units' texts, first as preprocessed, then as instrumented; last the runtime's */
    int n;
    bool is_timed; /* with the timing object instead of the runtime, which gathers counters */
} preparing;

static fc_status prepare(preparing *at)
{
    size_t n = (size_t)at->program->n_files;
    at->file = fc_allocate(n, sizeof *at->file);
    for (int i = 0; i < at->program->n_files; i++)
        if (at->program->file[i].is_main)
            at->file[at->n++] = &at->program->file[i];
    at->unit = fc_allocate(n, sizeof *at->unit);
    at->parsed = fc_allocate(n, sizeof *at->parsed);
    at->text = fc_allocate(n, sizeof *at->text);
    at->path = fc_allocate(n + 1, sizeof *at->path);
    const char *base = getenv("TMPDIR");
    char *folder = fc_format("%s/forecost-XXXXXX", base && *base ? base : "/tmp");
    at->folder = mkdtemp(folder) ? realpath(folder, NULL) : NULL;
    int error = errno;
    free(folder);
    if (!at->folder)
        return fc_fail(at->report, FC_E_ENVIRONMENT, FC_NOWHERE, "Set TMPDIR to a folder you may write to.",
                       "no scratch folder can be made: %s", strerror(error));
    for (int i = 0; i < at->n; i++)
        at->path[i] = fc_format("%s/%d.i", at->folder, i);
    at->path[at->n] = fc_format("%s/forecost_profile.c", at->folder);
    return FC_OK;
}

static void clean_up(preparing *at)
{
    for (int i = 0; i < at->n; i++) {
        fc_program_free(at->parsed[i]);
        free(at->text[i]);
    }
    for (int i = 0; i <= at->n && at->folder; i++) {
        unlink(at->path[i]);
        free(at->path[i]);
    }
    if (at->folder)
        rmdir(at->folder);
    free(at->folder);
    free(at->file);
    free(at->unit);
    free(at->parsed);
    free(at->text);
    free(at->path);
}

static fc_launch_source source_of(const fc_source *file, const char *path)
{
    return (fc_launch_source){.path = path,
                              .directory = file->directory,
                              .argument = (const char *const *)file->argument,
                              .n_arguments = file->n_arguments};
}

/* Fortified headers hold builtins that only gcc knows; they change no count. */
static void add_preprocessing(fc_words *command, const preparing *at, const fc_source *file)
{
    fc_launch_source source = source_of(file, file->path);
    fc_words_split(command, at->program->compiler);
    fc_launch_flags_add(command, &source, FC_FLAG_COMPILE, FC_FLAG_BOTH);
    fc_words_add(command, "-U_FORTIFY_SOURCE");
    fc_words_add(command, "-E");
    char *path = fc_launch_path(file->path, file->directory);
    fc_words_add(command, path);
    free(path);
}

static fc_status judge_preprocessing(const preparing *at, const fc_source *file, const fc_process_result *result)
{
    fc_place place = {file->path, 0, 0};
    if (result->truncated)
        return fc_fail(at->report, FC_E_INPUT, place, NULL, "its preprocessed text is larger than 512 MiB");
    int line; /* what the compiler says of its flags has no place */
    bool is_located = sscanf(result->errors, "%*[^:]:%d:", &line) == 1;
    if (result->exit_code != 0)
        return fc_fail(at->report, FC_E_INPUT, is_located ? FC_NOWHERE : place,
                       "Compile it with the program's own flags to see more.", "%.*s",
                       (int)strcspn(result->errors, "\n"), result->errors);
    return FC_OK;
}

static fc_status preprocess(preparing *at, int i)
{
    fc_words command = {0};
    add_preprocessing(&command, at, at->file[i]);
    fc_process_options options = {.command = &command,
                                  .directory = at->file[i]->directory,
                                  .output_limit = MAX_PREPROCESSED,
                                  .if_missing = "Install openmpi-bin and libopenmpi-dev."};
    fc_process_result result = {0};
    fc_status status = fc_process_run(&result, &options, at->report);
    if (!status)
        status = judge_preprocessing(at, at->file[i], &result);
    if (!status) {
        at->text[i] = result.output;
        at->unit[i] = (fc_instrument_unit){.text = result.output, .length = result.output_length};
        result.output = NULL;
        status = fc_file_write(at->path[i], at->text[i], at->unit[i].length, at->report);
    }
    fc_process_result_free(&result);
    fc_words_free(&command);
    return status;
}

static fc_status parse(preparing *at, int i)
{
    fc_input input = {.path = at->path[i],
                      .directory = at->file[i]->directory,
                      .argument = (const char *const *)at->file[i]->argument,
                      .n_arguments = at->file[i]->n_arguments,
                      .is_preprocessed = true};
    fc_status status = fc_frontend_read(&at->parsed[i], &input, 1, at->program->compiler, NULL, at->report);
    at->unit[i].parsed = at->parsed[i];
    return status;
}

static fc_status write_texts(const preparing *at, const fc_instrumented *instrumented)
{
    fc_status status = FC_OK;
    for (int i = 0; i < at->n + !at->is_timed && !status; i++) {
        const char *text = i < at->n ? instrumented->text[i] : instrumented->runtime;
        status = fc_file_write(at->path[i], text, strlen(text), at->report);
    }
    return status;
}

/* Counters are not meant to please -Werror. */
static const char **quiet_flags(const fc_source *file)
{
    const char **flag = fc_allocate((size_t)file->n_arguments + 1, sizeof *flag);
    for (int i = 0; i < file->n_arguments; i++)
        flag[i] = file->argument[i];
    flag[file->n_arguments] = "-w";
    return flag;
}

static fc_status build(const preparing *at, fc_launch_app **out)
{
    fc_launch_source *source = fc_allocate((size_t)at->n + 1, sizeof *source);
    for (int i = 0; i < at->n; i++) {
        source[i] = source_of(at->file[i], at->path[i]);
        source[i].argument = quiet_flags(at->file[i]);
        source[i].n_arguments++;
        source[i].is_preprocessed = true;
    }
    static const char *const runtime_flags[] = {"-O1", "-w"};
    source[at->n] = (fc_launch_source){.path = at->path[at->n], .argument = runtime_flags, .n_arguments = 2};
    fc_launch_parts parts = {.compiler = at->program->compiler,
                             .source = source,
                             .n_sources = at->n + !at->is_timed,
                             .is_timed = at->is_timed,
                             .link = at->program->is_linked ? &at->program->link : NULL};
    fc_status status = fc_launch_build(out, &parts, at->report);
    for (int i = 0; i < at->n; i++)
        free((void *)source[i].argument);
    free(source);
    return status;
}

/* Builds what the request says; its units are filled in here. */
static fc_status build_request(fc_counting *made, fc_instrument_request *request, fc_report *report)
{
    preparing at = {.program = request->program, .report = report, .is_timed = request->marks_block};
    fc_status status = prepare(&at);
    for (int i = 0; i < at.n && !status; i++) {
        status = preprocess(&at, i);
        if (!status)
            status = parse(&at, i);
    }
    request->unit = at.unit;
    request->n_units = at.n;
    if (!status)
        status = fc_instrument(&made->instrumented, request, report);
    if (!status)
        status = write_texts(&at, made->instrumented);
    if (!status)
        status = build(&at, &made->app);
    clean_up(&at);
    return status;
}

static fc_status create(fc_counting **out, fc_instrument_request *request, fc_report *report)
{
    fc_counting *made = fc_allocate(1, sizeof *made);
    made->program = request->program;
    fc_process_hold_signals(&made->signals_before);
    fc_status status = build_request(made, request, report);
    if (status)
        fc_counting_free(made);
    else
        *out = made;
    return status;
}

fc_status fc_counting_build(FC_GIVE fc_counting **out, const fc_program *program, const int *node_id, int n_nodes,
                            fc_report *report)
{
    fc_instrument_request request = {.program = program, .node_id = node_id, .n_nodes = n_nodes};
    return create(out, &request, report);
}

fc_status fc_counting_build_marked(FC_GIVE fc_counting **out, const fc_program *program, fc_report *report)
{
    static const int none;
    fc_instrument_request request = {.program = program, .node_id = &none, .marks_block = true};
    return create(out, &request, report);
}

const fc_launch_app *fc_counting_app(const fc_counting *counting)
{
    return counting->app;
}

static fc_status run_in(fc_profile_run *out, const fc_counting *counting, const fc_launch_run_options *options,
                        const char *folder, fc_report *report)
{
    fc_launch_run_options with_folder = *options;
    char *variable = fc_format("FORECOST_PROFILE=%s", folder);
    const char *const environment[] = {variable};
    with_folder.environment = environment;
    with_folder.n_environment = 1;
    fc_launch_result result = {0};
    fc_status status = fc_launch_run(&result, fc_launch_executable(counting->app), &with_folder, report);
    if (!status)
        status = fc_launch_check(&result, options, report);
    if (!status)
        status = fc_gathered_read(out, folder, counting->instrumented, report);
    if (!status && out->ranks != options->ranks) {
        status = fc_fail(report, FC_E_INPUT, FC_NOWHERE, "Is the launcher that of the program's MPI?",
                         "the program ran on %d ranks, not on %d", out->ranks, options->ranks);
        fc_profile_run_free(out);
    }
    fc_launch_result_free(&result);
    free(variable);
    return status;
}

/* Each run has a folder of its own for its counters: what a failed run left is not read as the next one's. */
fc_status fc_counting_run(FC_GIVE fc_profile_run *out, const fc_counting *counting,
                          const fc_launch_run_options *options, fc_report *report)
{
    fc_scratch scratch = {0};
    fc_status status = fc_scratch_open(&scratch, report);
    if (status)
        return status;
    status = run_in(out, counting, options, scratch.folder, report);
    fc_scratch_close(&scratch);
    return status;
}

void fc_counting_free(FC_TAKE fc_counting *counting)
{
    if (!counting)
        return;
    fc_launch_app_free(counting->app);
    fc_process_release_signals(&counting->signals_before);
    fc_instrumented_free(counting->instrumented);
    free(counting);
}
