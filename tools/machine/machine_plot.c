/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/machine/machine_plot.h"

#include "comm_interface/runtime_function.h"
#include "support/messages/command_line.h"
#include "tools/machine/sample_medians.h"
#include "tools/output/plot.h"

#include <stdlib.h>

enum {
    MOST_SERIES = 24,
    MOST_POINTS = 64,
    MOST_BARS = 32
};
static const double access_bytes = 8, most_message = 4 << 20;

/* A plot under construction. */
typedef struct drawing {
    double x[MOST_SERIES][MOST_POINTS], y[MOST_SERIES][MOST_POINTS];
    fc_plot_series series[MOST_SERIES];
    int color[MOST_SERIES];
    char *name[MOST_SERIES];
    int n;
} drawing;

/* Adds an empty series; its name is freed with the drawing. */
static fc_plot_series *add_series(drawing *d, FC_TAKE char *name, fc_plot_style style, int color)
{
    d->name[d->n] = name;
    d->color[d->n] = color;
    d->series[d->n] = (fc_plot_series){name, style, d->x[d->n], d->y[d->n], 0, NULL};
    return &d->series[d->n++];
}

static void add_point(drawing *d, double x, double y)
{
    fc_plot_series *to = &d->series[d->n - 1];
    if (to->n == MOST_POINTS)
        return;
    d->x[d->n - 1][to->n] = x;
    d->y[d->n - 1][to->n++] = y;
}

static void free_drawing(drawing *d)
{
    for (int i = 0; i < d->n; i++)
        free(d->name[i]);
    free(d);
}

/* ---- memory ---- */

/* Rates of a walk. A time of 0 has no rate; it becomes 0, which the plot omits. */
static void add_walk(drawing *d, const fc_memory *memory, int level, fc_walk walk)
{
#define TEXT_OF(name, text, bytes) text,
    static const char *const walks[] = {FC_WALK_LIST(TEXT_OF)};
#undef TEXT_OF
    static const char *const accesses[] = {[FC_READ] = "read", [FC_WRITE] = "write"};
    for (int access = FC_READ; access <= (walk == FC_WALK_UNIT ? FC_WRITE : FC_READ); access++) {
        const fc_curve *curve = &memory->curve[level][walk][access];
        if (curve->n == 0)
            continue;
        char *name = fc_format("%s%s %s, %d core%s", walks[walk], walk == FC_WALK_UNIT ? " stride" : "",
                               accesses[access], memory->active[level], level == 0 ? "" : "s");
        add_series(d, name, level == 0 ? FC_PLOT_MARKED : FC_PLOT_DASHED, 1 + 2 * (int)walk + access);
        for (int i = 0; i < curve->n; i++)
            add_point(d, curve->bytes[i], curve->seconds[i] > 0 ? access_bytes / curve->seconds[i] : 0);
    }
}

static void draw_memory(drawing *d, const fc_memory *memory)
{
    static const fc_walk shown[] = {FC_WALK_UNIT, FC_WALK_STRIDED, FC_WALK_RANDOM};
    for (int w = 0; w < 3 && memory->n_active > 0; w++)
        add_walk(d, memory, 0, shown[w]);
    for (int w = 0; w < 3 && memory->n_active > 1; w++)
        add_walk(d, memory, memory->n_active - 1, shown[w]);
}

/* ---- communication ---- */

static bool is_shown(const fc_sample_medians_series *samples, fc_runtime_query use)
{
    return samples->fit == use.fit && samples->variant == use.variant && samples->ranks == use.p;
}

/* Samples as dots, and the runtime function as a line in the same color. */
static void draw_operation(drawing *d, int color, const fc_coefficients *machine, const fc_sample_medians *measured,
                           fc_runtime_query use)
{
#define NAME_OF(name, text) text,
    static const char *const fits[] = {FC_FIT_LIST(NAME_OF)};
#undef NAME_OF
    double error;
    add_series(d, fc_format("%s, %g ranks", fits[use.fit], use.p), FC_PLOT_LINE, color);
    for (use.bytes = 8; use.bytes <= most_message; use.bytes *= 2)
        if (fc_runtime_function_calibrated(machine, use))
            add_point(d, use.bytes, fc_runtime_function_time(machine, use, &error));
    for (int k = 0; k < measured->n; k++) {
        const fc_sample_medians_series *of = &measured->series[k];
        if (!is_shown(of, use))
            continue;
        add_series(d, fc_copy_string(""), FC_PLOT_DOTS, color);
        for (int i = 0; i < of->n; i++)
            add_point(d, of->bytes[i], of->seconds[i]);
    }
}

static void draw_communication(drawing *d, const fc_machine *machine)
{
    static const fc_fit shown[] = {FC_FIT_SINGLE,    FC_FIT_BCAST,     FC_FIT_REDUCE,
                                   FC_FIT_ALLREDUCE, FC_FIT_ALLGATHER, FC_FIT_ALLTOALL};
    const fc_coefficients *all = &machine->coefficients;
    fc_sample_medians measured;
    fc_sample_medians_make(&measured, machine);
    for (int i = 0; i < 6; i++)
        for (fc_variant v = FC_VARIANT_ANY; v < FC_N_VARIANTS; v++) {
            const fc_runtime_function *function = &all->communication[v][shown[i]];
            if (function->n_segments == 0)
                continue;
            draw_operation(d, i + 1, all, &measured, (fc_runtime_query){shown[i], v, function->high_ranks, 8});
            break;
        }
    fc_sample_medians_free(&measured);
}

/* ---- operations ---- */

/* The names of the bars, and their seconds. */
typedef struct bars {
    const char *name[MOST_BARS];
    double independent_s[MOST_BARS], dependent_s[MOST_BARS];
    int n;
} bars;

static void add_bar(bars *to, const char *name, double independent_s, double dependent_s)
{
    if (independent_s <= 0 && dependent_s <= 0)
        return;
    to->name[to->n] = name;
    to->independent_s[to->n] = fmax(independent_s, 0);
    to->dependent_s[to->n++] = fmax(dependent_s, 0);
}

static bars bars_of(const fc_core *core)
{
#define CLASS_TEXT(name, text) text,
    static const char *const classes[] = {FC_OPERATION_LIST(CLASS_TEXT)};
#undef CLASS_TEXT
    static const fc_operation shown[] = {FC_OP_CLASS_ADD,  FC_OP_CLASS_MULTIPLY, FC_OP_CLASS_MADD, FC_OP_CLASS_DIVIDE,
                                         FC_OP_CLASS_SQRT, FC_OP_CLASS_EXP,      FC_OP_CLASS_LOG,  FC_OP_CLASS_POW,
                                         FC_OP_CLASS_SIN,  FC_OP_CLASS_TAN,      FC_OP_CLASS_ATAN, FC_OP_CLASS_TANH};
    bars out = {0};
    add_bar(&out, "load", core->read_s[FC_F64], 0);
    add_bar(&out, "store", core->write_s[FC_F64], 0);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        const fc_operation_cost *cost = &core->operation[shown[i]][FC_F64];
        add_bar(&out, classes[shown[i]], cost->throughput_s, cost->latency_s);
    }
    add_bar(&out, "call", core->call_s, 0);
    add_bar(&out, "mispredict", core->mispredict_s, 0);
    return out;
}

static void draw_operations(drawing *d, const bars *of)
{
    if (of->n == 0)
        return;
    add_series(d, fc_copy_string("independent, as compiled"), FC_PLOT_BARS, 1);
    for (int i = 0; i < of->n; i++)
        add_point(d, i - 0.2, of->independent_s[i]);
    add_series(d, fc_copy_string("in a dependence chain"), FC_PLOT_BARS, 2);
    for (int i = 0; i < of->n; i++)
        add_point(d, i + 0.2, of->dependent_s[i]);
}

/* ---- all ---- */

static fc_status write_panels(const char *path, const fc_machine *machine, const fc_plot_panel *all, fc_report *report)
{
    fc_plot_panel drawn[3];
    int n = 0;
    for (int i = 0; i < 3; i++)
        if (all[i].plot.n_series > 0)
            drawn[n++] = all[i];
    if (n == 0)
        return fc_fail(report, FC_E_INPUT, FC_NOWHERE, "Run `forecost calibrate`, or omit --plot.",
                       FC_MSG_MACHINE_NOTHING_TO_PLOT, machine->coefficients.name);
    return fc_plot_write_all(path, drawn, n, report);
}

fc_status fc_machine_plot(const char *path, const fc_machine *machine, fc_report *report)
{
    static const char *const level_name[FC_MAX_CACHES] = {"L1", "L2", "L3", "L4", "L5"};
    const fc_coefficients *all = &machine->coefficients;
    const bars costs = bars_of(&all->core);
    drawing *d[3];
    fc_plot_mark caches[FC_MAX_CACHES];
    for (unsigned i = 0; i < machine->n_caches; i++)
        caches[i] = (fc_plot_mark){machine->cache_bytes[i], level_name[i]};
    for (int i = 0; i < 3; i++)
        d[i] = fc_allocate(1, sizeof *d[i]);
    draw_memory(d[0], &all->memory);
    draw_communication(d[1], machine);
    draw_operations(d[2], &costs);
    char *title[] = {fc_format("Memory of %s, 8 bytes per access", all->name),
                     fc_format("Communication of %s: measured (dots) and fitted", all->name),
                     fc_format("Operations on f64 of %s%s%s", all->name, machine->compiler ? ", " : "",
                               machine->compiler ? machine->compiler : "")};
    const fc_plot_panel panels[] = {
        {.plot = {title[0],
                  {"working set", FC_PLOT_BYTES, true},
                  {"rate per core", FC_PLOT_RATE, true},
                  d[0]->series,
                  d[0]->n},
         .color = d[0]->color,
         .mark = caches,
         .n_marks = (int)machine->n_caches},
        {.plot = {title[1], {"message", FC_PLOT_BYTES, true}, {"time", FC_PLOT_SECONDS, true}, d[1]->series, d[1]->n},
         .color = d[1]->color},
        {.plot = {title[2], {"", FC_PLOT_NUMBER, false}, {"time", FC_PLOT_SECONDS, true}, d[2]->series, d[2]->n},
         .category = costs.name,
         .n_categories = costs.n}};
    fc_status status = write_panels(path, machine, panels, report);
    for (int i = 0; i < 3; i++) {
        free(title[i]);
        free_drawing(d[i]);
    }
    return status;
}
