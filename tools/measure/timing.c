/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/measure/timing.h"

#include "analyzer/effects/library.h"
#include "analyzer/emit/instrument/timers.h"
#include "comm_interface/operations.h"
#include "machine_properties/calibration/fit.h"
#include "support/clock.h"
#include "tools/machine_code/disassembly.h"
#include "tools/measure/undisturbed_time.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

enum {
    MOST_REPEATS = 5
};
static const double quick_s = 10; /* limit of all repetitions together */

void fc_timing_open(fc_timing *out, const struct fc_analysis *analysis, fc_preprocessed *units)
{
    fc_timers timers = fc_timers_find(analysis);
    *out = (fc_timing){.program = analysis->program, .units = units, .node = timers.node, .n = timers.n, .rest = -1};
}

static bool is_timed_call(const fc_site_model *site)
{
    const fc_mpi_operation *operation = fc_mpi_operation_find(site->operation);
    return operation && fc_mpi_kind_costs(operation->kind) && operation->kind != FC_MPI_ABORT &&
           site->node->kind == FC_CALL;
}

/* A call of qsort, fread, a BLAS or the like, outside of all timed regions. */
static bool is_library_call(const fc_node *node, const bool *is_timed)
{
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    if (!target || target->definition || !fc_library_find(target->name).form)
        return false;
    while (node && !is_timed[node->id])
        node = node->parent;
    return !node;
}

void fc_timing_add_rest(fc_timing *timing, const struct fc_analysis *analysis)
{
    const fc_procedure *start = fc_program_find(analysis->program, "main");
    bool *is_timed = fc_allocate((size_t)analysis->program->n_nodes, sizeof *is_timed);
    for (int i = 0; i < timing->n; i++)
        is_timed[timing->node[i]] = true;
    for (size_t i = 0; i < analysis->n_sites; i++)
        is_timed[analysis->site[i].node->id] |= is_timed_call(&analysis->site[i]);
    for (int i = 0; i < analysis->program->n_nodes; i++)
        is_timed[i] = is_timed[i] || is_library_call(analysis->program->node[i], is_timed);
    timing->rest = start && !is_timed[start->body->id] ? start->body->id : -1;
    if (timing->rest >= 0)
        is_timed[timing->rest] = true;
    free(timing->node);
    timing->node = fc_allocate((size_t)analysis->program->n_nodes, sizeof *timing->node);
    timing->n = 0;
    for (int i = 0; i < analysis->program->n_nodes; i++)
        if (is_timed[i])
            timing->node[timing->n++] = i;
    free(is_timed);
}

void fc_timing_close(fc_timing *timing)
{
    fc_instrumented_program_free(timing->counting);
    free(timing->node);
    *timing = (fc_timing){0};
}

/* Drops regions that were too short; true if there were any. */
static bool drop_short(fc_timing *timing, const fc_profile_run *run)
{
    int kept = 0;
    bool dropped = false;
    for (int i = 0; i < run->n_timers; i++)
        dropped |= run->timer[i].is_short;
    for (int i = 0; i < run->n_timers && dropped; i++)
        if (!run->timer[i].is_short)
            timing->node[kept++] = run->timer[i].node;
    if (!dropped)
        return false;
    timing->n = kept;
    fc_instrumented_program_free(timing->counting);
    timing->counting = NULL;
    return true;
}

static fc_status build(fc_timing *timing, fc_report *report)
{
    fc_instrument_request request = {.program = timing->program, .timer_id = timing->node, .n_timers = timing->n};
    double begin = fc_clock_seconds();
    fc_status status = fc_instrumented_program_build(&timing->counting, timing->units, &request, report);
    timing->build_s += fc_clock_seconds() - begin;
    return status;
}

/* One run without too short regions; *seconds: its wall-clock time. */
static fc_status run_settled(fc_profile_run *out, double *seconds, fc_timing *timing,
                             const fc_launch_run_options *options, fc_report *report)
{
    fc_status status = FC_OK;
    for (bool again = true; again && !status && timing->n > 0;) {
        if (!timing->counting)
            status = build(timing, report);
        double begin = fc_clock_seconds();
        if (!status)
            status = fc_instrumented_program_run(out, timing->counting, options, report);
        *seconds = fc_clock_seconds() - begin;
        again = !status && drop_short(timing, out);
        if (again)
            fc_profile_run_free(out);
    }
    return status;
}

static void find_quiet(fc_profile_timer *timer, int ranks, int n_repeats)
{
    const fc_timer_slices **of_rank = fc_allocate((size_t)n_repeats, sizeof *of_rank);
    timer->quiet = fc_allocate((size_t)ranks, sizeof *timer->quiet);
    timer->unsure = fc_allocate((size_t)ranks, sizeof *timer->unsure);
    for (int rank = 0; rank < ranks; rank++) {
        for (int i = 0; i < n_repeats; i++)
            of_rank[i] = &timer->slices[i * ranks + rank];
        fc_undisturbed_time found = fc_undisturbed_time_estimate(of_rank, n_repeats);
        timer->quiet[rank] = (unsigned long)found.all;
        timer->unsure[rank] = (unsigned long)found.unsure;
    }
    free(of_rank);
}

fc_status fc_timing_run(fc_profile_run *into, fc_timing *timing, const fc_launch_run_options *options,
                        fc_report *report)
{
    fc_profile_run first = {0};
    double seconds = 0;
    fc_status status = run_settled(&first, &seconds, timing, options, report);
    for (int i = 1; i < MOST_REPEATS && !status && timing->counting && (i + 1) * seconds <= quick_s; i++) {
        fc_profile_run again = {0};
        status = fc_instrumented_program_run(&again, timing->counting, options, report);
        if (!status)
            fc_profile_run_repeat(&first, &again);
        fc_profile_run_free(&again);
    }
    if (!status && timing->counting && timing->program->n_code > 0)
        status = fc_disassembly_of_build(&into->code, &into->n_code, timing->program,
                                         fc_instrumented_program_app(timing->counting), report);
    if (!status) {
        /* Replaces the slices by the estimates in `quiet`. */
        for (int i = 0; i < first.n_timers; i++) {
            fc_profile_timer *timer = &first.timer[i];
            if (timer->slices)
                find_quiet(timer, first.ranks, first.n_repeats);
            free(timer->slices);
            timer->slices = NULL;
        }
        into->timer = first.timer;
        into->n_timers = first.n_timers;
        into->n_repeats = first.n_repeats;
        first.timer = NULL;
        first.n_timers = 0;
    }
    fc_profile_run_free(&first);
    return status;
}

fc_timed_seconds fc_timing_seconds(const fc_profile_run *run, const fc_profile_timer *timer, int rank, double touch_s)
{
    fc_timed_seconds found;
    if (timer->quiet && timer->quiet[rank] > 0) {
        found = (fc_timed_seconds){1e-9 * (double)timer->quiet[rank], pow(1e-9 * (double)timer->unsure[rank], 2)};
    } else {
        double *repeat = fc_allocate((size_t)run->n_repeats, sizeof *repeat);
        for (int i = 0; i < run->n_repeats; i++)
            repeat[i] = 1e-9 * (double)timer->nanoseconds[(size_t)i * (size_t)run->ranks + (size_t)rank];
        found = (fc_timed_seconds){fc_fit_median(repeat, run->n_repeats),
                                   run->n_repeats > 1 ? gsl_stats_variance(repeat, 1, (size_t)run->n_repeats) : 0};
        free(repeat);
    }
    found.seconds = fmax(found.seconds - touch_s * (double)timer->touched[rank], 0);
    return found;
}
