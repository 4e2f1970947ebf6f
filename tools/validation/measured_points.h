/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file measured_points.h  The measurements of a sweep's points, and notes on those that are no good measure. */
#ifndef FC_MEASURED_POINTS_H
#define FC_MEASURED_POINTS_H

#include "tools/launch/launch.h"
#include "tools/validation/place_errors.h"

#include <stdio.h>

/** The measurements of the points of one number of threads. */
typedef struct fc_measured_points {
    fc_launch_times *times;  /* [n] */
    fc_place_errors *places; /* [n]: {0} where a point is not measured by place */
    int n;
} fc_measured_points;

/** What the runs had: cores of this host, and threads (>= 1) of each rank. */
typedef struct fc_measured_cores {
    int cores, threads;
    bool has_launcher; /* one of the user's own, which may start the ranks on other hosts */
} fc_measured_cores;

/** Sets places->program. The undisturbed time is the least run's time without the share that other load took, by the
 * timed places, and at most what that run took on a core. It is known if its bounds agree: other load took hardly
 * anything of that run, or the program takes the same time with timers. Otherwise the timers may have changed the code,
 * or other load have taken another share of the runs without them. */
void fc_measured_points_conclude(fc_place_errors *places, const fc_launch_times *times);
/** Takes further runs of a point into its least and largest times; median and `runs` stay those of the first runs. */
void fc_measured_points_add(fc_launch_times *times, const fc_launch_times *further);

/** Prints a note where threads shared a core, runs took scattered times or had subnormal operands, the undisturbed time
 * is unknown, or the build with timers took another time. predictions: [points->n]; those with a
 * failure are left out. Each note is printed once: the first three on the first point that they apply to, the others on
 * the last. */
void fc_measured_points_note(FILE *out, const fc_measured_points *points, const fc_prediction *predictions,
                             fc_measured_cores on);

#endif
