/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/output/machine_plot.h"

#include "support/messages/command_line.h"
#include "tools/output/plot.h"

#include <stdlib.h>

enum {
    MOST_CURVES = 2 * (FC_N_WALKS + 1)
};
static const double access_bytes = 8;

/* The plot under construction. */
typedef struct drawing {
    double rate[MOST_CURVES][FC_MAX_CURVE];
    fc_plot_series series[MOST_CURVES];
    char *name[MOST_CURVES];
    int n;
} drawing;

/* Adds a curve of rates. A time of 0 has no rate; it becomes 0, which the plot omits. */
static void add_curve(drawing *d, const fc_curve *curve, FC_TAKE char *name)
{
    for (int i = 0; i < curve->n; i++)
        d->rate[d->n][i] = curve->seconds[i] > 0 ? access_bytes / curve->seconds[i] : 0;
    d->series[d->n] = (fc_plot_series){name, FC_PLOT_MARKED, curve->bytes, d->rate[d->n], curve->n, NULL};
    d->name[d->n++] = name;
}

static void add_walk(drawing *d, const fc_memory *memory, int active, fc_walk walk)
{
#define TEXT_OF(name, text, bytes) text,
    static const char *const walks[] = {FC_WALK_LIST(TEXT_OF)};
#undef TEXT_OF
    static const char *const accesses[] = {[FC_READ] = "read", [FC_WRITE] = "write"};
    for (int access = FC_READ; access <= FC_WRITE; access++) {
        const fc_curve *curve = &memory->curve[active - 1][walk][access];
        if (curve->n > 0)
            add_curve(d, curve,
                      fc_format("%s%s %s, %d core%s", walks[walk], walk == FC_WALK_UNIT ? " stride" : "",
                                accesses[access], active, active == 1 ? "" : "s"));
    }
}

fc_status fc_machine_plot(const char *path, const fc_machine *machine, fc_report *report)
{
    const fc_memory *memory = &machine->coefficients.memory;
    if (memory->n_active == 0)
        return fc_fail(report, FC_E_INPUT, FC_NOWHERE, "Run `forecost calibrate`, or omit --plot.",
                       FC_MSG_MACHINE_NO_MEMORY_CURVES, machine->coefficients.name);
    drawing *d = fc_allocate(1, sizeof *d);
    for (int walk = 0; walk < FC_N_WALKS; walk++)
        add_walk(d, memory, 1, (fc_walk)walk);
    if (memory->n_active > 1)
        add_walk(d, memory, memory->n_active, FC_WALK_UNIT);
    char *title = fc_format("Memory of %s, 8 bytes per access", machine->coefficients.name);
    fc_plot plot = {
        title, {"working set", FC_PLOT_BYTES, true}, {"rate per core", FC_PLOT_RATE, true}, d->series, d->n};
    fc_status status = fc_plot_write(path, &plot, report);
    free(title);
    for (int i = 0; i < d->n; i++)
        free(d->name[i]);
    free(d);
    return status;
}
