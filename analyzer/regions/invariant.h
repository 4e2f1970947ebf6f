/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file invariant.h  Arithmetic that an optimizing compiler moves in front of a loop.
 *
 * Loop-invariant code motion over the SSA form (Muchnick, Advanced Compiler Design and Implementation, 13.2): an
 * operation is invariant if each operand is constant, defined outside of the loop, or defined by an invariant
 * operation. Elements of arrays count as varying, since stores of the loop may change them. Linear in the expression
 * and in the definitions that it is made of. */
#ifndef FC_INVARIANT_H
#define FC_INVARIANT_H

#include "analyzer/binding/control.h"

/** The expression is an arithmetic operation, the same in each iteration of the loop around it. If it can trap (reals,
 * integer divisions), each iteration evaluates it, as compilers require. */
bool fc_invariant_is(const fc_control *control, const fc_node *expression, const fc_node *loop);

#endif
