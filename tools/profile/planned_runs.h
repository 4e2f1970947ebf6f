/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file planned_runs.h  Small runs from which the growth of counts is fitted: prints their plan, or makes them. */
#ifndef FC_PLANNED_RUNS_H
#define FC_PLANNED_RUNS_H

#include "tools/profile/profiling.h"

/** Prints the plan (profile_plan.h) and which of its runs the profile holds. */
void fc_planned_runs_print(const fc_profiling *at);
/** Makes the planned runs that the profile lacks, until the deadline. Each is written as soon as it ends, so a repeated
 * command resumes. A run that fails is left out with a note; FC_E_INPUT: all fail. With the option `for`, a larger run
 * follows, whose time is predicted before it is made (plan_check.h). */
fc_status fc_planned_runs_make(fc_profiling *at, fc_report *report);

#endif
