/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a machine file: fills the structs of machine_file.h from a machine and prints them with libcyaml. */
#include "machine_properties/machine_file.h"

#include "support/messages/machine.h"

#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The numbers of `file` point into the machine; only the lists of mappings are allocated here. */
static double *known(const double *value)
{
    return *value >= 0 ? (double *)(uintptr_t)value : NULL;
}

static void give_core(file_core *file, const fc_core *core)
{
    file->operations = fc_allocate(FC_N_OPERATIONS * FC_N_NUMERICS, sizeof *file->operations);
    for (int o = 0; o < FC_N_OPERATIONS; o++)
        for (int t = 0; t < FC_N_NUMERICS; t++) {
            const fc_operation_cost *cost = &core->operation[o][t];
            if (cost->throughput_s < 0 && cost->scalar_s < 0 && cost->latency_s < 0)
                continue;
            file->operations[file->n_operations++] =
                (file_operation){(fc_operation)o,
                                 (fc_numeric)t,
                                 known(&cost->throughput_s),
                                 known(&cost->scalar_s),
                                 known(&cost->latency_s),
                                 cost->latency_s >= 0 ? (double *)(uintptr_t)&cost->window_s : NULL,
                                 known(&cost->error)};
        }
    file->accesses = fc_allocate(FC_N_NUMERICS, sizeof *file->accesses);
    for (int t = 0; t < FC_N_NUMERICS; t++)
        file->accesses[file->n_accesses++] = (file_access){(fc_numeric)t,
                                                           known(&core->read_s[t]),
                                                           known(&core->write_s[t]),
                                                           known(&core->scalar_read_s[t]),
                                                           known(&core->scalar_write_s[t]),
                                                           known(&core->least_s[t])};
    file->loop_s = known(&core->loop_s);
    file->line_s = known(&core->line_s);
    file->loop_entry_s = known(&core->loop_entry_s);
    file->short_entry_s = known(&core->short_entry_s);
    file->forward_s = known(&core->forward_s);
    file->mispredict_s = known(&core->mispredict_s);
    file->call_s = known(&core->call_s);
    file->issue_s = known(&core->issue_s);
    file->instruction_s = core->instruction_s > 0 ? known(&core->instruction_s) : NULL;
    file->model_error = core->model_error > 0 ? known(&core->model_error) : NULL;
}

static void give_curves(file_memory *file, const fc_memory *memory)
{
    file->curves = fc_allocate(FC_MAX_ACTIVE * FC_N_WALKS * FC_N_ACCESSES, sizeof *file->curves);
    for (int a = 0; a < memory->n_active; a++)
        for (int p = 0; p < FC_N_WALKS; p++)
            for (int w = 0; w < FC_N_ACCESSES; w++) {
                fc_curve *curve = (fc_curve *)(uintptr_t)&memory->curve[a][p][w];
                unsigned n = (unsigned)curve->n;
                if (n > 0)
                    file->curves[file->n_curves++] = (file_curve){memory->active[a],
                                                                  (fc_walk)p,
                                                                  (fc_access)w,
                                                                  curve->bytes,
                                                                  curve->seconds,
                                                                  curve->error,
                                                                  n,
                                                                  n,
                                                                  n};
            }
}

static void give_beside(file_memory *file, const fc_memory *memory)
{
    file->beside = fc_allocate(FC_MAX_ACTIVE * FC_N_ACCESSES, sizeof *file->beside);
    for (int a = 0; a < memory->n_active; a++)
        for (int w = 0; w < FC_N_ACCESSES; w++) {
            fc_interference *b = (fc_interference *)(uintptr_t)&memory->beside[a][w];
            unsigned near = (unsigned)b->n_near, far = (unsigned)b->n_far, n = near * far * FC_N_CORE_TIMES;
            if (n == 0)
                continue;
            double *extra = fc_allocate(n, sizeof *extra);
            for (unsigned i = 0; i < n; i++)
                extra[i] = b->extra_s[i / FC_N_CORE_TIMES / near][i / FC_N_CORE_TIMES % near][i % FC_N_CORE_TIMES];
            file->beside[file->n_beside++] = (file_interference){memory->active[a],
                                                                 (fc_access)w,
                                                                 b->near_bytes,
                                                                 b->far_bytes,
                                                                 b->pace_s,
                                                                 extra,
                                                                 near,
                                                                 far,
                                                                 FC_N_CORE_TIMES,
                                                                 n};
        }
}

static void give_overlaps(file_memory *file, const fc_memory *memory)
{
    file->overlaps = fc_allocate(FC_MAX_ACTIVE, sizeof *file->overlaps);
    for (int a = 0; a < memory->n_active; a++) {
        fc_overlaps *of = (fc_overlaps *)(uintptr_t)&memory->overlaps[a];
        unsigned n = (unsigned)of->n;
        if (n > 0)
            file->overlaps[file->n_overlaps++] =
                (file_overlaps){memory->active[a], of->bytes, of->exponent, of->stream_exponent, n, n, n};
    }
}

static void give_memory(file_memory *file, const fc_memory *memory)
{
    give_curves(file, memory);
    give_overlaps(file, memory);
    give_beside(file, memory);
    file->overlap = known(&memory->overlap);
    file->stream_overlap = known(&memory->stream_overlap);
    file->first_touch_s = known(&memory->first_touch_s);
    file->allocate_s = known(&memory->allocate_s);
    file->window = memory->window > 0 ? known(&memory->window) : NULL;
    file->model_error = memory->model_error > 0 ? known(&memory->model_error) : NULL;
    file->scattered_error = memory->scattered_error > 0 ? known(&memory->scattered_error) : NULL;
}

/* Trailing zero coefficients are omitted, except for the first six. */
static unsigned terms_of(const fc_segment *segment)
{
    unsigned n = FC_N_TERMS;
    while (n > FC_TERM_BYTES_LOG_LOG && segment->c[n - 1] == 0)
        n--;
    return n;
}

static file_function function_of(fc_fit fit, const fc_runtime_function *f, const bool *flag)
{
    file_segment *segments = fc_allocate((size_t)f->n_segments, sizeof *segments);
    for (int i = 0; i < f->n_segments; i++)
        segments[i] =
            (file_segment){f->segment[i].low_bytes, f->segment[i].high_bytes, (double *)(uintptr_t)f->segment[i].c,
                           terms_of(&f->segment[i]), known(&f->segment[i].error)};
    return (file_function){.operation = fit,
                           .low_ranks = f->low_ranks,
                           .high_ranks = f->high_ranks,
                           .assumed = *flag ? (bool *)(uintptr_t)flag : NULL,
                           .by_total = f->by_total ? (bool *)(uintptr_t)&f->by_total : NULL,
                           .falls = f->falls ? (bool *)(uintptr_t)&f->falls : NULL,
                           .segments = segments,
                           .n_segments = (unsigned)f->n_segments};
}

/* A runtime function's key. */
struct which {
    fc_variant variant;
    fc_fit fit;
};

static void give_function(file_machine *file, const fc_machine *machine, struct which of,
                          const fc_runtime_function list[FC_N_VARIANTS][FC_N_FITS])
{
#define VARIANT(name, text) FC_VARIANT_##name,
    static const fc_variant variant[] = {FC_VARIANT_LIST(VARIANT)};
#undef VARIANT
    static const bool yes = true;
    const fc_coefficients *c = &machine->coefficients;
    const fc_runtime_function *function = &list[of.variant][of.fit];
    if (function->n_segments == 0)
        return;
    file_function *to = &file->communication[file->n_communication++];
    *to = function_of(of.fit, function, &machine->is_assumed[of.variant][of.fit]);
    to->variant = of.variant == FC_VARIANT_ANY ? NULL : (fc_variant *)(uintptr_t)&variant[of.variant];
    to->non_power_of_two = list == c->non_power_of_two ? (bool *)(uintptr_t)&yes : NULL;
    to->few = list == c->few ? (bool *)(uintptr_t)&yes : NULL;
}

static void give_communication(file_machine *file, const fc_machine *machine)
{
    const fc_coefficients *c = &machine->coefficients;
    file->communication = fc_allocate(3 * FC_N_VARIANTS * FC_N_FITS, sizeof *file->communication);
    for (int k = 0; k < FC_N_FITS * FC_N_VARIANTS; k++) {
        const struct which of = {(fc_variant)(k % FC_N_VARIANTS), (fc_fit)(k / FC_N_VARIANTS)};
        give_function(file, machine, of, c->communication);
        give_function(file, machine, of, c->non_power_of_two);
        give_function(file, machine, of, c->few);
    }
}

static void free_lists(file_machine *file, file_memory *memory)
{
    for (unsigned i = 0; i < memory->n_beside; i++)
        free(memory->beside[i].extra_s);
    for (unsigned i = 0; i < file->n_communication; i++)
        free(file->communication[i].segments);
    free(memory->beside);
    free(memory->overlaps);
    free(memory->curves);
    free(file->communication);
    free(file->core.operations);
    free(file->core.accesses);
    if (file->busy) {
        free(file->busy->operations);
        free(file->busy->accesses);
    }
}

/* The scalar fields of the file; texts and numbers point into the machine. */
static file_machine scalars_of(const fc_machine *machine)
{
    return (file_machine){.forecost = FC_MACHINE_FILE_VERSION,
                          .name = (char *)(uintptr_t)machine->coefficients.name,
                          .note = machine->note,
                          .date = machine->date,
                          .cpu = machine->cpu,
                          .os = machine->os,
                          .compiler = machine->compiler,
                          .compiler_version = machine->compiler_version,
                          .mpi_compiler = machine->mpi_compiler,
                          .mpi_version = machine->mpi_version,
                          .launcher = machine->launcher,
                          .blas = machine->blas,
                          .cores = machine->coefficients.cores,
                          .line_bytes = (double *)(uintptr_t)&machine->coefficients.line_bytes,
                          .cache_bytes = (double *)(uintptr_t)machine->cache_bytes,
                          .n_caches = machine->n_caches,
                          .n_ways = machine->cache_ways[0] ? machine->n_caches : 0,
                          .busy_cores = machine->coefficients.busy_cores,
                          .samples = machine->samples,
                          .n_samples = machine->n_samples};
}

/* samples_file: the name to write into the file; NULL: none. */
static fc_status format_with(fc_text *out, const fc_machine *machine, const char *samples_file, fc_report *report)
{
    file_memory memory = {0};
    file_core busy = {0};
    file_network network = {0};
    double ways[FC_MAX_CACHES];
    for (unsigned i = 0; i < machine->n_caches; i++)
        ways[i] = machine->cache_ways[i];
    file_machine file = scalars_of(machine);
    file.samples_file = (char *)(uintptr_t)samples_file;
    file.memory = &memory;
    file.cache_ways = ways;
    give_core(&file.core, &machine->coefficients.core);
    if (machine->coefficients.busy_cores > 0) {
        file.busy = &busy;
        give_core(&busy, &machine->coefficients.busy);
    }
    give_memory(&memory, &machine->coefficients.memory);
    if (machine->coefficients.threads.threads >= 2)
        file.openmp = (fc_openmp_costs *)(uintptr_t)&machine->coefficients.threads;
    give_communication(&file, machine);
    if (machine->coefficients.eager_bytes > 0)
        file.eager_limit = (double *)(uintptr_t)&machine->coefficients.eager_bytes;
    if (machine->coefficients.collectives != FC_COLLECTIVES_FITTED)
        file.collectives = (fc_collectives *)(uintptr_t)&machine->coefficients.collectives;
    if (machine->cache_policy != FC_CACHE_LRU)
        file.cache_policy = (fc_cache_policy *)(uintptr_t)&machine->cache_policy;
    file_algorithm algorithms[FC_N_FITS];
    file_constant constants[FC_N_CONSTANTS];
    fc_machine_write_constants(&file, constants, machine);
    fc_machine_write_algorithms(&file, algorithms, machine);
    file_discrepancy discrepancies[FC_N_DISCREPANCIES];
    fc_machine_write_discrepancies(&file, discrepancies, machine);
    file.network = fc_machine_write_network(&network, machine);
    fc_status status = fc_yaml_save(out, &file, &fc_machine_schema, report);
    free_lists(&file, &memory);
    fc_machine_free_network(file.network);
    return status;
}

fc_status fc_machine_format(fc_text *out, const fc_machine *machine, fc_report *report)
{
    return format_with(out, machine, NULL, report);
}

static bool has_neighbors(const char *path)
{
    struct stat found;
    return strcmp(path, "-") != 0 && (stat(path, &found) != 0 || S_ISREG(found.st_mode));
}

/* Lays the text out and writes it. */
static fc_status write_layout(const char *path, const fc_text *text, fc_report *report)
{
    fc_text laid = {0};
    fc_machine_layout(&laid, text->bytes, text->length);
    fc_status status = fc_file_write(path, laid.bytes, laid.length, report);
    fc_text_free(&laid);
    return status;
}

/* The samples' file is written first: a machine file never names a file that is still to come. */
static fc_status write_samples(const fc_machine *machine, const char *path, const char *name, fc_report *report)
{
    const char *slash = strrchr(path, '/');
    char *beside = fc_format("%.*s%s", slash ? (int)(slash + 1 - path) : 0, path, name);
    fc_text text = {0};
    fc_status status = fc_machine_format_samples(&text, machine, report);
    if (!status)
        status = fc_file_write(beside, text.bytes, text.length, report);
    fc_text_free(&text);
    free(beside);
    return status;
}

fc_status fc_machine_write(const fc_machine *machine, const char *path, fc_report *report)
{
    fc_machine bare = *machine;
    fc_text text = {0};
    char *name = machine->n_samples && has_neighbors(path) ? fc_machine_samples_name(path) : NULL;
    fc_status status = name ? write_samples(machine, path, name, report) : FC_OK;
    if (name) {
        bare.samples = NULL;
        bare.n_samples = 0;
    }
    if (!status)
        status = format_with(&text, &bare, name, report);
    if (!status)
        status = write_layout(path, &text, report);
    fc_text_free(&text);
    free(name);
    return status;
}
