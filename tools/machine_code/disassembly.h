/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file disassembly.h  Compiles the program and reads the machine code of its loops. */
#ifndef FC_DISASSEMBLY_H
#define FC_DISASSEMBLY_H

#include "analyzer/model/program.h"
#include "tools/launch/launch.h"

/** Programs of this host's compiler are x86-64 code. */
bool fc_disassembly_knows_host(void);
/** Builds the program in a scratch folder with its own compiler and flags, and -g, which does not change the code.
 * Disassembles the executable with objdump and adds the loops to program->code. The program is not run. cpu (may be
 * NULL): the processor that llvm-mca models (loop_throughput.h). FC_E_ENVIRONMENT: no compiler, no objdump (package
 * binutils), or not x86-64 code. FC_E_INPUT: the build failed. FC_E_INTERRUPTED, and the errors of
 * fc_loop_throughput_compute(). */
fc_status fc_disassembly_read(fc_program *program, const char *cpu, fc_report *report);
/** The loops of another build of the program that has line information (fc_launch_parts), *n of them; NULL if there are
 * none. Only the errors of the disassembly. */
fc_status fc_disassembly_of_build(FC_GIVE fc_code_loop **out, int *n, const fc_program *program,
                                  const fc_launch_app *app, fc_report *report);

#endif
