/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file residual_input.h  Prints calls in the residual code that read input files, query them or change their
 * position. */
#ifndef FC_RESIDUAL_INPUT_H
#define FC_RESIDUAL_INPUT_H

#include "analyzer/emit/cost_program/residual.h"

/** Prints a call that needs a replacement: fread, getline, and functions that query or position a file. False: another
 * call, nothing is printed. */
bool fc_residual_input_call(fc_residual *residual, const fc_node *call);
/** Prints the call's argument of this number, from 1 on, as the file that it reads. At run time, a file that does not
 * exist or that the program writes ends the evaluation with the call's place. */
void fc_residual_input_file(fc_residual *residual, const fc_node *call, int argument);

#endif
