/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/host/machine_source.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void fc_machine_source_number(fc_text *out, double value)
{
    char text[40];
    if (isnan(value) || isinf(value)) {
        fc_text_add(out, "%s", isnan(value) ? "NAN" : value > 0 ? "INFINITY" : "-INFINITY");
        return;
    }
    snprintf(text, sizeof text, "%.17g", value);
    char *comma = strchr(text, ',');
    if (comma)
        *comma = '.';
    fc_text_add(out, "%s", text);
}

/* ".field = value, ", or nothing for zero. */
static void add_number(fc_text *out, const char *field, double value)
{
    if (value == 0)
        return;
    fc_text_add(out, ".%s = ", field);
    fc_machine_source_number(out, value);
    fc_text_add(out, ", ");
}

/* ".field = {v, v, ...}, " without trailing zeros; nothing if all are zero. */
static void add_numbers(fc_text *out, const char *field, const double *value, int n)
{
    while (n > 0 && value[n - 1] == 0)
        n--;
    if (n == 0)
        return;
    fc_text_add(out, ".%s = {", field);
    for (int i = 0; i < n; i++) {
        fc_machine_source_number(out, value[i]);
        fc_text_add(out, i + 1 < n ? ", " : "}, ");
    }
}

static void add_integers(fc_text *out, const char *field, const int *value, int n)
{
    fc_text_add(out, ".%s = {", field);
    for (int i = 0; i < n; i++)
        fc_text_add(out, i + 1 < n ? "%d, " : "%d}, ", value[i]);
}

static void add_operations(fc_text *out, const fc_core *core)
{
    for (int o = 0; o < FC_N_OPERATIONS; o++)
        for (int t = 0; t < FC_N_NUMERICS; t++) {
            const fc_operation_cost *cost = &core->operation[o][t];
            fc_text_add(out, "        .operation[%d][%d] = {", o, t);
            add_number(out, "throughput_s", cost->throughput_s);
            add_number(out, "scalar_s", cost->scalar_s);
            add_number(out, "latency_s", cost->latency_s);
            add_number(out, "window_s", cost->window_s);
            add_number(out, "error", cost->error);
            fc_text_add(out, "},\n");
        }
}

static void add_core(fc_text *out, const char *field, const fc_core *core)
{
    fc_text_add(out, "    .%s = {\n", field);
    add_operations(out, core);
    fc_text_add(out, "        ");
    add_numbers(out, "read_s", core->read_s, FC_N_NUMERICS);
    add_numbers(out, "write_s", core->write_s, FC_N_NUMERICS);
    add_numbers(out, "scalar_read_s", core->scalar_read_s, FC_N_NUMERICS);
    add_numbers(out, "scalar_write_s", core->scalar_write_s, FC_N_NUMERICS);
    add_numbers(out, "least_s", core->least_s, FC_N_NUMERICS);
    add_number(out, "forward_s", core->forward_s);
    add_number(out, "loop_s", core->loop_s);
    add_number(out, "line_s", core->line_s);
    add_number(out, "loop_entry_s", core->loop_entry_s);
    add_number(out, "short_entry_s", core->short_entry_s);
    add_number(out, "mispredict_s", core->mispredict_s);
    add_number(out, "call_s", core->call_s);
    add_number(out, "issue_s", core->issue_s);
    add_number(out, "instruction_s", core->instruction_s);
    add_number(out, "model_error", core->model_error);
    fc_text_add(out, "\n    },\n");
}

static void add_beside(fc_text *out, const fc_interference *beside, int active, int access)
{
    fc_text_add(out, "        .beside[%d][%d] = {.n_near = %d, .n_far = %d, ", active, access, beside->n_near,
                beside->n_far);
    add_numbers(out, "near_bytes", beside->near_bytes, FC_MAX_NEAR);
    add_numbers(out, "far_bytes", beside->far_bytes, FC_MAX_FAR);
    add_numbers(out, "pace_s", beside->pace_s, FC_N_CORE_TIMES);
    for (int f = 0; f < FC_MAX_FAR; f++)
        for (int n = 0; n < FC_MAX_NEAR; n++) {
            char field[40];
            snprintf(field, sizeof field, "extra_s[%d][%d]", f, n);
            add_numbers(out, field, beside->extra_s[f][n], FC_N_CORE_TIMES);
        }
    fc_text_add(out, "},\n");
}

static void add_memory(fc_text *out, const fc_memory *memory)
{
    fc_text_add(out, "    .memory = {\n        .n_active = %d, ", memory->n_active);
    if (memory->n_active > 0)
        add_integers(out, "active", memory->active, memory->n_active);
    add_number(out, "overlap", memory->overlap);
    add_number(out, "stream_overlap", memory->stream_overlap);
    add_number(out, "first_touch_s", memory->first_touch_s);
    add_number(out, "allocate_s", memory->allocate_s);
    add_number(out, "window", memory->window);
    add_number(out, "model_error", memory->model_error);
    add_number(out, "scattered_error", memory->scattered_error);
    fc_text_add(out, "\n");
    for (int level = 0; level < memory->n_active; level++) {
        fc_text_add(out, "        .overlaps[%d] = {.n = %d, ", level, memory->overlaps[level].n);
        add_numbers(out, "bytes", memory->overlaps[level].bytes, FC_MAX_FAR);
        add_numbers(out, "exponent", memory->overlaps[level].exponent, FC_MAX_FAR);
        add_numbers(out, "stream_exponent", memory->overlaps[level].stream_exponent, FC_MAX_FAR);
        fc_text_add(out, "},\n");
        for (int pattern = 0; pattern < FC_N_WALKS; pattern++)
            for (int access = 0; access < FC_N_ACCESSES; access++) {
                fc_text_add(out, "        .curve[%d][%d][%d] = ", level, pattern, access);
                const fc_curve *curve = &memory->curve[level][pattern][access];
                fc_text_add(out, "{.n = %d, ", curve->n);
                add_numbers(out, "bytes", curve->bytes, FC_MAX_CURVE);
                add_numbers(out, "seconds", curve->seconds, FC_MAX_CURVE);
                add_numbers(out, "error", curve->error, FC_MAX_CURVE);
                fc_text_add(out, "},\n");
            }
        for (int access = 0; access < FC_N_ACCESSES; access++)
            add_beside(out, &memory->beside[level][access], level, access);
    }
    fc_text_add(out, "    },\n");
}

static void add_function(fc_text *out, const fc_runtime_function *function)
{
    fc_text_add(out, "{.n_segments = %d, .by_total = %d, .falls = %d, ", function->n_segments, function->by_total,
                function->falls);
    add_number(out, "low_ranks", function->low_ranks);
    add_number(out, "high_ranks", function->high_ranks);
    for (int i = 0; i < FC_MAX_SEGMENTS; i++) {
        const fc_segment *segment = &function->segment[i];
        if (i >= function->n_segments)
            break;
        fc_text_add(out, "\n        .segment[%d] = {", i);
        add_number(out, "low_bytes", segment->low_bytes);
        add_number(out, "high_bytes", segment->high_bytes);
        add_numbers(out, "c", segment->c, FC_N_TERMS);
        add_number(out, "error", segment->error);
        fc_text_add(out, "},");
    }
    fc_text_add(out, "},\n");
}

/* Adds the calibrated functions. */
static void add_functions(fc_text *out, const char *list, const fc_runtime_function function[FC_N_VARIANTS][FC_N_FITS])
{
    static const char *const fit_name[] = {
#define FIT_NAME(name, text) "FC_FIT_" #name,
        FC_FIT_LIST(FIT_NAME)
#undef FIT_NAME
    };
    static const char *const variant_name[] = {
#define VARIANT_NAME(name, text) "FC_VARIANT_" #name,
        FC_VARIANT_LIST(VARIANT_NAME)
#undef VARIANT_NAME
    };
    for (int v = 0; v < FC_N_VARIANTS; v++)
        for (int fit = 0; fit < FC_N_FITS; fit++) {
            if (function[v][fit].n_segments == 0)
                continue;
            fc_text_add(out, "    .%s[%s][%s] = ", list, variant_name[v], fit_name[fit]);
            add_function(out, &function[v][fit]);
        }
}

static void add_link(fc_text *out, const char *field, int i, const fc_link *link)
{
    fc_text_add(out, ".%s[%d] = {", field, i);
    add_number(out, "latency_s", link->latency_s);
    add_number(out, "bandwidth", link->bandwidth);
    fc_text_add(out, "}, ");
}

static void add_abstract(fc_text *out, const fc_abstract_network *network)
{
    if (network->n_nodes == 0)
        return;
    fc_text_add(out, ".abstract = {.n_nodes = %d, .n_distances = %d, .n_groups = %d, .pair = {", network->n_nodes,
                network->n_distances, network->n_groups);
    for (int i = 0; i < network->n_nodes; i++) {
        fc_text_add(out, i ? ", {" : "{");
        for (int j = 0; j < network->n_nodes; j++)
            fc_text_add(out, j ? ", %d" : "%d", network->pair[i][j]);
        fc_text_add(out, "}");
    }
    fc_text_add(out, "}, ");
    for (int i = 0; i < network->n_distances; i++)
        add_link(out, "distance", i, &network->distance[i]);
    for (int i = 0; i < network->n_groups; i++) {
        fc_text_add(out, ".group[%d] = {.nodes = %lluULL, ", i, network->group[i].nodes);
        add_number(out, "bandwidth", network->group[i].bandwidth);
        fc_text_add(out, "}, ");
    }
    fc_text_add(out, "}, ");
}

static void add_network(fc_text *out, const fc_network *network)
{
    fc_text_add(out, "    .network = {.model = %d, .routing = %d, .contention = %d, .dealing = %d, .n_levels = %d, ",
                (int)network->model, (int)network->routing, (int)network->contention, (int)network->dealing,
                network->n_levels);
    add_number(out, "acknowledgements", network->acknowledgements);
    add_number(out, "model_error", network->model_error);
    add_integers(out, "shape", network->shape, FC_MAX_LEVELS);
    add_integers(out, "up", network->up, FC_MAX_LEVELS);
    add_integers(out, "measured", network->measured, 2);
    for (int i = 0; i < network->n_levels; i++)
        add_link(out, "link", i, &network->link[i]);
    add_abstract(out, &network->abstract);
    if (network->has_inside) {
        fc_text_add(out, ".has_inside = true, .inside = {");
        add_number(out, "latency_s", network->inside.latency_s);
        add_number(out, "bandwidth", network->inside.bandwidth);
        fc_text_add(out, "}, ");
    }
    fc_text_add(out, ".n_factors = %d, ", network->n_factors);
    add_numbers(out, "factor_from", network->factor_from, network->n_factors);
    add_numbers(out, "factor", network->factor, network->n_factors);
    fc_text_add(out, "},\n");
}

static void add_threads(fc_text *out, const fc_openmp_costs *threads)
{
    if (threads->threads < 2)
        return;
    fc_text_add(out, "    .threads = {.threads = %d, .overhead = {", threads->threads);
    for (int i = 0; i < FC_N_OVERHEADS; i++) {
        fc_text_add(out, i > 0 ? ", {" : "{");
        fc_machine_source_number(out, threads->overhead[i].alone_s);
        fc_text_add(out, ", ");
        fc_machine_source_number(out, threads->overhead[i].all_s);
        fc_text_add(out, "}");
    }
    fc_text_add(out, "}},\n");
}

void fc_machine_source_add(fc_text *out, const fc_coefficients *machine, const char *symbol)
{
    fc_text_add(out, "const fc_coefficients %s = {\n", symbol);
    /* A C string constant. */
    const char *name = machine->name;
    fc_text_add(out, "    .name = \"");
    for (; *name; name++)
        if (*name == '"' || *name == '\\' || (unsigned char)*name < ' ' || *name == '?')
            fc_text_add(out, "\\%03o", (unsigned char)*name);
        else
            fc_text_append(out, name, 1);
    fc_text_add(out, "\",\n");
    fc_text_add(out, "    .cores = %d,\n    ", machine->cores);
    add_number(out, "line_bytes", machine->line_bytes);
    fc_text_add(out, "\n");
    add_core(out, "core", &machine->core);
    if (machine->busy_cores > 0) {
        fc_text_add(out, "    .busy_cores = %d,\n", machine->busy_cores);
        add_core(out, "busy", &machine->busy);
    }
    add_memory(out, &machine->memory);
    add_functions(out, "communication", machine->communication);
    add_functions(out, "uneven", machine->non_power_of_two);
    add_functions(out, "few", machine->few);
    fc_text_add(out, "    ");
    add_number(out, "eager_bytes", machine->eager_bytes);
    add_numbers(out, "discrepancy", machine->discrepancy, FC_N_DISCREPANCIES);
    fc_text_add(out, "\n");
    add_network(out, &machine->network);
    fc_text_add(out, "    .collectives = %d, ", (int)machine->collectives);
    const fc_algorithm *algorithm = machine->algorithm;
    for (int fit = 0; fit < FC_N_FITS; fit++)
        if (algorithm[fit] != FC_ALGORITHM_CHOSEN)
            fc_text_add(out, ".algorithm[%d] = %d, ", fit, (int)algorithm[fit]);
    fc_text_add(out, "\n");
    add_threads(out, &machine->threads);
    fc_text_add(out, "    .constants = {");
    add_numbers(out, "value", machine->constants.value, FC_N_CONSTANTS);
    fc_text_add(out, "},\n};\n");
}
