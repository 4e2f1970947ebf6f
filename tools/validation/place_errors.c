/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/validation/place_errors.h"

#include "analyzer/cost_tree/first_touches.h"
#include "analyzer/effects/external.h"
#include "analyzer/emit/instrument/timers.h"
#include "comm_interface/operations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A difference below this share of the whole needs no reason. */
static const double small_share = 0.01;

/* The timers of one run, and the cost items that each covers. */
typedef struct joining {
    const fc_prediction_context *context;
    const fc_prediction *prediction;
    const fc_profile_run *run;
    int *of_node;           /* by node id: its timer's index in the run; -1: none */
    fc_place_error *timed;  /* by timer */
    const fc_region **most; /* by timer: the region of the largest predicted time */
    fc_origin *origin;      /* by timer: that of the count of its largest predicted item */
    double *largest_s;      /* by timer: of that item */
    fc_place_error touches; /* all first touches of memory */
    double largest_touch_s; /* predicted, of one place */
    int rest;               /* the node whose timer has the rest; -1: none */
} joining;

static const fc_procedure *procedure_of(const fc_program *program, const fc_node *node)
{
    while (node->parent)
        node = node->parent;
    for (int i = 0; i < program->n_procedures; i++)
        if (program->procedure[i]->body == node)
            return program->procedure[i];
    return NULL;
}

/* ---- joining predicted and measured seconds ---- */

static void number_timers(joining *at)
{
    const fc_program *program = at->context->program;
    int *node = fc_allocate((size_t)at->run->n_timers, sizeof *node), n = 0;
    for (int i = 0; i < at->run->n_timers; i++)
        if (program->node[at->run->timer[i].node]->kind != FC_CALL && at->run->timer[i].node != at->rest)
            node[n++] = at->run->timer[i].node;
    const fc_timed timed = {.node = node, .n = n};
    at->of_node = fc_timers_group(at->context->analysis, &timed);
    int *of_group = fc_allocate((size_t)n, sizeof *of_group);
    for (int i = 0, k = 0; i < at->run->n_timers && k < n; i++)
        if (at->run->timer[i].node == node[k])
            of_group[k++] = i;
    for (int i = 0; i < program->n_nodes; i++)
        at->of_node[i] = at->of_node[i] < 0 ? -1 : of_group[at->of_node[i]];
    for (int i = 0; i < at->run->n_timers; i++)
        if (program->node[at->run->timer[i].node]->kind == FC_CALL)
            at->of_node[at->run->timer[i].node] = i;
    free(of_group);
    free(node);
}

static void describe_timers(joining *at, fc_place_errors *out)
{
    const fc_program *program = at->context->program;
    double touch_s = at->context->machine->coefficients.memory.first_touch_s;
    double *longest = fc_allocate((size_t)at->run->n_timers, sizeof *longest);
    for (int i = 0; i < at->run->n_timers; i++) {
        const fc_profile_timer *timer = &at->run->timer[i];
        const fc_node *node = program->node[timer->node];
        const fc_procedure *procedure = procedure_of(program, node);
        fc_place place = fc_program_place(program, node->span);
        double seconds = fc_timing_seconds(at->run, timer, at->prediction->slowest_rank, touch_s).seconds;
        double with_touches = fc_timing_seconds(at->run, timer, at->prediction->slowest_rank, 0).seconds;
        out->timed_s += with_touches;
        at->touches.measured_s += with_touches - seconds;
        if (timer->node == at->rest) {
            out->measured_s += seconds;
            continue;
        }
        /* The times of a group's timers are one row, which the longest of them names. */
        int group = at->of_node[timer->node] >= 0 ? at->of_node[timer->node] : i;
        fc_place_error *row = &at->timed[group];
        row->measured_s += seconds;
        if (row->file && seconds <= longest[group])
            continue;
        longest[group] = seconds;
        row->file = place.file;
        row->line = place.line;
        row->function = procedure ? procedure->symbol->name : "";
        row->operation = node->kind == FC_CALL ? fc_call_target(node)->name : NULL;
    }
    free(longest);
}

/* The node and the origin of a predicted item of the cost program. */
static const fc_node *node_of(fc_origin *origin, const joining *at, int item)
{
    const fc_cost_program *program = at->context->loaded.program;
    const fc_analysis *analysis = at->context->analysis;
    bool is_region = item < program->n_regions;
    *origin = is_region ? program->region_origin[item] : program->site[item - program->n_regions].origin;
    return is_region ? analysis->region[item]->node : analysis->site[item - program->n_regions].node;
}

/* The row names the place of the largest one. */
static void add_touch(joining *at, const fc_node *node, double seconds)
{
    const fc_program *program = at->context->program;
    at->touches.predicted_s += seconds;
    if (at->touches.file && seconds <= at->largest_touch_s)
        return;
    const fc_place place = fc_program_place(program, node->span);
    const fc_procedure *procedure = procedure_of(program, node);
    at->largest_touch_s = seconds;
    at->touches.file = place.file;
    at->touches.line = place.line;
    at->touches.function = procedure ? procedure->symbol->name : "";
}

static void add_predicted(joining *at, fc_place_errors *out)
{
    const fc_cost_program *program = at->context->loaded.program;
    for (int i = 0; i < at->prediction->n_by; i++) {
        const fc_prediction_place *by = &at->prediction->by[i];
        fc_origin origin;
        const fc_node *node = node_of(&origin, at, by->item);
        /* Allocations are predicted where they are, and their first touches are measured where they happen: they have a
         * row of their own. */
        int site = by->item - at->context->loaded.program->n_regions;
        const char *operation = site >= 0 ? at->context->analysis->site[site].operation : "";
        if (fc_external_is_allocation(operation) || strcmp(operation, FC_FIRST_TOUCH) == 0) {
            add_touch(at, node, by->time_s);
            continue;
        }
        int timer = at->of_node[node->id];
        if (timer < 0) {
            out->predicted_s += by->time_s;
            continue;
        }
        at->timed[timer].predicted_s += by->time_s;
        if (by->time_s <= at->largest_s[timer])
            continue;
        at->largest_s[timer] = by->time_s;
        at->origin[timer] = origin;
        at->most[timer] = by->item < program->n_regions ? &program->region[by->item] : NULL;
    }
}

/* ---- reasons ---- */

static bool gathers(const fc_region *region)
{
    for (int i = 0; region && i < region->n_streams; i++)
        if (region->stream[i].pattern == FC_PATTERN_RANDOM)
            return true;
    return false;
}

static const char *reason_of(const joining *at, int timer, double whole_s)
{
    const fc_place_error *row = &at->timed[timer];
    if (fabs(row->predicted_s - row->measured_s) < small_share * whole_s)
        return "";
    if (row->operation && fc_mpi_operation_find(row->operation))
        return row->measured_s > row->predicted_s ? "it may wait for other ranks (--method ranks)" : "";
    if (at->largest_s[timer] <= 0)
        return "no cost is predicted here";
    if (at->origin[timer] == FC_ORIGIN_ASSUMED)
        return "its count is assumed";
    if (at->origin[timer] == FC_ORIGIN_PROFILED)
        return "its count is from a profile (forecost coverage)";
    if (gathers(at->most[timer]))
        return "indirect accesses: their cache misses are estimated";
    return at->context->program->n_code == 0 ? "its machine code is unknown (analyze --code)" : "";
}

/* ---- rows ---- */

static double difference(const fc_place_error *row)
{
    return fabs(row->predicted_s - row->measured_s);
}

static int by_difference(const void *a, const void *b)
{
    const fc_place_error *x = a, *y = b;
    double first = difference(x), second = difference(y);
    if (first != second)
        return first < second ? 1 : -1;
    int file = strcmp(x->file, y->file);
    return file ? file : (x->line > y->line) - (x->line < y->line);
}

static void take_rows(const joining *at, fc_place_errors *out)
{
    out->row = fc_allocate((size_t)at->run->n_timers + 1, sizeof *out->row);
    for (int i = 0; i < at->run->n_timers; i++) {
        if (!at->timed[i].file || (at->timed[i].measured_s <= 0 && at->timed[i].predicted_s <= 0))
            continue;
        at->timed[i].reason = reason_of(at, i, out->timed_s);
        out->row[out->n++] = at->timed[i];
    }
    if (at->touches.file)
        out->row[out->n++] = at->touches;
    else
        out->measured_s += at->touches.measured_s;
    if (out->n > 0)
        qsort(out->row, (size_t)out->n, sizeof *out->row, by_difference);
}

/* The undisturbed times of all timers of the rank, over what they took in the run that took least. */
static double timed_share_of(const joining *at)
{
    const fc_profile_run *run = at->run;
    size_t rank = (size_t)at->prediction->slowest_rank, ranks = (size_t)run->ranks;
    double quiet = 0, least = HUGE_VAL;
    for (int i = 0; i < run->n_timers; i++)
        quiet += fc_timing_seconds(run, &run->timer[i], (int)rank, 0).seconds;
    for (size_t repeat = 0; repeat < (size_t)run->n_repeats; repeat++) {
        double all = 0;
        for (int i = 0; i < run->n_timers; i++)
            all += 1e-9 * (double)run->timer[i].nanoseconds[repeat * ranks + rank];
        least = fmin(least, all);
    }
    return least > 0 ? fmin(quiet / least, 1) : 1;
}

static void join(fc_place_errors *out, joining *at)
{
    size_t n = (size_t)at->run->n_timers;
    at->timed = fc_allocate(n, sizeof *at->timed);
    at->most = fc_allocate(n, sizeof *at->most);
    at->origin = fc_allocate(n, sizeof *at->origin);
    at->largest_s = fc_allocate(n, sizeof *at->largest_s);
    number_timers(at);
    describe_timers(at, out);
    add_predicted(at, out);
    if (out->timed_s > 0) {
        take_rows(at, out);
        out->timed_share = timed_share_of(at);
    }
    free(at->of_node);
    free(at->timed);
    free(at->most);
    free(at->origin);
    free(at->largest_s);
}

fc_status fc_place_errors_measure(fc_place_errors *out, const fc_prediction_context *context,
                                  const fc_prediction *prediction, fc_timing *timing,
                                  const fc_launch_run_options *options, fc_report *report)
{
    fc_profile_run run = {.ranks = options->ranks};
    *out = (fc_place_errors){0};
    fc_status status = fc_timing_run(&run, timing, options, report);
    if (!status) {
        joining at = {.context = context,
                      .prediction = prediction,
                      .run = &run,
                      .touches = {.operation = FC_FIRST_TOUCH, .reason = ""},
                      .rest = timing->rest};
        join(out, &at);
    }
    fc_profile_run_free(&run);
    return status;
}

void fc_place_errors_free(fc_place_errors *errors)
{
    free(errors->row);
    *errors = (fc_place_errors){0};
}
