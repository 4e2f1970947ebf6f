/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file plot.h  Curves and points as a picture file, drawn by gnuplot. */
#ifndef FC_PLOT_H
#define FC_PLOT_H

#include "machine_properties/support/status.h"

#include <stdbool.h>

typedef enum fc_plot_style {
    FC_PLOT_LINE,
    FC_PLOT_BORDER, /* a black line through marked points */
    FC_PLOT_THIN,   /* a grey line in the background */
    FC_PLOT_POINTS,
    FC_PLOT_HOLLOW, /* points that do not count */
    FC_PLOT_CELLS   /* squares that touch: a map */
} fc_plot_style;

/** x and y: [n], finite, borrowed. title "": none in the key. */
typedef struct fc_plot_series {
    const char *title;
    fc_plot_style style;
    const double *x, *y;
    int n;
} fc_plot_series;

/** All texts are plain: nothing in them is an instruction to gnuplot. */
typedef struct fc_plot {
    const char *title, *x_label, *y_label;
    bool is_logarithmic; /* both axes, to the base 2 */
    const fc_plot_series *series;
    int n_series;
} fc_plot;

/** FC_E_USAGE unless the name ends with .svg, .png or .pdf: to be asked before the work. */
fc_status fc_plot_check(const char *path, fc_report *report);
/** Writes the picture whole or not at all. FC_E_ENVIRONMENT: there is no gnuplot, or it fails. */
fc_status fc_plot_write(const char *path, const fc_plot *plot, fc_report *report);

#endif
