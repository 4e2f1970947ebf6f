/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/counts/assumptions.h"

#include "runtime/core/rank.h"
#include "support/messages/profile.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHOWN_PLACES = 6
};

/* One parsed --assume: text[0 .. file_length) ":" line "=" value. */
typedef struct assumption {
    const char *text;
    size_t file_length;
    int line;
    double value;
} assumption;

/* assumption = file ":" line "=" number */
static fc_status parse_assumption(assumption *out, const char *text, fc_report *report)
{
    const char *next = "Write --assume FILE:LINE=VALUE, for example --assume jacobi.c:71=100, or --assume bounds.";
    const char *equals = strrchr(text, '='), *colon = equals;
    while (colon && colon > text && *colon != ':')
        colon--;
    char *end = NULL;
    long line = colon && *colon == ':' ? strtol(colon + 1, &end, 10) : 0;
    if (!colon || colon == text || end != equals || line < 1 || line > INT_MAX)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, next, FC_MSG_ASSUME_NO_FILE_LINE, text);
    double value = strtod(equals + 1, &end);
    if (end == equals + 1 || *end || !isfinite(value) || value < 0 || value > 9007199254740992.0)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, next, FC_MSG_ASSUME_VALUE_MUST_BE_NUMBER, text);
    *out = (assumption){text, (size_t)(colon - text), (int)line, value};
    return FC_OK;
}

/* The counter's path is the given file, or ends with "/" and the given file. A counter of entries that reach the bound
 * is never assumed: its loop's iterations are. */
static bool matches(const assumption *assumed, const fc_site *counter)
{
    size_t length = strlen(counter->file);
    if (counter->line != assumed->line || length < assumed->file_length || strcmp(counter->operation, "bound") == 0)
        return false;
    const char *tail = counter->file + length - assumed->file_length;
    return strncmp(tail, assumed->text, assumed->file_length) == 0 && (tail == counter->file || tail[-1] == '/');
}

static fc_status refuse_place(const assumption *assumed, const fc_cost_program *program, fc_report *report)
{
    fc_text next = {0};
    fc_text_add(&next, program->n_counters ? "Places that need a count:" : "Every count of this program is known.");
    for (int i = 0; i < program->n_counters && i < SHOWN_PLACES; i++) {
        fc_text_add(&next, " ");
        fc_text_add_place(&next, program->counter[i].file, program->counter[i].line);
    }
    fc_status status =
        fc_fail(report, FC_E_USAGE, FC_NOWHERE, next.bytes, FC_MSG_ASSUME_NO_COUNT_NEEDED,
                (int)(assumed->file_length < 200 ? assumed->file_length : 200), assumed->text, assumed->line);
    fc_text_free(&next);
    return status;
}

static fc_status apply(fc_assumptions *to, const assumption *assumed, const fc_cost_program *program, fc_report *report)
{
    bool any = false;
    for (int i = 0; i < program->n_counters; i++) {
        const fc_site *counter = &program->counter[i];
        if (!matches(assumed, counter))
            continue;
        if (fc_counter_is_share(counter) && assumed->value > 1)
            return fc_fail(report, FC_E_USAGE, (fc_place){counter->file, counter->line, 0}, NULL,
                           FC_MSG_ASSUME_SHARE_MUST_BE_FOUND, counter->operation, assumed->value);
        to->value[i] = assumed->value;
        any = true;
    }
    return any ? FC_OK : refuse_place(assumed, program, report);
}

fc_status fc_assumptions_parse(fc_assumptions *out, const fc_arguments *arguments, const fc_cost_program *program,
                               fc_report *report)
{
    fc_assumptions parsed = {.n_counters = program->n_counters};
    parsed.value = fc_allocate((size_t)program->n_counters, sizeof *parsed.value);
    for (int i = 0; i < program->n_counters; i++)
        parsed.value[i] = NAN;
    fc_status status = FC_OK;
    for (int i = 0; i < arguments->n_given && !status; i++) {
        assumption assumed = {0};
        if (strcmp(arguments->given[i].option->name, "assume") != 0)
            continue;
        if (strcmp(arguments->given[i].value, "bounds") == 0) {
            parsed.takes_bounds = true;
            continue;
        }
        status = parse_assumption(&assumed, arguments->given[i].value, report);
        if (!status)
            status = apply(&parsed, &assumed, program, report);
    }
    if (status)
        fc_assumptions_free(&parsed);
    else
        *out = parsed;
    return status;
}

void fc_assumptions_free(fc_assumptions *assumptions)
{
    free(assumptions->value);
    *assumptions = (fc_assumptions){0};
}
