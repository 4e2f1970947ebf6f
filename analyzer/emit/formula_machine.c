/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A machine and regions as Python: what formula_runtime.py reads. */
#include "analyzer/emit/formula_view.h"

#include "analyzer/passes/machine_code.h"

#include "runtime/evaluate/forecost.h"

#include <math.h>
#include <stdio.h>
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
static const char *const access_name[] = {"read", "write", "update"};

/* A float that reads back exactly, whatever the locale. */
static void put_number(fc_text *out, double value)
{
    char text[40];
    if (!isfinite(value)) {
        fc_text_add(out, "%s", isnan(value) ? "math.nan" : value > 0 ? "math.inf" : "-math.inf");
        return;
    }
    snprintf(text, sizeof text, "%.17g", value);
    char *comma = strchr(text, ',');
    if (comma)
        *comma = '.';
    fc_text_add(out, strpbrk(text, ".e") ? "%s" : "%s.0", text);
}

static void put_numbers(fc_text *out, const double *value, int n)
{
    fc_text_add(out, "(");
    for (int i = 0; i < n; i++) {
        put_number(out, value[i]);
        fc_text_add(out, n == 1 ? "," : i + 1 < n ? ", " : "");
    }
    fc_text_add(out, ")");
}

static void put_field(fc_text *out, const char *name, double value)
{
    fc_text_add(out, "\"%s\": ", name);
    put_number(out, value);
    fc_text_add(out, ", ");
}

static void put_by_type(fc_text *out, const char *name, const double *value, bool only_positive)
{
    const char *comma = "";
    fc_text_add(out, "\"%s\": {", name);
    for (int t = 0; t < FC_N_NUMERICS; t++)
        if (!only_positive || value[t] > 0) {
            fc_text_add(out, "%s\"%s\": ", comma, numeric_name[t]);
            put_number(out, value[t]);
            comma = ", ";
        }
    fc_text_add(out, "}, ");
}

/* ---- the machine ---- */

static void put_operations(fc_text *out, const fc_core *core)
{
    fc_text_add(out, "        \"operation\": {\n");
    for (int o = 0; o < FC_N_OPERATIONS; o++)
        for (int t = 0; t < FC_N_NUMERICS; t++) {
            const fc_operation_cost *cost = &core->operation[o][t];
            double value[] = {cost->throughput_s, cost->scalar_s, cost->latency_s, cost->window_s};
            if (value[0] < 0 && value[1] < 0 && value[2] < 0 && value[3] == 0)
                continue;
            fc_text_add(out, "            (\"%s\", \"%s\"): ", operation_name[o], numeric_name[t]);
            put_numbers(out, value, 4);
            fc_text_add(out, ",\n");
        }
    fc_text_add(out, "        },\n        ");
}

static void put_core(fc_text *out, const char *name, const fc_core *core)
{
    fc_text_add(out, "    \"%s\": {\n", name);
    put_operations(out, core);
    put_by_type(out, "read_s", core->read_s, false);
    put_by_type(out, "write_s", core->write_s, false);
    fc_text_add(out, "\n        ");
    put_by_type(out, "scalar_read_s", core->scalar_read_s, false);
    put_by_type(out, "scalar_write_s", core->scalar_write_s, false);
    fc_text_add(out, "\n        ");
    put_by_type(out, "least_s", core->least_s, false);
    put_field(out, "forward_s", core->forward_s);
    put_field(out, "loop_s", core->loop_s);
    put_field(out, "line_s", core->line_s);
    put_field(out, "loop_entry_s", core->loop_entry_s);
    put_field(out, "call_s", core->call_s);
    put_field(out, "issue_s", core->issue_s);
    fc_text_add(out, "\n    },\n");
}

static void put_curves(fc_text *out, const fc_curve curve[FC_N_PATTERNS][FC_N_ACCESSES])
{
    fc_text_add(out, "            {\n");
    for (int p = 0; p < FC_N_PATTERNS; p++)
        for (int a = 0; a < FC_N_ACCESSES; a++) {
            fc_text_add(out, "                (\"%s\", \"%s\"): (", pattern_name[p], access_name[a]);
            put_numbers(out, curve[p][a].bytes, curve[p][a].n);
            fc_text_add(out, ", ");
            put_numbers(out, curve[p][a].seconds, curve[p][a].n);
            fc_text_add(out, "),\n");
        }
    fc_text_add(out, "            },\n");
}

static void put_beside(fc_text *out, const fc_beside *beside)
{
    fc_text_add(out, "(");
    put_numbers(out, beside->near_bytes, beside->n_near);
    fc_text_add(out, ", ");
    put_numbers(out, beside->far_bytes, beside->n_far);
    fc_text_add(out, ", ");
    put_numbers(out, beside->pace_s, FC_N_PACES);
    fc_text_add(out, ", (");
    for (int f = 0; f < beside->n_far; f++) {
        fc_text_add(out, "\n                (");
        for (int n = 0; n < beside->n_near; n++) {
            put_numbers(out, beside->extra_s[f][n], FC_N_PACES);
            fc_text_add(out, ", ");
        }
        fc_text_add(out, "),");
    }
    fc_text_add(out, ")), ");
}

static void put_memory(fc_text *out, const fc_memory *memory)
{
    int n = memory->n_active > 0 ? memory->n_active : 1;
    fc_text_add(out, "    \"memory\": {\n        \"n_active\": %d, ", memory->n_active);
    put_field(out, "overlap", memory->overlap);
    put_field(out, "stream_overlap", memory->stream_overlap);
    put_field(out, "first_touch_s", memory->first_touch_s);
    put_field(out, "allocate_s", memory->allocate_s);
    fc_text_add(out, "\n        \"curve\": (\n");
    for (int active = 0; active < n; active++)
        put_curves(out, memory->curve[active]);
    fc_text_add(out, "        ),\n        \"beside\": (\n");
    for (int active = 0; active < n; active++) {
        fc_text_add(out, "            {");
        for (int a = 0; a < FC_N_ACCESSES; a++) {
            fc_text_add(out, "\"%s\": ", access_name[a]);
            put_beside(out, &memory->beside[active][a]);
        }
        fc_text_add(out, "},\n");
    }
    fc_text_add(out, "        ),\n    },\n");
}

static void put_communication(fc_text *out, const fc_coefficients *machine)
{
    fc_text_add(out, "    \"communication\": {\n");
    for (int f = 0; f < FC_N_FITS; f++) {
        const fc_runtime_function *function = &machine->communication[f];
        if (function->n_segments == 0)
            continue;
        fc_text_add(out, "        \"%s\": {", fc_formula_fit_name((fc_fit)f));
        put_field(out, "low_ranks", function->low_ranks);
        fc_text_add(out, "\"segments\": (");
        for (int i = 0; i < function->n_segments; i++) {
            fc_text_add(out, "\n            (");
            put_number(out, function->segment[i].high_bytes);
            fc_text_add(out, ", ");
            put_numbers(out, function->segment[i].c, FC_N_TERMS);
            fc_text_add(out, "),");
        }
        fc_text_add(out, ")},\n");
    }
    fc_text_add(out, "    },\n");
}

/* Characters that end or escape in a Python string are left out. */
static void put_string(fc_text *out, const char *text)
{
    for (; *text; text++)
        fc_text_add(out, "%c", *text == '"' || *text == '\\' || (unsigned char)*text < ' ' ? '?' : *text);
}

void fc_formula_print_machine(fc_text *out, const fc_coefficients *machine)
{
    fc_text_add(out, "MACHINE = {\n    \"name\": \"");
    put_string(out, machine->name);
    fc_text_add(out, "\", \"cores\": %d, \"busy_cores\": %d, ", machine->cores, machine->busy_cores);
    put_field(out, "line_bytes", machine->line_bytes > 0 ? machine->line_bytes : 0);
    fc_text_add(out, "\n");
    put_core(out, "core", &machine->core);
    if (machine->busy_cores > 0)
        put_core(out, "busy", &machine->busy);
    put_memory(out, &machine->memory);
    put_communication(out, machine);
    fc_text_add(out, "}\n");
}

/* ---- regions ---- */

static void put_counts(fc_text *out, const char *name, const double count[FC_N_OPERATIONS][FC_N_NUMERICS])
{
    fc_text_add(out, "\"%s\": (", name);
    for (int o = 0; o < FC_N_OPERATIONS; o++)
        for (int t = 0; t < FC_N_NUMERICS; t++)
            if (count[o][t] > 0) {
                fc_text_add(out, "(\"%s\", \"%s\", ", operation_name[o], numeric_name[t]);
                put_number(out, count[o][t]);
                fc_text_add(out, "), ");
            }
    fc_text_add(out, "), ");
}

static void put_flags(fc_text *out, int flags)
{
    static const struct {
        int flag;
        const char *name;
    } list[] = {{FC_REGION_LOOP, "loop"},
                {FC_REGION_BRANCHES, "branches"},
                {FC_REGION_CHAIN, "chain"},
                {FC_REGION_CHAIN_MEMORY, "chain_memory"},
                {FC_REGION_CALLS, "calls"}};
    const char *comma = "";
    fc_text_add(out, "\"flags\": frozenset((");
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (flags & list[i].flag) {
            fc_text_add(out, "%s\"%s\"", comma, list[i].name);
            comma = ", ";
        }
    fc_text_add(out, "%s)), ", *comma ? "," : "");
}

void fc_formula_print_region(fc_text *out, const fc_program *program, const fc_region_model *region)
{
    fc_text_add(out, "    %d: {", region->id);
    put_flags(out, region->flags);
    put_counts(out, "operations", region->operation);
    put_counts(out, "chain", region->chain);
    fc_text_add(out, "\n        ");
    put_by_type(out, "reads", region->reads, true);
    put_by_type(out, "writes", region->writes, true);
    put_field(out, "calls", region->calls);
    fc_text_add(out, "\"streams\": (");
    for (size_t i = 0; i < region->n_streams; i++) {
        const fc_access_stream *stream = &region->stream[i];
        fc_text_add(out, "(\"%s\", \"%s\", %d, ", access_name[stream->access], pattern_name[stream->pattern],
                    stream->element_bytes);
        put_number(out, stream->stride_bytes);
        fc_text_add(out, ", 1.0), ");
    }
    fc_text_add(out, "), \"code\": ");
    fc_code code = fc_machine_code_of(program, region);
    double value[] = {code.iterations, code.lines, code.vector_bytes, code.loads, code.stores};
    if (code.iterations > 0)
        put_numbers(out, value, 5);
    fc_text_add(out, "%s},\n", code.iterations > 0 ? "" : "None");
}
