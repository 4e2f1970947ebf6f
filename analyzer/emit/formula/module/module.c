/* SPDX-License-Identifier: Apache-2.0 */
/* The compute models and runtime functions as a WebAssembly module: what formula_runtime.mjs evaluates a formula's
 * terms with. The machine and the regions come as numbers in a buffer (fc_flatten() of formula_runtime.mjs): a list is
 * its length and its entries, an object the number of its keys, and for each key its words and its value. A word is its
 * length and its characters. An instance of the module serves one formula. */
#include "compute.h"
#include "forecost.h"
#include "runtime_function.h"
#include "uncertainty.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

enum {
    WORD = 64 /* characters of the longest word and its end */
};

typedef struct numbers {
    const double *at, *end;
    bool is_bad; /* too short, or not what the structures have */
} numbers;

typedef struct region {
    fc_region region;
    fc_prepared_model prepared;
} region;

static double *buffer;
static fc_coefficients machine;
static region *regions;
static int n_regions;
static double error; /* relative, of the last cost */

static const char *const operation_name[] = {
#define NAME(name, text) text,
    FC_OPERATION_LIST(NAME)};
static const char *const numeric_name[] = {FC_NUMERIC_LIST(NAME)};
static const char *const fit_name[] = {FC_FIT_LIST(NAME)};
static const char *const variant_name[] = {FC_VARIANT_LIST(NAME)};
static const char *const access_name[] = {"read", "write", "update"};
#define WALK_NAME(name, text, bytes) text,
static const char *const walk_name[] = {FC_WALK_LIST(WALK_NAME)};

/* ---- numbers ---- */

static double next(numbers *in)
{
    if (in->at == in->end)
        in->is_bad = true;
    return in->is_bad ? 0 : *in->at++;
}

static int next_count(numbers *in, int most)
{
    double n = next(in);
    if (!(n >= 0 && n <= most))
        in->is_bad = true;
    return in->is_bad ? 0 : (int)n;
}

static void next_text(numbers *in, char out[WORD])
{
    int n = next_count(in, WORD - 1);
    for (int i = 0; i < n; i++)
        out[i] = (char)next_count(in, SCHAR_MAX);
    out[n] = 0;
}

/* Index of the word in the list. */
static int index_of(numbers *in, const char *word, const char *const *name, int n)
{
    for (int i = 0; i < n; i++)
        if (strcmp(word, name[i]) == 0)
            return i;
    in->is_bad = true;
    return 0;
}

static int next_word(numbers *in, const char *const *name, int n)
{
    char word[WORD];
    next_text(in, word);
    return index_of(in, word, name, n);
}

static int next_list(numbers *in, double *out, int most)
{
    int n = next_count(in, most);
    for (int i = 0; i < n; i++)
        out[i] = next(in);
    return n;
}

/* A member of a structure: the key in the object, and what reads it. */
typedef struct member {
    const char *key;
    size_t at;
    void (*read)(numbers *in, void *out);
} member;

static void read_object(numbers *in, void *out, const member *list, int n_members)
{
    for (int n = next_count(in, n_members); n > 0 && !in->is_bad; n--) {
        char key[WORD];
        int i = 0;
        next_text(in, key);
        while (i < n_members && strcmp(list[i].key, key) != 0)
            i++;
        if (i < n_members)
            list[i].read(in, (char *)out + list[i].at);
        else
            in->is_bad = true;
    }
}

static void read_number(numbers *in, void *out)
{
    *(double *)out = next(in);
}

static void read_int(numbers *in, void *out)
{
    *(int *)out = next_count(in, INT_MAX);
}

static void read_bool(numbers *in, void *out)
{
    *(bool *)out = next(in) != 0;
}

static void read_by_type(numbers *in, void *out)
{
    for (int n = next_count(in, FC_N_NUMERICS); n > 0; n--) {
        int type = next_word(in, numeric_name, FC_N_NUMERICS);
        ((double *)out)[type] = next(in);
    }
}

/* ---- the machine ---- */

static void read_operations(numbers *in, void *out)
{
    fc_operation_cost(*cost)[FC_N_NUMERICS] = out;
    for (int i = 0; i < FC_N_OPERATIONS * FC_N_NUMERICS; i++)
        cost[0][i] = (fc_operation_cost){-1, -1, -1, 0, 0};
    for (int n = next_count(in, FC_N_OPERATIONS * FC_N_NUMERICS); n > 0; n--) {
        int operation = next_word(in, operation_name, FC_N_OPERATIONS);
        int type = next_word(in, numeric_name, FC_N_NUMERICS);
        double value[5] = {0};
        next_list(in, value, 5);
        cost[operation][type] = (fc_operation_cost){value[0], value[1], value[2], value[3], value[4]};
    }
}

static void read_core(numbers *in, void *out)
{
#define BY_TYPE(name)                                                                                                  \
    {                                                                                                                  \
#name, offsetof(fc_core, name), read_by_type                                                                   \
    }
#define SECONDS(name)                                                                                                  \
    {                                                                                                                  \
#name, offsetof(fc_core, name), read_number                                                                    \
    }
    static const member list[] = {
        {"operation", offsetof(fc_core, operation), read_operations},
        BY_TYPE(read_s),
        BY_TYPE(write_s),
        BY_TYPE(scalar_read_s),
        BY_TYPE(scalar_write_s),
        BY_TYPE(least_s),
        SECONDS(forward_s),
        SECONDS(loop_s),
        SECONDS(line_s),
        SECONDS(loop_entry_s),
        SECONDS(short_entry_s),
        SECONDS(mispredict_s),
        SECONDS(call_s),
        SECONDS(issue_s),
        SECONDS(instruction_s),
        SECONDS(model_error),
    };
    read_object(in, out, list, sizeof list / sizeof *list);
}

/* The numbers of busy cores of the memory's levels. */
static void read_levels(numbers *in, void *out)
{
    fc_memory *memory = (void *)((char *)out - offsetof(fc_memory, active));
    memory->n_active = next_count(in, FC_MAX_ACTIVE);
    for (int level = 0; level < memory->n_active; level++)
        memory->active[level] = next_count(in, INT_MAX);
}

/* By levels: curves by "walk access". */
static void read_curves(numbers *in, void *out)
{
    fc_curve(*curve)[FC_N_WALKS][FC_N_ACCESSES] = out;
    memset(out, 0, sizeof machine.memory.curve);
    for (int level = 0, most = next_count(in, FC_MAX_ACTIVE); level < most; level++)
        for (int n = next_count(in, FC_N_WALKS * FC_N_ACCESSES); n > 0; n--) {
            int walk = next_word(in, walk_name, FC_N_WALKS), access = next_word(in, access_name, FC_N_ACCESSES);
            fc_curve *of = &curve[level][walk][access];
            next_count(in, 2);
            of->n = next_list(in, of->bytes, FC_MAX_CURVE);
            next_list(in, of->seconds, FC_MAX_CURVE);
        }
}

/* By levels: bytes and both exponents. */
static void read_overlaps(numbers *in, void *out)
{
    fc_overlaps *overlaps = out;
    memset(out, 0, sizeof machine.memory.overlaps);
    for (int level = 0, most = next_count(in, FC_MAX_ACTIVE); level < most; level++) {
        next_count(in, 3);
        overlaps[level].n = next_list(in, overlaps[level].bytes, FC_MAX_FAR);
        next_list(in, overlaps[level].exponent, FC_MAX_FAR);
        next_list(in, overlaps[level].stream_exponent, FC_MAX_FAR);
    }
}

static void read_interference(numbers *in, fc_interference *out)
{
    next_count(in, 4);
    out->n_near = next_list(in, out->near_bytes, FC_MAX_NEAR);
    out->n_far = next_list(in, out->far_bytes, FC_MAX_FAR);
    next_list(in, out->pace_s, FC_N_CORE_TIMES);
    for (int f = 0, n_far = next_count(in, FC_MAX_FAR); f < n_far; f++)
        for (int i = 0, n_near = next_count(in, FC_MAX_NEAR); i < n_near; i++)
            next_list(in, out->extra_s[f][i], FC_N_CORE_TIMES);
}

static void read_interferences(numbers *in, void *out)
{
    fc_interference(*beside)[FC_N_ACCESSES] = out;
    memset(out, 0, sizeof machine.memory.beside);
    for (int level = 0, most = next_count(in, FC_MAX_ACTIVE); level < most; level++)
        for (int n = next_count(in, FC_N_ACCESSES); n > 0; n--) {
            int access = next_word(in, access_name, FC_N_ACCESSES);
            read_interference(in, &beside[level][access]);
        }
}

static void read_memory(numbers *in, void *out)
{
#define VALUE(name)                                                                                                    \
    {                                                                                                                  \
#name, offsetof(fc_memory, name), read_number                                                                  \
    }
    static const member list[] = {
        {"active", offsetof(fc_memory, active), read_levels},
        {"curve", offsetof(fc_memory, curve), read_curves},
        {"overlaps", offsetof(fc_memory, overlaps), read_overlaps},
        {"beside", offsetof(fc_memory, beside), read_interferences},
        VALUE(overlap),
        VALUE(stream_overlap),
        VALUE(first_touch_s),
        VALUE(allocate_s),
        VALUE(window),
        VALUE(model_error),
        VALUE(scattered_error),
    };
    read_object(in, out, list, sizeof list / sizeof *list);
}

static void read_segments(numbers *in, void *out)
{
    fc_runtime_function *function = (void *)((char *)out - offsetof(fc_runtime_function, segment));
    function->n_segments = next_count(in, FC_MAX_SEGMENTS);
    for (int i = 0; i < function->n_segments; i++) {
        fc_segment *segment = &function->segment[i];
        next_count(in, 3);
        segment->high_bytes = next(in);
        next_list(in, segment->c, FC_N_TERMS);
        segment->error = next(in);
    }
}

/* Index by variant and fit of the next runtime function, "bcast" or "bcast@intra". */
static int next_function(numbers *in)
{
    char name[WORD];
    next_text(in, name);
    char *at = strchr(name, '@');
    if (at)
        *at = 0;
    int variant = at ? index_of(in, at + 1, variant_name, FC_N_VARIANTS) : FC_VARIANT_ANY;
    return variant * FC_N_FITS + index_of(in, name, fit_name, FC_N_FITS);
}

/* By name. */
static void read_functions(numbers *in, void *out)
{
    static const member list[] = {
        {"low_ranks", offsetof(fc_runtime_function, low_ranks), read_number},
        {"high_ranks", offsetof(fc_runtime_function, high_ranks), read_number},
        {"by_total", offsetof(fc_runtime_function, by_total), read_bool},
        {"falls", offsetof(fc_runtime_function, falls), read_bool},
        {"segments", offsetof(fc_runtime_function, segment), read_segments},
    };
    fc_runtime_function *function = out;
    memset(out, 0, sizeof machine.communication);
    for (int n = next_count(in, FC_N_VARIANTS * FC_N_FITS); n > 0; n--) {
        int index = next_function(in);
        read_object(in, &function[index], list, sizeof list / sizeof *list);
    }
}

static void read_discrepancies(numbers *in, void *out)
{
    next_list(in, out, FC_N_DISCREPANCIES);
}

static void read_constants(numbers *in, void *out)
{
    next_list(in, ((fc_constants *)out)->value, FC_N_CONSTANTS);
}

static void read_machine(numbers *in)
{
    static const member list[] = {
        {"cores", offsetof(fc_coefficients, cores), read_int},
        {"busy_cores", offsetof(fc_coefficients, busy_cores), read_int},
        {"network", offsetof(fc_coefficients, network.n_levels), read_int},
        {"network_error", offsetof(fc_coefficients, network.model_error), read_number},
        {"discrepancy", offsetof(fc_coefficients, discrepancy), read_discrepancies},
        {"line_bytes", offsetof(fc_coefficients, line_bytes), read_number},
        {"constants", offsetof(fc_coefficients, constants), read_constants},
        {"core", offsetof(fc_coefficients, core), read_core},
        {"busy", offsetof(fc_coefficients, busy), read_core},
        {"memory", offsetof(fc_coefficients, memory), read_memory},
        {"communication", offsetof(fc_coefficients, communication), read_functions},
        {"uneven", offsetof(fc_coefficients, non_power_of_two), read_functions},
        {"few", offsetof(fc_coefficients, few), read_functions},
    };
    read_object(in, &machine, list, sizeof list / sizeof *list);
}

/* ---- regions ---- */

static void read_flags(numbers *in, void *out)
{
    static const char *const name[] = {"loop", "branches", "chain", "chain_memory", "calls", "branch"};
    static const int flag[] = {FC_REGION_LOOP,  FC_REGION_BRANCHES, FC_REGION_RECURRENCE, FC_REGION_RECURRENCE_MEMORY,
                               FC_REGION_CALLS, FC_REGION_BRANCH};
    const int most = sizeof flag / sizeof *flag;
    for (int n = next_count(in, most); n > 0; n--)
        *(int *)out |= flag[next_word(in, name, most)];
}

static int read_counts(numbers *in, const fc_count **out)
{
    int n = next_count(in, FC_N_OPERATIONS * FC_N_NUMERICS);
    fc_count *count = calloc((size_t)n + 1, sizeof *count);
    for (int i = 0; i < n; i++) {
        next_count(in, 3);
        count[i].operation = (fc_operation)next_word(in, operation_name, FC_N_OPERATIONS);
        count[i].numeric = (fc_numeric)next_word(in, numeric_name, FC_N_NUMERICS);
        count[i].n = next(in);
    }
    *out = count;
    return n;
}

static void read_operation_counts(numbers *in, void *out)
{
    fc_region *of = out;
    of->n_operations = read_counts(in, &of->operation);
}

static void read_chain(numbers *in, void *out)
{
    fc_region *of = out;
    of->n_chain = read_counts(in, &of->chain);
}

static void read_streams(numbers *in, void *out)
{
    fc_region *of = out;
    int n = next_count(in, (int)(in->end - in->at));
    fc_stream *stream = calloc((size_t)n + 1, sizeof *stream);
    for (int i = 0; i < n; i++) {
        next_count(in, 9);
        stream[i].access = (fc_access)next_word(in, access_name, FC_N_ACCESSES);
        stream[i].pattern = (fc_pattern)next_word(in, walk_name, FC_N_PATTERNS);
        stream[i].element_bytes = (int)next(in);
        stream[i].stride_bytes = next(in);
        stream[i].per_iteration = next(in);
        stream[i].starts = next(in);
        stream[i].waits = next(in);
        stream[i].decided = next(in) != 0;
        stream[i].stride_at = (int)next(in);
    }
    of->stream = stream;
    of->n_streams = n;
}

static void read_region(numbers *in, fc_region *out);

/* An empty list: no machine code was read. */
static void read_code(numbers *in, void *out)
{
    double value[10] = {0};
    next_list(in, value, 10);
    *(fc_code *)out = (fc_code){value[0], value[1], (int)value[2], value[3], value[4],
                                value[5], value[6], value[7],      value[8], value[9]};
}

static void read_loop(numbers *in, void *out)
{
    fc_region *loop = calloc(1, sizeof *loop);
    read_region(in, loop);
    *(const fc_region **)out = loop;
}

static void read_region(numbers *in, fc_region *out)
{
    static const member list[] = {
        {"flags", offsetof(fc_region, flags), read_flags},
        {"operations", 0, read_operation_counts},
        {"chain", 0, read_chain},
        {"reads", offsetof(fc_region, reads), read_by_type},
        {"writes", offsetof(fc_region, writes), read_by_type},
        {"calls", offsetof(fc_region, calls), read_number},
        {"seconds", offsetof(fc_region, seconds), read_number},
        {"around", offsetof(fc_region, around), read_number},
        {"streams", 0, read_streams},
        {"code", offsetof(fc_region, code), read_code},
        {"loop", offsetof(fc_region, loop), read_loop},
        {"always", offsetof(fc_region, always), read_loop},
        {"share", offsetof(fc_region, share), read_number},
    };
    read_object(in, out, list, sizeof list / sizeof *list);
}

/* ---- what JavaScript calls ---- */

/* A buffer of n numbers, for the next call. */
double *EXPORT(fc_module_input)(int n)
{
    static int room;
    if (n > room) {
        free(buffer);
        buffer = calloc((size_t)n, sizeof *buffer);
        room = n;
    }
    return buffer;
}

/* The list of regions in the buffer's n numbers; false if it is not one. Called once. */
int EXPORT(fc_module_load_regions)(int n)
{
    numbers in = {buffer, buffer + n, false};
    n_regions = next_count(&in, n);
    regions = calloc((size_t)n_regions + 1, sizeof *regions);
    for (int i = 0; i < n_regions; i++)
        read_region(&in, &regions[i].region);
    return !in.is_bad && in.at == in.end;
}

/* The machine in the buffer's n numbers. */
int EXPORT(fc_module_load_machine)(int n, int has_memory)
{
    numbers in = {buffer, buffer + n, false};
    read_machine(&in);
    for (int i = 0; i < n_regions; i++)
        fc_compute_prepare(&regions[i].prepared, has_memory ? fc_compute_memory : fc_compute_ops, &machine,
                           &regions[i].region);
    return !in.is_bad && in.at == in.end;
}

/* The relative error of the last cost, one standard deviation. */
double EXPORT(fc_module_error)(void)
{
    return error;
}

/* Seconds of a region on one of p ranks; the working sets are in the buffer. */
double EXPORT(fc_module_region_seconds)(int index, double p, double entries, double iterations)
{
    double active = fmax(fmin(p, machine.cores), 1);
    error = 0;
    if (entries == 0 && iterations == 0)
        return 0;
    return fc_compute_prepared(&regions[index].prepared, (int)active, entries, iterations, buffer, &error);
}

/* The runtime function whose name is in the buffer's n numbers. */
int EXPORT(fc_module_function_of)(int n)
{
    numbers in = {buffer, buffer + n, false};
    return next_function(&in);
}

static fc_runtime_query query_of(int function, double p, double bytes)
{
    return (fc_runtime_query){(fc_fit)(function % FC_N_FITS), (fc_variant)(function / FC_N_FITS), p, bytes};
}

double EXPORT(fc_module_communication_seconds)(int function, double p, double bytes)
{
    error = 0;
    return fc_runtime_function_time(&machine, query_of(function, p, bytes), &error);
}

int EXPORT(fc_module_is_calibrated)(int function, double p, double bytes)
{
    return fc_runtime_function_calibrated(&machine, query_of(function, p, bytes));
}

double EXPORT(fc_module_variance)(double squares, double sum)
{
    return fc_uncertainty_variance(squares, sum);
}

double EXPORT(fc_module_network_error)(double p)
{
    return fc_runtime_function_network_error(&machine, p);
}

/* The two ends of the 90 % interval of a time with this variance, until the next call. */
double *EXPORT(fc_module_interval)(double time_s, double variance)
{
    static double end[2];
    fc_uncertainty_interval(&end[0], &end[1], time_s, variance, 1);
    return end;
}

/* The standard deviation of half an interval. */
double EXPORT(fc_module_deviation)(double half_s)
{
    return half_s / FC_HALF_INTERVAL;
}
