/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file examination.h  The programs of forecost.yaml as their sources are now: analysed, and predicted at every point.
 */
#ifndef FC_EXAMINATION_H
#define FC_EXAMINATION_H

#include "tools/check/settings.h"

#include <stdio.h>

/** What each program of the settings costs; in their order. A program or point that cannot be predicted is in it with
 * its fault, the others go on. Progress is shown on `progress` if that is a terminal. FC_E_INPUT where the settings
 * name no machine; FC_E_ENVIRONMENT, FC_E_INTERRUPTED. */
fc_status fc_examine(FC_GIVE fc_baseline *out, const fc_settings *settings, FILE *progress, fc_report *report);

#endif
