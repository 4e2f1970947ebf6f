/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file kept_input.h  Calls of the control slice that read input files, and move about in them. */
#ifndef FC_KEPT_INPUT_H
#define FC_KEPT_INPUT_H

#include "analyzer/emit/kept.h"

/** A call that is not printed as it stands in the source: fread, getline, and what only asks or moves a file. False:
 * another one, nothing is printed. */
bool fc_kept_input_call(fc_kept *kept, const fc_node *call);
/** The call's argument of this number, from 1 on: the file that it reads. One that is not there, or that the program
 * writes, ends the evaluation with its place. */
void fc_kept_input_file(fc_kept *kept, const fc_node *call, int argument);

#endif
