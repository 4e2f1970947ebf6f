/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/range.h"

#include "support/messages/command_line.h"
#include "support/text.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* The state of the parser: its position, and the values so far. */
typedef struct cursor {
    const char *text;
    const char *at;
    const fc_range_limits *limits;
    double *value;
    size_t n, capacity;
    fc_report *report;
} cursor;

static fc_status refuse(const cursor *c, const char *at, const char *format, ...) __attribute__((format(printf, 3, 4)));

static fc_status refuse(const cursor *c, const char *at, const char *format, ...)
{
    char what[160];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return fc_fail(c->report, FC_E_USAGE, FC_NOWHERE, "A range is 4 or 1,2,8 or 1:16 or 1:64:8 or 1:1024:x2.",
                   FC_MSG_RANGE_INVALID, c->limits->what, c->text, (int)(at - c->text) + 1, what);
}

static const char *skip_digits(const char *at)
{
    while (isdigit((unsigned char)*at))
        at++;
    return at;
}

/* The end of the number that starts at `at`; `at` itself if none does. */
static const char *number_end(const char *at)
{
    const char *start = *at == '-' ? at + 1 : at;
    const char *end = skip_digits(start);
    if (end == start)
        return at;
    if (*end == '.')
        end = skip_digits(end + 1);
    if (*end == 'e' || *end == 'E') {
        const char *exponent = end + 1 + (end[1] == '+' || end[1] == '-');
        if (isdigit((unsigned char)*exponent))
            end = skip_digits(exponent);
    }
    return end;
}

/* number = [ "-" ] digits [ "." digits ] [ "e" [ "+" | "-" ] digits ] */
static fc_status parse_number(cursor *c, double *out)
{
    const char *start = c->at, *end = number_end(start);
    if (end == start)
        return *start ? refuse(c, start, "expected a number, found \"%.1s\"", start)
                      : refuse(c, start, "expected a number, found the end");
    /* strtod alone would accept more than the grammar: "0x10". */
    char *copy = fc_format("%.*s", (int)(end - start), start);
    double value = strtod(copy, NULL);
    free(copy);
    if (!isfinite(value))
        return refuse(c, start, "the number is too large");
    if (c->limits->whole && value != floor(value))
        return refuse(c, start, "expected a whole number");
    c->at = end;
    *out = value;
    return FC_OK;
}

/* A number that stands for a value of the range, not for a step. */
static fc_status parse_value(cursor *c, double *out)
{
    const char *start = c->at;
    double value;
    fc_status status = parse_number(c, &value);
    if (status)
        return status;
    if (value < c->limits->least)
        return refuse(c, start, "%.15g is below the least value, %.15g", value, c->limits->least);
    if (value > c->limits->greatest)
        return refuse(c, start, "%.15g is above the greatest value, %.15g", value, c->limits->greatest);
    *out = value;
    return FC_OK;
}

typedef struct step {
    bool multiplies;
    double by;
} step;

/* step = number | "x" number */
static fc_status parse_step(cursor *c, double first, step *out)
{
    const char *start = c->at;
    step parsed = {.multiplies = *c->at == 'x'};
    if (parsed.multiplies)
        c->at++;
    fc_status status = parse_number(c, &parsed.by);
    if (status)
        return status;
    if (!parsed.multiplies && parsed.by <= 0)
        return refuse(c, start, "the step must be greater than 0");
    if (parsed.multiplies && parsed.by <= 1)
        return refuse(c, start, "the factor must be greater than 1");
    if (parsed.multiplies && first <= 0)
        return refuse(c, start, "a factor needs a first value greater than 0");
    *out = parsed;
    return FC_OK;
}

static fc_status add_value(cursor *c, const char *at, double value)
{
    if (c->n >= FC_RANGE_MAX_POINTS)
        return refuse(c, at, "more than %d values", FC_RANGE_MAX_POINTS);
    c->value = fc_grow(c->value, &c->capacity, c->n + 1, sizeof *c->value);
    c->value[c->n++] = value;
    return FC_OK;
}

/* Each value is computed from the first one, so that rounding errors do not accumulate. */
static fc_status add_span(cursor *c, const char *at, const double ends[2], step step)
{
    double slack = 1e-9 * fabs(step.multiplies ? ends[1] : step.by);
    for (int i = 0;; i++) {
        double value = step.multiplies ? ends[0] * pow(step.by, i) : ends[0] + i * step.by;
        if (value > ends[1] + (c->limits->whole ? 0 : slack))
            return FC_OK;
        fc_status status = add_value(c, at, value < ends[1] ? value : ends[1]);
        if (status)
            return status;
    }
}

/* item = number [ ":" number [ ":" step ] ] */
static fc_status parse_item(cursor *c)
{
    const char *start = c->at;
    double ends[2];
    step step = {false, 1};
    fc_status status = parse_value(c, &ends[0]);
    if (status)
        return status;
    if (*c->at != ':')
        return add_value(c, start, ends[0]);
    const char *last = ++c->at;
    if ((status = parse_value(c, &ends[1])))
        return status;
    if (ends[1] < ends[0])
        return refuse(c, last, "the last value, %.15g, is below the first, %.15g", ends[1], ends[0]);
    if (*c->at == ':') {
        c->at++;
        if ((status = parse_step(c, ends[0], &step)))
            return status;
    }
    return add_span(c, start, ends, step);
}

/* range = item { "," item } */
static fc_status parse_range(cursor *c)
{
    for (;;) {
        fc_status status = parse_item(c);
        if (status)
            return status;
        if (*c->at == '\0')
            return FC_OK;
        if (*c->at != ',')
            return refuse(c, c->at, "expected \",\", \":\" or the end, found \"%.1s\"", c->at);
        c->at++;
    }
}

fc_status fc_range_parse(fc_range *out, const char *text, const fc_range_limits *limits, fc_report *report)
{
    cursor c = {.text = text, .at = text, .limits = limits, .report = report};
    fc_status status = parse_range(&c);
    if (status)
        free(c.value);
    else
        *out = (fc_range){c.value, (int)c.n};
    return status;
}

fc_status fc_range_parse_ranks(fc_range *out, const char *text, fc_report *report)
{
    return fc_range_parse(out, text, &(fc_range_limits){.what = "-n", .least = 1, .greatest = INT_MAX, .whole = true},
                          report);
}

void fc_range_free(fc_range *range)
{
    free(range->value);
    *range = (fc_range){0};
}
