/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/output/plot.h"

#include "support/messages/command_line.h"
#include "support/quote.h"
#include "tools/output/table.h"
#include "tools/process/process.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The size is that of one plot. */
typedef struct format {
    const char *ending, *terminal, *unit;
    int width, height;
    const char *options;
} format;
static const format formats[] = {
    {".svg", "svg", "", 800, 600, "font 'sans-serif,14' background 'white'"},
    {".png", "pngcairo", "", 1200, 900, "font 'sans-serif,18'"},
    {".pdf", "pdfcairo", "cm", 16, 12, "font 'sans-serif,11'"},
};

static const char *const styles[] = {
    [FC_PLOT_LINE] = "lines lw 2",
    [FC_PLOT_MARKED] = "linespoints lw 2 ps 0.8",
    [FC_PLOT_BORDER] = "linespoints lw 2 pt 7 ps 0.5 lc rgb 'black'",
    [FC_PLOT_THIN] = "lines lw 1.5 lc rgb '#999999'",
    [FC_PLOT_BAND] = "filledcurves lc rgb '#888888' fs transparent solid 0.25 noborder",
    [FC_PLOT_POINTS] = "points pt 7 ps 0.8 lc rgb 'black'",
    [FC_PLOT_HOLLOW] = "points pt 6 ps 0.8 lc rgb '#999999'",
    [FC_PLOT_CELLS] = "points pt 5 ps 2",
    [FC_PLOT_DASHED] = "linespoints lw 2 ps 0.8 dt 2",
    [FC_PLOT_DOTS] = "points pt 7 ps 0.7",
    [FC_PLOT_BARS] = "boxes fs solid 0.8",
};

/* Number format of an axis, and the base of its logarithm. */
static const struct {
    const char *format;
    int base;
} units[] = {
    [FC_PLOT_NUMBER] = {"%g", 2},      [FC_PLOT_SHARE] = {"%g %%", 10},     [FC_PLOT_SECONDS] = {"%.0s %cs", 10},
    [FC_PLOT_BYTES] = {"%.0b %BB", 2}, [FC_PLOT_RATE] = {"%.0s %cB/s", 10},
};

static const format *format_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof formats / sizeof *formats; i++)
        if (strcmp(dot, formats[i].ending) == 0)
            return &formats[i];
    return NULL;
}

fc_status fc_plot_check(const char *path, fc_report *report)
{
    if (!path || format_of(path))
        return FC_OK;
    return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Use a file name that ends with .svg, .png or .pdf.",
                   FC_MSG_UNKNOWN_PLOT_FORMAT, path);
}

static void add_setting(fc_text *out, const char *what, const char *text)
{
    fc_text_add(out, "set %s ", what);
    fc_quote_gnuplot(out, text);
    fc_text_add(out, " noenhanced\n");
}

static void add_axis(fc_text *out, const char *name, const fc_plot_axis *axis)
{
    char *what = fc_format("%slabel", name);
    add_setting(out, what, axis->label);
    free(what);
    fc_text_add(out, "set format %s '%s'\n", name, units[axis->unit].format);
    if (axis->is_logarithmic)
        fc_text_add(out, "set logscale %s %d\n", name, units[axis->unit].base);
}

static bool has_place(const fc_plot *plot, double x, double y)
{
    return (x > 0 || !plot->x.is_logarithmic) && (y > 0 || !plot->y.is_logarithmic);
}

/* Adds the points as a data block; returns their number. */
static int add_data(fc_text *out, const fc_plot *plot, int number)
{
    const fc_plot_series *series = &plot->series[number];
    double percent = plot->y.unit == FC_PLOT_SHARE ? 100 : 1;
    int n = 0;
    fc_text_add(out, "$d%d << END\n", number);
    for (int i = 0; i < series->n; i++) {
        if (!has_place(plot, series->x[i], series->y[i]))
            continue;
        fc_text_add(out, "%.12g %.12g", series->x[i], percent * series->y[i]);
        if (series->style == FC_PLOT_BAND)
            fc_text_add(out, " %.12g", percent * series->high[i]);
        fc_text_add(out, "\n");
        n++;
    }
    fc_text_add(out, "END\n");
    return n;
}

/* Names below the x axis, and an axis of values from half of the least one on. */
static void add_categories(fc_text *out, const fc_plot_panel *panel)
{
    const fc_plot *plot = &panel->plot;
    double least = HUGE_VAL;
    for (int s = 0; s < plot->n_series; s++)
        for (int i = 0; i < plot->series[s].n; i++)
            if (plot->series[s].y[i] > 0)
                least = fmin(least, plot->series[s].y[i]);
    fc_text_add(out, "set boxwidth %g\nset xrange [-0.7:%g]\nset xtics rotate by -45 noenhanced (",
                0.8 / plot->n_series, panel->n_categories - 0.3);
    for (int i = 0; i < panel->n_categories; i++) {
        fc_text_add(out, "%s", i ? ", " : "");
        fc_quote_gnuplot(out, panel->category[i]);
        fc_text_add(out, " %d", i);
    }
    fc_text_add(out, ")\n");
    if (least < HUGE_VAL)
        fc_text_add(out, "set yrange [%.12g:*]\n", least / 2);
}

static void add_panel(fc_text *out, const fc_plot_panel *panel)
{
    const fc_plot *plot = &panel->plot;
    fc_text curves = {0};
    fc_text_add(out, "set key below height 1 noenhanced\nset grid lc rgb '#dddddd'\nset colorsequence podo\n");
    add_setting(out, "title", plot->title);
    add_axis(out, "x", &plot->x);
    add_axis(out, "y", &plot->y);
    /* Vertical lines; their labels stand beside the upper ends. */
    for (int i = 0; i < panel->n_marks; i++) {
        const fc_plot_mark *mark = &panel->mark[i];
        fc_text_add(out, "set arrow from %.12g, graph 0 to %.12g, graph 1 nohead lc rgb '#999999' dt 3\nset label ",
                    mark->x, mark->x);
        fc_quote_gnuplot(out, mark->label);
        fc_text_add(out, " at %.12g, graph 0.95 offset 0.3, 0 noenhanced\n", mark->x);
    }
    if (panel->category)
        add_categories(out, panel);
    if (plot->x.is_logarithmic && plot->y.is_logarithmic)
        fc_text_add(out, "set autoscale fix\nset offsets graph 0.04, graph 0.04, graph 0.04, graph 0.04\n");
    if (plot->y.unit == FC_PLOT_SHARE)
        fc_text_add(out, "set yrange [0:*]\n");
    for (int i = 0; i < plot->n_series; i++) {
        if (add_data(out, plot, i) == 0)
            continue;
        fc_text_add(&curves, "%s$d%d with %s ", curves.length ? ", " : "plot ", i, styles[plot->series[i].style]);
        if (panel->color)
            fc_text_add(&curves, "lc %d ", panel->color[i]);
        fc_text_add(&curves, "title ");
        fc_quote_gnuplot(&curves, plot->series[i].title);
    }
    fc_text_add(out, "%s\n", curves.length ? curves.bytes : "");
    fc_text_free(&curves);
}

static fc_status run_gnuplot(fc_process_result *out, const char *script, fc_report *report)
{
    fc_words command = {0}, environment = {0};
    fc_process_options options = {.command = &command,
                                  .environment = &environment,
                                  .timeout_s = 60,
                                  .if_missing = "Install the package gnuplot-nox, or omit --plot."};
    fc_words_add(&command, "gnuplot");
    fc_words_add(&command, script);
    fc_words_add(&environment, "LC_ALL=C");
    fc_words_add(&environment, "TZ=UTC0");
    fc_status status = fc_process_run(out, &options, report);
    fc_words_free(&environment);
    fc_words_free(&command);
    return status;
}

/* gnuplot reads the script from a memory file that the child inherits, so that no file can be left behind. */
static fc_status draw(fc_process_result *out, const fc_text *script, fc_report *report)
{
    int memory = memfd_create("plot", 0);
    if (memory < 0 || write(memory, script->bytes, script->length) != (ssize_t)script->length) {
        close(memory);
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, NULL, FC_MSG_PLOT_S_SCRIPT_CANNOT_BE);
    }
    char *path = fc_format("/proc/self/fd/%d", memory);
    fc_status status = run_gnuplot(out, path, report);
    free(path);
    close(memory);
    return status;
}

/* A PDF file names the second at which it was made: the same plot has the same bytes. */
static void clear_date(char *bytes, size_t length)
{
    static const char before[] = "/CreationDate (D:", epoch[] = "19700101000000";
    const size_t n = sizeof before - 1, size = sizeof epoch - 1;
    char *at = memmem(bytes, length, before, n);
    if (at && at + n + size <= bytes + length && strspn(at + n, "0123456789") == size)
        memcpy(at + n, epoch, size);
}

static void add_all(fc_text *out, const fc_plot_panel *panels, int n, const format *format)
{
    fc_text_add(out, "set terminal %s size %d%s,%d%s %s\n", format->terminal, format->width, format->unit,
                n * format->height, format->unit, format->options);
    if (n > 1)
        fc_text_add(out, "set multiplot layout %d,1\n", n);
    for (int i = 0; i < n; i++) {
        if (i > 0)
            fc_text_add(out, "reset\n");
        add_panel(out, &panels[i]);
    }
    if (n > 1)
        fc_text_add(out, "unset multiplot\n");
}

fc_status fc_plot_write(const char *path, const fc_plot *plot, fc_report *report)
{
    return fc_plot_write_all(path, &(fc_plot_panel){.plot = *plot}, 1, report);
}

fc_status fc_plot_write_all(const char *path, const fc_plot_panel *panels, int n, fc_report *report)
{
    fc_text script = {0};
    fc_process_result drawn = {0};
    fc_status status = fc_plot_check(path, report);
    if (status)
        return status;
    add_all(&script, panels, n, format_of(path));
    status = draw(&drawn, &script, report);
    fc_text_free(&script);
    if (status)
        return status;
    if (drawn.exit_code != 0 || drawn.output_length == 0)
        status = fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Check that `gnuplot --version` is 5 or later.",
                         FC_MSG_GNUPLOT_FAILED, drawn.errors);
    else {
        clear_date(drawn.output, drawn.output_length);
        status = fc_file_write(path, drawn.output, drawn.output_length, report);
    }
    fc_process_result_free(&drawn);
    return status;
}
