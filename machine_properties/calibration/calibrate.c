/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The calibration: describes the host, runs all stages in several passes, and collects their fits in a machine. */
#include "machine_properties/calibration/calibrate_internal.h"

#include "machine_properties/calibration/fit.h"
#include "support/clock.h"
#include "support/messages/machine.h"
#include "support/quote.h"

#include <dirent.h>
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static fc_status make_folder(char **folder, const char *given, fc_report *report)
{
    const char *base = given ? given : getenv("TMPDIR");
    char *path = fc_format("%s/forecost-calibrate.XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(path)) {
        const char *next =
            given ? "Choose a folder you may write to, with -o FILE." : "Set TMPDIR to a folder you may write to.";
        fc_status status = fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, next, FC_MSG_SCRATCH_FOLDER_CANNOT_BE_MADE,
                                   path, strerror(errno));
        free(path);
        return status;
    }
    *folder = path;
    return FC_OK;
}

/* Removes the scratch folder, which contains only files. */
static void remove_folder(const char *folder)
{
    DIR *directory = opendir(folder);
    struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
        char *path = fc_format("%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(path);
        free(path);
    }
    if (directory)
        closedir(directory);
    rmdir(folder);
}

char *fc_calibrate_processor(void)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[512], *model = NULL;
    while (file && !model && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon) {
            line[strcspn(line, "\n")] = '\0';
            model = fc_copy_string(colon + 1 + strspn(colon + 1, " "));
        }
    }
    if (file)
        fclose(file);
    return model;
}

/* Data caches from the first core to memory. */
static void take_caches(fc_machine *machine, hwloc_topology_t topology)
{
    for (hwloc_obj_t object = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, 0); object; object = object->parent) {
        if (!hwloc_obj_type_is_dcache(object->type) || machine->n_caches == FC_MAX_CACHES ||
            object->attr->cache.size == 0)
            continue;
        if (machine->n_caches == 0 && object->attr->cache.linesize >= 8)
            machine->coefficients.line_bytes = object->attr->cache.linesize;
        /* Sets the associativity of the level added next. It is kept only if it is known for all levels. */
        unsigned level = machine->n_caches;
        int ways = object->attr->cache.associativity;
        bool is_known = ways >= 1 && ways <= 64 &&
                        object->attr->cache.size % ((unsigned)ways * (unsigned)machine->coefficients.line_bytes) == 0;
        if (is_known && (level == 0 || machine->cache_ways[0]))
            machine->cache_ways[level] = (unsigned)ways;
        else
            machine->cache_ways[0] = 0;
        machine->cache_bytes[machine->n_caches++] = (double)object->attr->cache.size;
    }
}

/* Cores and caches within this process's CPU binding. */
static void take_topology(fc_calibration *c)
{
    hwloc_topology_t topology;
    c->cores = (fc_core_counts){.n_cores = 1, .n_active = 1, .active = {1}};
    if (hwloc_topology_init(&topology))
        return;
    hwloc_topology_set_flags(topology, HWLOC_TOPOLOGY_FLAG_IS_THISSYSTEM | HWLOC_TOPOLOGY_FLAG_RESTRICT_TO_CPUBINDING);
    if (hwloc_topology_load(topology) == 0) {
        fc_core_counts_of(&c->cores, topology);
        c->machine->coefficients.cores = c->cores.n_cores;
        take_caches(c->machine, topology);
    }
    hwloc_topology_destroy(topology);
}

static char *first_line_of(fc_calibration *c, const char *command, const char *option)
{
    char *program = fc_format("%.*s %s 2>&1", (int)strcspn(command, " "), command, option);
    char *line = fc_benchmark_first_line(c, program);
    free(program);
    return line;
}

static const char *or_default(const char *given, const char *otherwise)
{
    return given && *given ? given : otherwise;
}

static FC_GIVE char *copy_or_null(const char *text)
{
    return text ? fc_copy_string(text) : NULL;
}

/* Copies description, computation and memory of another machine, and notes their origin. */
static void take_computation(fc_machine *machine, const fc_machine *from)
{
    fc_coefficients *to = &machine->coefficients;
    *to = from->coefficients;
    memset(to->communication, 0, sizeof to->communication);
    memset(to->non_power_of_two, 0, sizeof to->non_power_of_two);
    memset(to->few, 0, sizeof to->few);
    machine->cpu = copy_or_null(from->cpu);
    machine->os = copy_or_null(from->os);
    machine->compiler = copy_or_null(from->compiler);
    machine->compiler_version = copy_or_null(from->compiler_version);
    machine->blas = copy_or_null(from->blas);
    machine->n_caches = from->n_caches;
    memcpy(machine->cache_bytes, from->cache_bytes, sizeof machine->cache_bytes);
    memcpy(machine->cache_ways, from->cache_ways, sizeof machine->cache_ways);
    machine->cache_policy = from->cache_policy;
    memcpy(machine->discrepancy_points, from->discrepancy_points, sizeof machine->discrepancy_points);
    memcpy(machine->is_constant_measured, from->is_constant_measured, sizeof machine->is_constant_measured);
    machine->note = fc_format("computation from machine %s%s%s", from->coefficients.name, from->date ? ", " : "",
                              from->date ? from->date : "");
}

static void take_host(fc_calibration *c)
{
    fc_machine *machine = c->machine;
    struct utsname system;
    machine->cpu = fc_calibrate_processor();
    if (uname(&system) == 0)
        machine->os = fc_format("%s %s %s", system.sysname, system.release, system.machine);
    machine->compiler = fc_copy_string(or_default(c->options->compiler, "gcc -O2"));
    machine->compiler_version = first_line_of(c, machine->compiler, "--version");
    take_topology(c);
    machine->coefficients.constants.value[FC_CONSTANT_PAGE_BYTES] = (double)sysconf(_SC_PAGESIZE);
    machine->is_constant_measured[FC_CONSTANT_PAGE_BYTES] = true;
}

void fc_calibrate_host(fc_calibration *c)
{
    fc_machine *machine = c->machine;
    const fc_calibrate_options *options = c->options;
    if (options->compute_from)
        take_computation(machine, options->compute_from);
    else
        take_host(c);
    snprintf(machine->coefficients.name, sizeof machine->coefficients.name, "%s", or_default(options->name, "here"));
    struct tm day;
    time_t now = time(NULL);
    char date[16] = "";
    if (localtime_r(&now, &day))
        strftime(date, sizeof date, "%Y-%m-%d", &day);
    machine->date = fc_copy_string(date);
    if (options->without_communication)
        return;
    machine->mpi_compiler = fc_copy_string(or_default(options->mpi_compiler, "mpicc -O2"));
    machine->launcher = fc_copy_string(or_default(options->launcher, "mpirun -n {ranks}"));
    machine->mpi_version = first_line_of(c, machine->launcher, "--version");
}

static int passes_of(const fc_calibrate_options *options)
{
    return options->passes ? options->passes : options->quick ? 1 : 3;
}

static void begin_stage(fc_calibration *c, double share)
{
    c->done_share += c->stage_share;
    c->stage_share = share;
}

enum {
    MOST_STAGES = 2 + FC_MAX_ACTIVE
};

/* A stage measures operations or memory with a number of busy cores. */
typedef struct stage {
    bool is_memory;
    int active;
    double share; /* of the expected total time, over all passes */
    fc_benchmark_output printed;
} stage;

static int plan(stage stages[MOST_STAGES], const fc_core_counts *cores)
{
    int n = 0;
    stages[n++] = (stage){.active = 1, .share = 0.13};
    if (cores->n_cores > 1)
        stages[n++] = (stage){.active = cores->n_cores, .share = 0.13};
    for (int i = 0; i < cores->n_active; i++)
        stages[n++] = (stage){.is_memory = true, .active = cores->active[i], .share = 0.46 / cores->n_active};
    return n;
}

static fc_status measure(fc_calibration *c, stage *s, fc_report *report)
{
    char name[64], *printed = NULL;
    char *command = s->is_memory ? fc_calibrate_memory_command(c, s->active) : fc_calibrate_core_command(c, s->active);
    snprintf(name, sizeof name, "%s, %d core%s", s->is_memory ? "memory" : "operations", s->active,
             s->active > 1 ? "s" : "");
    c->stage = name;
    fc_status status = fc_benchmark_run(&printed, c, command, report);
    if (!status)
        fc_benchmark_output_add(&s->printed, printed);
    c->stage = "";
    free(command);
    return status;
}

/* A BLAS that cannot be used is reported before the benchmarks are compiled, which takes seconds. */
static fc_status check_blas(fc_calibration *c, fc_report *report)
{
    if (!c->options->blas)
        return FC_OK;
    char *printed = NULL;
    fc_text command = {0};
    fc_text_add(&command, "./library ");
    fc_quote_shell(&command, c->options->blas);
    fc_status status = fc_benchmark_build(c, "library", c->machine->compiler, report);
    if (!status)
        status = fc_benchmark_run(&printed, c, command.bytes, report);
    fc_text_free(&command);
    free(printed);
    return status;
}

/* Each pass runs all stages, so that a temporary median_spread affects some samples of each stage instead of all
 * samples of one. */
static fc_status measure_all(fc_calibration *c, stage *stages, int n, fc_report *report)
{
    int passes = passes_of(c->options);
    fc_status status = check_blas(c, report);
    if (!status)
        status = fc_benchmark_build(c, "core", c->machine->compiler, report);
    if (!status)
        status = fc_benchmark_build(c, "memory", c->machine->compiler, report);
    for (int pass = 0; pass < passes; pass++)
        for (int i = 0; i < n && !status; i++) {
            begin_stage(c, stages[i].share / passes);
            status = measure(c, &stages[i], report);
        }
    return status;
}

static fc_status calibrate_computation(fc_calibration *c, fc_report *report)
{
    stage stages[MOST_STAGES];
    if (c->options->compute_from)
        return FC_OK;
    int n = plan(stages, &c->cores);
    c->expected_s *= 1 + 0.14 * (c->cores.n_active > 2 ? c->cores.n_active - 2 : 0); /* thin levels, of half the time */
    fc_status status = measure_all(c, stages, n, report);
    for (int i = 0; i < n && !status; i++)
        status = (stages[i].is_memory ? fc_calibrate_memory : fc_calibrate_core)(c, stages[i].active,
                                                                                 &stages[i].printed, report);
    for (int i = 0; i < n; i++)
        fc_benchmark_output_free(&stages[i].printed);
    return status;
}

enum {
    MOST_COUNTS = 40
};

static fc_status calibrate_communication(fc_calibration *c, fc_report *report)
{
    double ranks[MOST_COUNTS];
    fc_calibrate_options options = *c->options;
    if (!options.ranks) {
        options.ranks = ranks;
        /* Fills in 2, 4, 8 ... and the number of cores; returns how many. One core: no communication to measure. */
        int cores = c->machine->coefficients.cores;
        int n = 0;
        for (int p = 2; p <= cores && n < MOST_COUNTS - 1; p *= 2)
            ranks[n++] = p;
        if (n > 0 && ranks[n - 1] < cores)
            ranks[n++] = cores;
        options.n_ranks = n;
    }
    if (options.without_communication || options.n_ranks == 0)
        return FC_OK;
    const fc_calibrate_options *given = c->options;
    c->options = &options;
    begin_stage(c, options.compute_from ? 1 : 0.11);
    fc_status status = fc_calibrate_communication(c, report);
    if (!status && options.network)
        status = fc_calibrate_network(c, report);
    c->options = given;
    return status;
}

/* Median over all points of the samples' relative spread (median - lower quartile) / lower quartile. */
static double median_spread(const fc_machine *machine)
{
    int n = 0;
    for (unsigned i = 0; i < machine->n_samples; i++)
        n += (int)machine->samples[i].n_at;
    double *spread = fc_allocate((size_t)n, sizeof *spread), middle = 0;
    n = 0;
    for (unsigned i = 0; i < machine->n_samples; i++) {
        const fc_samples *s = &machine->samples[i];
        int each = s->n_at ? (int)(s->n_seconds / s->n_at) : 0;
        for (unsigned k = 0; k < s->n_at && each > 0; k++)
            spread[n++] = fc_fit_locate(s->seconds + (int)k * each, each).spread;
    }
    if (n > 0)
        middle = fc_fit_median(spread, n);
    free(spread);
    return middle;
}

static void note_disturbance(fc_machine *machine)
{
    double share = median_spread(machine);
    if (share <= 0.03)
        return;
    char *before = machine->note;
    machine->note = fc_format("%s%smeasured under other load (samples vary by %.0f %%): calibrate "
                              "again when the machine is idle",
                              before ? before : "", before ? "; " : "", share * 100);
    free(before);
}

fc_status fc_calibrate(fc_machine **out, const fc_calibrate_options *options, fc_report *report)
{
    fc_calibration c = {.options = options,
                        .stage = "",
                        .began = fc_clock_seconds(),
                        .expected_s = 5 + (options->quick ? 10 : 35) * passes_of(options)};
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0), before = plain ? uselocale(plain) : (locale_t)0;
    fc_status status = make_folder(&c.folder, options->folder, report);
    if (status == FC_OK) {
        c.machine = fc_machine_create();
        fc_calibrate_host(&c);
        status = calibrate_computation(&c, report);
    }
    if (status == FC_OK && !options->compute_from && !options->quick) {
        begin_stage(&c, 0.15);
        status = fc_calibrate_check(&c, report);
    }
    if (status == FC_OK && !options->compute_from && c.machine->coefficients.cores > 1) {
        begin_stage(&c, 0.02);
        status = fc_calibrate_openmp(&c, c.machine->coefficients.cores, report);
    }
    if (status == FC_OK)
        status = calibrate_communication(&c, report);
    if (status == FC_OK) {
        note_disturbance(c.machine);
        *out = c.machine;
    } else
        fc_machine_free(c.machine);
    if (c.folder)
        remove_folder(c.folder);
    free(c.folder);
    fc_text_free(&c.journal);
    if (plain) {
        uselocale(before);
        freelocale(plain);
    }
    return status;
}
