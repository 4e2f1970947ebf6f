/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/speedup_data.h"

#include "support/messages/report.h"
#include "support/text.h"

#include <gsl/gsl_heapsort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Position of the reader, and the data read so far. */
typedef struct cursor {
    const char *path;
    const char *line; /* start of the current line */
    const char *at, *end;
    int number; /* of the current line */
    fc_speedup_data data;
    size_t capacity;
    fc_report *report;
} cursor;

typedef struct field {
    const char *start;
    int length;
} field;

static const char next_step[] =
    "Write `ranks,time_s` or `ranks,speedup` in the first line, and two numbers a line: 4,0.81";

static fc_status refuse(const cursor *c, const char *at, const char *what, const field *found)
{
    fc_place place = {c->path, c->number, (int)(at - c->line) + 1};
    int length = found && found->length < 40 ? found->length : found ? 40 : 0;
    return found ? fc_fail(c->report, FC_E_INPUT, place, next_step, FC_MSG_CSV_FOUND, what, length, found->start)
                 : fc_fail(c->report, FC_E_INPUT, place, next_step, "%s", what);
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

static bool at_line_end(const cursor *c)
{
    return c->at == c->end || *c->at == '\n';
}

/* field = { any byte except "," and end of line }, without blanks at both ends */
static field take_field(cursor *c)
{
    while (!at_line_end(c) && is_blank(*c->at))
        c->at++;
    const char *start = c->at, *last = start;
    for (; !at_line_end(c) && *c->at != ','; c->at++)
        if (!is_blank(*c->at))
            last = c->at + 1;
    return (field){start, (int)(last - start)};
}

/* line = field "," field */
static fc_status take_pair(cursor *c, field pair[2])
{
    pair[0] = take_field(c);
    if (at_line_end(c))
        return refuse(c, c->at, "expected a second column", NULL);
    c->at++;
    pair[1] = take_field(c);
    return at_line_end(c) ? FC_OK : refuse(c, c->at, "expected two columns, found a third", NULL);
}

static void next_line(cursor *c)
{
    c->at += c->at < c->end;
    c->line = c->at;
    c->number++;
}

static void skip_empty_lines(cursor *c)
{
    for (;;) {
        const char *at = c->at;
        while (at < c->end && is_blank(*at))
            at++;
        if (at == c->end || *at != '\n') {
            c->at = at == c->end ? at : c->at;
            return;
        }
        c->at = at;
        next_line(c);
    }
}

static bool is_word(const field *f, const char *word)
{
    return f->length == (int)strlen(word) && strncmp(f->start, word, strlen(word)) == 0;
}

static fc_status read_header(cursor *c)
{
    field pair[2];
    if (c->at == c->end)
        return refuse(c, c->at, "the file is empty", NULL);
    fc_status status = take_pair(c, pair);
    if (status)
        return status;
    if (!is_word(&pair[0], "ranks"))
        return refuse(c, pair[0].start, "expected the column ranks", &pair[0]);
    c->data.is_times = is_word(&pair[1], "time_s");
    if (!c->data.is_times && !is_word(&pair[1], "speedup"))
        return refuse(c, pair[1].start, "expected the column speedup or time_s", &pair[1]);
    next_line(c);
    return FC_OK;
}

/* Reads a finite decimal number; strtod alone would accept "nan", "inf" and "0x10". */
static bool read_number(double *out, const field *f)
{
    if (f->length == 0 || f->length > 64 || (int)strspn(f->start, "+-.0123456789eE") < f->length)
        return false;
    char *copy = fc_format("%.*s", f->length, f->start), *end;
    *out = strtod(copy, &end);
    bool whole = *end == '\0' && end != copy;
    free(copy);
    return whole && isfinite(*out);
}

static fc_status read_row(cursor *c)
{
    field pair[2];
    fc_speedup_row row;
    fc_status status = take_pair(c, pair);
    if (status)
        return status;
    if (!read_number(&row.ranks, &pair[0]) || row.ranks < 1 || row.ranks > 1e9 || row.ranks != floor(row.ranks))
        return refuse(c, pair[0].start, "expected a whole number of ranks, 1 or more", &pair[0]);
    if (!read_number(&row.value, &pair[1]) || row.value < 1e-100 || row.value > 1e100)
        return refuse(c, pair[1].start, c->data.is_times ? "expected a time in seconds > 0" : "expected a speedup > 0",
                      &pair[1]);
    if (c->data.n == FC_SPEEDUP_MOST_ROWS)
        return refuse(c, c->line, "more than 10000 observations", NULL);
    c->data.row = fc_grow(c->data.row, &c->capacity, (size_t)c->data.n + 1, sizeof row);
    c->data.row[c->data.n++] = row;
    next_line(c);
    return FC_OK;
}

static int compare_ranks(const void *a, const void *b)
{
    double x = ((const fc_speedup_row *)a)->ranks, y = ((const fc_speedup_row *)b)->ranks;
    return (x > y) - (x < y);
}

void fc_speedup_data_sort(fc_speedup_data *data)
{
    size_t n = (size_t)data->n, *order = fc_allocate(n, sizeof *order);
    fc_speedup_row *sorted = fc_allocate(n, sizeof *sorted);
    gsl_heapsort_index(order, data->row, n, sizeof *data->row, compare_ranks);
    for (size_t i = 0; i < n; i++)
        sorted[i] = data->row[order[i]];
    free(order);
    free(data->row);
    data->row = sorted;
}

fc_status fc_speedup_data_read(fc_speedup_data *out, const char *path, fc_report *report)
{
    char *text = NULL;
    size_t length = 0;
    fc_status status = fc_file_read(&text, &length, path, 1 << 24, report);
    if (status)
        return status;
    cursor c = {.path = path, .line = text, .at = text, .end = text + length, .number = 1, .report = report};
    if (c.end - c.at >= 3 && memcmp(c.at, "\xEF\xBB\xBF", 3) == 0)
        c.line = c.at += 3;
    skip_empty_lines(&c);
    status = read_header(&c);
    for (skip_empty_lines(&c); !status && c.at < c.end; skip_empty_lines(&c))
        status = read_row(&c);
    if (!status && c.data.n == 0)
        status = refuse(&c, c.at, "no observation follows the header", NULL);
    free(text);
    if (status) {
        fc_speedup_data_free(&c.data);
        return status;
    }
    fc_speedup_data_sort(&c.data);
    *out = c.data;
    return FC_OK;
}

void fc_speedup_data_free(fc_speedup_data *data)
{
    free(data->row);
    *data = (fc_speedup_data){0};
}
