/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file study_print.h  What `forecost taskgraph` prints and draws. */
#ifndef FC_STUDY_PRINT_H
#define FC_STUDY_PRINT_H

#include "tools/taskgraph/execution.h"
#include "tools/taskgraph/study.h"

/** Every point, as `format` says: table, json or csv. */
void fc_study_print(fc_text *out, const fc_study *study, const char *format);
/** The tasks of the longest path. */
void fc_study_print_critical(fc_text *out, const fc_study *study, const char *format);
/** All tasks by ascending slack: how much later each may begin, with processes enough, and the whole takes no longer.
 */
void fc_study_print_slack(fc_text *out, const fc_study *study, const char *format);
/** What kind of graph it is; beside the deterministic times those of Kruskal and Weiss where it is fork-join, and the
 * tasks of the condensed graph where the schedule is static. */
void fc_study_print_structure(fc_text *out, const fc_study *study, const char *format);
/** Mean processes per active queue over time [taskgraph, section 5.3]. */
void fc_study_print_queues(fc_text *out, const fc_study *study, const fc_execution *execution, const char *format);
/** Speedups over processes, a curve a schedule, through gnuplot. */
fc_status fc_study_plot(const char *path, const fc_study *study, fc_report *report);

#endif
