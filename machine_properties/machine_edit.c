/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/machine_edit.h"

#include "machine_properties/machine_parameters.h"
#include "machine_properties/machine_path.h"
#include "support/messages/machine.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One edit of the option's text. */
typedef struct edit {
    const char *text;   /* start of this edit in `whole` */
    const char *whole;  /* all edits */
    const char *option; /* option name for messages */
    char *path;
    char kind; /* '=', '*', '+' */
    double operand;
    fc_report *report;
} edit;

static const char example[] = "For example network.latency*=0.5.";

static fc_status refuse(const edit *e, size_t offset, const char *next, const char *what)
{
    size_t column = (size_t)(e->text - e->whole) + offset + 1;
    return fc_fail(e->report, FC_E_USAGE, FC_NOWHERE, next, FC_MSG_EDIT_INVALID, e->option, e->whole, column, what);
}

/* Length of the edit that starts here: it ends at a comma outside brackets. */
static size_t edit_length(const char *text)
{
    size_t n = 0;
    for (int depth = 0; text[n] && (text[n] != ',' || depth > 0); n++)
        depth += text[n] == '[' ? 1 : text[n] == ']' ? -1 : 0;
    return n;
}

static fc_status parse_edit(edit *e)
{
    size_t length = edit_length(e->text), at = strcspn(e->text, "=");
    if (at >= length)
        return refuse(e, length, example, "expected =, *= or += and a number");
    bool changes = at > 0 && (e->text[at - 1] == '*' || e->text[at - 1] == '+');
    e->kind = changes ? e->text[at - 1] : '=';
    e->path = fc_format("%.*s", (int)(at - changes), e->text);
    size_t fault = fc_machine_path_fault(e->path);
    if (fault <= strlen(e->path))
        return refuse(e, fault, example, "expected a name");
    size_t begin = at + 1;
    char number[64], *end = number;
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    snprintf(number, sizeof number, "%.*s", (int)(length - begin), e->text + begin);
    e->operand = strtod_l(number, &end, plain);
    freelocale(plain);
    if (length == begin || length - begin >= sizeof number || *end || !isfinite(e->operand))
        return refuse(e, begin, example, "expected a number");
    return FC_OK;
}

static double changed(const edit *e, double value)
{
    return e->kind == '*' ? value * e->operand : e->kind == '+' ? value + e->operand : e->operand;
}

/* Scaling a group of times scales its rates inversely: half the time is twice the rate. A rate of 0 means no limit. */
static double scaled(const fc_parameter *parameter, fc_path_match match, double factor)
{
    if (match == FC_PATH_IN_GROUP && parameter->is_rate)
        return factor > 0 ? *parameter->number / factor : 0;
    return *parameter->number * factor;
}

static fc_status change(const edit *e, fc_parameter *parameter, fc_path_match match)
{
    char what[200];
    double value = parameter->whole ? changed(e, *parameter->whole)
                   : e->kind == '*' ? scaled(parameter, match, e->operand)
                                    : changed(e, *parameter->number);
    bool is_known = parameter->whole       ? value >= 1 && value <= 1e6 && value == floor(value)
                    : parameter->is_signed ? fabs(value) < 1
                                           : value >= 0 && value < (parameter->is_time ? 1e6 : 1e300);
    snprintf(what, sizeof what, "%.120s would be %g, expected %s", parameter->path, value,
             parameter->whole     ? "a whole number from 1 to 1000000"
             : parameter->is_time ? "a time in seconds >= 0"
                                  : "a number >= 0");
    if (!is_known)
        return refuse(e, 0, "Give another number: = sets the value, *= scales it and += adds to it.", what);
    if (parameter->whole)
        *parameter->whole = (int)value;
    else
        *parameter->number = value;
    return FC_OK;
}

/* ---- cache size ---- */

/* Mapping of working sets for a new cache size: old -> now, between the neighbor sizes before and after; 0: none. */
typedef struct stretch {
    double before, old, now, after;
} stretch;

static double stretched(const stretch *s, double bytes)
{
    if (bytes <= s->before || (s->after > 0 && bytes >= s->after))
        return bytes;
    if (bytes <= s->old)
        return s->before > 0 ? s->before * pow(s->now / s->before, log(bytes / s->before) / log(s->old / s->before))
                             : bytes * s->now / s->old;
    return s->after > 0 ? s->now * pow(s->after / s->now, log(bytes / s->old) / log(s->after / s->old))
                        : bytes * s->now / s->old;
}

static void stretch_all(double *bytes, int n, const stretch *s)
{
    for (int i = 0; i < n; i++)
        bytes[i] = stretched(s, bytes[i]);
}

/* "memory.L2.size" gives 2; any other path gives 0. */
static unsigned level_of_size(const char *path)
{
    unsigned level = 0;
    int end = 0;
    return sscanf(path, "memory.L%1u.size%n", &level, &end) == 1 && end > 0 && !path[end] ? level : 0;
}

static fc_status resize(const edit *e, fc_machine *machine, unsigned level)
{
    unsigned i = level - 1, n = machine->n_caches;
    char what[160];
    if (i >= n) {
        snprintf(what, sizeof what, "the machine has %u known cache%s", n, n == 1 ? "" : "s");
        return refuse(e, 0, "Name one of its caches.", what);
    }
    stretch s = {.before = i > 0 ? machine->cache_bytes[i - 1] : 0,
                 .old = machine->cache_bytes[i],
                 .after = i + 1 < n ? machine->cache_bytes[i + 1] : 0};
    s.now = changed(e, s.old);
    snprintf(what, sizeof what, "L%u would have %g bytes, expected more than %g%s", level, s.now, s.before,
             s.after > 0 ? " and less than the next level" : " and at most 1e15");
    if (!(s.now > s.before) || (s.after > 0 && s.now >= s.after) || s.now > 1e15)
        return refuse(
            e, 0, "Give a size between those of the neighboring levels, or edit these first in the same list.", what);
    machine->cache_bytes[i] = s.now;
    fc_memory *memory = &machine->coefficients.memory;
    for (int a = 0; a < FC_MAX_ACTIVE; a++) {
        stretch_all(memory->overlaps[a].bytes, memory->overlaps[a].n, &s);
        for (int w = 0; w < FC_N_ACCESSES; w++) {
            for (int p = 0; p < FC_N_WALKS; p++)
                stretch_all(memory->curve[a][p][w].bytes, memory->curve[a][p][w].n, &s);
            stretch_all(memory->beside[a][w].near_bytes, memory->beside[a][w].n_near, &s);
            stretch_all(memory->beside[a][w].far_bytes, memory->beside[a][w].n_far, &s);
        }
    }
    return FC_OK;
}

/* ---- applying edits ---- */

static fc_status refuse_path(const edit *e, const fc_parameters *parameters, const fc_machine *machine)
{
    fc_text names = {0};
    size_t column = fc_machine_path_alternatives(&names, e->path, parameters, machine);
    char *what = fc_format("unknown name; expected %s%s", strchr(names.bytes, ',') ? "one of " : "", names.bytes);
    fc_status status = refuse(e, column, "Write one of these names instead.", what);
    free(what);
    fc_text_free(&names);
    return status;
}

static fc_status apply(const edit *e, fc_machine *machine)
{
    unsigned level = level_of_size(e->path);
    if (level > 0)
        return resize(e, machine, level);
    if (e->kind != '*' && fc_machine_path_is_class(e->path))
        return refuse(e, strlen(e->path), example, "a class of times can only be scaled, with *=");
    fc_parameters parameters;
    fc_status status = FC_OK;
    int n = 0;
    fc_machine_parameters(&parameters, machine);
    for (size_t i = 0; i < parameters.n && !status; i++) {
        fc_path_match match = fc_machine_path_match(e->path, &parameters.item[i]);
        if (match) {
            status = change(e, &parameters.item[i], match);
            n++;
        }
    }
    if (!status && n == 0)
        status = refuse_path(e, &parameters, machine);
    fc_machine_parameters_free(&parameters);
    return status;
}

/* Checks conditions on several numbers, such as ascending axes and disjoint segments, by writing and reading the
 * machine without its samples. */
static fc_status check(const edit *e, const fc_machine *machine)
{
    fc_machine bare = *machine, *again = NULL;
    fc_text text = {0};
    fc_report found;
    bare.samples = NULL;
    bare.n_samples = 0;
    fc_status status = fc_machine_format(&text, &bare, e->report);
    if (status)
        return status;
    if (fc_machine_parse(&again, text.bytes, text.length, "", &found)) {
        const char *what = strchr(found.text, ' ');
        char *line =
            fc_format("the machine would be invalid:%.*s", (int)strcspn(what ? what : "", "\n"), what ? what : "");
        status = refuse(e, 0, "Give a number in that range; if other numbers limit it, edit them first.", line);
        free(line);
    }
    fc_text_free(&text);
    fc_machine_free(again);
    return status;
}

fc_status fc_machine_edit(fc_machine *machine, const char *edits, const char *option, fc_report *report)
{
    fc_machine before = *machine;
    edit e = {.text = edits, .whole = edits, .option = option, .report = report};
    fc_status status = FC_OK;
    for (bool is_last = false; !is_last && !status;) {
        size_t length = edit_length(e.text);
        status = parse_edit(&e);
        if (!status)
            status = apply(&e, machine);
        if (!status)
            status = check(&e, machine);
        free(e.path);
        e.path = NULL;
        is_last = !e.text[length];
        e.text += length + 1;
    }
    if (status)
        *machine = before;
    return status;
}

void fc_machine_scale(fc_machine *machine, const char *path, double factor)
{
    fc_parameters parameters;
    fc_machine_parameters(&parameters, machine);
    for (size_t i = 0; i < parameters.n; i++) {
        fc_parameter *at = &parameters.item[i];
        fc_path_match match = fc_machine_path_match(path, at);
        if (match && at->number)
            *at->number = scaled(at, match, factor);
    }
    fc_machine_parameters_free(&parameters);
}
