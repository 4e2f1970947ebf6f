/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_code.h  Reads the innermost loops of a program from a listing of its machine code.
 *
 * The listing shows what the source does not: vectorization, unrolling, accesses kept in registers, and the lines of
 * the instruction cache that a loop covers. It is the output of `objdump -d -l` for an executable compiled with -g.
 * x86-64 only: in the listing of another processor no loop is found. */
#ifndef FC_FRONTEND_MACHINE_CODE_H
#define FC_FRONTEND_MACHINE_CODE_H

#include "analyzer/model/program.h"

/** Adds the listing's loops that come from the program's files to program->code. Lines of another form are ignored.
 * assembly (may be NULL) receives each loop, appended as an llvm-mca region named by its index in program->code. */
void fc_machine_code_read(fc_program *program, const char *listing, fc_text *assembly);

#endif
