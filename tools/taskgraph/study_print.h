/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file study_print.h  The output of `forecost taskgraph run` and `study` for a task graph. */
#ifndef FC_STUDY_PRINT_H
#define FC_STUDY_PRINT_H

#include "tools/taskgraph/execution.h"
#include "tools/taskgraph/study.h"

/** Every point. format: "table", "json" or "csv". */
void fc_study_print(fc_text *out, const fc_study *study, const char *format);
/** The tasks of the critical path. */
void fc_study_print_critical(fc_text *out, const fc_study *study, const char *format);
/** All tasks by ascending slack: how much later each may begin, on unlimited processes, without delaying the end. */
void fc_study_print_slack(fc_text *out, const fc_study *study, const char *format);
/** The kind of graph. For a fork-join graph the times of Kruskal and Weiss's model beside the deterministic times; for
 * a static schedule the number of tasks of the condensed graph. */
void fc_study_print_structure(fc_text *out, const fc_study *study, const char *format);
/** Mean processes per active queue over time [taskgraph, section 5.3]. */
void fc_study_print_queues(fc_text *out, const fc_study *study, const fc_execution *execution, const char *format);
/** Draws the speedup over processes, a curve for each schedule. */
fc_status fc_study_plot(const char *path, const fc_study *study, fc_report *report);

#endif
