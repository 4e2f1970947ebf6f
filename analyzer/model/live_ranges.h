/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file live_ranges.h  One variable a live range: what one variable holds at different times become several.
 *
 * In `int i; for (i = 0; ...) ...; i = data[k]; ...` the loop's i and the data's i share a name and nothing else. Each
 * web of definitions and the reads they reach (Muchnick, Advanced Compiler Design, 1997, section 16.3.3) gets a
 * variable of its own, so that what is found out about a variable holds for all of its reads. */
#ifndef FC_LIVE_RANGES_H
#define FC_LIVE_RANGES_H

#include "analyzer/model/program.h"

/** Splits the scalar locals and parameters whose address nobody takes. New variables are locals of the same name, type
 * and place, declared behind the first; a parameter's at the top of its procedure. */
void fc_live_ranges_split(fc_program *program);

#endif
