/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/sweep_axis.h"
#include "tools/output/plot.h"
#include "tools/points/points.h"
#include "tools/points/points_summary.h"

#include <gsl/gsl_sort.h>
#include <stdlib.h>

fc_status fc_points_check_plot(const char *path, const fc_sweep *sweep, fc_report *report)
{
    fc_status status = fc_plot_check(path, report);
    return status ? status : fc_sweep_axis_check(sweep, report);
}

/* The coordinates of one curve, by ascending x. */
typedef struct curve {
    char *name;
    int n;
    double *x, *time, *low, *high, *compute, *communication, *measured;
} curve;

/* The indices of the predicted points of the curve that begins with point `first`. */
static size_t list_points(int *index, const fc_points *points, const fc_sweep_axis *over, int first)
{
    size_t n = 0;
    for (int i = 0; i < over->n; i++)
        if (!points->prediction[first + i * over->stride].failure)
            index[n++] = first + i * over->stride;
    return n;
}

static curve open_curve(const fc_points *points, const fc_sweep_axis *over, int first)
{
    int *list = fc_allocate((size_t)over->n, sizeof *list);
    size_t n = list_points(list, points, over, first);
    curve c = {.name = fc_sweep_axis_curve_label(points->sweep, over, first),
               .n = (int)n,
               .x = fc_allocate(7 * n, sizeof *c.x)};
    double **column[] = {&c.time, &c.low, &c.high, &c.compute, &c.communication, &c.measured};
    size_t *order = fc_allocate(n, sizeof *order);
    for (size_t k = 0; k < sizeof column / sizeof *column; k++)
        *column[k] = c.x + (k + 1) * n;
    for (size_t i = 0; i < n; i++)
        c.x[i] = fc_sweep_axis_coordinate(points->sweep, over, list[i]);
    gsl_sort_index(order, c.x, 1, n);
    gsl_sort(c.x, 1, n);
    for (size_t i = 0; i < n; i++) {
        int index = list[order[i]];
        const fc_totals *totals = &points->prediction[index].totals;
        c.time[i] = totals->time_s;
        c.low[i] = totals->low_s;
        c.high[i] = totals->high_s;
        c.compute[i] = totals->compute_s;
        c.communication[i] = totals->communication_s + totals->wait_s;
        c.measured[i] = points->measured ? points->measured[index].median_s : 0;
    }
    free(order);
    free(list);
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
    fc_sweep_axis over = fc_sweep_axis_choose(points->sweep);
    bool is_logarithmic = true;
    for (int i = 0; i < points->sweep->n_points; i++)
        is_logarithmic &= fc_sweep_axis_coordinate(points->sweep, &over, i) > 0;
    fc_text title = {0};
    fc_points_summary_name(&title, points);
    fc_text_add(&title, " on %s", points->machine);
    fc_plot plot = {title.bytes,
                    {fc_sweep_axis_name(points->sweep, &over), FC_PLOT_NUMBER, is_logarithmic},
                    {"time", FC_PLOT_SECONDS, true},
                    series,
                    n_series};
    fc_status status = fc_plot_write(path, &plot, report);
    fc_text_free(&title);
    return status;
}

static fc_status draw_one(const char *path, const fc_points *points, const curve *c, fc_report *report)
{
    const int n = c->n;
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
    fc_sweep_axis over = fc_sweep_axis_choose(points->sweep);
    curve c[FC_AXIS_MOST_CURVES];
    fc_plot_series series[FC_AXIS_MOST_CURVES] = {0};
    int n = 0;
    for (int i = 0; i < points->sweep->n_points; i++) {
        if (!fc_sweep_axis_starts_curve(&over, i))
            continue;
        c[n] = open_curve(points, &over, i);
        series[n] = (fc_plot_series){c[n].name, FC_PLOT_MARKED, c[n].x, c[n].time, c[n].n, NULL};
        n++;
    }
    fc_status status = n == 1 ? draw_one(path, points, &c[0], report) : write_plot(path, points, series, n, report);
    for (int i = 0; i < n; i++)
        close_curve(&c[i]);
    return status;
}
