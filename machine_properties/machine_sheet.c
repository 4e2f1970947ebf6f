/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/machine_sheet.h"

#include "support/messages/machine.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the text of a level ---- */

/* A level's text; `at` is the next byte to read. */
typedef struct reading {
    const char *text, *at, *option;
    fc_report *report;
} reading;

static fc_status refuse(const reading *r, const char *what)
{
    return fc_fail(r->report, FC_E_USAGE, FC_NOWHERE,
                   "For example --clock 2G --cache 32K,8 --cache 1M,16,5n --main-memory 80n.", FC_MSG_EDIT_INVALID,
                   r->option, r->text, (size_t)(r->at - r->text) + 1, what);
}

static double strtod_plain(const char *text, char **end)
{
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    double value = strtod_l(text, end, plain);
    freelocale(plain);
    return value;
}

/* A number, its unit's letter if it is among `letters` with the factors, and a comma or the end. */
static fc_status take(double *out, reading *r, const char *letters, const double *factor)
{
    char *end;
    double value = strtod_plain(r->at, &end);
    if (end == r->at || !isfinite(value) || value < 0)
        return refuse(r, "expected a number >= 0");
    const char *letter = *end ? strchr(letters, *end) : NULL;
    if (letter)
        value *= factor[letter - letters], end++;
    if (*end && *end != ',') {
        r->at = end;
        return refuse(r, "expected a comma or the end");
    }
    r->at = *end ? end + 1 : end;
    *out = value;
    return FC_OK;
}

static fc_status take_bytes(double *out, reading *r)
{
    static const double factor[] = {1024, 1024.0 * 1024, 1024.0 * 1024 * 1024};
    return take(out, r, "KMG", factor);
}

static fc_status take_size(fc_sheet_level *level, const fc_sheet *sheet, reading *r)
{
    double ways = 0, nearer = sheet->n_levels > 0 ? sheet->level[sheet->n_levels - 1].bytes : 0;
    fc_status status = take_bytes(&level->bytes, r);
    if (!status && !(level->bytes > nearer && level->bytes < 1e15))
        status = refuse(r, "expected more bytes than the level before has");
    if (!status)
        status = take(&ways, r, "", NULL);
    if (!status && !(ways >= 1 && ways <= 1 << 20 && ways == floor(ways)))
        status = refuse(r, "expected a number of ways");
    level->ways = status ? 0 : (unsigned)ways;
    return status;
}

fc_status fc_machine_sheet_add(fc_sheet *sheet, const char *text, const char *option, fc_report *report)
{
    reading r = {text, text, option, report};
    bool is_cache = strcmp(option, "--cache") == 0;
    fc_sheet_level level = {0};
    if (is_cache && sheet->n_levels == FC_MAX_CACHES)
        return refuse(&r, "too many caches");
    fc_status status = is_cache ? take_size(&level, sheet, &r) : FC_OK;
    level.latency_s = sheet->instruction_s;
    if (!status && (*r.at || !is_cache || sheet->n_levels > 0)) {
        double *out = &level.latency_s;
        static const double factor[] = {1e-9, 1e-6};
        status = take(out, &r, "nu", factor);
    }
    if (!status && *r.at)
        status = take_bytes(&level.rate, &r);
    if (!status && *r.at)
        status = refuse(&r, "expected the end");
    if (status)
        return status;
    sheet->level[sheet->n_levels] = level;
    sheet->n_levels += is_cache;
    return FC_OK;
}

fc_status fc_machine_sheet_core(fc_sheet *sheet, const char *clock, const char *cycles, fc_report *report)
{
    static const double factor[] = {1e6, 1e9};
    reading at_clock = {clock, clock, "--clock", report}, at_cycles = {cycles, cycles, "--cpi", report};
    double hertz = 0, each = 0;
    fc_status status = take(&hertz, &at_clock, "MG", factor);
    if (!status && (*at_clock.at || !(hertz >= 1 && hertz < 1e15)))
        status = refuse(&at_clock, "expected a frequency in hertz");
    if (!status)
        status = take(&each, &at_cycles, "", NULL);
    if (!status && (*at_cycles.at || !(each > 0 && each < 1e6)))
        status = refuse(&at_cycles, "expected a number of cycles > 0");
    if (!status)
        sheet->instruction_s = each / hertz;
    return status;
}

/* ---- the memory's curves ---- */

static double bytes_of(const fc_sheet *sheet, unsigned level)
{
    return level < sheet->n_levels ? sheet->level[level].bytes : HUGE_VAL;
}

/* The level that serves a repeated walk in order over so many bytes: LRU caches keep all of its lines or none. */
static const fc_sheet_level *serving(const fc_sheet *sheet, double bytes)
{
    unsigned level = 0;
    while (bytes > bytes_of(sheet, level))
        level++;
    return &sheet->level[level];
}

/* Seconds of 8 bytes of a line used whole. Beyond the first level one access of a line waits. */
static double unit_seconds(const fc_sheet *sheet, double bytes)
{
    const fc_sheet_level *level = serving(sheet, bytes);
    if (level == &sheet->level[0])
        return level->latency_s;
    return level->rate > 0 ? 8 / level->rate : 8 / sheet->line_bytes * level->latency_s;
}

static void add_point(fc_curve *curve, double bytes, double seconds)
{
    curve->bytes[curve->n] = bytes;
    curve->seconds[curve->n++] = seconds;
}

/* Walks in order step at each cache's size. */
static void make_steps(fc_curve *curve, const fc_sheet *sheet, bool is_unit)
{
    for (unsigned l = 0; l < sheet->n_levels; l++)
        for (int beyond = 0; beyond < 2; beyond++) {
            double bytes = bytes_of(sheet, l) * (beyond ? 1.001 : 1);
            add_point(curve, bytes, is_unit ? unit_seconds(sheet, bytes) : serving(sheet, bytes)->latency_s);
        }
}

/* Working sets evenly spread in the logarithm, from the first cache to 16 times the last. */
static void make_random(fc_curve *curve, const fc_sheet *sheet)
{
    double first = bytes_of(sheet, 0), last = 16 * bytes_of(sheet, sheet->n_levels - 1);
    for (int i = 0; i < FC_MAX_CURVE; i++) {
        double bytes = first * pow(last / first, i / (FC_MAX_CURVE - 1.0));
        /* Mean over random accesses: each level holds its share of the lines. */
        double sum = 0, nearer = 0;
        for (unsigned l = 0; nearer < bytes; l++) {
            double within = fmin(bytes_of(sheet, l), bytes);
            sum += (within - nearer) / bytes * sheet->level[l].latency_s;
            nearer = within;
        }
        add_point(curve, bytes, sum);
    }
}

/* ---- the core ---- */

/* Instructions of an operation; -1: not known. Those of functions were counted by valgrind's callgrind (glibc 2.36,
 * x86-64, moderate arguments; `print` and `scan` one number). */
static double instructions_of(fc_operation operation, fc_numeric type)
{
    static const double of_function[FC_N_OPERATIONS] = {
        [FC_OP_CLASS_SQRT] = 1,    [FC_OP_CLASS_EXP] = 56,     [FC_OP_CLASS_LOG] = 56,     [FC_OP_CLASS_POW] = 132,
        [FC_OP_CLASS_SIN] = 76,    [FC_OP_CLASS_TAN] = 75,     [FC_OP_CLASS_ATAN] = 64,    [FC_OP_CLASS_TANH] = 90,
        [FC_OP_CLASS_CBRT] = 136,  [FC_OP_CLASS_ERF] = 55,     [FC_OP_CLASS_TRUNCATE] = 5, [FC_OP_CLASS_LARGER] = 10,
        [FC_OP_CLASS_RANDOM] = 53, [FC_OP_CLASS_PRINT] = 2000, [FC_OP_CLASS_SCAN] = 900};
    static const double of_real_number[FC_N_OPERATIONS] = {[FC_OP_CLASS_PRINT] = 2670, [FC_OP_CLASS_SCAN] = 1640};
    bool is_real = type == FC_F32 || type == FC_F64;
    if (operation == FC_OP_CLASS_MISPREDICT)
        return 0;
    if (is_real && of_real_number[operation] > 0)
        return of_real_number[operation];
    if (fc_is_function(operation))
        return of_function[operation] > 0 ? of_function[operation] : -1;
    if (operation == FC_OP_CLASS_REMAINDER && is_real)
        return 97; /* fmod */
    return operation == FC_OP_CLASS_MADD ? 2 : 1;
}

static void make_core(fc_core *core, double instruction_s)
{
    enum {
        ENTRY = 6,          /* instructions of entering and leaving a loop, or of a call and its return */
        FUNCTION_ERROR = 30 /* percent */
    };
    core->instruction_s = core->issue_s = instruction_s;
    core->loop_entry_s = core->short_entry_s = core->call_s = ENTRY * instruction_s;
    for (int o = 0; o < FC_N_OPERATIONS; o++)
        for (int t = 0; t < FC_N_NUMERICS; t++) {
            double n = instructions_of((fc_operation)o, (fc_numeric)t), seconds = n * instruction_s;
            if (n >= 0)
                core->operation[o][t] =
                    (fc_operation_cost){seconds, seconds, seconds, 0, n > 2 ? FUNCTION_ERROR / 100.0 : 0};
        }
}

/* ---- the machine ---- */

static FC_GIVE char *copy_or_null(const char *text)
{
    return text ? fc_copy_string(text) : NULL;
}

static void take_communication(fc_machine *machine, const fc_machine *from)
{
    const fc_coefficients computation = machine->coefficients;
    fc_coefficients *to = &machine->coefficients;
    *to = from->coefficients;
    to->core = computation.core;
    to->busy = computation.busy;
    to->busy_cores = computation.busy_cores;
    to->memory = computation.memory;
    to->threads = computation.threads;
    memcpy(machine->is_assumed, from->is_assumed, sizeof machine->is_assumed);
    machine->mpi_compiler = copy_or_null(from->mpi_compiler);
    machine->mpi_version = copy_or_null(from->mpi_version);
    machine->launcher = copy_or_null(from->launcher);
}

fc_machine *fc_machine_of_sheet(const fc_sheet *sheet, const fc_machine *network)
{
    fc_machine *machine = fc_machine_create();
    make_core(&machine->coefficients.core, sheet->instruction_s);
    fc_memory *memory = &machine->coefficients.memory;
    memory->n_active = memory->active[0] = 1;
    for (int a = 0; a < FC_N_ACCESSES; a++) {
        make_steps(&memory->curve[0][FC_WALK_UNIT][a], sheet, true);
        make_steps(&memory->curve[0][FC_WALK_STRIDED][a], sheet, false);
        make_random(&memory->curve[0][FC_WALK_RANDOM][a], sheet);
    }
    make_random(&memory->curve[0][FC_WALK_CHASE][FC_READ], sheet);
    if (network)
        take_communication(machine, network);
    machine->coefficients.cores = sheet->cores;
    machine->coefficients.line_bytes = sheet->line_bytes;
    machine->n_caches = sheet->n_levels;
    for (unsigned l = 0; l < sheet->n_levels; l++) {
        machine->cache_bytes[l] = sheet->level[l].bytes;
        machine->cache_ways[l] = sheet->level[l].ways;
    }
    machine->note = fc_format("from a data sheet: %.6g s an instruction, %.6g s to the memory%s%s",
                              sheet->instruction_s, sheet->level[sheet->n_levels].latency_s,
                              network ? "; communication of " : "", network ? network->coefficients.name : "");
    return machine;
}
