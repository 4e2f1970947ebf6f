/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file check_run.h  The run of a check: analyzes the current sources of the programs in forecost.yaml, and predicts
 * every point. */
#ifndef FC_CHECK_RUN_H
#define FC_CHECK_RUN_H

#include "tools/check/settings.h"

#include <stdio.h>

/** The costs of each program, in the order of the settings. A program or point that cannot be predicted has a fault
 * instead of costs. Progress is shown on `progress` if it is a terminal. FC_E_INPUT: the settings name an unknown
 * machine; FC_E_ENVIRONMENT, FC_E_INTERRUPTED. */
fc_status fc_check_run(FC_GIVE fc_baseline *out, const fc_settings *settings, FILE *progress, fc_report *report);

#endif
