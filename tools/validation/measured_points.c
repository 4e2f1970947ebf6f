/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/validation/measured_points.h"

#include "support/diagnostics.h"
#include "support/messages/command_line.h"
#include "support/messages/evaluation.h"

#include <math.h>

/* Runs differ notably from this ratio on: of the slowest to the fastest of a point, and of the build with timers to the
 * program. */
static const double scattered_runs = 1.5, other_code = 1.15;
/* Times that differ less agree. Other load on the sibling of a core takes at most half of a run: a smaller share comes
 * from executions of different work that passed for equal. */
static const double agreeing = 1.1, least_share = 0.5;

static bool agree(double a, double b)
{
    return fmax(a, b) <= agreeing * fmin(a, b);
}

void fc_measured_points_conclude(fc_place_errors *places, const fc_launch_times *times)
{
    const double high = fmin(times->min_s, times->undelayed_min_s), timed = places->timed_s;
    const double seconds = fmin(places->timed_share * times->min_s, high);
    const bool is_calm = agree(seconds, times->min_s);
    const bool is_confirmed = agree(seconds, timed) && seconds >= least_share * high;
    const double low_s = is_calm ? seconds : fmin(seconds, timed);
    const double high_s = is_confirmed ? fmin(fmax(seconds, timed), high) : high;
    places->program = (fc_undisturbed_program){seconds, low_s, high_s, .share = seconds / times->min_s,
                                               .is_known = agree(low_s, high_s)};
}

void fc_measured_points_add(fc_launch_times *times, const fc_launch_times *further)
{
    times->further += further->runs;
    times->min_s = fmin(times->min_s, further->min_s);
    times->max_s = fmax(times->max_s, further->max_s);
    times->undelayed_min_s = fmin(times->undelayed_min_s, further->undelayed_min_s);
    times->has_subnormals |= further->has_subnormals;
}

static void note_unknown(FILE *out, const fc_measured_points *points, const fc_prediction *predictions)
{
    for (int i = points->n - 1; i >= 0; i--) {
        const fc_undisturbed_program *found = &points->places[i].program;
        if (predictions[i].failure || found->seconds <= 0 || found->is_known)
            continue;
        fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_UNDISTURBED_UNKNOWN, predictions[i].ranks, found->low_s,
                    found->high_s, 100 * (1 - found->share));
        return;
    }
}

/* A build with timers that takes another time than the program has other code. */
static void note_other_code(FILE *out, const fc_measured_points *points, const fc_prediction *predictions)
{
    for (int i = points->n - 1; i >= 0; i--) {
        const fc_place_errors *places = &points->places[i];
        double without = places->program.seconds, with = places->timed_s;
        if (predictions[i].failure || with <= 0 || !places->program.is_known ||
            fmax(with / without, without / with) < other_code)
            continue;
        fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_TIMERS_CHANGED_CODE, predictions[i].ranks, with, without);
        return;
    }
}

/* Predictions assume one dedicated core for each thread, and normal numbers. */
static void note_assumptions(FILE *out, const fc_measured_points *points, const fc_prediction *predictions,
                             fc_measured_cores on)
{
    const fc_launch_times *measured = points->times;
    const fc_prediction *crowded = NULL;
    const fc_launch_times *scattered = NULL, *subnormal = NULL;
    for (int i = points->n - 1; i >= 0; i--) {
        if (predictions[i].failure)
            continue;
        crowded = predictions[i].ranks > on.cores / on.threads ? &predictions[i] : crowded;
        bool is_scattered =
            points->places[i].program.seconds <= 0 && measured[i].max_s > scattered_runs * measured[i].min_s;
        scattered = is_scattered ? &measured[i] : scattered;
        subnormal = measured[i].has_subnormals && measured[i].flushed_s < 0 ? &measured[i] : subnormal;
    }
    if (crowded && !on.has_launcher)
        fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_N_THREAD_RANK_SHARED_CORE, crowded->ranks, on.threads,
                    on.threads == 1 ? "" : "s", on.cores, on.cores == 1 ? "" : "s");
    else if (scattered)
        fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_RUNS_N_TOOK_S_MEASURE, predictions[scattered - measured].ranks,
                    scattered->min_s, scattered->max_s);
    if (subnormal)
        fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_SUBNORMALS_SLOW, predictions[subnormal - measured].ranks);
}

void fc_measured_points_note(FILE *out, const fc_measured_points *points, const fc_prediction *predictions,
                             fc_measured_cores on)
{
    note_assumptions(out, points, predictions, on);
    note_unknown(out, points, predictions);
    note_other_code(out, points, predictions);
}
