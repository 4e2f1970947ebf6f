/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file gathered_inputs.h  The input files that an instrumented program left beside its counters (input_runtime.c). */
#ifndef FC_GATHERED_INPUTS_H
#define FC_GATHERED_INPUTS_H

#include "analyzer/model/input_files.h"

/** From the folder that FORECOST_PROFILE named, in the order of its files' names. FC_E_INPUT: a broken one. */
fc_status fc_gathered_inputs_read(fc_input_files *out, const char *folder, fc_report *report);

#endif
