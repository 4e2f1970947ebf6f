/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/messages/report.h"
#include "tools/compare/comparison_print.h"
#include "tools/output/plot.h"

#include <stdlib.h>

/* Coordinates by contender, each with room for every point; the last series holds the crossovers. */
typedef struct drawing {
    double *x, *y;
    fc_plot_series *series;
} drawing;

static drawing open_drawing(const fc_comparison *of, fc_plot_style style)
{
    size_t points = (size_t)of->sweep->n_points, n = (size_t)of->n;
    drawing d = {fc_allocate(points * (n + 1), sizeof *d.x), fc_allocate(points * (n + 1), sizeof *d.y),
                 fc_allocate(n + 1, sizeof *d.series)};
    for (size_t c = 0; c < n; c++)
        d.series[c] = (fc_plot_series){of->contender[c].name, style, d.x + c * points, d.y + c * points, 0, NULL};
    d.series[n] = (fc_plot_series){"crossover", FC_PLOT_BORDER, d.x + n * points, d.y + n * points, 0, NULL};
    return d;
}

static void add_point(drawing *d, const fc_comparison *of, int contender, double x, double y)
{
    size_t at = (size_t)contender * (size_t)of->sweep->n_points + (size_t)d->series[contender].n++;
    d->x[at] = x;
    d->y[at] = y;
}

static void fill_map(drawing *d, const fc_comparison *of, int parameter)
{
    double *value = fc_allocate((size_t)of->sweep->n_parameters, sizeof *value);
    for (int i = 0; i < of->sweep->n_points; i++) {
        bool clear;
        fc_sweep_values(value, of->sweep, i);
        add_point(d, of, fc_comparison_winner(of, i, &clear), fc_sweep_ranks(of->sweep, i), value[parameter]);
    }
    for (size_t i = 0; i < of->n_crossings; i++) {
        fc_sweep_values(value, of->sweep, of->crossing[i].set * of->sweep->ranks.n);
        add_point(d, of, of->n, of->crossing[i].crossover.ranks, value[parameter]);
    }
    free(value);
}

/* The one parameter that is swept; -1: none; -2: more than one. */
static int find_swept(const fc_sweep *sweep)
{
    int swept = -1;
    for (int i = 0; i < sweep->n_parameters; i++)
        if (sweep->range[i].n > 1)
            swept = swept == -1 ? i : -2;
    return swept;
}

static int count_used(fc_plot_series *series, int n)
{
    int used = 0;
    for (int i = 0; i < n; i++)
        if (series[i].n)
            series[used++] = series[i];
    return used;
}

fc_status fc_comparison_plot(const char *path, const fc_comparison *comparison, fc_report *report)
{
    int swept = find_swept(comparison->sweep);
    if (swept == -2)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give all parameters but one a single value.",
                       FC_MSG_MAP_TWO_AXES_RANKS_ONE);
    drawing d = open_drawing(comparison, swept < 0 ? FC_PLOT_MARKED : FC_PLOT_CELLS);
    if (swept < 0)
        for (int c = 0; c < comparison->n; c++)
            for (int i = 0; i < comparison->sweep->n_points; i++)
                add_point(&d, comparison, c, fc_sweep_ranks(comparison->sweep, i),
                          comparison->contender[c].prediction[i].totals.time_s);
    else
        fill_map(&d, comparison, swept);
    char *title = fc_format("%s on %s", swept < 0 ? "Predicted time" : "Fastest", fc_comparison_machine(comparison));
    fc_plot plot = {title,
                    {"ranks", FC_PLOT_NUMBER, true},
                    {"time", FC_PLOT_SECONDS, true},
                    d.series,
                    count_used(d.series, comparison->n + 1)};
    if (swept >= 0)
        plot.y = (fc_plot_axis){comparison->sweep->name[swept], FC_PLOT_NUMBER, true};
    fc_status status = fc_plot_write(path, &plot, report);
    free(title);
    free(d.x);
    free(d.y);
    free(d.series);
    return status;
}
