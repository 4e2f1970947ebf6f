/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints a machine and regions as JSON, for formula_runtime.mjs; module/module.c reads every key. */
#include "analyzer/emit/formula/formula_view.h"

#include "analyzer/model/json_text.h"
#include "analyzer/regions/machine_code.h"
#include "runtime/openmp/team_costs.h"

#include <float.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const operation_name[] = {
#define NAME(name, text) text,
    FC_OPERATION_LIST(NAME)
#undef NAME
};
static const char *const numeric_name[] = {
#define NAME(name, text) text,
    FC_NUMERIC_LIST(NAME)
#undef NAME
};
static const char *const pattern_name[] = {
#define NAME(name, text) text,
    FC_PATTERN_LIST(NAME)
#undef NAME
};
#define WALK_NAME(name, text, bytes) text,
static const char *const access_name[] = {"read", "write", "update"};

/* JSON has no infinity: DBL_MAX replaces it. */
static json_t *number_of(double value)
{
    return json_real(isfinite(value) ? value : value > 0 ? DBL_MAX : 0);
}

static json_t *numbers_of(const double *value, int n)
{
    json_t *list = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(list, number_of(value[i]));
    return list;
}

static void set(json_t *object, const char *name, double value)
{
    json_object_set_new(object, name, number_of(value));
}

static void set_by_type(json_t *object, const char *name, const double *value, bool only_positive)
{
    json_t *by_type = json_object();
    for (int t = 0; t < FC_N_NUMERICS; t++)
        if (!only_positive || value[t] > 0)
            set(by_type, numeric_name[t], value[t]);
    json_object_set_new(object, name, by_type);
}

/* Sets an entry with a key of two words: "add f64". */
static void set_pair(json_t *object, const char *first, const char *second, FC_TAKE json_t *value)
{
    char *key = fc_format("%s %s", first, second);
    json_object_set_new(object, key, value);
    free(key);
}

/* ---- the machine ---- */

/* throughput, scalar, latency, window [s], relative error; operations without any known value are omitted. */
static json_t *operations_of(const fc_core *core)
{
    json_t *operations = json_object();
    for (int o = 0; o < FC_N_OPERATIONS; o++)
        for (int t = 0; t < FC_N_NUMERICS; t++) {
            const fc_operation_cost *cost = &core->operation[o][t];
            double value[] = {cost->throughput_s, cost->scalar_s, cost->latency_s, cost->window_s, cost->error};
            if (value[0] >= 0 || value[1] >= 0 || value[2] >= 0 || value[3] != 0 || value[4] > 0)
                set_pair(operations, operation_name[o], numeric_name[t], numbers_of(value, 5));
        }
    return operations;
}

static json_t *core_of(const fc_core *core)
{
    json_t *object = json_object();
    json_object_set_new(object, "operation", operations_of(core));
    set_by_type(object, "read_s", core->read_s, false);
    set_by_type(object, "write_s", core->write_s, false);
    set_by_type(object, "scalar_read_s", core->scalar_read_s, false);
    set_by_type(object, "scalar_write_s", core->scalar_write_s, false);
    set_by_type(object, "least_s", core->least_s, false);
    set(object, "forward_s", core->forward_s);
    set(object, "loop_s", core->loop_s);
    set(object, "line_s", core->line_s);
    set(object, "loop_entry_s", core->loop_entry_s);
    set(object, "short_entry_s", core->short_entry_s);
    set(object, "mispredict_s", core->mispredict_s);
    set(object, "call_s", core->call_s);
    set(object, "issue_s", core->issue_s);
    set(object, "instruction_s", core->instruction_s);
    set(object, "model_error", core->model_error);
    return object;
}

/* Bytes and seconds by "walk access", for the curves that the models use. */
static json_t *curves_of(const fc_curve curve[FC_N_WALKS][FC_N_ACCESSES])
{
    static const char *const walk_name[] = {FC_WALK_LIST(WALK_NAME)};
    json_t *object = json_object();
    for (int p = 0; p < FC_N_WALKS; p++)
        for (int a = 0; a < FC_N_ACCESSES; a++) {
            const fc_curve *of = &curve[p][a];
            if (p >= FC_N_PATTERNS && (p < FC_WALK_STRIDE_128 || of->n == 0))
                continue;
            json_t *axes = json_array();
            json_array_append_new(axes, numbers_of(of->bytes, of->n));
            json_array_append_new(axes, numbers_of(of->seconds, of->n));
            set_pair(object, walk_name[p], access_name[a], axes);
        }
    return object;
}

/* The three axes of fc_interference, and its values by far, near, pace. */
static json_t *beside_of(const fc_interference *beside)
{
    json_t *list = json_array(), *extra = json_array();
    json_array_append_new(list, numbers_of(beside->near_bytes, beside->n_near));
    json_array_append_new(list, numbers_of(beside->far_bytes, beside->n_far));
    json_array_append_new(list, numbers_of(beside->pace_s, FC_N_CORE_TIMES));
    for (int f = 0; f < beside->n_far; f++) {
        json_t *plane = json_array();
        for (int n = 0; n < beside->n_near; n++)
            json_array_append_new(plane, numbers_of(beside->extra_s[f][n], FC_N_CORE_TIMES));
        json_array_append_new(extra, plane);
    }
    json_array_append_new(list, extra);
    return list;
}

static json_t *besides_of(const fc_interference beside[FC_N_ACCESSES])
{
    json_t *object = json_object();
    for (int a = 0; a < FC_N_ACCESSES; a++)
        json_object_set_new(object, access_name[a], beside_of(&beside[a]));
    return object;
}

/* Bytes and both exponents of fc_overlaps. */
static json_t *overlaps_of(const fc_overlaps *overlaps)
{
    json_t *list = json_array();
    json_array_append_new(list, numbers_of(overlaps->bytes, overlaps->n));
    json_array_append_new(list, numbers_of(overlaps->exponent, overlaps->n));
    json_array_append_new(list, numbers_of(overlaps->stream_exponent, overlaps->n));
    return list;
}

/* Curves, overlaps and besides by levels of busy cores. */
static json_t *memory_of(const fc_memory *memory)
{
    json_t *object = json_object(), *active = json_array(), *curves = json_array(), *overlaps = json_array(),
           *besides = json_array();
    json_object_set_new(object, "active", active);
    set(object, "overlap", memory->overlap);
    set(object, "stream_overlap", memory->stream_overlap);
    set(object, "first_touch_s", memory->first_touch_s);
    set(object, "allocate_s", memory->allocate_s);
    set(object, "window", memory->window);
    set(object, "model_error", memory->model_error);
    set(object, "scattered_error", memory->scattered_error);
    for (int level = 0; level < memory->n_active; level++) {
        json_array_append_new(active, json_integer(memory->active[level]));
        json_array_append_new(curves, curves_of(memory->curve[level]));
        json_array_append_new(overlaps, overlaps_of(&memory->overlaps[level]));
        json_array_append_new(besides, besides_of(memory->beside[level]));
    }
    json_object_set_new(object, "overlaps", overlaps);
    json_object_set_new(object, "curve", curves);
    json_object_set_new(object, "beside", besides);
    return object;
}

/* A segment: bytes where it ends, coefficients, relative error. */
static json_t *function_of(const fc_runtime_function *function)
{
    json_t *object = json_object(), *segments = json_array();
    set(object, "low_ranks", function->low_ranks);
    set(object, "high_ranks", function->high_ranks);
    set(object, "by_total", function->by_total);
    set(object, "falls", function->falls);
    for (int i = 0; i < function->n_segments; i++) {
        const fc_segment *segment = &function->segment[i];
        json_t *list = json_array();
        json_array_append_new(list, number_of(segment->high_bytes));
        json_array_append_new(list, numbers_of(segment->c, FC_N_TERMS));
        json_array_append_new(list, number_of(segment->error));
        json_array_append_new(segments, list);
    }
    json_object_set_new(object, "segments", segments);
    return object;
}

static json_t *functions_of(const fc_runtime_function list[FC_N_VARIANTS][FC_N_FITS])
{
    json_t *object = json_object();
    for (int v = 0; v < FC_N_VARIANTS; v++)
        for (int f = 0; f < FC_N_FITS; f++) {
            char *name = fc_formula_function_name((fc_fit)f, (fc_variant)v);
            if (list[v][f].n_segments > 0)
                json_object_set_new(object, name, function_of(&list[v][f]));
            free(name);
        }
    return object;
}

/* Seconds of OpenMP constructs in a team of one thread, by fc_overhead_kind. */
static json_t *overheads_of(const fc_coefficients *machine)
{
    double seconds[FC_N_OVERHEADS];
    for (int kind = 0; kind < FC_N_OVERHEADS; kind++)
        seconds[kind] = fc_team_overhead(fc_team_costs(machine), (fc_overhead_kind)kind, 1);
    return numbers_of(seconds, FC_N_OVERHEADS);
}

static json_t *machine_of(const fc_coefficients *machine)
{
    json_t *object = json_object();
    json_object_set_new(object, "name", fc_json_text(machine->name));
    json_object_set_new(object, "cores", json_integer(machine->cores));
    json_object_set_new(object, "busy_cores", json_integer(machine->busy_cores));
    json_object_set_new(object, "network", json_integer(machine->network.n_levels));
    set(object, "network_error", machine->network.model_error);
    json_object_set_new(object, "discrepancy", numbers_of(machine->discrepancy, FC_N_DISCREPANCIES));
    set(object, "line_bytes", machine->line_bytes > 0 ? machine->line_bytes : 0);
    json_object_set_new(object, "core", core_of(&machine->core));
    if (machine->busy_cores > 0)
        json_object_set_new(object, "busy", core_of(&machine->busy));
    json_object_set_new(object, "constants", numbers_of(machine->constants.value, FC_N_CONSTANTS));
    json_object_set_new(object, "memory", memory_of(&machine->memory));
    json_object_set_new(object, "overheads", overheads_of(machine));
    json_object_set_new(object, "communication", functions_of(machine->communication));
    json_object_set_new(object, "uneven", functions_of(machine->non_power_of_two));
    json_object_set_new(object, "few", functions_of(machine->few));
    return object;
}

/* ---- regions ---- */

static json_t *counts_of(const double count[FC_N_OPERATIONS][FC_N_NUMERICS])
{
    json_t *list = json_array();
    for (int o = 0; o < FC_N_OPERATIONS; o++)
        for (int t = 0; t < FC_N_NUMERICS; t++)
            if (count[o][t] > 0)
                json_array_append_new(list, json_pack("[ssf]", operation_name[o], numeric_name[t], count[o][t]));
    return list;
}

static json_t *flags_of(int flags)
{
    static const struct {
        int flag;
        const char *name;
    } list[] = {{FC_REGION_LOOP, "loop"},        {FC_REGION_BRANCHES, "branches"},
                {FC_REGION_RECURRENCE, "chain"}, {FC_REGION_RECURRENCE_MEMORY, "chain_memory"},
                {FC_REGION_CALLS, "calls"},      {FC_REGION_BRANCH, "branch"}};
    json_t *names = json_array();
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (flags & list[i].flag)
            json_array_append_new(names, json_string(list[i].name));
    return names;
}

static json_t *streams_of(const fc_region_model *region)
{
    json_t *list = json_array();
    for (size_t i = 0; i < region->n_streams; i++) {
        const fc_access_stream *stream = &region->stream[i];
        json_array_append_new(list,
                              json_pack("[ssiffffii]", access_name[stream->access], pattern_name[stream->pattern],
                                        stream->element_bytes, stream->stride_bytes, stream->share, stream->starts,
                                        stream->waits, stream->decided, fc_region_model_stride_at(region, i)));
    }
    return list;
}

static json_t *region_of(const fc_program *program, const fc_region_model *region)
{
    json_t *object = json_object();
    fc_code code = fc_machine_code_of(program, region);
    double value[] = {code.iterations, code.lines,    code.vector_bytes, code.loads,  code.stores,
                      code.n_loads,    code.n_stores, code.lanes,        code.cycles, code.instructions};
    json_object_set_new(object, "flags", flags_of(region->flags));
    json_object_set_new(object, "operations", counts_of(region->operation));
    json_object_set_new(object, "chain", counts_of(region->chain));
    set_by_type(object, "reads", region->reads, true);
    set_by_type(object, "writes", region->writes, true);
    set(object, "calls", region->calls);
    set(object, "seconds", region->seconds);
    set(object, "around", region->around);
    json_object_set_new(object, "streams", streams_of(region));
    json_object_set_new(
        object, "code",
        numbers_of(value, code.iterations > 0 ? (int)(sizeof value / sizeof *value) : 0)); /* []: no listing read */
    if (region->whole && region->whole->always != region) {
        json_object_set_new(object, "loop", region_of(program, region->whole));
        json_object_set_new(object, "always", region_of(program, region->whole->always));
        set(object, "share", region->share);
    }
    return object;
}

/* ---- text ---- */

/* Prints objects down to `depth` with one line for each entry. */
static void print(fc_text *out, json_t *value, int indent, int depth)
{
    if (!json_is_object(value) || depth == 0 || json_object_size(value) == 0) {
        char *text = json_dumps(value, JSON_ENCODE_ANY);
        fc_text_add(out, "%s", text);
        free(text);
        return;
    }
    const char *key, *comma = "";
    json_t *entry;
    fc_text_add(out, "{");
    json_object_foreach(value, key, entry)
    {
        fc_text_add(out, "%s\n%*s\"%s\": ", comma, indent + 4, "", key);
        print(out, entry, indent + 4, depth - 1);
        comma = ",";
    }
    fc_text_add(out, "\n%*s}", indent, "");
}

void fc_formula_print_machine(fc_text *out, const fc_coefficients *machine)
{
    json_t *object = machine_of(machine);
    print(out, object, 0, 3);
    json_decref(object);
}

void fc_formula_print_region(fc_text *out, const fc_program *program, const fc_region_model *region)
{
    json_t *object = region_of(program, region);
    print(out, object, 4, 1);
    json_decref(object);
}
