/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_code.h  The machine code of a region's loop, per iteration of the source. */
#ifndef FC_PASSES_MACHINE_CODE_H
#define FC_PASSES_MACHINE_CODE_H

#include "analyzer/regions/region_model.h"
#include "runtime/core/forecost.h"

/** The machine-code loop from the region's lines that does most source iterations per iteration: a vector loop rather
 * than its remainder. Equally large loops are averaged in code lines and cycles. Real operations determine the number
 * of source iterations, or stored or loaded bytes if there are none.
 *
 * The result is {0} if no code was read, or if the region is neither an innermost loop nor unrolled. It is also {0} if
 * the code does less than three quarters of a source iteration at a time, without the branches that an iteration may
 * leave out. A copy loop without code, in a program with code, is a call of memcpy. The code of a loop of several parts
 * (loop_parts.h) is that of all of them. */
fc_code fc_machine_code_of(const fc_program *program, const fc_region_model *region);

/** The compiler completely unrolled a loop of few iterations: code was read, and no loop of it does fewer than `trips`
 * source iterations at a time. A code loop that does all of them is the enclosing loop, since compilers leave no loop
 * of one iteration. */
bool fc_machine_code_is_unrolled(const fc_program *program, const fc_region_model *region, double trips);

/** Code of the region's lines was read, and no loop of it calls a procedure of the program: what the loop calls in the
 * source is inlined. */
bool fc_machine_code_inlines(const fc_program *program, const fc_region_model *region);

/** Code of the region's lines was read, and some loop of it has conditional moves, which need no branch prediction. */
bool fc_machine_code_has_moves(const fc_program *program, const fc_region_model *region);

/** How the branches of an innermost loop are compiled, as far as the code of its lines shows. */
typedef enum fc_code_branches {
    FC_CODE_UNKNOWN,
    FC_CODE_BRANCHES,
    FC_CODE_NO_BRANCHES /* conditional moves, masks of vectors, arithmetic with the result of the comparison */
} fc_code_branches;
fc_code_branches fc_machine_code_branches(const fc_program *program, const fc_region_model *region);

#endif
