/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file input_calls.h  Calls that read input: files that the program opens, and its standard input. */
#ifndef FC_INPUT_CALLS_H
#define FC_INPUT_CALLS_H

#include "analyzer/model/program.h"

/** The ids, ascending, of the calls that open files for reading, in the slice or not; *n of them. Their first argument
 * is the file name. */
FC_GIVE int *fc_input_calls_find(int *n, const fc_program *program);
/** The first node that reads or names standard input; NULL: none. */
const fc_node *fc_input_calls_standard(const fc_program *program);

#endif
