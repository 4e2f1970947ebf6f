/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file plan_check.h  Predicts a run from the profile before it is made, and measures it. */
#ifndef FC_PLAN_CHECK_H
#define FC_PLAN_CHECK_H

#include "runtime/core/rank.h"
#include "tools/profile/profiling.h"

/** The time of the run, by the command `predict` with its defaults and the profile as it is. */
fc_status fc_plan_check_predict(fc_totals *out, const fc_profiling *at, const fc_profile_request *asked,
                                fc_report *report);
/** Builds the program without counters, runs it, and prints the measured beside the predicted time. */
fc_status fc_plan_check_measure(const fc_profiling *at, const fc_profile_request *asked, const fc_totals *predicted,
                                fc_report *report);

#endif
