/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/points/points.h"

#include "support/json_writer.h"
#include "tools/output/table.h"
#include "tools/points/points_summary.h"
#include "tools/prediction/usable_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const origin_names[] = {
#define ORIGIN_NAME(name, text) text,
    FC_ORIGIN_LIST(ORIGIN_NAME)
#undef ORIGIN_NAME
};

/* Of a measured point, where only the largest differences are printed. */
enum {
    SHOWN_DIFFERENCES = 3
};

/* The indices of the table's columns. */
typedef struct columns {
    size_t ranks, threads, parameter, time, interval, low, high, compute, communication, wait, speedup, efficiency;
    size_t messages, bytes, origin, by;
    size_t measured, spread, measured_min, measured_max, runs, further, flushed, error;
    size_t undisturbed, bounds, bound[2], disturbed, undisturbed_error, error_bounds, places; /* bounds: as text */
    size_t block, block_measured, block_error; /* only if the program marks a computational block */
    size_t compute_share, communication_share, wait_share;
    size_t method; /* only if the points were predicted by several methods */
} columns;

static bool is_swept(const fc_points *points, const char *name)
{
    for (int i = 0; i < points->sweep->n_parameters; i++)
        if (strcmp(points->sweep->name[i], name) == 0)
            return points->sweep->range[i].n > 1;
    return false;
}

static bool has_places(const fc_points *points)
{
    for (int i = 0; points->places && i < points->sweep->n_points; i++)
        if (points->places[i].program.seconds > 0)
            return true;
    return false;
}

static void add_measured_columns(fc_table *table, columns *at, const fc_points *points)
{
    if (!points->measured)
        return;
    /* The first point that was measured. */
    int i = 0;
    while (i < points->sweep->n_points - 1 && points->prediction[i].failure)
        i++;
    const fc_launch_times *first = &points->measured[i];
    if (has_places(points)) {
        at->undisturbed = fc_table_column(table, "undisturbed_s", NULL, FC_UNIT_SECONDS, FC_SHOW_DATA);
        at->bounds = fc_table_column(table, NULL, "undisturbed", FC_UNIT_TEXT, FC_SHOW_TABLE);
        at->bound[0] = fc_table_column(table, "undisturbed_low_s", NULL, FC_UNIT_SECONDS, FC_SHOW_DATA);
        at->bound[1] = fc_table_column(table, "undisturbed_high_s", NULL, FC_UNIT_SECONDS, FC_SHOW_DATA);
        at->disturbed = fc_table_column(table, "disturbed_share", "disturbed", FC_UNIT_PART, FC_SHOW_ALL);
    }
    char *title = fc_format("measured (median of %d)", first->runs);
    at->measured = fc_table_column(table, "measured_s", title, FC_UNIT_SECONDS, FC_SHOW_ALL);
    free(title);
    at->spread = fc_table_column(table, NULL, "min .. max", FC_UNIT_TEXT, FC_SHOW_TABLE);
    at->measured_min = fc_table_column(table, "measured_min_s", NULL, FC_UNIT_SECONDS, FC_SHOW_DATA);
    at->measured_max = fc_table_column(table, "measured_max_s", NULL, FC_UNIT_SECONDS, FC_SHOW_DATA);
    at->runs = fc_table_column(table, "runs", NULL, FC_UNIT_COUNT, FC_SHOW_DATA);
    at->further = fc_table_column(table, "further_runs", NULL, FC_UNIT_COUNT, FC_SHOW_DATA);
    if (first->flushed_s >= 0)
        at->flushed = fc_table_column(table, "flushed_s", "flushed", FC_UNIT_SECONDS, FC_SHOW_ALL);
    if (has_places(points) && points->lists_places)
        at->places = fc_table_column(table, "places", NULL, FC_UNIT_TEXT, FC_SHOW_JSON);
}

static void add_data_columns(fc_table *table, columns *at)
{
    at->low = fc_table_column(table, "low_s", NULL, FC_UNIT_SECONDS, FC_SHOW_DATA);
    at->high = fc_table_column(table, "high_s", NULL, FC_UNIT_SECONDS, FC_SHOW_DATA);
    at->compute = fc_table_column(table, "compute_s", NULL, FC_UNIT_SECONDS, FC_SHOW_DATA);
    at->communication = fc_table_column(table, "communication_s", NULL, FC_UNIT_SECONDS, FC_SHOW_DATA);
    at->wait = fc_table_column(table, "wait_s", NULL, FC_UNIT_SECONDS, FC_SHOW_DATA);
    at->messages = fc_table_column(table, "messages", NULL, FC_UNIT_NUMBER, FC_SHOW_DATA);
    at->bytes = fc_table_column(table, "bytes", NULL, FC_UNIT_NUMBER, FC_SHOW_DATA);
    at->origin = table->n_columns;
    for (int i = 0; i < FC_N_ORIGINS; i++) {
        char *key = fc_format("origin.%s", origin_names[i]);
        fc_table_column(table, key, NULL, FC_UNIT_SHARE, FC_SHOW_DATA);
        free(key);
    }
    at->by = fc_table_column(table, "by", NULL, FC_UNIT_TEXT, FC_SHOW_JSON);
}

static bool marks_block(const fc_points *points)
{
    for (int i = 0; i < points->sweep->n_points; i++)
        if (!points->prediction[i].failure && points->prediction[i].totals.block_s >= 0)
            return true;
    return false;
}

static void add_block_columns(fc_table *table, columns *at, const fc_points *points)
{
    if (!marks_block(points))
        return;
    if (points->measured)
        at->block_measured = fc_table_column(table, "block_measured_s", "block measured", FC_UNIT_SECONDS, FC_SHOW_ALL);
    at->block =
        fc_table_column(table, "block_s", points->measured ? "block predicted" : "block", FC_UNIT_SECONDS, FC_SHOW_ALL);
    if (points->measured)
        at->block_error = fc_table_column(table, "block_error", "block error", FC_UNIT_CHANGE, FC_SHOW_ALL);
}

static columns add_columns(fc_table *table, const fc_points *points)
{
    columns at = {0};
    at.ranks = fc_table_column(table, "ranks", "ranks", FC_UNIT_COUNT, FC_SHOW_ALL);
    if (points->swept_threads)
        at.threads = fc_table_column(table, "threads", "threads", FC_UNIT_COUNT, FC_SHOW_ALL);
    at.parameter = table->n_columns;
    /* One column for each parameter of the program; the table shows the swept ones, the head line the others. */
    for (int i = 0; i < points->program->n_parameters; i++) {
        const char *name = points->program->parameter[i];
        char *key = fc_format("parameters.%s", name);
        fc_table_column(table, key, name, FC_UNIT_NUMBER, FC_SHOW_DATA | (is_swept(points, name) ? FC_SHOW_TABLE : 0));
        free(key);
    }
    if (points->program->n_parameters == 0)
        fc_table_column(table, "parameters.", NULL, FC_UNIT_NUMBER, FC_SHOW_JSON);
    add_measured_columns(table, &at, points);
    at.time = fc_table_column(table, "time_s", points->measured ? "predicted" : "time", FC_UNIT_SECONDS, FC_SHOW_ALL);
    at.interval = fc_table_column(table, NULL, "90 % interval", FC_UNIT_TEXT, FC_SHOW_TABLE);
    if (fc_points_summary_has_methods(points))
        at.method = fc_table_column(table, "method", "method", FC_UNIT_TEXT, FC_SHOW_ALL);
    int alone = points->measured ? 0 : FC_SHOW_TABLE;
    int scaling = points->sweep->ranks.n > 1 || points->swept_threads ? alone : 0;
    at.compute_share = fc_table_column(table, NULL, "compute", FC_UNIT_SHARE, alone);
    at.communication_share = fc_table_column(table, NULL, "comm.", FC_UNIT_SHARE, alone);
    at.wait_share = fc_table_column(table, NULL, "wait", FC_UNIT_SHARE, alone);
    at.speedup = fc_table_column(table, NULL, "speedup", FC_UNIT_RATIO, scaling);
    at.efficiency = fc_table_column(table, NULL, "efficiency", FC_UNIT_SHARE, scaling);
    add_data_columns(table, &at);
    if (has_places(points)) {
        at.undisturbed_error = fc_table_column(table, "undisturbed_error", NULL, FC_UNIT_CHANGE, FC_SHOW_DATA);
        at.error_bounds = fc_table_column(table, NULL, "error", FC_UNIT_TEXT, FC_SHOW_TABLE);
    }
    if (points->measured)
        at.error =
            fc_table_column(table, "error", has_places(points) ? "to median" : "error", FC_UNIT_CHANGE, FC_SHOW_ALL);
    add_block_columns(table, &at, points);
    return at;
}

static fc_table places(const fc_prediction *prediction)
{
    fc_table table = {0};
    fc_table_column(&table, "file", NULL, FC_UNIT_TEXT, FC_SHOW_JSON);
    fc_table_column(&table, "line", NULL, FC_UNIT_COUNT, FC_SHOW_JSON);
    fc_table_column(&table, "function", NULL, FC_UNIT_TEXT, FC_SHOW_JSON);
    fc_table_column(&table, "kind", NULL, FC_UNIT_TEXT, FC_SHOW_JSON);
    fc_table_column(&table, "op", NULL, FC_UNIT_TEXT, FC_SHOW_JSON);
    fc_table_column(&table, "time_s", NULL, FC_UNIT_SECONDS, FC_SHOW_JSON);
    for (int i = 0; i < prediction->n_by; i++) {
        const fc_prediction_place *by = &prediction->by[i];
        fc_table_row(&table);
        fc_table_text(&table, 0, by->file);
        fc_table_number(&table, 1, by->line);
        fc_table_text(&table, 2, by->function);
        fc_table_text(&table, 3, by->is_communication ? "communication" : "compute");
        if (by->operation)
            fc_table_text(&table, 4, by->operation);
        fc_table_number(&table, 5, by->time_s);
    }
    return table;
}

static void fill_interval(fc_table *table, size_t column, double low, double high)
{
    fc_text text = {0};
    fc_table_seconds_interval(&text, low, high);
    fc_table_text(table, column, text.bytes);
    fc_text_free(&text);
}

static void fill_times(fc_table *table, const columns *at, const fc_totals *totals)
{
    double time = totals->time_s;
    fc_table_number(table, at->time, time);
    fill_interval(table, at->interval, totals->low_s, totals->high_s);
    fc_table_number(table, at->low, totals->low_s);
    fc_table_number(table, at->high, totals->high_s);
    fc_table_number(table, at->compute, totals->compute_s);
    fc_table_number(table, at->communication, totals->communication_s);
    fc_table_number(table, at->wait, totals->wait_s);
    fc_table_number(table, at->compute_share, totals->compute_s / time);
    fc_table_number(table, at->communication_share, totals->communication_s / time);
    fc_table_number(table, at->wait_share, totals->wait_s / time);
    fc_table_number(table, at->messages, totals->messages);
    fc_table_number(table, at->bytes, totals->bytes);
    for (size_t i = 0; i < FC_N_ORIGINS; i++)
        fc_table_number(table, at->origin + i, totals->origin[i]);
}

/* The undisturbed time and the error to it; where it is unknown, the bounds of both. */
static void fill_undisturbed(fc_table *table, const columns *at, const fc_undisturbed_program *found, double time_s)
{
    fc_text time = {0}, error = {0};
    if (found->is_known) {
        fc_table_number(table, at->undisturbed_error, time_s / found->seconds - 1);
        fc_table_seconds(&time, found->seconds, 4);
        fc_text_add(&error, "%+.1f %%", 100 * (time_s / found->seconds - 1));
    } else {
        fc_table_seconds_interval(&time, found->low_s, found->high_s);
        fc_text_add(&error, "%+.0f .. %+.0f %%", 100 * (time_s / found->high_s - 1), 100 * (time_s / found->low_s - 1));
    }
    fc_table_number(table, at->undisturbed, found->seconds);
    fc_table_number(table, at->bound[0], found->low_s);
    fc_table_number(table, at->bound[1], found->high_s);
    fc_table_number(table, at->disturbed, 1 - found->share);
    fc_table_text(table, at->bounds, time.bytes);
    fc_table_text(table, at->error_bounds, error.bytes);
    fc_text_free(&time);
    fc_text_free(&error);
}

static void fill_places(fc_table *table, const columns *at, const fc_points *points, int index)
{
    const fc_place_errors *places = &points->places[index];
    if (places->program.seconds <= 0)
        return;
    fill_undisturbed(table, at, &places->program, points->prediction[index].totals.time_s);
    if (points->lists_places) {
        fc_table nested = {0};
        fc_place_errors_table(&nested, places, points->prediction[index].ranks);
        fc_table_nested(table, at->places, &nested);
    }
}

static void fill_block(fc_table *table, const columns *at, const fc_points *points, int index)
{
    double block = points->prediction[index].totals.block_s;
    double measured = points->measured ? points->measured[index].block_s : -1;
    if (block >= 0)
        fc_table_number(table, at->block, block);
    if (measured >= 0)
        fc_table_number(table, at->block_measured, measured);
    if (block >= 0 && measured > 0)
        fc_table_number(table, at->block_error, (block - measured) / measured);
}

static void fill_row(fc_table *table, const columns *at, const fc_points *points, int index)
{
    const fc_prediction *prediction = &points->prediction[index];
    const fc_prediction *base = fc_points_summary_reference(points, index);
    double speedup = points->early && points->early[index] ? NAN : base->totals.time_s / prediction->totals.time_s;
    fc_table_row(table);
    fc_table_number(table, at->ranks, prediction->ranks);
    if (points->swept_threads)
        fc_table_number(table, at->threads, fc_points_summary_threads(points, prediction));
    for (int i = 0; i < points->program->n_parameters; i++)
        fc_table_number(table, at->parameter + (size_t)i, prediction->parameter[i]);
    fill_times(table, at, &prediction->totals);
    if (fc_points_summary_has_methods(points))
        fc_table_text(table, at->method, prediction->apart.file ? "ranks" : points->method);
    fc_table_number(table, at->speedup, speedup);
    fc_table_number(table, at->efficiency,
                    speedup * fc_points_summary_processors(points, base) /
                        fc_points_summary_processors(points, prediction));
    fc_table nested = places(prediction);
    fc_table_nested(table, at->by, &nested);
    if (points->measured) {
        const fc_launch_times *measured = &points->measured[index];
        double predicted = prediction->totals.time_s;
        fc_table_number(table, at->measured, measured->median_s);
        fill_interval(table, at->spread, measured->min_s, measured->max_s);
        fc_table_number(table, at->measured_min, measured->min_s);
        fc_table_number(table, at->measured_max, measured->max_s);
        fc_table_number(table, at->runs, measured->runs);
        fc_table_number(table, at->further, measured->further);
        if (measured->flushed_s >= 0)
            fc_table_number(table, at->flushed, measured->flushed_s);
        fc_table_number(table, at->error, (predicted - measured->median_s) / measured->median_s);
    }
    if (has_places(points))
        fill_places(table, at, points, index);
    if (marks_block(points))
        fill_block(table, at, points, index);
}

/* The contract of design section 1. */
static void add_document(fc_text *out, const fc_points *points, const fc_table *table)
{
    fc_json_writer json = fc_json_writer_document(out);
    fc_json_writer_string(&json, "program", points->model);
    fc_json_writer_string(&json, "machine", points->machine);
    fc_json_writer_string(&json, "method", fc_points_summary_method(points));
    fc_json_writer_string(&json, "compute_model", points->compute_model);
    if (points->threads > 0 && !points->swept_threads)
        fc_json_writer_whole(&json, "threads", points->threads);
    if (points->factors)
        fc_region_factors_json(&json, points->factors, points->source);
    fc_table_json(&json, "points", table, 2);
    fc_usable_points_add_skipped(&json, points->prediction, points->sweep);
    fc_json_writer_end(&json);
}

/* The differences by place below the table of points; as CSV in its stead. */
static void print_places(fc_text *out, const fc_points *points, bool is_csv)
{
    for (int i = 0; i < points->sweep->n_points; i++) {
        const fc_place_errors *places = &points->places[i];
        const int ranks = points->prediction[i].ranks;
        fc_table table = {0};
        bool is_last = i == points->sweep->n_points - 1;
        if (places->program.seconds <= 0)
            continue;
        if (!points->lists_places) {
            fc_place_errors_print_largest(out, places, is_last ? SHOWN_DIFFERENCES : 0);
            continue;
        }
        fc_place_errors_table(&table, places, ranks);
        if (!is_csv) {
            fc_text_add(out, "\nBy place at p = %d, undisturbed times of one rank:\n", ranks);
            fc_table_print(out, &table);
        } else if (out->length > 0) {
            fc_table_csv_rows(out, &table);
        } else {
            fc_table_csv(out, &table);
        }
        fc_table_free(&table);
    }
}

void fc_points_print(fc_text *out, const fc_points *points, const char *format)
{
    fc_table table = {0};
    columns at = add_columns(&table, points);
    for (int i = 0; i < points->sweep->n_points; i++)
        if (!points->prediction[i].failure)
            fill_row(&table, &at, points, i);
    if (strcmp(format, "json") == 0) {
        add_document(out, points, &table);
    } else if (strcmp(format, "csv") == 0 && points->lists_places) {
        print_places(out, points, true);
    } else if (strcmp(format, "csv") == 0) {
        fc_table_csv(out, &table);
    } else {
        fc_points_summary_head(out, points);
        fc_table_print(out, &table);
        if (points->places)
            print_places(out, points, false);
        fc_points_summary_print(out, points);
    }
    fc_table_free(&table);
}
