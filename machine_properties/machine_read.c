/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a machine file: converts the structs of machine_file.h to a machine and checks ranges that the schema cannot
 * express. The first fault ends the reading. */
#include "machine_properties/machine_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define A_TIME "a time in seconds >= 0"
static bool is_time(double value)
{
    return value >= 0 && value < 1e6;
}

/* The number of an optional field; `absent` if the field is missing. */
static double time_or(fc_machine_reader *r, const double *value, double absent, const char *where, const char *field)
{
    if (value && !is_time(*value))
        fc_machine_reject(r, A_TIME, "%s.%s", where, field);
    return value ? *value : absent;
}

static double between_or(fc_machine_reader *r, const double *value, double absent, const double range[2],
                         const char *where)
{
    char expected[80];
    if (value && !(*value >= range[0] && *value <= range[1])) {
        snprintf(expected, sizeof expected, "a number from %g to %g", range[0], range[1]);
        fc_machine_reject(r, expected, "%s", where);
    }
    return value ? *value : absent;
}

static double error_of(fc_machine_reader *r, const double *value, const char *of, const char *error)
{
    static const double range[2] = {0, 10};
    char where[64];
    snprintf(where, sizeof where, "%s.%s", of, error);
    return between_or(r, value, 0, range, where);
}

static void take_operations(fc_machine_reader *r, fc_core *core, const file_core *file, const char *name)
{
    char where[64];
    for (unsigned i = 0; i < file->n_operations; i++) {
        const file_operation *from = &file->operations[i];
        snprintf(where, sizeof where, "%s.operations[%u]", name, i);
        fc_operation_cost *cost = &core->operation[from->operation][from->type];
        cost->throughput_s = time_or(r, from->throughput_s, -1, where, "throughput_s");
        cost->scalar_s = time_or(r, from->scalar_s, -1, where, "scalar_s");
        cost->latency_s = time_or(r, from->latency_s, -1, where, "latency_s");
        cost->error = time_or(r, from->error, 0, where, "error");
        if (from->window_s && !(fabs(*from->window_s) < 1))
            fc_machine_reject(r, "a time in seconds", "%s.window_s", where);
        cost->window_s = from->window_s ? *from->window_s : 0;
    }
}

static void take_core(fc_machine_reader *r, fc_core *core, const file_core *file, const char *name)
{
    char where[64];
    take_operations(r, core, file, name);
    for (unsigned i = 0; i < file->n_accesses; i++) {
        const file_access *from = &file->accesses[i];
        snprintf(where, sizeof where, "%s.accesses[%u]", name, i);
        core->read_s[from->type] = time_or(r, from->read_s, 0, where, "read_s");
        core->write_s[from->type] = time_or(r, from->write_s, 0, where, "write_s");
        core->scalar_read_s[from->type] =
            time_or(r, from->scalar_read_s, core->read_s[from->type], where, "scalar_read_s");
        core->scalar_write_s[from->type] =
            time_or(r, from->scalar_write_s, core->write_s[from->type], where, "scalar_write_s");
        core->least_s[from->type] = time_or(r, from->least_s, 0, where, "least_s");
    }
    core->loop_s = time_or(r, file->loop_s, 0, name, "loop_s");
    core->line_s = time_or(r, file->line_s, 0, name, "line_s");
    core->loop_entry_s = time_or(r, file->loop_entry_s, 0, name, "loop_entry_s");
    core->short_entry_s = time_or(r, file->short_entry_s, -1, name, "short_entry_s");
    core->forward_s = time_or(r, file->forward_s, 0, name, "forward_s");
    core->mispredict_s = time_or(r, file->mispredict_s, 0, name, "mispredict_s");
    core->call_s = time_or(r, file->call_s, 0, name, "call_s");
    core->issue_s = time_or(r, file->issue_s, 0, name, "issue_s");
    core->instruction_s = time_or(r, file->instruction_s, 0, name, "instruction_s");
    core->model_error = error_of(r, file->model_error, name, "model_error");
}

/* The level of so many busy cores; -1, with a report, if there is none. */
static int level_of(fc_machine_reader *r, const fc_memory *memory, int active, const char *where)
{
    for (int level = 0; level < memory->n_active; level++)
        if (memory->active[level] == active)
            return level;
    fc_machine_reject(r, "a number of busy cores with a curve of unit stride, read", "%s.active", where);
    return -1;
}

/* Inserts a number of busy cores into the ascending levels. */
static void add_level(fc_machine_reader *r, fc_memory *memory, int active, unsigned index)
{
    int level = memory->n_active;
    while (level > 0 && memory->active[level - 1] >= active)
        level--;
    if (level < memory->n_active && memory->active[level] == active)
        return;
    if (active < 1 || memory->n_active == FC_MAX_ACTIVE) {
        fc_machine_reject(r, active < 1 ? "a number of busy cores from 1 on" : "at most 8 numbers of busy cores",
                          "memory.curves[%u].active", index);
        return;
    }
    memmove(memory->active + level + 1, memory->active + level, sizeof(int) * (size_t)(memory->n_active++ - level));
    memory->active[level] = active;
}

/* The list `bytes` of an entry. */
static void check_sets(fc_machine_reader *r, const double *bytes, unsigned n, const char *where)
{
    char list[80];
    snprintf(list, sizeof list, "%s.bytes", where);
    fc_machine_check_list(r, bytes, n, true, list);
    if (n == 0 || bytes[0] <= 0)
        fc_machine_reject(r, "at least one working set > 0", "%s", list);
}

static void take_curve(fc_machine_reader *r, fc_memory *memory, const file_curve *from, unsigned index)
{
    char where[64], list[80];
    snprintf(where, sizeof where, "memory.curves[%u]", index);
    const int level = level_of(r, memory, from->active, where);
    if (level < 0)
        return;
    check_sets(r, from->bytes, from->n_bytes, where);
    snprintf(list, sizeof list, "%s.seconds", where);
    fc_machine_check_list(r, from->seconds, from->n_seconds, false, list);
    if (from->n_seconds != from->n_bytes || (from->n_error && from->n_error != from->n_bytes))
        fc_machine_reject(r, "as many values as bytes", "%s.%s", where,
                          from->n_seconds != from->n_bytes ? "seconds" : "error");
    fc_curve *curve = &memory->curve[level][from->pattern][from->access];
    if (r->status == FC_OK) {
        curve->n = (int)from->n_bytes;
        memcpy(curve->bytes, from->bytes, from->n_bytes * sizeof(double));
        memcpy(curve->seconds, from->seconds, from->n_bytes * sizeof(double));
        if (from->n_error)
            memcpy(curve->error, from->error, from->n_bytes * sizeof(double));
    }
}

static void take_beside(fc_machine_reader *r, fc_memory *memory, const file_interference *from, unsigned index)
{
    char where[64], list[80];
    snprintf(where, sizeof where, "memory.beside[%u]", index);
    const int level = level_of(r, memory, from->active, where);
    if (level < 0)
        return;
    const double *axes[] = {from->near_bytes, from->far_bytes, from->pace_s, from->extra_s};
    const unsigned counts[] = {from->n_near, from->n_far, from->n_pace, from->n_extra};
    static const char *const names[] = {"near_bytes", "far_bytes", "pace_s", "extra_s"};
    for (int i = 0; i < 4; i++) {
        snprintf(list, sizeof list, "%s.%s", where, names[i]);
        if (i < 3)
            fc_machine_check_list(r, axes[i], counts[i], true, list);
        if (counts[i] == 0 || (i < 3 && axes[i][0] <= 0))
            fc_machine_reject(r, "numbers > 0", "%s", list);
    }
    for (unsigned i = 0; i < from->n_extra; i++)
        if (!(fabs(from->extra_s[i]) < 1))
            fc_machine_reject(r, "a time in seconds", "%s.extra_s[%u]", where, i);
    if (from->n_pace != FC_N_CORE_TIMES)
        fc_machine_reject(r, "3 paces", "%s.pace_s", where);
    if (from->n_extra != from->n_near * from->n_far * from->n_pace)
        fc_machine_reject(r, "a value for each far_bytes, near_bytes and pace_s", "%s.extra_s", where);
    if (r->status)
        return;
    fc_interference *b = &memory->beside[level][from->access];
    b->n_near = (int)from->n_near;
    b->n_far = (int)from->n_far;
    memcpy(b->near_bytes, from->near_bytes, from->n_near * sizeof(double));
    memcpy(b->far_bytes, from->far_bytes, from->n_far * sizeof(double));
    memcpy(b->pace_s, from->pace_s, sizeof b->pace_s);
    for (unsigned i = 0; i < from->n_extra; i++)
        b->extra_s[i / FC_N_CORE_TIMES / from->n_near][i / FC_N_CORE_TIMES % from->n_near][i % FC_N_CORE_TIMES] =
            from->extra_s[i];
}

static void check_exponents(fc_machine_reader *r, const double *exponents, const unsigned n[2], const char *where)
{
    if (n[0] != n[1])
        fc_machine_reject(r, "as many values as bytes", "%s", where);
    for (unsigned i = 0; i < n[0]; i++)
        if (!(exponents[i] >= 0.1 && exponents[i] <= 1000))
            fc_machine_reject(r, "a number from 0.1 to 1000", "%s[%u]", where, i);
}

static void take_overlaps(fc_machine_reader *r, fc_memory *memory, const file_overlaps *from, unsigned index)
{
    char where[64], list[80];
    snprintf(where, sizeof where, "memory.overlaps[%u]", index);
    const int level = level_of(r, memory, from->active, where);
    if (level < 0)
        return;
    check_sets(r, from->bytes, from->n_bytes, where);
    snprintf(list, sizeof list, "%s.core", where);
    check_exponents(r, from->core, (const unsigned[]){from->n_core, from->n_bytes}, list);
    snprintf(list, sizeof list, "%s.streams", where);
    check_exponents(r, from->streams, (const unsigned[]){from->n_streams, from->n_bytes}, list);
    if (r->status)
        return;
    fc_overlaps *of = &memory->overlaps[level];
    of->n = (int)from->n_bytes;
    memcpy(of->bytes, from->bytes, from->n_bytes * sizeof(double));
    memcpy(of->exponent, from->core, from->n_bytes * sizeof(double));
    memcpy(of->stream_exponent, from->streams, from->n_bytes * sizeof(double));
}

static void take_memory(fc_machine_reader *r, fc_memory *memory, const file_memory *file)
{
    static const double exponent[2] = {1, 1000};
    static const double window[2] = {0, 1e6};
    if (!file)
        return;
    memory->overlap = between_or(r, file->overlap, 1, exponent, "memory.overlap");
    memory->stream_overlap = between_or(r, file->stream_overlap, 1, exponent, "memory.stream_overlap");
    memory->first_touch_s = time_or(r, file->first_touch_s, 0, "memory", "first_touch_s");
    memory->allocate_s = time_or(r, file->allocate_s, 0, "memory", "allocate_s");
    memory->window = between_or(r, file->window, 0, window, "memory.window");
    memory->model_error = error_of(r, file->model_error, "memory", "model_error");
    memory->scattered_error = error_of(r, file->scattered_error, "memory", "scattered_error");
    /* The levels are the numbers of busy cores with a curve of unit stride, read. One busy core must be among them. */
    for (unsigned i = 0; i < file->n_curves && !r->status; i++)
        if (file->curves[i].pattern == FC_WALK_UNIT && file->curves[i].access == FC_READ)
            add_level(r, memory, file->curves[i].active, i);
    if (file->n_curves && memory->active[0] != 1)
        fc_machine_reject(r, "a curve of one busy core, unit stride, read", "memory.curves");
    for (unsigned i = 0; i < file->n_curves; i++)
        take_curve(r, memory, &file->curves[i], i);
    for (unsigned i = 0; i < file->n_overlaps; i++)
        take_overlaps(r, memory, &file->overlaps[i], i);
    for (unsigned i = 0; i < file->n_beside; i++)
        take_beside(r, memory, &file->beside[i], i);
}

static void take_openmp(fc_machine_reader *r, fc_openmp_costs *to, const fc_openmp_costs *from)
{
#define OVERHEAD_TEXT(name, text) text,
    static const char *const kind[] = {FC_OVERHEAD_LIST(OVERHEAD_TEXT)};
#undef OVERHEAD_TEXT
    if (!from)
        return;
    if (from->threads < 2 || from->threads > 1000000)
        fc_machine_reject(r, "a number of threads >= 2", "openmp.threads");
    for (int i = 0; i < FC_N_OVERHEADS; i++) {
        if (!is_time(from->overhead[i].alone_s))
            fc_machine_reject(r, A_TIME, "openmp.%s.alone_s", kind[i]);
        if (!is_time(from->overhead[i].all_s))
            fc_machine_reject(r, A_TIME, "openmp.%s.all_s", kind[i]);
    }
    *to = *from;
}

static void take_segment(fc_machine_reader *r, fc_runtime_function *f, const file_segment *from, const char *where)
{
    if (!(from->low_bytes >= 0) || isinf(from->low_bytes))
        fc_machine_reject(r, "a number of bytes >= 0", "%s.low_bytes", where);
    if (!(from->high_bytes >= from->low_bytes) || isinf(from->high_bytes))
        fc_machine_reject(r, "a number of bytes >= low_bytes", "%s.high_bytes", where);
    if (f->n_segments > 0 && from->low_bytes < f->segment[f->n_segments - 1].high_bytes)
        fc_machine_reject(r, "at least the end of the segment before", "%s.low_bytes", where);
    for (unsigned k = 0; k < from->n_coefficients; k++)
        if (!is_time(from->coefficients[k]))
            fc_machine_reject(r, A_TIME, "%s.coefficients[%u]", where, k);
    fc_segment *segment = &f->segment[f->n_segments++];
    segment->low_bytes = from->low_bytes;
    segment->high_bytes = from->high_bytes;
    memcpy(segment->c, from->coefficients, from->n_coefficients * sizeof *segment->c);
    segment->error = time_or(r, from->error, 0, where, "error");
}

static void take_communication(fc_machine_reader *r, fc_machine *machine, const file_machine *file)
{
    char where[80];
    for (unsigned i = 0; i < file->n_communication && r->status == FC_OK; i++) {
        const file_function *from = &file->communication[i];
        fc_coefficients *to = &machine->coefficients;
        bool is_non_power_of_two = from->non_power_of_two && *from->non_power_of_two, is_few = from->few && *from->few;
        fc_variant variant = from->variant ? *from->variant : FC_VARIANT_ANY;
        fc_runtime_function *f = &(is_non_power_of_two ? to->non_power_of_two
                                   : is_few            ? to->few
                                                       : to->communication)[variant][from->operation];
        if (f->n_segments > 0)
            fc_machine_reject(r, "each operation of a variant only once", "communication[%u].operation", i);
        if (!(from->low_ranks >= 1 && from->high_ranks >= from->low_ranks && from->high_ranks < 1e9))
            fc_machine_reject(r, "low_ranks >= 1 and high_ranks >= low_ranks", "communication[%u].high_ranks", i);
        f->low_ranks = from->low_ranks;
        f->high_ranks = from->high_ranks;
        f->by_total = from->by_total && *from->by_total;
        f->falls = from->falls && *from->falls;
        machine->is_assumed[variant][from->operation] |= from->assumed && *from->assumed;
        for (unsigned k = 0; k < from->n_segments && r->status == FC_OK; k++) {
            snprintf(where, sizeof where, "communication[%u].segments[%u]", i, k);
            take_segment(r, f, &from->segments[k], where);
        }
    }
}

static char *copy_or_null(const char *text)
{
    return text ? fc_copy_string(text) : NULL;
}

/* Associativity of each cache level; each level must be a whole number of sets. */
static void take_ways(fc_machine_reader *r, fc_machine *machine, const file_machine *file)
{
    double line = machine->coefficients.line_bytes;
    if (file->cache_policy)
        machine->cache_policy = *file->cache_policy;
    if (file->n_ways && file->n_ways != file->n_caches)
        fc_machine_reject(r, "as many entries as cache_bytes", "cache_ways");
    for (unsigned i = 0; i < file->n_ways && !r->status; i++) {
        double ways = file->cache_ways[i];
        if (!(ways >= 1 && ways <= 64) || ways != floor(ways))
            fc_machine_reject(r, "a whole number of ways from 1 to 64", "cache_ways[%u]", i);
        else if (fmod(machine->cache_bytes[i], ways * line) != 0)
            fc_machine_reject(r, "a number of ways such that cache_bytes is a multiple of ways * line_bytes",
                              "cache_ways[%u]", i);
        else
            machine->cache_ways[i] = (unsigned)ways;
    }
}

static void take_description(fc_machine_reader *r, fc_machine *machine, const file_machine *file)
{
    static const double a_line[2] = {8, 65536};
    snprintf(machine->coefficients.name, sizeof machine->coefficients.name, "%s", file->name);
    machine->note = copy_or_null(file->note);
    machine->date = copy_or_null(file->date);
    machine->cpu = copy_or_null(file->cpu);
    machine->os = copy_or_null(file->os);
    machine->compiler = copy_or_null(file->compiler);
    machine->compiler_version = copy_or_null(file->compiler_version);
    machine->mpi_compiler = copy_or_null(file->mpi_compiler);
    machine->mpi_version = copy_or_null(file->mpi_version);
    machine->launcher = copy_or_null(file->launcher);
    machine->blas = copy_or_null(file->blas);
    if (file->samples_file && strchr(file->samples_file, '/'))
        fc_machine_reject(r, "the name of a file in the same folder", "samples_file");
    machine->samples_file = copy_or_null(file->samples_file);
    if (file->forecost != FC_MACHINE_FILE_VERSION)
        fc_machine_reject(r, "format version 1", "forecost");
    if (file->cores < 1 || file->cores > 1000000)
        fc_machine_reject(r, "a number of cores >= 1", "cores");
    machine->coefficients.cores = file->cores;
    machine->coefficients.line_bytes = between_or(r, file->line_bytes, 64, a_line, "line_bytes");
    fc_machine_check_list(r, file->cache_bytes, file->n_caches, true, "cache_bytes");
    machine->n_caches = file->n_caches;
    if (file->n_caches)
        memcpy(machine->cache_bytes, file->cache_bytes, file->n_caches * sizeof(double));
    take_ways(r, machine, file);
}

static fc_status convert(fc_machine **out, const file_machine *file, fc_machine_reader *r)
{
    fc_machine *machine = fc_machine_create();
    take_description(r, machine, file);
    take_core(r, &machine->coefficients.core, &file->core, "core");
    if (file->busy && (file->busy_cores < 2 || file->busy_cores > file->cores))
        fc_machine_reject(r, "a number from 2 to the number of cores", "busy_cores");
    if (file->busy) {
        machine->coefficients.busy_cores = file->busy_cores;
        take_core(r, &machine->coefficients.busy, file->busy, "busy");
    }
    take_memory(r, &machine->coefficients.memory, file->memory);
    fc_machine_read_constants(r, machine, file);
    take_openmp(r, &machine->coefficients.threads, file->openmp);
    take_communication(r, machine, file);
    if (file->eager_limit && !(*file->eager_limit >= 1 && *file->eager_limit <= 1e15))
        fc_machine_reject(r, "a number of bytes from 1 on", "eager_limit");
    machine->coefficients.eager_bytes = file->eager_limit ? *file->eager_limit : 0;
    if (file->collectives)
        machine->coefficients.collectives = *file->collectives;
    fc_machine_read_algorithms(r, machine, file);
    if (file->network)
        fc_machine_read_network(r, machine, file->network);
    fc_machine_read_discrepancies(r, machine, file);
    fc_machine_read_samples(r, machine, file->samples, file->n_samples);
    if (r->status)
        fc_machine_free(machine);
    else
        *out = machine;
    return r->status;
}

fc_status fc_machine_parse(fc_machine **out, const char *text, size_t length, const char *path, fc_report *report)
{
    /* A machine file has a key `forecost`. The hint must not suggest overwriting a file of another kind. */
    static const char key[] = "forecost:";
    const char *end = text + length, *line = text;
    while (line && ((size_t)(end - line) < sizeof key || memcmp(line, key, sizeof key - 1) != 0)) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        line = newline ? newline + 1 : NULL;
    }
    char *next = line != NULL ? fc_format("Run `forecost calibrate -o %s` again, or correct the value.", path)
                              : fc_copy_string("Give a file that `forecost calibrate` wrote, or one of the machines "
                                               "that `forecost machine list` lists.");
    fc_yaml yaml = {path, text, length, "machine file", next};
    void *file = NULL;
    fc_machine_reader r = {&yaml, report, FC_OK};
    r.status = fc_yaml_load(&file, &yaml, &fc_machine_schema, report);
    if (!r.status)
        convert(out, file, &r);
    fc_yaml_free(file, &fc_machine_schema);
    free(next);
    return r.status;
}

size_t fc_machine_costs_length(const char *text, size_t length)
{
    static const char key[] = "\nsamples:";
    const char *end = text + length, *at = text, *section = NULL;
    while ((at = memchr(at, '\n', (size_t)(end - at))) && ++at < end)
        if ((size_t)(end - at) >= sizeof key - 2 && memcmp(at, key + 1, sizeof key - 2) == 0)
            section = at;
        else if (*at != ' ' && *at != '-' && *at != '\n')
            section = NULL;
    return section ? (size_t)(section - text) : length;
}

/* Reads the file of samples beside the machine file at `path`, if it is there. */
static fc_status read_samples(fc_machine *machine, const char *path, fc_report *report)
{
    const char *slash = strrchr(path, '/');
    char *text = NULL, *beside = fc_format("%.*s%s", slash ? (int)(slash + 1 - path) : 0, path, machine->samples_file);
    size_t length;
    fc_status status = FC_OK;
    if (access(beside, F_OK) == 0)
        status = fc_file_read(&text, &length, beside, FC_MACHINE_MAX_BYTES, report);
    if (text)
        status = fc_machine_parse_samples(machine, text, length, beside, report);
    free(text);
    free(beside);
    return status;
}

fc_status fc_machine_read(fc_machine **out, const char *path, fc_report *report)
{
    char *text = NULL;
    size_t length;
    fc_machine *machine = NULL;
    fc_status status = fc_file_read(&text, &length, path, FC_MACHINE_MAX_BYTES, report);
    if (status == FC_OK)
        status = fc_machine_parse(&machine, text, length, path, report);
    if (status == FC_OK && machine->samples_file)
        status = read_samples(machine, path, report);
    if (status == FC_OK)
        *out = machine;
    else
        fc_machine_free(machine);
    free(text);
    return status;
}
