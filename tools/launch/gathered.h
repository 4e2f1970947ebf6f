/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file gathered.h  The files that an instrumented program leaves (fc_profile_runtime_print) -> one run's counters. */
#ifndef FC_GATHERED_H
#define FC_GATHERED_H

#include "analyzer/emit/instrument.h"

/** Reads "all" and what single ranks kept, in `folder`. Sets ranks and counters of *out and nothing else.
 *  FC_E_INPUT if a rank left no counters or a file is broken. */
fc_status fc_gathered_read(FC_GIVE fc_profile_run *out, const char *folder, const fc_instrumented *instrumented,
                           fc_report *report);

#endif
