/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/whatif/whatif_print.h"

#include "support/json_writer.h"
#include "tools/command_line/machine_option.h"
#include "tools/output/plot.h"
#include "tools/output/table.h"
#include "tools/points/points_summary.h"
#include "tools/prediction/usable_points.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double speedup(const fc_whatif *whatif, int scenario, int point)
{
    return whatif->base[point].totals.time_s / whatif->scenarios[scenario][point].totals.time_s;
}

/* Columns of the ranks and of the program's parameters; the table shows swept parameters only. Returns their number. */
static size_t add_point_columns(fc_table *table, const fc_whatif *whatif)
{
    const fc_cost_program *program = whatif->context->loaded.program;
    fc_table_column(table, "ranks", "ranks", FC_UNIT_COUNT, FC_SHOW_ALL);
    for (int i = 0; i < program->n_parameters; i++) {
        const char *name = program->parameter[i];
        char *key = fc_format("parameters.%s", name);
        bool is_swept = false;
        for (int k = 0; k < whatif->sweep->n_parameters; k++)
            is_swept |= strcmp(whatif->sweep->name[k], name) == 0 && whatif->sweep->range[k].n > 1;
        fc_table_column(table, key, name, FC_UNIT_NUMBER, FC_SHOW_DATA | (is_swept ? FC_SHOW_TABLE : 0));
        free(key);
    }
    return (size_t)program->n_parameters + 1;
}

static void begin_row(fc_table *table, const fc_whatif *whatif, int point)
{
    const fc_prediction *at = &whatif->base[point];
    fc_table_row(table);
    fc_table_number(table, 0, at->ranks);
    for (int i = 0; i < whatif->context->loaded.program->n_parameters; i++)
        fc_table_number(table, (size_t)i + 1, at->parameter[i]);
}

/* A row for each point, a column for each scenario: the printed table. */
static fc_table wide_table(const fc_whatif *whatif)
{
    fc_table table = {0};
    size_t first = add_point_columns(&table, whatif);
    fc_table_column(&table, NULL, "time", FC_UNIT_SECONDS, FC_SHOW_TABLE);
    for (int k = 0; k < whatif->n_scenarios; k++)
        fc_table_column(&table, NULL, whatif->scenario[k].name, FC_UNIT_RATIO, FC_SHOW_TABLE);
    for (int i = 0; i < whatif->sweep->n_points; i++) {
        if (whatif->base[i].failure)
            continue;
        begin_row(&table, whatif, i);
        fc_table_number(&table, first, whatif->base[i].totals.time_s);
        for (int k = 0; k < whatif->n_scenarios; k++)
            fc_table_number(&table, first + 1 + (size_t)k, speedup(whatif, k, i));
    }
    return table;
}

/* A row for each point and scenario: CSV and JSON. */
static fc_table long_table(const fc_whatif *whatif)
{
    fc_table table = {0};
    size_t first = add_point_columns(&table, whatif);
    fc_table_column(&table, "scenario", NULL, FC_UNIT_TEXT, FC_SHOW_DATA);
    fc_table_column(&table, "edits", NULL, FC_UNIT_TEXT, FC_SHOW_DATA);
    fc_table_column(&table, "base_s", NULL, FC_UNIT_SECONDS, FC_SHOW_DATA);
    fc_table_column(&table, "time_s", NULL, FC_UNIT_SECONDS, FC_SHOW_DATA);
    fc_table_column(&table, "speedup", NULL, FC_UNIT_NUMBER, FC_SHOW_DATA);
    for (int i = 0; i < whatif->sweep->n_points; i++)
        for (int k = 0; k < whatif->n_scenarios && !whatif->base[i].failure; k++) {
            begin_row(&table, whatif, i);
            fc_table_text(&table, first, whatif->scenario[k].name);
            fc_table_text(&table, first + 1, whatif->scenario[k].edits);
            fc_table_number(&table, first + 2, whatif->base[i].totals.time_s);
            fc_table_number(&table, first + 3, whatif->scenarios[k][i].totals.time_s);
            fc_table_number(&table, first + 4, speedup(whatif, k, i));
        }
    return table;
}

/* ---- latency tolerance ---- */

/* Seconds of an empty message; 0: the machine lacks it. */
static double message_latency(const fc_whatif *whatif)
{
    const fc_runtime_function *single =
        &whatif->context->machine->coefficients.communication[FC_VARIANT_ANY][FC_FIT_SINGLE];
    return single->n_segments > 0 ? single->segment[0].c[0] : 0;
}

static FC_GIVE char *tolerance_text(double factor, double latency_s)
{
    fc_text text = {0};
    if (!isfinite(factor))
        return fc_copy_string("any");
    fc_text_add(&text, "x %.3g", factor);
    if (latency_s > 0) {
        fc_text_add(&text, " = ");
        fc_table_seconds(&text, factor * latency_s, 3);
    }
    return fc_text_take(&text);
}

static fc_table tolerance_table(const fc_whatif *whatif)
{
    fc_table table = {0};
    size_t first = add_point_columns(&table, whatif);
    double latency_s = message_latency(whatif);
    for (int k = 0; k < FC_WHATIF_N_TOLERANCES; k++) {
        char *title = fc_format("%.0f %% longer", 100 * fc_whatif_tolerances[k]);
        char *factor = fc_format("factor_%.0f_percent", 100 * fc_whatif_tolerances[k]);
        char *seconds = fc_format("latency_s_%.0f_percent", 100 * fc_whatif_tolerances[k]);
        fc_table_column(&table, NULL, title, FC_UNIT_TEXT, FC_SHOW_TABLE);
        fc_table_column(&table, factor, NULL, FC_UNIT_NUMBER, FC_SHOW_DATA);
        fc_table_column(&table, seconds, NULL, FC_UNIT_SECONDS, FC_SHOW_DATA);
        free(title);
        free(factor);
        free(seconds);
    }
    for (int i = 0; i < whatif->sweep->n_points; i++) {
        if (whatif->base[i].failure)
            continue;
        begin_row(&table, whatif, i);
        for (size_t k = 0; k < FC_WHATIF_N_TOLERANCES; k++) {
            double factor = whatif->tolerance[i][k];
            char *text = tolerance_text(factor, latency_s);
            fc_table_text(&table, first + 3 * k, text);
            fc_table_number(&table, first + 3 * k + 1, factor);
            fc_table_number(&table, first + 3 * k + 2, latency_s > 0 ? factor * latency_s : NAN);
            free(text);
        }
    }
    return table;
}

/* ---- printing ---- */

/* The scenario with the largest speedup at the last point. */
static void add_best(fc_text *out, const fc_whatif *whatif)
{
    int last = whatif->sweep->n_points - 1, best = 0;
    while (last > 0 && whatif->base[last].failure)
        last--;
    for (int k = 1; k < whatif->n_scenarios; k++)
        if (speedup(whatif, k, last) > speedup(whatif, best, last))
            best = k;
    double gain = speedup(whatif, best, last);
    if (gain > 1.005)
        fc_text_add(out, "Largest speedup at p = %d, by %s: %.3g.\n", whatif->base[last].ranks,
                    whatif->scenario[best].name, gain);
    else
        fc_text_add(out, "No scenario makes the program faster at p = %d.\n", whatif->base[last].ranks);
}

static void print_table(fc_text *out, const fc_whatif *whatif)
{
    fc_table wide = wide_table(whatif);
    char *provenance = fc_machine_option_provenance(whatif->context->machine);
    fc_points points = {.model = whatif->context->model,
                        .machine = whatif->context->machine->coefficients.name,
                        .provenance = provenance,
                        .method = fc_arguments_value(whatif->arguments, "method"),
                        .compute_model = whatif->context->compute_model,
                        .threads = fc_threads_option_given(&whatif->context->team, whatif->context->program),
                        .program = whatif->context->loaded.program,
                        .sweep = whatif->sweep,
                        .prediction = whatif->base};
    fc_points_summary_head(out, &points);
    free(provenance);
    fc_table_print(out, &wide);
    fc_table_free(&wide);
    add_best(out, whatif);
    if (!whatif->tolerance)
        return;
    fc_table borne = tolerance_table(whatif);
    fc_text_add(out, "\nLatency tolerance: the network latency at which the program takes longer");
    if (message_latency(whatif) > 0) {
        fc_text_add(out, " (now ");
        fc_table_seconds(out, message_latency(whatif), 3);
        fc_text_add(out, " a message)");
    }
    fc_text_add(out, ":\n");
    fc_table_print(out, &borne);
    fc_table_free(&borne);
}

static void print_json(fc_text *out, const fc_whatif *whatif)
{
    fc_table rows = long_table(whatif);
    fc_json_writer json = fc_json_writer_document(out);
    fc_json_writer_string(&json, "program", whatif->context->model);
    fc_json_writer_string(&json, "machine", whatif->context->machine->coefficients.name);
    fc_json_writer_string(&json, "method", fc_arguments_value(whatif->arguments, "method"));
    fc_json_writer_string(&json, "compute_model", whatif->context->compute_model);
    fc_table_json(&json, "scenarios", &rows, 2);
    fc_table_free(&rows);
    if (whatif->tolerance) {
        fc_table borne = tolerance_table(whatif);
        fc_table_json(&json, "latency_tolerance", &borne, 2);
        fc_table_free(&borne);
    }
    fc_usable_points_add_skipped(&json, whatif->base, whatif->sweep);
    fc_json_writer_end(&json);
}

void fc_whatif_print(fc_text *out, const fc_whatif *whatif, const char *format)
{
    if (strcmp(format, "json") == 0) {
        print_json(out, whatif);
    } else if (strcmp(format, "csv") == 0) {
        fc_table rows = long_table(whatif);
        fc_table_csv(out, &rows);
        fc_table_free(&rows);
    } else {
        print_table(out, whatif);
    }
}

/* ---- picture ---- */

/* The indices of the predicted points. */
static size_t list_points(int *index, const fc_whatif *whatif)
{
    size_t n = 0;
    for (int i = 0; i < whatif->sweep->n_points; i++)
        if (!whatif->base[i].failure)
            index[n++] = i;
    return n;
}

fc_status fc_whatif_plot(const char *path, const fc_whatif *whatif, fc_report *report)
{
    int *list = fc_allocate((size_t)whatif->sweep->n_points, sizeof *list);
    size_t n = list_points(list, whatif), scenarios = (size_t)whatif->n_scenarios;
    double *ranks = fc_allocate(n, sizeof *ranks), *gain = fc_allocate(n * scenarios, sizeof *gain);
    size_t *order = fc_allocate(n, sizeof *order);
    fc_plot_series *series = fc_allocate(scenarios, sizeof *series);
    for (size_t i = 0; i < n; i++)
        ranks[i] = whatif->base[list[i]].ranks;
    gsl_sort_index(order, ranks, 1, n);
    gsl_sort(ranks, 1, n);
    for (size_t k = 0; k < scenarios; k++) {
        for (size_t i = 0; i < n; i++)
            gain[k * n + i] = speedup(whatif, (int)k, list[order[i]]);
        series[k] = (fc_plot_series){whatif->scenario[k].name, FC_PLOT_MARKED, ranks, gain + k * n, (int)n, NULL};
    }
    char *title =
        fc_format("%s on %s", whatif->context->loaded.program->name, whatif->context->machine->coefficients.name);
    fc_plot plot = {title, {"ranks", FC_PLOT_NUMBER, true}, {"speedup", FC_PLOT_NUMBER, false}, series, (int)scenarios};
    fc_status status = fc_plot_write(path, &plot, report);
    free(title);
    free(series);
    free(order);
    free(gain);
    free(ranks);
    free(list);
    return status;
}
