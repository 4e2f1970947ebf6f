/* SPDX-License-Identifier: Apache-2.0 */
/* How a run ends, and the checks of numbers that the program or the user gives. */
#include "rank.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double greatest_count = 9007199254740992.0; /* 2^53 */
static const double greatest_rounding = 1e-3; /* rounding error of a sum in closed form whose true value is 0 */
static const char check_arguments[] =
    "Check the arguments after --, the values of -D, the pragmas and the cost annotations.";

void *fc_rank_grow(fc_rank *r, void *table, int *capacity, int used, size_t size)
{
    enum {
        LIMIT = 1 << 22
    };
    if (used < *capacity)
        return table;
    int grown = *capacity ? 2 * *capacity : 8;
    void *bigger = grown <= LIMIT ? realloc(table, (size_t)grown * size) : NULL;
    if (!bigger)
        fc_rank_end(r, FC_END_LIMIT, "Free communicators and datatypes, complete requests.",
                    "more communicators, requests or datatypes at a time than an evaluation can hold (%d)", used);
    *capacity = grown;
    return bigger;
}

double fc_now(const fc_rank *r)
{
    return r->compute_s + r->communication_s + r->wait_s;
}

void fc_rank_end(fc_rank *r, fc_end end, const char *next, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->ending.what, sizeof r->ending.what, format, args);
    va_end(args);
    snprintf(r->ending.next, sizeof r->ending.next, "%s", next);
    r->ending.end = end;
    r->ending.rank = r->launch.rank;
    r->ending.file = r->setting.mark->file;
    r->ending.line = r->setting.mark->line;
    longjmp(r->jump, 1);
}

double fc_rank_check_count(fc_rank *r, const char *what, double value)
{
    if (!(value > -greatest_rounding && value <= greatest_count))
        fc_bad_count(r, what, value, r->setting.mark->file, r->setting.mark->line);
    return value > 0 ? value : 0;
}

double fc_rank_check_repetitions(fc_rank *r, const char *what, double value)
{
    if (!r->reliance || isinf(value) || !(value <= -greatest_rounding))
        return fc_rank_check_count(r, what, value);
    if (!r->negative.file)
        r->negative = (fc_negative_count){r->setting.mark->file, r->setting.mark->line, value};
    return 0;
}

static void note_move(fc_rank *r, double from, double to)
{
    double ratio = to / from;
    if (from == to)
        return;
    double change = log(ratio > 0 && isfinite(ratio) ? ratio : 2);
    r->moved += change * change;
}

double fc_parameter_annotated(fc_rank *r, int parameter, long argument, double value)
{
    const char *name = r->setting.program->parameter[parameter], *text = NULL;
    char *end = NULL;
    if (argument > 0 && argument < r->launch.argc)
        value = strtod(text = r->launch.argv[argument], &end);
    bool is_known = !text || (end != text && *end == '\0' && fabs(value) <= greatest_count);
    if (is_known && !isnan(value))
        return value;
    if (r->launch.override && !isnan(r->launch.override[parameter]))
        return r->launch.override[parameter];
    if (text)
        fc_rank_end(r, FC_END_ARGUMENT, check_arguments,
                    "argument %ld, \"%s\", is not a number; parameter %s is read from it", argument, text, name);
    if (argument > 0)
        fc_rank_end(r, FC_END_ARGUMENT, check_arguments, "argument %ld is missing; parameter %s is read from it",
                    argument, name);
    fc_rank_end(r, FC_END_ARGUMENT, "Specify it with -D NAME=VALUE.", "parameter %s has no value: the source hides it",
                name);
}

double fc_parameter_real(fc_rank *r, int parameter, double value)
{
    if (parameter < 0 || parameter >= r->setting.program->n_parameters)
        fc_rank_end(r, FC_END_ARGUMENT, "Analyze the program again.", "the cost program names parameter %d", parameter);
    const double *override = r->launch.override;
    if (override && !isnan(override[parameter])) {
        if (isnan(r->parameter[parameter]))
            note_move(r, value, override[parameter]);
        value = override[parameter];
    }
    if (!(r->parameter[parameter] == value)) {
        r->parameter[parameter] = value;
        r->n_changes++;
    }
    double *shared = r->setting.point_parameter;
    if (shared && isnan(shared[parameter]))
        shared[parameter] = value;
    return value;
}

long fc_parameter(fc_rank *r, int parameter, long value)
{
    double taken = fc_parameter_real(r, parameter, (double)value);
    if ((double)value == taken)
        return value;
    if (!(fabs(taken) <= greatest_count))
        fc_rank_end(r, FC_END_ARGUMENT, check_arguments, "parameter %s: %.17g is beyond 2^53",
                    r->setting.program->parameter[parameter], taken);
    return (long)taken;
}

void fc_rank_check_argument(fc_rank *r)
{
    const fc_source_mark *mark = r->setting.mark;
    if (mark->argument > 0)
        fc_rank_end(r, FC_END_ARGUMENT, "Give the program all its arguments after --.",
                    "argv[%d] is read here, and the arguments end at argv[%d]", mark->argument, mark->last_argument);
}

void *fc_word(fc_rank *r, void *word, const char *file, int line)
{
    uintptr_t end = (uintptr_t)(r->launch.argv + r->launch.argc), at = (uintptr_t)word;
    if (at >= end && at <= end + FC_ARGUMENT_PADDING * sizeof *r->launch.argv) {
        fc_rank_set_position(r, file, line);
        r->setting.mark->argument = r->launch.argc + (int)((at - end) / sizeof *r->launch.argv);
        r->setting.mark->last_argument = r->launch.argc - 1;
    }
    return word;
}

void fc_leave(fc_rank *r)
{
    r->ending.end = FC_END_DONE;
    longjmp(r->jump, 1);
}

void fc_bad_count(fc_rank *r, const char *what, double value, const char *file, int line)
{
    fc_rank_set_position(r, file, line);
    fc_rank_end(r, FC_END_ARGUMENT, check_arguments, value == 0 ? "%s is 0" : "%s is %.17g: not between 0 and 2^53",
                what, value);
}
