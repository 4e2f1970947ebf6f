/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/output/plot.h"
#include "tools/output/table.h"
#include "tools/prediction/points.h"
#include "tools/prediction/points_summary.h"

#include <gsl/gsl_sort.h>
#include <stdlib.h>

enum {
    MOST_CURVES = 12,
    RANKS = -1,
    NOTHING = -2
};

/* What the horizontal axis is: the ranks or one parameter of the sweep. Point i of a curve is point
 * first + i * stride of the sweep, where `first` runs over those whose digit of the axis is 0. */
typedef struct axis {
    int parameter; /* RANKS, NOTHING, or its index */
    int n, stride;
} axis;

static axis choose_axis(const fc_sweep *sweep)
{
    axis chosen = {RANKS, sweep->ranks.n, 1};
    if (chosen.n > 1)
        return chosen;
    chosen.parameter = 0;
    while (chosen.parameter < sweep->n_parameters && sweep->range[chosen.parameter].n == 1)
        chosen.parameter++;
    if (chosen.parameter == sweep->n_parameters)
        return (axis){NOTHING, 1, 1};
    chosen.n = sweep->range[chosen.parameter].n;
    for (int i = chosen.parameter + 1; i < sweep->n_parameters; i++)
        chosen.stride *= sweep->range[i].n;
    return chosen;
}

fc_status fc_points_check_plot(const char *path, const fc_sweep *sweep, fc_report *report)
{
    fc_status status = fc_plot_check(path, report);
    axis over = choose_axis(sweep);
    if (!status && over.parameter == NOTHING)
        status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Ask for several, for example -n 1:1024:x2.",
                         "--plot draws a curve over ranks or over a parameter, and one point is asked for");
    if (!status && sweep->n_points / over.n > MOST_CURVES)
        status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give fewer values of a parameter, or draw them one by one.",
                         "--plot draws at most %d curves, and %d are asked for", MOST_CURVES, sweep->n_points / over.n);
    return status;
}

/* "n = 500, iterations = 10": the parameters that tell this curve from the others. */
static FC_GIVE char *curve_name(const fc_sweep *sweep, const axis *over, int first)
{
    double *value = fc_allocate((size_t)sweep->n_parameters, sizeof *value);
    fc_text name = {0};
    fc_sweep_values(value, sweep, first);
    for (int i = 0; i < sweep->n_parameters; i++) {
        if (i == over->parameter || sweep->range[i].n == 1)
            continue;
        fc_text_add(&name, "%s%s = ", name.length ? ", " : "", sweep->name[i]);
        fc_number_text(&name, value[i]);
    }
    free(value);
    return fc_text_take(&name);
}

/* The coordinates of one curve, by ascending x. */
typedef struct curve {
    char *name;
    double *x, *time, *low, *high, *compute, *communication, *measured;
} curve;

static double place_of(const fc_points *points, const axis *over, int index)
{
    if (over->parameter == RANKS)
        return fc_sweep_ranks(points->sweep, index);
    double *value = fc_allocate((size_t)points->sweep->n_parameters, sizeof *value);
    fc_sweep_values(value, points->sweep, index);
    double place = value[over->parameter];
    free(value);
    return place;
}

static curve open_curve(const fc_points *points, const axis *over, int first)
{
    size_t n = (size_t)over->n;
    curve c = {.name = curve_name(points->sweep, over, first), .x = fc_allocate(7 * n, sizeof *c.x)};
    double **column[] = {&c.time, &c.low, &c.high, &c.compute, &c.communication, &c.measured};
    size_t *order = fc_allocate(n, sizeof *order);
    for (size_t k = 0; k < sizeof column / sizeof *column; k++)
        *column[k] = c.x + (k + 1) * n;
    for (size_t i = 0; i < n; i++)
        c.x[i] = place_of(points, over, first + (int)i * over->stride);
    gsl_sort_index(order, c.x, 1, n);
    gsl_sort(c.x, 1, n);
    for (size_t i = 0; i < n; i++) {
        int index = first + (int)order[i] * over->stride;
        const fc_totals *totals = &points->prediction[index].totals;
        c.time[i] = totals->time_s;
        c.low[i] = totals->low_s;
        c.high[i] = totals->high_s;
        c.compute[i] = totals->compute_s;
        c.communication[i] = totals->communication_s + totals->wait_s;
        c.measured[i] = points->measured ? points->measured[index].median_s : 0;
    }
    free(order);
    return c;
}

static void close_curve(curve *c)
{
    free(c->name);
    free(c->x);
}

static fc_status write_plot(const char *path, const fc_points *points, const fc_plot_series *series, int n_series,
                            fc_report *report)
{
    axis over = choose_axis(points->sweep);
    bool is_logarithmic = true;
    for (int i = 0; i < points->sweep->n_points; i++)
        is_logarithmic &= place_of(points, &over, i) > 0;
    fc_text title = {0};
    fc_points_name(&title, points);
    fc_text_add(&title, " on %s", points->machine);
    fc_plot plot = {
        title.bytes,
        {over.parameter == RANKS ? "ranks" : points->sweep->name[over.parameter], FC_PLOT_NUMBER, is_logarithmic},
        {"time", FC_PLOT_SECONDS, true},
        series,
        n_series};
    fc_status status = fc_plot_write(path, &plot, report);
    fc_text_free(&title);
    return status;
}

static fc_status draw_one(const char *path, const fc_points *points, const curve *c, int n, fc_report *report)
{
    const fc_plot_series series[] = {
        {"90 % interval", FC_PLOT_BAND, c->x, c->low, n, c->high},
        {"predicted", FC_PLOT_MARKED, c->x, c->time, n, NULL},
        {"compute", FC_PLOT_LINE, c->x, c->compute, n, NULL},
        {"communication and wait", FC_PLOT_LINE, c->x, c->communication, n, NULL},
        {"measured", FC_PLOT_POINTS, c->x, c->measured, n, NULL},
    };
    return write_plot(path, points, series, points->measured ? 5 : 4, report);
}

fc_status fc_points_plot(const char *path, const fc_points *points, fc_report *report)
{
    axis over = choose_axis(points->sweep);
    curve c[MOST_CURVES];
    fc_plot_series series[MOST_CURVES] = {0};
    int n = 0;
    for (int i = 0; i < points->sweep->n_points; i++) {
        if (i / over.stride % over.n > 0)
            continue;
        c[n] = open_curve(points, &over, i);
        series[n] = (fc_plot_series){c[n].name, FC_PLOT_MARKED, c[n].x, c[n].time, over.n, NULL};
        n++;
    }
    fc_status status =
        n == 1 ? draw_one(path, points, &c[0], over.n, report) : write_plot(path, points, series, n, report);
    for (int i = 0; i < n; i++)
        close_curve(&c[i]);
    return status;
}
