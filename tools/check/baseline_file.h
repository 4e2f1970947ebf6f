/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file baseline_file.h  The baseline file, to be kept under version control beside the sources: JSON with one line
 * for each point and term, in the order of settings and sources, so that its diffs are readable. */
#ifndef FC_BASELINE_FILE_H
#define FC_BASELINE_FILE_H

#include "runtime/scaling/baseline.h"

/** Writes the file whole or not at all. No program or point may have a fault. */
fc_status fc_baseline_file_write(const fc_baseline *baseline, const char *path, fc_report *report);

/** Reads an untrusted file of at most 256 MiB. FC_E_INPUT with file:line:column: not a baseline, another version of
 * Forecost, or not comparable with `now` (another machine, method or model). */
fc_status fc_baseline_file_read(FC_GIVE fc_baseline *out, const char *path, const fc_baseline *now, fc_report *report);

#endif
