/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file counted_program.h  How often each marked line runs: in the native program and in the cost program. A source
 * marks a line with HIT. The analyzed source defines it as empty; the native program counts it, built with a small
 * mpi.h that simulates one rank of any number. A mark stands where a region begins: after the head of a loop, or before
 * the first expression of a branch. */
#ifndef COUNTED_PROGRAM_H
#define COUNTED_PROGRAM_H

#include "analyzer/emit/cost_program/cost_program.h"
#include "runtime/host/cost_program.h"
#include "testsuite/unit/frontend_sources.h"

#include <math.h>
#include <sys/wait.h>

enum {
    MAX_LINES = 400,
    MAX_COUNTS = 8
};

typedef struct counted_program {
    sources all;
    fc_analysis *analysis;
    fc_text text;
    fc_loaded_program loaded;
    char *native;
} counted_program;

/** One rank's run: arguments after the program's name, and the values of its counters. */
typedef struct counted_run {
    int rank, ranks;
    const char *arguments;
    double count[MAX_COUNTS];
} counted_run;

static const char native_mpi[] =
    "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "typedef int MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request;\n"
    "typedef struct { int MPI_SOURCE; } MPI_Status;\n"
    "enum { MPI_COMM_WORLD, MPI_DOUBLE, MPI_INT, MPI_SUM, MPI_MAX, MPI_SUCCESS = 0 };\n"
    "#define MPI_STATUS_IGNORE ((MPI_Status *)0)\n"
    "static long native_hits[400];\n"
    "#define HIT native_hits[__LINE__]++;\n"
    "static int MPI_Init(int *c, char ***v) { return (void)c, (void)v, 0; }\n"
    "static int MPI_Comm_rank(int c, int *r) { return (void)c, *r = atoi(getenv(\"NATIVE_RANK\")), 0; }\n"
    "static int MPI_Comm_size(int c, int *p) { return (void)c, *p = atoi(getenv(\"NATIVE_RANKS\")), 0; }\n"
    "static int MPI_Barrier(int c) { return (void)c, 0; }\n"
    "static int MPI_Send(const void *a, int n, int t, int d, int g, int c)\n"
    "{ return (void)a, (void)n, (void)t, (void)d, (void)g, (void)c, 0; }\n"
    "static int MPI_Recv(void *a, int n, int t, int d, int g, int c, MPI_Status *s)\n"
    "{ return (void)a, (void)n, (void)t, (void)d, (void)g, (void)c, (void)s, 0; }\n"
    "static int MPI_Allreduce(const void *a, void *b, int n, int t, int o, int c)\n"
    "{ memcpy(b, a, (size_t)n * (t == MPI_DOUBLE ? 8 : 4)); return (void)o, (void)c, 0; }\n"
    "static int MPI_Finalize(void)\n"
    "{ for (int i = 0; i < 400; i++) if (native_hits[i]) printf(\"%d %ld\\n\", i, native_hits[i]); return 0; }\n";

static inline void run_command(const char *command)
{
    int status = system(command);
    if (!WIFEXITED(status) || WEXITSTATUS(status))
        fail_msg("failed: %s", command);
}

static inline void compile_cost_program(counted_program *p)
{
    char *path = fc_format("%s/cost.c", p->all.folder);
    assert_int_equal(fc_file_write(path, p->text.bytes, p->text.length, NULL), FC_OK);
    char *command = fc_format(
        "cc -std=gnu17 -Wall -Werror -fsyntax-only $(find %s/runtime -type d -printf '-I%%p ') -I%s/comm_interface "
        "-I%s/machine_properties %s",
        FORECOST_SOURCE_DIR, FORECOST_SOURCE_DIR, FORECOST_SOURCE_DIR, path);
    run_command(command);
    free(command);
    free(path);
    setenv("XDG_CACHE_HOME", p->all.folder, 1);
    if (fc_cost_program_load(&p->loaded, p->text.bytes, "test", NULL, &p->all.report))
        fail_msg("%s", p->all.report.text);
}

static inline void compile_native(counted_program *p, const char *source)
{
    char *header = fc_format("%s/native/mpi.h", p->all.folder), *folder = fc_format("%s/native", p->all.folder);
    char *make = fc_format("mkdir %s", folder);
    run_command(make);
    assert_int_equal(fc_file_write(header, native_mpi, strlen(native_mpi), NULL), FC_OK);
    p->native = fc_format("%s/native/a.out", p->all.folder);
    char *command = fc_format("cc -std=gnu17 -w -O1 -I%s %s -o %s -lm", folder, source, p->native);
    run_command(command);
    free(command);
    free(make);
    free(folder);
    free(header);
}

static inline void counted_open(counted_program *p, const char *text)
{
    static const char *const flags[] = {"-DHIT="};
    *p = (counted_program){0};
    sources_open(&p->all);
    const char *path = sources_write(&p->all, "a.c", text);
    if (sources_read(&p->all, flags, 1, "mpicc") || fc_analysis_create(&p->analysis, p->all.program, &p->all.report) ||
        fc_cost_program_write(&p->text, p->analysis, &p->all.report))
        fail_msg("%s", p->all.report.text);
    compile_cost_program(p);
    compile_native(p, path);
}

static inline void counted_close(counted_program *p)
{
    fc_cost_program_unload(&p->loaded);
    fc_analysis_free(p->analysis);
    fc_text_free(&p->text);
    char *command = fc_format("rm -rf %s", p->all.folder);
    run_command(command);
    free(command);
    free(p->native);
    sources_close(&p->all);
}

/** A second is an iteration: the time of a region is then its number of iterations. */
static inline double iterations_as_seconds(const fc_coefficients *machine, int active_cores, const fc_region *region,
                                           double entries, double iterations, const double *working_set,
                                           double *relative_error)
{
    (void)machine, (void)active_cores, (void)region, (void)entries, (void)working_set;
    *relative_error = 0;
    return iterations;
}

static inline bool counted_lookup(void *data, const fc_counter_query *question, fc_counter_value *answer)
{
    const counted_run *run = data;
    assert_true(question->counter < MAX_COUNTS);
    *answer = (fc_counter_value){run->count[question->counter], FC_ORIGIN_ASSUMED, 0};
    return true;
}

static inline int split_arguments(char **argv, char *arguments)
{
    int argc = 0;
    argv[argc++] = (char *)"a.out";
    for (char *at = strtok(arguments, " "); at && argc < 15; at = strtok(NULL, " "))
        argv[argc++] = at;
    argv[argc] = NULL;
    return argc;
}

/** How often the regions of each line ran on this rank. */
static inline void cost_counts(double *count, const counted_program *p, const counted_run *run)
{
    static const fc_coefficients machine = {.name = "test", .cores = 1};
    const fc_cost_program *program = p->loaded.program;
    fc_cost_program here;
    assert_true(fc_shared_object_open(p->loaded.object));
    fc_cost_program_here(&here, p->loaded.object, program);
    fc_coefficients calibrated = machine;
    for (int i = 0; i < FC_N_FITS; i++)
        calibrated.communication[FC_VARIANT_ANY][i] =
            (fc_runtime_function){1, {{0, 1e9, {1e-6}, 0}}, 1, 1024, false, false};
    fc_setting setting = {.program = &here,
                          .machine = &calibrated,
                          .compute = iterations_as_seconds,
                          .counter = counted_lookup,
                          .counter_data = (void *)run};
    char *argv[16], *arguments = fc_copy_string(run->arguments);
    fc_launch launch = {run->rank, run->ranks, split_arguments(argv, arguments), argv, NULL};
    fc_rank *r = fc_rank_create(&setting);
    assert_non_null(r);
    if (fc_rank_run(r, &launch) != FC_END_DONE)
        fail_msg("%s:%d: %s", r->ending.file, r->ending.line, r->ending.what);
    for (int i = 0; i < program->n_regions; i++) {
        assert_true(program->region[i].line < MAX_LINES);
        count[program->region[i].line] += fc_rank_item_seconds(r, i);
    }
    fc_rank_free(r);
    free(arguments);
}

static inline void native_counts(double *count, const counted_program *p, const counted_run *run)
{
    char *command = fc_format("NATIVE_RANK=%d NATIVE_RANKS=%d %s %s", run->rank, run->ranks, p->native, run->arguments);
    FILE *pipe = popen(command, "r");
    int line;
    long hits;
    assert_non_null(pipe);
    while (fscanf(pipe, "%d %ld", &line, &hits) == 2)
        count[line] = (double)hits;
    assert_int_equal(pclose(pipe), 0);
    free(command);
}

static inline bool is_marked(const char *text, int line)
{
    for (int i = 1; i < line && text; i++)
        text = strchr(text, '\n') ? strchr(text, '\n') + 1 : NULL;
    const char *mark = text ? strstr(text, "HIT") : NULL;
    return mark && (!strchr(text, '\n') || mark < strchr(text, '\n'));
}

/** Every marked line runs as often as the cost program says. */
static inline void assert_same_counts(const counted_program *p, const counted_run *run)
{
    double cost[MAX_LINES] = {0}, native[MAX_LINES] = {0};
    int marked = 0;
    cost_counts(cost, p, run);
    native_counts(native, p, run);
    for (int i = 1; i < MAX_LINES; i++) {
        if (!is_marked(p->all.text[0], i))
            continue;
        marked++;
        if (fabs(cost[i] - native[i]) > 1e-9 * native[i])
            fail_msg("line %d, rank %d of %d, \"%s\": the program ran %g times, its cost program %g\n%s", i, run->rank,
                     run->ranks, run->arguments, native[i], cost[i], p->text.bytes);
    }
    assert_true(marked > 0);
}

#endif
