/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_code.h  The machine code of a region's loop, told in the source's iterations. */
#ifndef FC_PASSES_MACHINE_CODE_H
#define FC_PASSES_MACHINE_CODE_H

#include "analyzer/passes/analysis.h"
#include "runtime/evaluate/forecost.h"

/** Of the loops of machine code that come from the region's lines the one that does most a turn (a vector loop rather
 * than its rest); the mean of their code's lines and of its cycles where several are alike. How many iterations of the
 * source a turn does is told by the real operations, or by the bytes stored or read where there are none. {0} where no
 * code was read, the region is no innermost loop (nor one whose turns stand one behind the other in such code, and
 * nothing else beside them), or a turn does less than three quarters of an iteration: then it is not that loop. A loop
 * that only copies and of which there is no code, while there is of others, is a call of memcpy.
 */
fc_code fc_machine_code_of(const fc_program *program, const fc_region_model *region);

/** A loop of a few iterations, `trips` of them, whose code the compiler put there one behind the other: code was read,
 * and no loop of it does fewer of the region's iterations a turn. One that does them all is the loop around: compilers
 * leave no loop of one turn. */
bool fc_machine_code_is_unrolled(const fc_program *program, const fc_region_model *region, double trips);

/** Code of the region's lines was read, and a loop of it moves values where a condition holds: what an iteration
 * decides, no branch is guessed for. */
bool fc_machine_code_moves(const fc_program *program, const fc_region_model *region);

#endif
