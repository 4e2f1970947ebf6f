/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file loop_parts.h  The parts of an innermost loop: the regions of its body, of its branches, of the loops in it
 * that the compiler unrolled completely, and of the procedures that it inlined there.
 *
 * The units of the core work on all parts of an iteration at the same time, and the machine code of a loop has no
 * boundaries between them. So the models price the loop as a whole, with and without its branches (fc_region.loop,
 * fc_region.always), and each part has its share of that price. Linear in the cost tree. */
#ifndef FC_LOOP_PARTS_H
#define FC_LOOP_PARTS_H

#include "analyzer/context/cost.h"
#include "analyzer/regions/region_model.h"

/** Trees by procedure id: those of procedures that compilers inline in loops, which are short and have no loop; NULL:
 * others. */
FC_GIVE fc_cost **fc_loop_parts_inlinable(fc_cost *const *tree, int n_procedures);

/** The work of the loop's parts, each executed as often as in an iteration that takes all branches. inlinable NULL:
 * calls are not followed. */
void fc_loop_parts_add_up(fc_region_model *out, const fc_cost *loop, fc_cost *const *inlinable);

/** Adds up the parts of an innermost loop, and joins them with the result (fc_region_model.whole). A part of several
 * loops belongs to the one that is nested most deeply. NULL: the loop has one part only. */
FC_GIVE fc_region_model *fc_loop_parts_join(const fc_cost *loop, const fc_program *program, fc_cost *const *inlinable);
void fc_loop_parts_free(FC_TAKE fc_region_model *whole);

#endif
