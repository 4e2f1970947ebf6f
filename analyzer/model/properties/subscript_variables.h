/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file subscript_variables.h  Integer variables whose values serve in subscripts only (`int at = i * width + j;
 * a[at] = b[at - 1];`). */
#ifndef FC_SUBSCRIPT_VARIABLES_H
#define FC_SUBSCRIPT_VARIABLES_H

#include "analyzer/model/program.h"

/** By symbol id: an automatic integer variable that is read only in subscripts, in offsets of pointers, and in sums and
 * products that define other such variables. Linear in the program's size for each link of the longest such chain. */
FC_GIVE bool *fc_subscript_variables_find(const fc_program *program);

#endif
