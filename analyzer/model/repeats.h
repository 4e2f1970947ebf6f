/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file repeats.h  Loops made of a label and a goto back to it. */
#ifndef FC_REPEATS_H
#define FC_REPEATS_H

#include "analyzer/model/program.h"

/** What a goto repeats goes into the block that its label labels (the front end labels blocks only): `a: x; y; if (c)
 * goto a; z;` becomes `a: { x; y; if (c) goto a; } z;`. Left alone where a declaration would leave its scope so, or the
 * goto leads into a block. */
void fc_repeats_gather(fc_program *program);
/** The label labels what a goto below it repeats. */
bool fc_repeats_at(const fc_node *label);

#endif
