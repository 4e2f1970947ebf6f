/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file goto_loops.h  Goto loops: a label and a goto back to it. */
#ifndef FC_GOTO_LOOPS_H
#define FC_GOTO_LOOPS_H

#include "analyzer/model/program.h"

/** Moves the statements that a goto repeats into the block of its label (the front end labels blocks only): `a: x; y;
 * if (c) goto a; z;` becomes `a: { x; y; if (c) goto a; } z;`. Of several labels before one statement each
 * stands alone: `a: b: x;` becomes `a: ; b: x;`. Nothing moves if a declaration would leave its scope, or if the goto
 * enters a block. */
void fc_goto_loops_form(fc_program *program);
/** The label heads a goto loop. */
bool fc_goto_loops_is_head(const fc_node *label);

#endif
