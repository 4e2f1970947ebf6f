/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/counts/missing_counts.h"

#include "runtime/host/isolate.h"
#include "support/diagnostics.h"
#include "support/messages/profile.h"
#include "support/path.h"
#include "tools/counts/assumed_bounds.h"

#include <string.h>

enum {
    MOST = 20, /* more are no longer given one by one */
    SHOWN_OF_MORE = 4
};

fc_status fc_missing_counts_open(fc_missing_counts *out, const fc_cost_program *program, fc_report *report)
{
    void *shared = NULL;
    fc_status status = fc_isolate_share(&shared, (size_t)program->n_counters + 1, report);
    *out = (fc_missing_counts){shared, program->n_counters, false};
    return status;
}

void fc_missing_counts_close(fc_missing_counts *missing)
{
    if (missing->asked)
        fc_isolate_unshare(missing->asked, (size_t)missing->n_counters + 1);
    *missing = (fc_missing_counts){0};
}

void fc_missing_counts_reset(fc_missing_counts *missing)
{
    memset(missing->asked, 0, (size_t)missing->n_counters);
}

bool fc_missing_counts_ask(const fc_missing_counts *missing, int counter, const fc_cost_program *program,
                           fc_counter_value *answer)
{
    missing->asked[counter] = true;
    if (missing->supplies)
        *answer = (fc_counter_value){fc_counter_is_share(&program->counter[counter]) ? 0.5 : 1, FC_ORIGIN_ASSUMED, 0};
    return missing->supplies;
}

/* A prediction goes on without the size of an object, and without the share of entries that reach a bound. */
static bool is_needed(const fc_missing_counts *missing, const fc_cost_program *program, int counter)
{
    const char *kind = program->counter[counter].operation;
    return missing->asked[counter] && strcmp(kind, "extent") != 0 && strcmp(kind, "bound") != 0;
}

/* As is_needed(), for the first counter of a line: --assume gives all counters of a line their value. */
static bool is_listed(const fc_missing_counts *missing, const fc_cost_program *program, int counter)
{
    const fc_site *site = &program->counter[counter];
    for (int i = 0; i < counter; i++)
        if (program->counter[i].line == site->line && strcmp(program->counter[i].file, site->file) == 0 &&
            is_needed(missing, program, i))
            return false;
    return is_needed(missing, program, counter);
}

bool fc_missing_counts_any(const fc_missing_counts *missing, const fc_cost_program *program)
{
    for (int i = 0; i < missing->n_counters; i++)
        if (is_needed(missing, program, i))
            return true;
    return false;
}

static const char *unit_of(const fc_site *counter)
{
    static const char *const units[][2] = {{"loop", "ITERATIONS"}, {"number", "ELEMENTS"}, {"datatype", "BYTES"},
                                           {"blocks", "ELEMENTS"}, {"time", "SECONDS"},    {"recursion", "CALLS"}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(counter->operation, units[i][0]) == 0)
            return units[i][1];
    return "SHARE";
}

/* The counter's file as --assume takes it: the name alone, unless a counter on the same line of another file has it. */
static const char *file_of(const fc_cost_program *program, const fc_site *counter)
{
    const char *name = fc_path_name(counter->file);
    for (int i = 0; i < program->n_counters; i++) {
        const fc_site *other = &program->counter[i];
        if (other->line == counter->line && strcmp(other->file, counter->file) != 0 &&
            strcmp(fc_path_name(other->file), name) == 0)
            return counter->file;
    }
    return name;
}

static int count_listed(const fc_missing_counts *missing, const fc_cost_program *program)
{
    int n = 0;
    for (int i = 0; i < missing->n_counters; i++)
        n += is_listed(missing, program, i);
    return n;
}

/* --assume bounds gives each missing count a value. */
void fc_missing_counts_note(const fc_missing_counts *missing, const fc_cost_program *program, FILE *out)
{
    const int n = count_listed(missing, program), most = n > MOST ? SHOWN_OF_MORE : n;
    int shown = 0;
    fc_text options = {0};
    for (int i = 0; i < missing->n_counters; i++) {
        const fc_site *counter = &program->counter[i];
        if (!is_listed(missing, program, i) || shown++ >= most)
            continue;
        fc_text_add(&options, " --assume %s:%d=%s", file_of(program, counter), counter->line, unit_of(counter));
    }
    if (n > most)
        fc_text_add(&options, " and %d more", n - most);
    bool all = true;
    for (int i = 0; i < missing->n_counters && all; i++) {
        const char *next = i + 1 < program->n_counters ? program->counter[i + 1].operation : NULL;
        all = !is_needed(missing, program, i) || fc_assumed_bounds_cover(program->counter[i].operation, next);
    }
    if (all)
        fc_text_add(&options, "\n  or, with loops at their bounds and branches half the time: --assume bounds");
    if (n > 0)
        fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_COUNTS_MISSING, n, n == 1 ? "count is" : "counts are",
                    options.bytes);
    fc_text_free(&options);
}
