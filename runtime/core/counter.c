/* SPDX-License-Identifier: Apache-2.0 */
/* Counter values (profiled, annotated or assumed counts), and first-order propagation of their errors to the time. */
#include "rank.h"
#include "uncertainty.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool fc_counter_is_share(const fc_site *counter)
{
    static const char *const unbounded[] = {"loop", "number", "datatype", "blocks", "recursion", "time", "extent"};
    for (size_t i = 0; i < sizeof unbounded / sizeof *unbounded; i++)
        if (strcmp(counter->operation, unbounded[i]) == 0)
            return false;
    return true;
}

bool fc_counter_is_time(const fc_site *counter)
{
    return strcmp(counter->operation, "time") == 0;
}

static const char *text_of_unknown(const fc_site *site)
{
    static const char *const of_size[][2] = {
        {"number", "this %s of elements cannot be determined from the source alone"},
        {"datatype", "the size of this %s cannot be determined from the source alone"},
        {"blocks", "how many elements these %s have cannot be determined from the source alone"},
    };
    for (size_t i = 0; i < sizeof of_size / sizeof *of_size; i++)
        if (strcmp(site->operation, of_size[i][0]) == 0)
            return of_size[i][1];
    return fc_counter_is_share(site) ? "how often this %s is taken cannot be determined from the source alone"
                                     : "how often this %s runs cannot be determined from the source alone";
}

static _Noreturn void end_unknown(fc_rank *r, const fc_site *site)
{
    char what[120];
    const char *text = text_of_unknown(site), *place = strstr(text, "%s");
    snprintf(what, sizeof what, "%.*s%s%s", (int)(place - text), text, site->operation, place + 2);
    fc_rank_set_position(r, site->file, site->line);
    fc_rank_end(
        r, FC_END_UNKNOWN,
        "Run `forecost profile`, annotate the source (#pragma forecost trip(NUMBER) or probability(NUMBER)), or give "
        "--assume FILE:LINE=VALUE.",
        "%s", what);
}

/* The rank's own parameters; those that it has not passed are another rank's. */
static const double *asked_parameters(const fc_rank *r)
{
    const double *shared = r->setting.point_parameter;
    for (int i = 0; shared && i < r->setting.program->n_parameters; i++)
        r->asked_parameter[i] = isnan(r->parameter[i]) ? shared[i] : r->parameter[i];
    return shared ? r->asked_parameter : r->parameter;
}

/* False: the counter has no value. */
static bool ask(const fc_rank *r, int counter, fc_counter_value *answer)
{
    fc_counter_query question = {
        counter,  r->launch.rank,    r->launch.ranks, asked_parameters(r), r->setting.program->n_parameters,
        r->moved, r->process != NULL};
    *answer = (fc_counter_value){0, FC_ORIGIN_PROFILED, 0};
    return r->setting.counter && r->setting.counter(r->setting.counter_data, &question, answer);
}

/* As ask(), once for all uses with the same parameters. With method ranks each rank would need a memory of its own. */
static bool look_up(fc_rank *r, int counter, fc_counter_value *answer)
{
    if (!r->known && !r->process)
        r->known = calloc((size_t)r->setting.program->n_counters, sizeof *r->known);
    if (!r->known || r->process)
        return ask(r, counter, answer);
    fc_counter_known *known = &r->known[counter];
    if (known->n_changes != r->n_changes) {
        known->has_value = ask(r, counter, &known->value);
        known->n_changes = r->n_changes;
    }
    *answer = known->value;
    return known->has_value;
}

static const fc_site *site_of(fc_rank *r, int counter)
{
    const fc_cost_program *program = r->setting.program;
    if (counter < 0 || counter >= program->n_counters)
        fc_rank_end(r, FC_END_ARGUMENT, "Analyze the program again.", "the cost program names counter %d of %d",
                    counter, program->n_counters);
    return &program->counter[counter];
}

static double take(fc_rank *r, int counter, const fc_counter_value *answer)
{
    const fc_site *site = site_of(r, counter);
    fc_rank_set_position(r, site->file, site->line);
    fc_rank_check_count(r, "the value of this counter", answer->value);
    if ((int)answer->origin > r->counted_origin)
        r->counted_origin = answer->origin;
    fc_counter_use(r, counter, answer->relative_error);
    return answer->value;
}

double fc_counted(fc_rank *r, int counter)
{
    const fc_site *site = site_of(r, counter);
    fc_counter_value answer;
    bool is_known = look_up(r, counter, &answer);
    if (!is_known && r->setting.findings) {
        /* A verification goes on where a counter has no value: one way through the program is checked. */
        fc_finding_add_gap(r->setting.findings, fc_finding_place_of(site->file, site->line, site->operation));
        return fc_counter_is_share(site) || fc_counter_is_time(site) ? 0 : 1;
    }
    if (!is_known)
        end_unknown(r, site);
    return take(r, counter, &answer);
}

double fc_counted_object_size(fc_rank *r, int counter)
{
    const double page = 4096;
    fc_counter_value answer;
    return site_of(r, counter) && look_up(r, counter, &answer) ? page * answer.value : 0;
}

double fc_trip_limit(fc_rank *r, int loop, int reached)
{
    fc_counter_value trips, of_bound;
    site_of(r, loop);
    site_of(r, reached);
    bool is_annotated = look_up(r, loop, &trips) && trips.origin != FC_ORIGIN_PROFILED;
    if (is_annotated || !look_up(r, reached, &of_bound) || of_bound.value < 1)
        return fc_counted(r, loop);
    of_bound.relative_error = 0; /* a share of exactly 1 */
    take(r, reached, &of_bound);
    return INFINITY;
}

int fc_counter_scope(fc_rank *r, int by)
{
    r->on_counter += by;
    if (by > 0)
        fc_counter_scope_begin(r);
    else
        fc_counter_scope_end(r);
    return by > 0;
}

/* ---- seconds that depend on each counter ---- */

void fc_counter_use(fc_rank *r, int counter, double relative_error)
{
    if (!r->reliance)
        r->reliance = calloc((size_t)r->setting.program->n_counters, sizeof *r->reliance);
    if (!r->reliance)
        fc_rank_end(r, FC_END_LIMIT, "Free memory.", "out of memory");
    fc_counter_use_sum *on = &r->reliance[counter];
    on->relative_error = fc_max(on->relative_error, relative_error);
    if (on->is_relied)
        return;
    r->relied = fc_rank_grow(r, r->relied, &r->relied_capacity, r->n_relied, sizeof *r->relied);
    r->relied[r->n_relied++] = counter;
    on->is_relied = true;
}

static void drop_to(fc_rank *r, int n)
{
    while (r->n_relied > n)
        r->reliance[r->relied[--r->n_relied]].is_relied = false;
}

void fc_counter_scope_begin(fc_rank *r)
{
    r->hold = fc_rank_grow(r, r->hold, &r->hold_capacity, r->n_holds, sizeof *r->hold);
    r->hold[r->n_holds++] = r->n_held;
    fc_counter_scope_keep(r);
}

void fc_counter_scope_end(fc_rank *r)
{
    r->n_held = r->hold[--r->n_holds];
    drop_to(r, r->n_held);
}

void fc_counter_scope_keep(fc_rank *r)
{
    r->n_held = r->n_relied;
}

void fc_counter_charge(fc_rank *r, double seconds)
{
    for (int i = 0; i < r->n_relied; i++)
        r->reliance[r->relied[i]].seconds += seconds;
    drop_to(r, r->n_held);
}

void fc_counter_reset(fc_rank *r)
{
    for (int i = 0; r->reliance && i < r->setting.program->n_counters; i++)
        r->reliance[i].seconds = 0;
}

double fc_counter_variance(const fc_rank *r)
{
    double squares = 0, sum = 0;
    for (int i = 0; r->reliance && i < r->setting.program->n_counters; i++) {
        double deviation = r->reliance[i].relative_error * r->reliance[i].seconds;
        squares += deviation * deviation;
        sum += deviation;
    }
    return fc_uncertainty_variance(squares, sum);
}
