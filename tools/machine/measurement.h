/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file measurement.h  What commands that measure a machine share. */
#ifndef FC_MEASUREMENT_H
#define FC_MEASUREMENT_H

#include "machine_properties/calibrate.h"
#include "tools/command_line/range.h"

/** Rank counts of --ranks, ascending, each once; text NULL: none, those of this machine's cores. */
fc_status fc_measurement_ranks(FC_GIVE fc_range *out, const char *text, fc_report *report);
/** The calibration's progress on an fc_progress_line. */
void fc_measurement_show(void *line, const fc_progress *progress);

#endif
