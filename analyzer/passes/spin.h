/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file spin.h  Loops that wait for another thread: "while (!flag) ;" where nothing in the loop changes the flag. The
 * evaluation runs a team's threads one after the other, so that such a loop would never end. */
#ifndef FC_SPIN_H
#define FC_SPIN_H

#include "analyzer/passes/control.h"

/** A loop that is left by its condition only, in a program with OpenMP directives, and whose turns change nothing that
 * the condition reads, as far as variables, assignments and calls tell. */
bool fc_spin_is(const fc_control *control, const fc_program *program, const fc_node *loop);

#endif
