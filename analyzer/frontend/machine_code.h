/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_code.h  What the compiler made of a program's innermost loops, read from a listing of its machine
 * code.
 *
 * The source does not tell whether a loop was vectorised or unrolled, how much it keeps in registers, or on how many
 * lines of the instruction cache it lies; the listing does. It is `objdump -d -l` of the executable, compiled with -g.
 * x86-64 only: the listing of another processor has loops of which nothing is known, and none is kept. */
#ifndef FC_MACHINE_CODE_H
#define FC_MACHINE_CODE_H

#include "analyzer/model/program.h"

/** Adds the listing's loops that come from the program's files to program->code. The listing is taken as it is: what is
 * not understood is passed over. assembly (may be NULL) receives each of them behind what it holds, as a region that
 * llvm-mca reads, named by its index in program->code. */
void fc_machine_code_read(fc_program *program, const char *listing, fc_text *assembly);

#endif
