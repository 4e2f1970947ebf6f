/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file baseline_file.h  The file a baseline is kept in, beside the sources and under version control: JSON, one line
 * a point and a term, in the order of the settings and the sources, so that its own changes read well. */
#ifndef FC_BASELINE_FILE_H
#define FC_BASELINE_FILE_H

#include "runtime/scaling/baseline.h"

/** Writes the file whole or not at all. No program or point of it has a fault. */
fc_status fc_baseline_file_write(const fc_baseline *baseline, const char *path, fc_report *report);

/** Reads a file of at most 256 MiB, untrusted. FC_E_INPUT with file:line:column for what is no baseline, for one of
 * another version of Forecost, and for one that cannot be compared with `now`: another machine, method or model. */
fc_status fc_baseline_file_read(FC_GIVE fc_baseline *out, const char *path, const fc_baseline *now, fc_report *report);

#endif
