/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file points_summary.h  The head line of a table of points, and the summary below it. */
#ifndef FC_POINTS_SUMMARY_H
#define FC_POINTS_SUMMARY_H

#include "tools/points/points.h"

/** The reference of the speedup of point `index`: the point of the same parameters with the fewest ranks, or with the
 * fewest threads if only threads are swept. */
const fc_prediction *fc_points_summary_reference(const fc_points *points, int index);
/** Threads of each rank of a point, 1 if threads are not swept; and the product of ranks and threads. */
int fc_points_summary_threads(const fc_points *points, const fc_prediction *at);
double fc_points_summary_processors(const fc_points *points, const fc_prediction *at);

/** "jacobi_row  n = 2000": the program, and the parameters with one value at all points; of many the first few, sizes
 * before flags. */
void fc_points_summary_name(fc_text *out, const fc_points *points);
/** One line: fc_points_summary_name(), machine, method, compute model. */
void fc_points_summary_head(fc_text *out, const fc_points *points);

/** The lines below the table: least time, where communication exceeds computation, the most expensive places, origins
 * of the counts, extrapolation beyond the machine's calibrated range, and rank equivalence classes. */
void fc_points_summary_print(fc_text *out, const fc_points *points);

/** The method that predicted the points: "ranks" if method sum failed at all of them. If it failed at some, a column
 * names the method of each point. */
const char *fc_points_summary_method(const fc_points *points);
/** Whether some points, but not all, were predicted by another method than the given one. */
bool fc_points_summary_has_methods(const fc_points *points);

#endif
