/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file input_calls.h  Where the control slice opens files to read, and a program its standard input. */
#ifndef FC_INPUT_CALLS_H
#define FC_INPUT_CALLS_H

#include "analyzer/passes/analysis.h"

/** The ids of the calls, ascending, by which the cost program opens input files; *n of them. Their first argument is
 * the file's name. */
FC_GIVE int *fc_input_calls_find(int *n, const fc_analysis *analysis);
/** The first place that reads standard input, or names it; NULL: none does. */
const fc_node *fc_input_calls_standard(const fc_program *program);

#endif
