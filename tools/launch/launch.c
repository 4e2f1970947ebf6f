/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/launch/launch.h"
#include "support/messages/profile.h"
#include "tools/launch/launch_flags.h"
#include "tools/launch/object_cache.h"
#include "tools/launch/run_preparation.h"
#include "tools/launch/timing_library.h"
#include "tools/output/progress.h"
#include "tools/process/parallel.h"
#include "tools/process/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct fc_launch_app {
    fc_scratch scratch;
    char *executable;
    char *time_file;
    bool is_timed, lacks_mpi;
};

static const char TIME_VARIABLE[] = "FORECOST_TIME_FILE";
static const char NEEDS_COMPILER[] =
    "Install openmpi-bin and libopenmpi-dev (mpicc), or the compiler that the program was analyzed with.";
static const char NEEDS_LAUNCHER[] = "Install openmpi-bin (mpirun), or give another launcher.";

/* ---- the scratch folder ---- */

static fc_status create_app(fc_launch_app **out, fc_report *report)
{
    fc_scratch scratch;
    fc_status status = fc_scratch_open(&scratch, report);
    if (status)
        return status;
    fc_launch_app *app = fc_allocate(1, sizeof *app);
    app->scratch = scratch;
    app->executable = fc_format("%s/program", scratch.folder);
    app->time_file = fc_format("%s/time", scratch.folder);
    *out = app;
    return FC_OK;
}

void fc_launch_app_free(fc_launch_app *app)
{
    if (!app)
        return;
    fc_scratch_close(&app->scratch);
    free(app->executable);
    free(app->time_file);
    free(app);
}

const char *fc_launch_executable(const fc_launch_app *app)
{
    return app->executable;
}

/* ---- building ---- */

/* The first line of the messages that reports an error; otherwise the first line. */
static char *first_error(const char *text)
{
    static const char *const mark[] = {"error:", "undefined reference", "multiple definition", "cannot find"};
    const char *best = text + strspn(text, "\n");
    for (const char *line = best; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        size_t length = strcspn(line, "\n");
        for (size_t i = 0; i < sizeof mark / sizeof *mark; i++) {
            const char *found = memmem(line, length, mark[i], strlen(mark[i]));
            if (found)
                return fc_format("%.*s", (int)(length < 1200 ? length : 1200), line);
        }
    }
    size_t length = strcspn(best, "\n");
    return length ? fc_format("%.*s", (int)(length < 1200 ? length : 1200), best) : fc_copy_string("no message");
}

static fc_status run_step(const fc_words *command, const char *directory, fc_report *report)
{
    fc_process_options options = {.command = command, .directory = directory, .if_missing = NEEDS_COMPILER};
    fc_words plain = {0};
    fc_words_add(&plain, "LC_ALL=C"); /* the messages are searched */
    options.environment = &plain;
    fc_process_result result = {0};
    fc_status status = fc_process_run(&result, &options, report);
    if (!status && result.exit_code != 0) {
        char *line = first_error(result.errors);
        char *words = fc_words_join(command);
        char *next = fc_format("%sThe command was: %.600s",
                               strstr(line, "undefined reference")
                                   ? "Give the missing source, or the library among the flags (analyze ... -- -lNAME). "
                                   : "",
                               words);
        status = fc_fail(report, FC_E_INPUT, FC_NOWHERE, next, FC_MSG_BUILD_FAILED, line);
        free(line);
        free(words);
        free(next);
    }
    fc_process_result_free(&result);
    fc_words_free(&plain);
    return status;
}

static void add_compiler(fc_words *command, const fc_launch_parts *parts)
{
    fc_words_split(command, parts->compiler ? parts->compiler : "mpicc");
    if (command->n == 0)
        fc_words_add(command, "mpicc");
}

char *fc_launch_path(const char *path, const char *directory)
{
    bool is_elsewhere = directory && strcmp(directory, ".") != 0 && path[0] != '/';
    char *here = is_elsewhere ? getcwd(NULL, 0) : NULL;
    char *seen = here ? fc_format("%s/%s", here, path) : fc_copy_string(path);
    free(here);
    return seen;
}

/* A source to compile. */
typedef struct compilation {
    int source;
    long long bytes;
} compilation;

typedef struct compiling {
    const fc_launch_parts *parts;
    const fc_words *objects;
    const compilation *next;
    const fc_object_cache *cache;
} compiling;

/* Runs the command with the names of the object and the source, unless the object is kept from an earlier one. */
static fc_status make_object(const fc_object_cache *cache, fc_words *command, const fc_launch_source *source,
                             const char *object, fc_report *report)
{
    char *name = source->is_kept ? fc_object_cache_name(cache, command, source->directory, source->path) : NULL;
    fc_status status = FC_OK;
    if (!fc_object_cache_take(cache, name, object)) {
        char *path = fc_launch_path(source->path, source->directory);
        fc_words_add(command, object);
        fc_words_add(command, path);
        free(path);
        status = run_step(command, source->directory, report);
        if (!status)
            fc_object_cache_keep(cache, name, object);
    }
    free(name);
    return status;
}

static void add_flags_of_all(fc_words *command, const fc_launch_parts *parts, fc_flag_use use)
{
    for (int i = 0; i < parts->n_sources; i++)
        if (i == 0 || !fc_launch_flags_are_same(&parts->source[i], &parts->source[i - 1]))
            fc_launch_flags_add(command, &parts->source[i], use, use);
}

/* Order for the linker: code generation flags, objects, libraries. */
static fc_status link_program(const fc_launch_app *app, const fc_launch_parts *parts, const fc_words *objects,
                              fc_report *report)
{
    fc_words command = {0};
    add_compiler(&command, parts);
    add_flags_of_all(&command, parts, FC_FLAG_BOTH);
    fc_words_add(&command, "-o");
    fc_words_add(&command, app->executable);
    for (size_t i = 0; i < objects->n; i++)
        fc_words_add(&command, objects->item[i]);
    for (size_t i = 0; parts->link && i < parts->link->n; i++)
        fc_words_add(&command, parts->link->item[i]);
    if (!parts->link)
        add_flags_of_all(&command, parts, FC_FLAG_LINK);
    fc_words_add(&command, "-lm");
    fc_status status = run_step(&command, parts->n_sources ? parts->source[0].directory : NULL, report);
    fc_words_free(&command);
    return status;
}

static fc_status compile_one(void *data, int i, fc_report *report)
{
    const compiling *of = data;
    int index = of->next[i].source;
    const fc_launch_source *source = &of->parts->source[index];
    fc_words command = {0};
    /* Adds the compiler's command but for the names of the object and the source. */
    add_compiler(&command, of->parts);
    fc_launch_flags_add(&command, source, FC_FLAG_COMPILE, FC_FLAG_BOTH);
    if (of->parts->has_lines)
        fc_words_add(&command, "-gdwarf-4"); /* objdump 2.40 gives loops of headers another file with version 5 */
    fc_words_split(&command, source->is_preprocessed ? "-c -x cpp-output -o" : "-c -o");
    fc_status status = make_object(of->cache, &command, source, of->objects->item[index], report);
    fc_words_free(&command);
    return status;
}

static int by_size(const void *left, const void *right)
{
    const compilation *a = left, *b = right;
    return a->bytes != b->bytes ? (a->bytes < b->bytes ? 1 : -1) : a->source - b->source;
}

static compilation compilation_of(const fc_launch_source *source, int index)
{
    struct stat file;
    char *path = fc_launch_path(source->path, source->directory);
    compilation of = {index, stat(path, &file) == 0 ? (long long)file.st_size : 0};
    free(path);
    return of;
}

/* Side by side, the largest first: one that begins last would leave the other cores idle. The objects keep the order of
 * the sources. */
static fc_status compile_all(const fc_launch_app *app, const fc_launch_parts *parts, const fc_object_cache *cache,
                             fc_words *objects, fc_report *report)
{
    compilation *next = fc_allocate((size_t)parts->n_sources, sizeof *next);
    int n = 0;
    for (int i = 0; i < parts->n_sources; i++) {
        const char *kept = parts->source[i].object;
        char *object = kept ? fc_copy_string(kept) : fc_format("%s/%d.o", app->scratch.folder, i);
        fc_words_add(objects, object);
        free(object);
        if (!parts->source[i].is_compiled)
            next[n++] = compilation_of(&parts->source[i], i);
    }
    if (n > 0)
        qsort(next, (size_t)n, sizeof *next, by_size);
    fc_status status = fc_parallel_run(n, compile_one, &(compiling){parts, objects, next, cache}, report);
    free(next);
    return status;
}

/* The timing library intercepts MPI calls between the program and the MPI library. It is a shared library, because a
 * further object would move the program's code and thereby change its loops' costs. */
static fc_status build_timing(const fc_launch_app *app, const fc_launch_parts *parts, const fc_object_cache *cache,
                              fc_words *objects, fc_report *report)
{
    char *source = fc_format("%s/forecost_timing.c", app->scratch.folder);
    char *library = fc_format("%s/libforecost_timing.so", app->scratch.folder);
    fc_words command = {0};
    add_compiler(&command, parts);
    fc_words_split(&command, "-O2 -shared -fPIC -o");
    const char *text = parts->lacks_mpi ? fc_timing_library_whole : fc_timing_library_mpi;
    const fc_launch_source generated = {.path = source, .is_kept = true};
    fc_status status = fc_file_write(source, text, strlen(text), report);
    if (!status)
        status = make_object(cache, &command, &generated, library, report);
    if (parts->lacks_mpi)
        fc_words_add(objects, "-Wl,--no-as-needed"); /* the program references no symbol of it */
    fc_words_add(objects, library);
    fc_words_free(&command);
    free(library);
    free(source);
    return status;
}

/* The cache stays empty if nothing generated is compiled. */
static fc_status open_cache(fc_object_cache *out, const fc_launch_parts *parts, fc_report *report)
{
    bool is_kept = parts->is_timed;
    for (int i = 0; i < parts->n_sources; i++)
        is_kept |= parts->source[i].is_kept && !parts->source[i].is_compiled;
    fc_words compiler = {0};
    add_compiler(&compiler, parts);
    fc_status status = is_kept ? fc_object_cache_open(out, &compiler, report) : FC_OK;
    fc_words_free(&compiler);
    return status;
}

fc_status fc_launch_build(fc_launch_app **out, const fc_launch_parts *parts, fc_report *report)
{
    fc_launch_app *app = NULL;
    fc_words objects = {0};
    fc_object_cache cache = {0};
    fc_status status = create_app(&app, report);
    if (!status)
        status = open_cache(&cache, parts, report);
    if (!status)
        status = compile_all(app, parts, &cache, &objects, report);
    if (!status && parts->is_timed)
        status = build_timing(app, parts, &cache, &objects, report);
    if (!status)
        status = link_program(app, parts, &objects, report);
    fc_object_cache_close(&cache);
    fc_words_free(&objects);
    if (status) {
        fc_launch_app_free(app);
        return status;
    }
    app->is_timed = parts->is_timed;
    app->lacks_mpi = parts->lacks_mpi;
    *out = app;
    return FC_OK;
}

bool fc_launch_lacks_mpi(const fc_program *program)
{
    for (int i = 0; i < program->n_symbols; i++)
        if (program->symbol[i]->name &&
            (strncmp(program->symbol[i]->name, "MPI_", 4) == 0 || strncmp(program->symbol[i]->name, "PMPI_", 5) == 0))
            return false;
    return true;
}

fc_status fc_launch_build_program(fc_launch_app **out, const fc_program *program, bool is_timed, fc_report *report)
{
    fc_launch_source *source = fc_allocate((size_t)program->n_files, sizeof *source);
    fc_launch_parts parts = {.compiler = program->compiler,
                             .source = source,
                             .link = program->is_linked ? &program->link : NULL,
                             .is_timed = is_timed,
                             .lacks_mpi = fc_launch_lacks_mpi(program),
                             .has_lines = !is_timed};
    for (int i = 0; i < program->n_files; i++) {
        const fc_finite_source *file = &program->file[i];
        if (file->is_main)
            source[parts.n_sources++] = (fc_launch_source){.path = file->path,
                                                           .directory = file->directory,
                                                           .argument = (const char *const *)file->argument,
                                                           .n_arguments = file->n_arguments};
    }
    fc_status status = fc_launch_build(out, &parts, report);
    free(source);
    return status;
}

/* ---- running ---- */

static void add_with_ranks(fc_words *command, const char *word, int ranks)
{
    char *filled = fc_words_with_ranks(word, ranks);
    fc_words_add(command, filled);
    free(filled);
}

static void add_launcher(fc_words *command, const fc_launch_run_options *options)
{
    fc_words template = {0};
    fc_words_split(&template, options->launcher ? options->launcher : "mpirun -n {ranks}");
    for (size_t i = 0; i < template.n; i++)
        add_with_ranks(command, template.item[i], options->ranks);
    fc_words_free(&template);
}

int fc_launch_cores(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
}

static void add_unless_set(fc_words *environment, const char *name, const char *value)
{
    if (getenv(name))
        return;
    char *variable = fc_format("%s=%s", name, value);
    fc_words_add(environment, variable);
    free(variable);
}

/* Variables of Open MPI 4 (OMPI_) and 5 (PRTE_); other launchers ignore them. Binding to a core preserves a rank's
 * caches and memory; ranks that share cores must not be bound to one. */
static void add_open_mpi_needs(fc_words *environment, int ranks, int threads)
{
    if (geteuid() == 0) {
        add_unless_set(environment, "OMPI_ALLOW_RUN_AS_ROOT", "1");
        add_unless_set(environment, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        add_unless_set(environment, "PRTE_ALLOW_RUN_AS_ROOT", "1");
        add_unless_set(environment, "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    }
    if (ranks > fc_launch_cores()) {
        add_unless_set(environment, "OMPI_MCA_rmaps_base_oversubscribe", "1");
        add_unless_set(environment, "OMPI_MCA_hwloc_base_binding_policy", "none");
        add_unless_set(environment, "PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe");
    } else if (threads > 1) {
        add_unless_set(environment, "OMPI_MCA_hwloc_base_binding_policy", "none");
        add_unless_set(environment, "PRTE_MCA_hwloc_default_binding_policy", "none");
    } else {
        add_unless_set(environment, "OMPI_MCA_hwloc_base_binding_policy", "core:overload-allowed");
        add_unless_set(environment, "PRTE_MCA_hwloc_default_binding_policy", "core:overload-allowed");
    }
}

/* Open MPI 4 could not make its session folder, as happens when launches begin at the same moment: no rank started. */
static bool has_launcher_failed(const fc_launch_result *result)
{
    return result->exit_code != 0 && strstr(result->errors, "ORTE_ERROR_LOG") &&
           strstr(result->errors, "session_dir.c");
}

/* What runs, for its progress. */
typedef struct running {
    fc_progress_line line;
    int ranks;
} running;

static void show_running(void *data, double seconds)
{
    enum {
        QUIET_S = 2
    };
    running *of = data;
    if (seconds < QUIET_S)
        return;
    char *what =
        fc_format("the program runs on %d rank%s, %.0f s", of->ranks, of->ranks == 1 ? "" : "s", floor(seconds));
    fc_progress_show(&of->line, what, -1);
    free(what);
}

fc_status fc_launch_run(fc_launch_result *out, const char *executable, const fc_launch_run_options *options,
                        fc_report *report)
{
    if (options->ranks < 1 || options->ranks > 1000000)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give a number of ranks from 1 to 1000000.",
                       FC_MSG_RANKS_NOT_POSSIBLE, options->ranks);
    fc_scratch session;
    fc_status status = fc_run_preparation(options->prepare, options->directory, report);
    if (!status)
        status = fc_scratch_open(&session, report);
    if (status)
        return status;
    fc_words command = {0}, environment = {0};
    add_launcher(&command, options);
    fc_words_add(&command, executable);
    for (int i = 0; i < options->n_arguments; i++)
        add_with_ranks(&command, options->argument[i], options->ranks);
    for (int i = 0; i < options->n_environment; i++)
        fc_words_add(&environment, options->environment[i]);
    add_open_mpi_needs(&environment, options->ranks, options->threads);
    /* A folder of its own for the launcher's session: launches that share one remove each other's files. */
    add_unless_set(&environment, "OMPI_MCA_orte_tmpdir_base", session.folder);
    add_unless_set(&environment, "PRTE_MCA_prte_tmpdir_base", session.folder);
    fc_process_options process = {.command = &command,
                                  .environment = &environment,
                                  .directory = options->directory,
                                  .has_input = true,
                                  .timeout_s = options->timeout_s,
                                  .output_limit = options->output_limit,
                                  .if_missing = NEEDS_LAUNCHER};
    running shown = {.ranks = options->ranks};
    if (options->progress) {
        shown.line = fc_progress_on(options->progress);
        process.waiting = show_running;
        process.waiting_data = &shown;
    }
    status = fc_process_run(out, &process, report);
    if (!status && has_launcher_failed(out)) {
        fc_launch_result_free(out);
        status = fc_process_run(out, &process, report);
    }
    if (options->progress)
        fc_progress_clear(&shown.line);
    fc_words_free(&command);
    fc_words_free(&environment);
    fc_scratch_close(&session);
    return status;
}

void fc_launch_result_free(fc_launch_result *result)
{
    fc_process_result_free(result);
}

/* ---- measuring ---- */

/* Seconds of a run, and of its timed region; block < 0: no rank passed a mark. */
typedef struct run_times {
    double whole, block;
    double undelayed; /* of the whole, without the waiting for a core */
    bool has_subnormals;
} run_times;

static fc_status read_time(run_times *out, const fc_launch_app *app, fc_report *report)
{
    char *text = NULL, *end = NULL;
    size_t length = 0;
    if (fc_file_read(&text, &length, app->time_file, 64, NULL))
        return app->lacks_mpi
                   ? fc_fail(report, FC_E_INPUT, FC_NOWHERE,
                             "Only a run that ends by exit or at main's end can be timed.",
                             FC_MSG_PROGRAM_ENDED_ABNORMALLY)
                   : fc_fail(report, FC_E_INPUT, FC_NOWHERE, "Only a run that reaches MPI_Finalize can be timed.",
                             FC_MSG_PROGRAM_ENDED_WITHOUT_MPI_FINALIZE);
    long long whole = strtoll(text, &end, 10), block = -1, undelayed = whole;
    long subnormal = 0;
    bool bad = end == text || *end != ' ' || whole < 0;
    if (!bad)
        block = strtoll(end, &end, 10);
    if (!bad && *end == ' ')
        subnormal = strtol(end, &end, 10);
    if (!bad && *end == ' ')
        undelayed = strtoll(end, &end, 10);
    bad = bad || *end != '\n';
    free(text);
    if (bad)
        return fc_fail(report, FC_E_BUG, FC_NOWHERE, NULL, FC_MSG_TIMING_LIBRARY_WROTE_NO_TIME);
    *out = (run_times){(double)whole * 1e-9, (double)block * 1e-9, (double)undelayed * 1e-9, subnormal > 0};
    return FC_OK;
}

static fc_status measure_once(run_times *out, const fc_launch_app *app, const fc_launch_run_options *options,
                              fc_report *report)
{
    fc_launch_result result = {0};
    unlink(app->time_file);
    fc_status status = fc_launch_run(&result, app->executable, options, report);
    if (!status)
        status = fc_launch_check(&result, options, report);
    if (!status)
        status = read_time(out, app, report);
    fc_launch_result_free(&result);
    return status;
}

static int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *time, int n)
{
    qsort(time, (size_t)n, sizeof *time, compare_times);
    return (time[(n - 1) / 2] + time[n / 2]) / 2;
}

/* time: n total times, then n times of the timed region. */
static fc_launch_times summary_of(double *time, int n)
{
    double block = median(time + n, n), whole = median(time, n);
    return (fc_launch_times){.runs = n,
                             .min_s = time[0],
                             .median_s = whole,
                             .max_s = time[n - 1],
                             .block_s = time[n] < 0 ? -1 : block,
                             .flushed_s = -1};
}

fc_status fc_launch_measure(fc_launch_times *out, const fc_launch_app *app, const fc_launch_run_options *options,
                            int runs, fc_report *report)
{
    if (runs < 1 || runs > 10000)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give a number of runs from 1 to 10000.",
                       FC_MSG_RUNS_NOT_POSSIBLE, runs);
    if (!app->is_timed)
        return fc_fail(report, FC_E_BUG, FC_NOWHERE, NULL, FC_MSG_PROGRAM_MEASURE_BUILT_WITHOUT_TIMING);
    char *variable = fc_format("%s=%s", TIME_VARIABLE, app->time_file);
    int n = options->n_environment;
    const char **environment = fc_allocate((size_t)n + 1, sizeof *environment);
    for (int i = 0; i < n; i++)
        environment[i] = options->environment[i];
    environment[n] = variable;
    fc_launch_run_options timed = *options;
    timed.environment = environment;
    timed.n_environment = n + 1;

    double *time = fc_allocate(2 * (size_t)runs, sizeof *time);
    double undelayed = INFINITY;
    bool has_subnormals = false;
    fc_status status = FC_OK;
    for (int i = 0; i < runs && !status; i++) {
        run_times one = {0};
        timed.is_repeated = options->is_repeated || i > 0;
        status = measure_once(&one, app, &timed, report);
        undelayed = fmin(undelayed, one.undelayed);
        time[i] = one.whole;
        time[runs + i] = one.block;
        has_subnormals |= one.has_subnormals;
    }
    if (!status) {
        *out = summary_of(time, runs);
        out->undelayed_min_s = undelayed;
        out->has_subnormals = has_subnormals;
    }
    free(time);
    free(environment);
    free(variable);
    return status;
}
