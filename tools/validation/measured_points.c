/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/validation/measured_points.h"

#include "support/diagnostics.h"
#include "support/messages/command_line.h"
#include "support/messages/evaluation.h"

#include <math.h>

/* Runs differ notably from this ratio on: of the slowest to the fastest of a point, of the build with timers to the
 * program, and of the undisturbed time to the fastest run. */
static const double uneven_runs = 1.5, other_code = 1.15, far_below = 0.5;

void fc_measured_points_conclude(fc_place_errors *places, const fc_launch_times *times)
{
    double by_places = places->undisturbed_share * times->min_s;
    places->undisturbed_s = fmin(by_places, times->undelayed_min_s);
    if (places->undisturbed_s < by_places)
        places->undisturbed_share = places->undisturbed_s / times->min_s;
}

/* Undisturbed times are from other runs than the points. */
static void note_undisturbed(FILE *out, const fc_measured_points *points, const fc_prediction *predictions)
{
    for (int i = points->n - 1; i >= 0; i--) {
        double undisturbed = points->places[i].undisturbed_s, least = points->times[i].min_s;
        if (predictions[i].failure || undisturbed <= 0 || undisturbed > far_below * least)
            continue;
        fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_UNDISTURBED_FAR_BELOW, predictions[i].ranks, undisturbed, least);
        return;
    }
}

/* A build with timers that takes another time than the program has other code. */
static void note_other_code(FILE *out, const fc_measured_points *points, const fc_prediction *predictions)
{
    for (int i = points->n - 1; i >= 0; i--) {
        const fc_place_errors *places = &points->places[i];
        double without = places->undisturbed_s, with = places->timed_s;
        if (predictions[i].failure || with <= 0 || without <= 0 || fmax(with / without, without / with) < other_code)
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
    const fc_launch_times *uneven = NULL, *subnormal = NULL;
    for (int i = points->n - 1; i >= 0; i--) {
        if (predictions[i].failure)
            continue;
        crowded = predictions[i].ranks > on.cores / on.threads ? &predictions[i] : crowded;
        bool is_uneven = points->places[i].undisturbed_s <= 0 && measured[i].max_s > uneven_runs * measured[i].min_s;
        uneven = is_uneven ? &measured[i] : uneven;
        subnormal = measured[i].has_subnormals && measured[i].flushed_s < 0 ? &measured[i] : subnormal;
    }
    if (crowded && !on.has_launcher)
        fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_N_THREAD_RANK_SHARED_CORE, crowded->ranks, on.threads,
                    on.threads == 1 ? "" : "s", on.cores, on.cores == 1 ? "" : "s");
    else if (uneven)
        fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_RUNS_N_TOOK_S_MEASURE, predictions[uneven - measured].ranks,
                    uneven->min_s, uneven->max_s);
    if (subnormal)
        fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_SUBNORMALS_SLOW, predictions[subnormal - measured].ranks);
}

void fc_measured_points_note(FILE *out, const fc_measured_points *points, const fc_prediction *predictions,
                             fc_measured_cores on)
{
    note_assumptions(out, points, predictions, on);
    note_undisturbed(out, points, predictions);
    note_other_code(out, points, predictions);
}
