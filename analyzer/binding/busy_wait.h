/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file busy_wait.h  Busy waits: loops such as "while (!flag) ;" that wait for another thread to change the flag. The
 * evaluation runs a team's threads one after another, so such a loop would never end. */
#ifndef FC_BUSY_WAIT_H
#define FC_BUSY_WAIT_H

#include "analyzer/binding/control.h"

/** A loop in a program with OpenMP directives that only its condition can end, and that changes no value which the
 * condition reads. Derived from variables, assignments and calls. */
bool fc_busy_wait_is(const fc_control *control, const fc_program *program, const fc_node *loop);

#endif
