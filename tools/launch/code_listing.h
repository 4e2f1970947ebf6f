/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file code_listing.h  Compiles the program and reads what the compiler made of its loops. */
#ifndef FC_CODE_LISTING_H
#define FC_CODE_LISTING_H

#include "analyzer/model/program.h"

/** Builds the program in a scratch folder with its own compiler and flags (and -g, which leaves the code as it is),
 * lists the executable with objdump, and adds the loops to program->code. The program is not run. cpu (may be NULL): of
 * which processor llvm-mca is asked for the loops' cycles (loop_cycles.h). FC_E_ENVIRONMENT: no compiler, no objdump
 * (package binutils), or a processor whose code is not read. FC_E_INPUT: it does not build. FC_E_INTERRUPTED; what
 * fc_loop_cycles_ask() fails with. */
fc_status fc_code_listing_read(fc_program *program, const char *cpu, fc_report *report);

#endif
