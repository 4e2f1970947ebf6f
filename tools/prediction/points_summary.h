/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file points_summary.h  What a table of points says in a few lines: what it is of, and what follows from it. */
#ifndef FC_POINTS_SUMMARY_H
#define FC_POINTS_SUMMARY_H

#include "tools/prediction/points.h"

/** The point with the fewest ranks among those with the parameters (and threads) of point `index`, or the fewest
 * threads where one number of ranks is asked for: what speedup refers to. */
const fc_prediction *fc_points_base(const fc_points *points, int index);
/** Threads of a point's ranks, 1 where one number is asked for; and of all its ranks together. */
int fc_points_threads(const fc_points *points, const fc_prediction *at);
double fc_points_processes(const fc_points *points, const fc_prediction *at);

/** "jacobi_row  n = 2000": the program and the parameters that have one value at all points. */
void fc_points_name(fc_text *out, const fc_points *points);
/** One line: that, machine, method, compute model. */
void fc_points_head(fc_text *out, const fc_points *points);

/** Lines under the table: least time over ranks or threads, where communication passes computation, the places that
 * cost most, origins of the counts, and what lies beyond the machine's calibrated range. */
void fc_points_summary(fc_text *out, const fc_points *points);

#endif
