/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file plot.h  Curves and points as a picture file, drawn by gnuplot. The same plot gives the same bytes, a PDF
 * apart: it tells when it was made. */
#ifndef FC_PLOT_H
#define FC_PLOT_H

#include "machine_properties/support/status.h"

#include <stdbool.h>

/** The option by which a command is asked for a picture; `what` is in it. */
#define FC_PLOT_OPTION(what)                                                                                           \
    {                                                                                                                  \
        0, "plot", "FILE", NULL, NULL, false, what ": FILE.svg, FILE.png or FILE.pdf; needs gnuplot"                   \
    }

typedef enum fc_plot_style {
    FC_PLOT_LINE,
    FC_PLOT_MARKED, /* a line through marked points */
    FC_PLOT_BORDER, /* the same in black */
    FC_PLOT_THIN,   /* a grey line in the background */
    FC_PLOT_BAND,   /* the area between y and high */
    FC_PLOT_POINTS,
    FC_PLOT_HOLLOW, /* points that do not count */
    FC_PLOT_CELLS   /* squares that touch: a map */
} fc_plot_style;

/** x, y and high: [n], finite, borrowed; high is of a band only. Points that a logarithmic axis has no place for are
 *  left out. title "": none in the key. */
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
    FC_PLOT_RATE   /* bytes a second: MB/s, GB/s */
} fc_plot_unit;

typedef struct fc_plot_axis {
    const char *label;
    fc_plot_unit unit;
    bool is_logarithmic; /* to the base 2 for numbers and bytes, 10 otherwise */
} fc_plot_axis;

/** All texts are plain: nothing in them is an instruction to gnuplot. */
typedef struct fc_plot {
    const char *title;
    fc_plot_axis x, y;
    const fc_plot_series *series;
    int n_series;
} fc_plot;

/** FC_E_USAGE unless the name ends with .svg, .png or .pdf: to be asked before the work. NULL: no picture, FC_OK. */
fc_status fc_plot_check(const char *path, fc_report *report);
/** Writes the picture whole or not at all. FC_E_ENVIRONMENT: there is no gnuplot, or it fails. */
fc_status fc_plot_write(const char *path, const fc_plot *plot, fc_report *report);

#endif
