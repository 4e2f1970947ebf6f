/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file induction.h  Variables that the head of a for statement starts and moves on by the same amount each iteration.
 */
#ifndef FC_INDUCTION_H
#define FC_INDUCTION_H

#include "analyzer/passes/control.h"

typedef struct fc_induction {
    fc_symbol *variable;
    const fc_node *start; /* its value in the first iteration */
    const fc_node *step;  /* NULL: 1 */
    int sign;             /* +1 up, -1 down; 0: moved on, but not by a fixed step */
} fc_induction;

/** What the head does to the variable. False: the head does not start it once, something but one part of the increment
 * changes it, or the loop is no for statement. */
bool fc_induction_find(fc_induction *out, const fc_control *control, const fc_node *loop, const fc_symbol *variable);
/** The loop's own variable: the integer that its condition compares, else the first of them. False: none. */
bool fc_induction_own(fc_induction *out, const fc_control *control, const fc_node *loop);
/** The side of a comparison on which the variable stands alone: 0 or 1; -1: on none, or on both. */
int fc_induction_compared(const fc_node *condition, const fc_symbol *variable);

#endif
