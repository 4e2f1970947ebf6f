/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/measure/library_calls.h"

#include "runtime/cache_signature/callgrind.h"
#include "support/diagnostics.h"
#include "support/messages/signature.h"
#include "tools/process/scratch.h"

#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the runs share. */
typedef struct session {
    const fc_tracing *what;
    fc_launch_app *app;
    char **path; /* [program->n_files] canonical; NULL: no such file */
    char *object;
    fc_callgrind_calls calls[FC_RECORD_MACHINES][FC_CACHE_MAX_LEVELS]; /* by the simulated last level */
    FILE *errors;
} session;

/* ---- runs ---- */

/* Valgrind counts each byte of a string instruction (rep movsb) as a reference: glibc copies by vectors instead. */
static const char without_string_instructions[] = "GLIBC_TUNABLES=glibc.cpu.x86_rep_movsb_threshold=0x7fffffffffffffff:"
                                                  "glibc.cpu.x86_rep_stosb_threshold=0x7fffffffffffffff";

static const char *own_file(const void *data, const char *path)
{
    const session *of = data;
    char *whole = realpath(path, NULL);
    const char *found = NULL;
    for (int i = 0; whole && i < of->what->program->n_files && !found; i++)
        if (of->path[i] && strcmp(of->path[i], whole) == 0)
            found = of->what->program->file[i].path;
    free(whole);
    return found;
}

/* A level as callgrind takes it: its number of sets is rounded down to a power of two, its ways keep the size. */
static fc_cache_level rounded(const fc_cache_level *level)
{
    fc_cache_level out = *level;
    unsigned long lines = level->bytes / level->line, sets = 1;
    while (2 * sets <= lines / level->ways)
        sets *= 2;
    out.ways = (unsigned)(lines / sets);
    out.bytes = sets * out.ways * out.line;
    return out;
}

static fc_status check_valgrind(fc_report *report)
{
    fc_words command = {0};
    fc_process_result result = {0};
    fc_words_split(&command, "valgrind --version");
    const fc_process_options options = {.command = &command, .if_missing = "Install the package valgrind."};
    fc_status status = fc_process_run(&result, &options, report);
    fc_words_free(&command);
    if (!status)
        fc_process_result_free(&result);
    return status;
}

static FC_GIVE char *launcher_of(const session *of, const fc_cache_shape *shape, int last)
{
    const fc_cache_level first = rounded(&shape->level[0]), far = rounded(&shape->level[last]);
    const char *launcher = of->what->run.launcher ? of->what->run.launcher : "mpirun -n {ranks}";
    return fc_format("%s valgrind -q --tool=callgrind --cache-sim=yes --compress-strings=no --compress-pos=no "
                     "--I1=32768,8,64 --D1=%lu,%u,%u --LL=%lu,%u,%u "
                     "--callgrind-out-file=%%q{FORECOST_SIGNATURE}/callgrind.%%p",
                     launcher, first.bytes, first.ways, first.line, far.bytes, far.ways, far.line);
}

/* The profiles of all processes in the folder, in the order of their names. */
static fc_status read_profiles(fc_callgrind_calls *to, const session *of, const char *folder, fc_report *report)
{
    const fc_callgrind_scope scope = {of->object, own_file, of};
    struct dirent **entry = NULL;
    int n = scandir(folder, &entry, NULL, alphasort), n_profiles = 0;
    fc_status status = FC_OK;
    for (int i = 0; i < n; i++) {
        if (!status && strncmp(entry[i]->d_name, "callgrind.", strlen("callgrind.")) == 0) {
            char *path = fc_format("%s/%s", folder, entry[i]->d_name);
            status = fc_callgrind_add(to, path, &scope, report);
            n_profiles++;
            free(path);
        }
        free(entry[i]);
    }
    free(entry);
    if (!status && n_profiles != of->what->run.ranks)
        status =
            fc_fail(report, FC_E_INPUT, FC_NOWHERE, NULL, FC_MSG_CALLGRIND_NO_PROFILE, n_profiles, of->what->run.ranks);
    return status;
}

static fc_status run_once(session *of, int machine, int last, fc_report *report)
{
    fc_scratch scratch = {0};
    fc_launch_result result = {0};
    fc_launch_run_options options = of->what->run;
    fc_status status = fc_scratch_open(&scratch, report);
    if (status)
        return status;
    char *variable = fc_format("FORECOST_SIGNATURE=%s", scratch.folder);
    char *launcher = launcher_of(of, &of->what->machine[machine], last);
    const char *const environment[] = {variable, "OMP_NUM_THREADS=1", "LD_BIND_NOW=1", without_string_instructions};
    options.launcher = launcher;
    options.environment = environment;
    options.n_environment = (int)(sizeof environment / sizeof *environment);
    status = fc_launch_run(&result, fc_launch_executable(of->app), &options, report);
    if (!status)
        status = fc_launch_check(&result, &options, report);
    if (!status)
        status = read_profiles(&of->calls[machine][last], of, scratch.folder, report);
    fc_launch_result_free(&result);
    free(launcher);
    free(variable);
    fc_scratch_close(&scratch);
    return status;
}

static fc_status run_all(session *of, fc_report *report)
{
    fc_status status = FC_OK;
    for (int m = 0; m < of->what->n_machines && !status; m++) {
        const fc_cache_shape *shape = &of->what->machine[m];
        const fc_cache_level *far = &shape->level[shape->n_levels - 1], used = rounded(far);
        if (used.bytes != far->bytes)
            fc_diagnose(of->errors, FC_NOTE, FC_NOWHERE, FC_MSG_CALLGRIND_SETS_ROUNDED, of->what->machine_name[m],
                        (double)used.bytes, (double)far->bytes);
        for (int l = shape->n_levels > 1 ? 1 : 0; l < shape->n_levels && !status; l++)
            status = run_once(of, m, l, report);
    }
    return status;
}

/* ---- the signature ---- */

/* The innermost loop of the file around the line, else the procedure's code outside loops; NULL: neither has accesses.
 */
static fc_signature_region *find_region(const fc_signature *in, const fc_callgrind_call *call)
{
    fc_signature_region *found = NULL;
    for (unsigned i = 0; i < in->n_regions; i++) {
        fc_signature_region *at = &in->regions[i];
        bool holds = at->loop ? at->line <= call->line && call->line <= at->end_line
                              : !found && strcmp(at->function, call->caller) == 0;
        if (!holds || strcmp(at->file, call->file) != 0)
            continue;
        if (!found || !found->loop || (at->loop && at->line > found->line))
            found = at;
    }
    return found;
}

static fc_signature_region *region_of(fc_signature *in, const fc_callgrind_call *call)
{
    fc_signature_region *found = find_region(in, call);
    size_t capacity = in->n_regions;
    if (found)
        return found;
    in->regions = fc_grow(in->regions, &capacity, in->n_regions + 1u, sizeof *in->regions);
    found = &in->regions[in->n_regions++];
    *found = (fc_signature_region){.file = fc_copy_string(call->file),
                                   .function = fc_copy_string(call->caller),
                                   .line = call->line,
                                   .end_line = call->line};
    return found;
}

/* References of a machine by level, from the misses of its runs; the differences of runs are never negative. */
static void serve(double *served, const session *of, int machine, const fc_callgrind_call *call, bool writes)
{
    const int n = of->what->machine[machine].n_levels;
    double left = round(call->event[FC_CALLGRIND_READS + writes]);
    for (int l = 0; l < n; l++) {
        const fc_callgrind_call *at = fc_callgrind_find(&of->calls[machine][l > 0 || n == 1 ? l : 1], call);
        int event = l == 0 ? FC_CALLGRIND_READ_MISSES_FIRST : FC_CALLGRIND_READ_MISSES_LAST;
        double misses = at ? fmin(round(at->event[event + writes]), left) : 0;
        served[l] = left - misses;
        left = misses;
    }
    served[n] = left;
}

/* The least bytes of a reference that explain its misses, as a new line is fetched once; at least 8. */
static int bytes_of(const session *of, const fc_callgrind_call *call, bool writes)
{
    const double line = of->what->machine[0].level[0].line;
    double misses = call->event[FC_CALLGRIND_READ_MISSES_FIRST + writes];
    return (int)fmin(fmax(8, round(line * misses / call->event[FC_CALLGRIND_READS + writes])), line);
}

static void add_access(fc_signature_region *to, const session *of, const fc_callgrind_call *call, bool writes)
{
    const double count = round(call->event[FC_CALLGRIND_READS + writes]);
    size_t capacity = to->n_accesses;
    if (count < 1)
        return;
    to->accesses = fc_grow(to->accesses, &capacity, to->n_accesses + 1u, sizeof *to->accesses);
    fc_signature_access *made = &to->accesses[to->n_accesses++];
    *made = (fc_signature_access){.line = call->line,
                                  .text = fc_format("%s()", call->callee),
                                  .access = writes ? FC_WRITE : FC_READ,
                                  .bytes = bytes_of(of, call, writes),
                                  .count = count,
                                  .recorded = count,
                                  .n_strides = FC_N_STRIDES,
                                  .n_served = (unsigned)of->what->n_machines * FC_RECORD_LEVELS};
    made->strides = fc_allocate(made->n_strides, sizeof *made->strides);
    made->served = fc_allocate(made->n_served, sizeof *made->served);
    made->strides[FC_STRIDE_1] = count;
    for (int m = 0; m < of->what->n_machines; m++)
        serve(made->served + m * FC_RECORD_LEVELS, of, m, call, writes);
}

fc_status fc_library_calls_add(fc_signature *signature, const fc_tracing *what, FILE *errors, fc_report *report)
{
    session of = {.what = what, .errors = errors};
    fc_status status = check_valgrind(report);
    if (!status)
        status = fc_launch_build_program(&of.app, what->program, false, report);
    if (status)
        return status;
    of.object = realpath(fc_launch_executable(of.app), NULL);
    of.path = fc_allocate((size_t)what->program->n_files, sizeof *of.path);
    for (int i = 0; i < what->program->n_files; i++)
        of.path[i] = realpath(what->program->file[i].path, NULL);
    status = run_all(&of, report);
    if (!status) {
        const fc_callgrind_calls *all = &of.calls[0][of.what->machine[0].n_levels > 1 ? 1 : 0];
        for (size_t i = 0; i < all->n; i++) {
            fc_signature_region *region = region_of(signature, &all->call[i]);
            add_access(region, &of, &all->call[i], false);
            add_access(region, &of, &all->call[i], true);
        }
    }
    for (int i = 0; i < what->program->n_files; i++)
        free(of.path[i]);
    for (int m = 0; m < what->n_machines; m++)
        for (int l = 0; l < FC_CACHE_MAX_LEVELS; l++)
            fc_callgrind_free(&of.calls[m][l]);
    free(of.path);
    free(of.object);
    fc_launch_app_free(of.app);
    return status;
}
