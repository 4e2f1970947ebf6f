/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/sweep/sweep_rows.h"

#include "support/json_writer.h"
#include "support/messages/report.h"
#include "support/number.h"
#include "tools/output/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct fc_sweep_column {
    const char *key;
    size_t offset; /* in fc_totals */
} fc_sweep_column;

typedef struct fc_sweep_text {
    char *bytes;
    size_t length;
} fc_sweep_text;

/* The keys of predict's CSV and JSON that are numbers of the whole point. */
static const fc_sweep_column columns[] = {{"time_s", offsetof(fc_totals, time_s)},
                                          {"low_s", offsetof(fc_totals, low_s)},
                                          {"high_s", offsetof(fc_totals, high_s)},
                                          {"compute_s", offsetof(fc_totals, compute_s)},
                                          {"communication_s", offsetof(fc_totals, communication_s)},
                                          {"wait_s", offsetof(fc_totals, wait_s)},
                                          {"messages", offsetof(fc_totals, messages)},
                                          {"bytes", offsetof(fc_totals, bytes)}};
enum {
    N_COLUMNS = sizeof columns / sizeof *columns
};

/* ---- columns ---- */

static fc_status refuse_column(const char *name, size_t length, bool twice, fc_report *report)
{
    fc_text known = {0};
    for (int i = 0; i < N_COLUMNS; i++)
        fc_text_add(&known, "%s%s", i ? "," : "", columns[i].key);
    char *next = fc_format("The columns are %s.", known.bytes);
    fc_status status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, next, FC_MSG_SWEEP_COLUMNS_INVALID,
                               (int)(length < 80 ? length : 80), name, twice ? "given twice" : "not a column");
    free(next);
    fc_text_free(&known);
    return status;
}

static fc_status add_column(fc_sweep_rows *rows, const char *name, size_t length, fc_report *report)
{
    const fc_sweep_column *found = NULL;
    bool twice = false;
    for (int i = 0; i < N_COLUMNS; i++)
        if (strlen(columns[i].key) == length && strncmp(columns[i].key, name, length) == 0)
            found = &columns[i];
    for (int i = 0; i < rows->n_columns; i++)
        twice |= rows->column[i] == found;
    if (!found || twice)
        return refuse_column(name, length, found != NULL, report);
    rows->column[rows->n_columns++] = found;
    return FC_OK;
}

/* ---- the text between the numbers ---- */

static const char *key_of(const fc_sweep_rows *rows, int number)
{
    const fc_cost_program *program = rows->context->loaded.program;
    if (number == 0)
        return "ranks";
    if (number <= program->n_parameters)
        return program->parameter[number - 1];
    return rows->column[number - 1 - program->n_parameters]->key;
}

/* The text since the last number, whose place is `from`. */
static void add_text(fc_sweep_rows *rows, int *n, const fc_text *text, size_t *from)
{
    char *bytes = fc_format("%s", text->bytes + *from);
    rows->before[(*n)++] = (fc_sweep_text){bytes, text->length - *from};
    *from = text->length;
}

/* {"ranks": 2, "parameters": {"n": 100, "m": 7}, "time_s": 1.5} */
static void add_json_texts(fc_sweep_rows *rows)
{
    const int n_parameters = rows->context->loaded.program->n_parameters;
    fc_text text = {0};
    fc_json_writer json = {.out = &text};
    size_t from = 0;
    int n = 0;
    fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
    for (int i = 0; i < rows->n_numbers; i++) {
        if (i == 1 && n_parameters > 0)
            fc_json_writer_object(&json, "parameters", FC_JSON_ONE_LINE);
        if (i == n_parameters + 1 && n_parameters > 0)
            fc_json_writer_end(&json);
        fc_json_writer_item(&json, key_of(rows, i));
        add_text(rows, &n, &text, &from);
    }
    fc_json_writer_end(&json);
    add_text(rows, &n, &text, &from);
    fc_text_free(&text);
}

static void make_texts(fc_sweep_rows *rows)
{
    size_t longest = 1;
    rows->n_numbers = 1 + rows->context->loaded.program->n_parameters + rows->n_columns;
    rows->before = fc_allocate((size_t)rows->n_numbers + 1, sizeof *rows->before);
    if (!rows->is_csv)
        add_json_texts(rows);
    for (int i = 0; i <= rows->n_numbers; i++) {
        if (rows->is_csv) {
            char *text = fc_copy_string(i == 0 ? "" : i < rows->n_numbers ? "," : "\n");
            rows->before[i] = (fc_sweep_text){text, strlen(text)};
        }
        longest += rows->before[i].length + FC_NUMBER_LENGTH;
    }
    rows->line = fc_allocate(longest, 1);
}

fc_status fc_sweep_rows_open(fc_sweep_rows *out, fc_prediction_context *context, const fc_sweep *sweep,
                             const fc_arguments *arguments, fc_report *report)
{
    fc_sweep_rows rows = {.context = context,
                          .arguments = arguments,
                          .is_csv = strcmp(fc_arguments_value(arguments, "format"), "csv") == 0};
    /* columns = key { "," key } */
    const char *text = fc_arguments_value(arguments, "columns");
    fc_status status = FC_OK;
    rows.column = fc_allocate(N_COLUMNS, sizeof *rows.column);
    for (int i = 0; i < N_COLUMNS && !text; i++)
        rows.column[rows.n_columns++] = &columns[i];
    while (text && !status) {
        size_t length = strcspn(text, ",");
        status = add_column(&rows, text, length, report);
        text = text[length] ? text + length + 1 : NULL;
    }
    if (!status)
        status = fc_closed_form_open(&rows.closed, context, sweep, arguments, report);
    if (status) {
        fc_sweep_rows_close(&rows);
        return status;
    }
    make_texts(&rows);
    *out = rows;
    return FC_OK;
}

void fc_sweep_rows_close(fc_sweep_rows *rows)
{
    fc_closed_form_close(&rows->closed);
    for (int i = 0; rows->before && i <= rows->n_numbers; i++)
        free(rows->before[i].bytes);
    free(rows->before);
    free(rows->line);
    free(rows->column);
    *rows = (fc_sweep_rows){0};
}

/* ---- lines ---- */

void fc_sweep_rows_keys(fc_text *out, const fc_sweep_rows *rows)
{
    const fc_cost_program *program = rows->context->loaded.program;
    for (int i = 0; i < rows->n_numbers && rows->is_csv; i++)
        fc_text_add(out, "%s%s%s", i ? "," : "", i > 0 && i <= program->n_parameters ? "parameters." : "",
                    key_of(rows, i));
    if (rows->is_csv)
        fc_text_add(out, "\n");
}

/* Writes a number with the text before it, and returns its end; in CSV an unknown number is empty. */
static char *write_number(char *at, const fc_sweep_rows *rows, int index, double number)
{
    const fc_sweep_text *before = &rows->before[index];
    if (before->length == 1)
        *at = before->bytes[0];
    else
        memcpy(at, before->bytes, before->length);
    at += before->length;
    return !rows->is_csv || isfinite(number) ? at + fc_number_write(at, number) : at;
}

/* totals NULL: those of a skipped point, which are unknown. */
static void add_line(fc_text *out, const fc_sweep_rows *rows, int ranks, const double *parameter,
                     const fc_totals *totals)
{
    const double unknown = NAN;
    const fc_sweep_text *end = &rows->before[rows->n_numbers];
    int index = 0, n_parameters = rows->context->loaded.program->n_parameters;
    char *at = write_number(rows->line, rows, index++, ranks);
    for (int i = 0; i < n_parameters; i++)
        at = write_number(at, rows, index++, parameter[i]);
    for (int i = 0; i < rows->n_columns; i++) {
        const void *value = totals ? (const char *)totals + rows->column[i]->offset : (const char *)&unknown;
        at = write_number(at, rows, index++, *(const double *)value);
    }
    memcpy(at, end->bytes, end->length);
    fc_text_append(out, rows->line, (size_t)(at - rows->line) + end->length);
}

/* The line of a skipped point: its ranks and the swept parameters. */
static void add_skipped(fc_text *out, const fc_sweep_rows *rows, const fc_sweep *part, int point)
{
    const fc_cost_program *program = rows->context->loaded.program;
    double *parameter = fc_allocate((size_t)program->n_parameters, sizeof *parameter),
           *swept = fc_allocate((size_t)part->n_parameters, sizeof *swept);
    fc_sweep_values(swept, part, point);
    for (int i = 0; i < program->n_parameters; i++) {
        parameter[i] = NAN;
        for (int k = 0; k < part->n_parameters; k++)
            if (strcmp(part->name[k], program->parameter[i]) == 0)
                parameter[i] = swept[k];
    }
    add_line(out, rows, fc_sweep_ranks(part, point), parameter, NULL);
    free(swept);
    free(parameter);
}

static void count_skipped(fc_sweep_skipped *to, int n, const char *report)
{
    if (to->n == 0)
        to->first = fc_copy_string(report);
    to->n += n;
}

/* Adds points predicted by the cost program. */
static fc_status add_predicted(fc_text *out, fc_sweep_rows *rows, const fc_sweep *part, fc_sweep_skipped *skipped,
                               fc_report *report)
{
    fc_prediction *prediction = NULL;
    fc_status status = fc_prediction_context_predict(&prediction, rows->context, part, rows->arguments, report);
    if (status && status != FC_E_INPUT)
        return status;
    if (status)
        count_skipped(skipped, part->n_points, report->text);
    for (int i = 0; i < part->n_points; i++) {
        const char *failure = status ? NULL : prediction[i].failure;
        if (failure)
            count_skipped(skipped, 1, failure);
        if (status || failure)
            add_skipped(out, rows, part, i);
        else
            add_line(out, rows, prediction[i].ranks, prediction[i].parameter, &prediction[i].totals);
    }
    if (!status)
        fc_evaluate_free(prediction, part->n_points);
    return FC_OK;
}

/* Adds points predicted by the formula, from the first on, until it has no value for a point; returns their number. */
static int add_closed(fc_text *out, const fc_sweep_rows *rows, const fc_sweep *part, const fc_totals *totals)
{
    int i = 0, n_parameters = rows->closed.n_parameters;
    double *swept = fc_allocate((size_t)part->n_parameters, sizeof *swept),
           *parameter = fc_allocate((size_t)n_parameters, sizeof *parameter);
    for (; i < part->n_points && !isnan(totals[i].time_s); i++) {
        fc_sweep_values(swept, part, i);
        for (int k = 0; k < n_parameters; k++)
            parameter[k] = fc_closed_form_parameter(&rows->closed, k, swept);
        add_line(out, rows, fc_sweep_ranks(part, i), parameter, &totals[i]);
    }
    free(parameter);
    free(swept);
    return i;
}

fc_status fc_sweep_rows_write(fc_text *out, fc_sweep_rows *rows, const fc_sweep *points, fc_sweep_skipped *skipped,
                              fc_report *report)
{
    int n = points->n_points;
    if (!rows->closed.points)
        return add_predicted(out, rows, points, skipped, report);
    fc_totals *totals = fc_allocate((size_t)n, sizeof *totals);
    size_t before = out->length;
    fc_status status = FC_OK;
    fc_closed_form_predict(totals, &rows->closed, points);
    for (int i = 0, missing = 0; i < n && !status; i += missing) {
        fc_sweep part = fc_sweep_part(points, i, n - i);
        i += add_closed(out, rows, &part, totals + i);
        for (missing = 0; i + missing < n && isnan(totals[i + missing].time_s);)
            missing++;
        part = fc_sweep_part(points, i, missing);
        if (missing)
            status = add_predicted(out, rows, &part, skipped, report);
    }
    if (status)
        out->length = before;
    free(totals);
    return status;
}
