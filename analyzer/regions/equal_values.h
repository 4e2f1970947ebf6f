/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file equal_values.h  Integer expressions that have the same value in an iteration, so that compilers compute them
 * once.
 *
 * Local value numbering (Cocke, Schwartz 1970) over the SSA form: the same operators over the same SSA values,
 * constants, and variables or fields that nothing in the innermost loop changes. Linear in the expressions. */
#ifndef FC_EQUAL_VALUES_H
#define FC_EQUAL_VALUES_H

#include "analyzer/binding/control.h"

/** a and b belong to one procedure. */
bool fc_equal_values_are(const fc_control *control, const fc_node *a, const fc_node *b);

#endif
