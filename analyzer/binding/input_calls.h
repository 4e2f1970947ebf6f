/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file input_calls.h  Calls that read input: files that the slice opens, and the program's standard input. */
#ifndef FC_INPUT_CALLS_H
#define FC_INPUT_CALLS_H

#include "analyzer/binding/control.h"

/** The ids, ascending, of the calls by which the cost program opens input files; *n of them. Their first argument is
 * the file name. */
FC_GIVE int *fc_input_calls_find(int *n, const fc_program *program, const fc_control *control);
/** The first node that reads or names standard input; NULL: none. */
const fc_node *fc_input_calls_standard(const fc_program *program);

#endif
