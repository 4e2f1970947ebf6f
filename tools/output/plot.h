/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file plot.h  Plots curves and points with gnuplot. The same plot gives the same bytes, except for PDF, which
 * contains its creation time. */
#ifndef FC_PLOT_H
#define FC_PLOT_H

#include "support/status.h"

#include <stdbool.h>

/** The option --plot of a command; `what` describes the plot in the help. */
#define FC_PLOT_OPTION(what)                                                                                           \
    {                                                                                                                  \
        0, "plot", "FILE", NULL, NULL, false, what ": FILE.svg, FILE.png or FILE.pdf; needs gnuplot"                   \
    }

typedef enum fc_plot_style {
    FC_PLOT_LINE,
    FC_PLOT_MARKED, /* a line through marked points */
    FC_PLOT_BORDER, /* the same in black */
    FC_PLOT_THIN,   /* a gray line in the background */
    FC_PLOT_BAND,   /* the area between y and high */
    FC_PLOT_POINTS,
    FC_PLOT_HOLLOW, /* points outside the comparison */
    FC_PLOT_CELLS,  /* adjacent squares: a map */
    FC_PLOT_DASHED, /* as MARKED, dashed */
    FC_PLOT_DOTS,   /* points in the color of the series */
    FC_PLOT_BARS    /* bars at x; the plot has categories */
} fc_plot_style;

/** x, y and high: [n], finite, borrowed; high is used by bands only. Points <= 0 on a logarithmic axis are omitted.
 *  title "": no entry in the key. */
typedef struct fc_plot_series {
    const char *title;
    fc_plot_style style;
    const double *x, *y;
    int n;
    const double *high;
} fc_plot_series;

typedef enum fc_plot_unit {
    FC_PLOT_NUMBER,
    FC_PLOT_SHARE, /* of 1, shown in percent */
    FC_PLOT_SECONDS,
    FC_PLOT_BYTES, /* KiB, MiB */
    FC_PLOT_RATE   /* bytes per second: MB/s, GB/s */
} fc_plot_unit;

typedef struct fc_plot_axis {
    const char *label;
    fc_plot_unit unit;
    bool is_logarithmic; /* to the base 2 for numbers and bytes, 10 otherwise */
} fc_plot_axis;

/** All texts are plain text; they are quoted, so that gnuplot does not interpret them. */
typedef struct fc_plot {
    const char *title;
    fc_plot_axis x, y;
    const fc_plot_series *series;
    int n_series;
} fc_plot;

/** A labeled vertical line. */
typedef struct fc_plot_mark {
    double x;
    const char *label;
} fc_plot_mark;

/** A plot among others. color[i] > 0 of series i: series with the same number have the same color; color NULL: each
 * series has its own. category: names of x = 0, 1, ..., instead of numbers; y then begins at half of the least value.
 */
typedef struct fc_plot_panel {
    fc_plot plot;
    const int *color;
    const fc_plot_mark *mark;
    int n_marks;
    const char *const *category;
    int n_categories;
} fc_plot_panel;

/** FC_E_USAGE unless the name ends with .svg, .png or .pdf; call it before the work. path NULL: no plot, FC_OK. */
fc_status fc_plot_check(const char *path, fc_report *report);
/** Writes the plot atomically. FC_E_ENVIRONMENT: gnuplot is missing or fails. */
fc_status fc_plot_write(const char *path, const fc_plot *plot, fc_report *report);
/** The same for n >= 1 panels, one below the other. */
fc_status fc_plot_write_all(const char *path, const fc_plot_panel *panels, int n, fc_report *report);

#endif
