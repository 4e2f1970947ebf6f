/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file calibration_command.h  Option --ranks and progress output of the commands that calibrate. */
#ifndef FC_CALIBRATION_COMMAND_H
#define FC_CALIBRATION_COMMAND_H

#include "machine_properties/calibration/calibrate.h"
#include "tools/command_line/range.h"

/** Rank counts of --ranks, ascending without duplicates; text NULL: *out stays empty, so that the default applies. */
fc_status fc_calibration_command_ranks(FC_GIVE fc_range *out, const char *text, fc_report *report);
/** The calibration's progress on an fc_progress_line. */
void fc_calibration_command_progress(void *line, const fc_progress *progress);

#endif
