/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/output/plot.h"

#include "tools/launch/process.h"
#include "tools/output/table.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const struct {
    const char *ending, *terminal;
} formats[] = {
    {".svg", "svg size 800,600 font 'sans-serif,14' background 'white'"},
    {".png", "pngcairo size 1200,900 font 'sans-serif,18'"},
    {".pdf", "pdfcairo size 16cm,12cm font 'sans-serif,11'"},
};

static const char *const styles[] = {
    [FC_PLOT_LINE] = "lines lw 2",
    [FC_PLOT_BORDER] = "linespoints lw 2 pt 7 ps 0.5 lc rgb 'black'",
    [FC_PLOT_THIN] = "lines lw 1.5 lc rgb '#999999'",
    [FC_PLOT_POINTS] = "points pt 7 ps 0.8 lc rgb 'black'",
    [FC_PLOT_HOLLOW] = "points pt 6 ps 0.8 lc rgb '#999999'",
    [FC_PLOT_CELLS] = "points pt 5 ps 2",
};

static const char *terminal_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof formats / sizeof *formats; i++)
        if (strcmp(dot, formats[i].ending) == 0)
            return formats[i].terminal;
    return NULL;
}

fc_status fc_plot_check(const char *path, fc_report *report)
{
    if (terminal_of(path))
        return FC_OK;
    return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Name the picture FILE.svg, FILE.png or FILE.pdf.",
                   "%s: the ending names no picture format", path);
}

/* In single quotes gnuplot reads nothing but a doubled quote; a line's end would end the command. */
static void add_quoted(fc_text *out, const char *text)
{
    fc_text_add(out, "'");
    for (; *text; text++)
        fc_text_add(out, *text == '\'' ? "''" : (unsigned char)*text < 0x20 ? " " : "%c", *text);
    fc_text_add(out, "'");
}

static void add_setting(fc_text *out, const char *what, const char *text)
{
    fc_text_add(out, "set %s ", what);
    add_quoted(out, text);
    fc_text_add(out, " noenhanced\n");
}

static void add_data(fc_text *out, const fc_plot_series *series, int number)
{
    fc_text_add(out, "$d%d << END\n", number);
    for (int i = 0; i < series->n; i++)
        fc_text_add(out, "%.12g %.12g\n", series->x[i], series->y[i]);
    fc_text_add(out, "END\n");
}

static void add_script(fc_text *out, const fc_plot *plot, const char *terminal)
{
    const char *between = "plot ";
    fc_text_add(out, "set terminal %s\nset key below noenhanced\nset grid lc rgb '#dddddd'\n", terminal);
    add_setting(out, "title", plot->title);
    add_setting(out, "xlabel", plot->x_label);
    add_setting(out, "ylabel", plot->y_label);
    if (plot->is_logarithmic)
        fc_text_add(out, "set logscale xy 2\nset offsets graph 0.04, graph 0.04, graph 0.04, graph 0.04\n");
    for (int i = 0; i < plot->n_series; i++)
        add_data(out, &plot->series[i], i);
    for (int i = 0; i < plot->n_series; i++) {
        fc_text_add(out, "%s$d%d with %s title ", between, i, styles[plot->series[i].style]);
        add_quoted(out, plot->series[i].title);
        between = ", ";
    }
    fc_text_add(out, "\n");
}

static fc_status run_gnuplot(fc_process_result *out, const char *script, fc_report *report)
{
    fc_words command = {0};
    fc_process_options options = {
        .command = &command, .timeout_s = 60, .if_missing = "Install the package gnuplot-nox, or go without --plot."};
    fc_words_add(&command, "gnuplot");
    fc_words_add(&command, script);
    fc_status status = fc_process_run(out, &options, report);
    fc_words_free(&command);
    return status;
}

/* gnuplot reads the script from memory that the child inherits: no file of ours is left whatever happens. */
static fc_status draw(fc_process_result *out, const fc_text *script, fc_report *report)
{
    int memory = memfd_create("plot", 0);
    if (memory < 0 || write(memory, script->bytes, script->length) != (ssize_t)script->length) {
        close(memory);
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, NULL, "no memory for the plot's script");
    }
    char *path = fc_format("/proc/self/fd/%d", memory);
    fc_status status = run_gnuplot(out, path, report);
    free(path);
    close(memory);
    return status;
}

fc_status fc_plot_write(const char *path, const fc_plot *plot, fc_report *report)
{
    fc_text script = {0};
    fc_process_result drawn = {0};
    fc_status status = fc_plot_check(path, report);
    if (status)
        return status;
    add_script(&script, plot, terminal_of(path));
    status = draw(&drawn, &script, report);
    fc_text_free(&script);
    if (status)
        return status;
    if (drawn.exit_code != 0 || drawn.output_length == 0)
        status = fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Check that `gnuplot --version` is 5 or later.",
                         "gnuplot failed: %.300s", drawn.errors);
    else
        status = fc_file_write(path, drawn.output, drawn.output_length, report);
    fc_process_result_free(&drawn);
    return status;
}
