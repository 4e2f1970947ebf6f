/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file live_ranges.h  Live-range splitting: each web of a variable becomes a variable of its own.
 *
 * In `int i; for (i = 0; ...) ...; i = data[k]; ...` the two uses of i share only their name. A web joins definitions
 * with the uses that they reach (Muchnick, Advanced Compiler Design, 1997, section 16.3.3). After the split, one fact
 * about a variable holds for all of its uses. Webs come from union-find over the accesses, in nearly linear time. */
#ifndef FC_LIVE_RANGES_H
#define FC_LIVE_RANGES_H

#include "analyzer/model/program.h"

/** Splits the scalar locals and parameters whose address is not taken. Each new variable is a local with the name, type
 * and source position of the original, declared after it. New variables of a parameter are declared at the top of the
 * procedure. */
void fc_live_ranges_split(fc_program *program);

#endif
