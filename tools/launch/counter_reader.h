/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file counter_reader.h  Reads the counter files of an instrumented program (fc_profile_runtime_print) as one
 * profiled run.
 */
#ifndef FC_COUNTER_READER_H
#define FC_COUNTER_READER_H

#include "analyzer/emit/instrument/instrument.h"

/** Reads the file "all" and the files of single ranks in `folder`. Sets only ranks and counters of *out.
 *  FC_E_INPUT if a rank left no counters or a file is invalid. */
fc_status fc_counter_reader_read(FC_GIVE fc_profile_run *out, const char *folder, const fc_instrumented *instrumented,
                                 fc_report *report);

#endif
