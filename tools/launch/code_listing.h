/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file code_listing.h  Compiles the program and reads what the compiler made of its loops. */
#ifndef FC_CODE_LISTING_H
#define FC_CODE_LISTING_H

#include "analyzer/model/program.h"
#include "tools/launch/launch.h"

/** Builds the program in a scratch folder with its own compiler and flags (and -g, which leaves the code as it is),
 * lists the executable with objdump, and adds the loops to program->code. The program is not run. cpu (may be NULL): of
 * which processor llvm-mca is asked for the loops' cycles (loop_cycles.h). FC_E_ENVIRONMENT: no compiler, no objdump
 * (package binutils), or a processor whose code is not read. FC_E_INPUT: it does not build. FC_E_INTERRUPTED; what
 * fc_loop_cycles_ask() fails with. */
fc_status fc_code_listing_read(fc_program *program, const char *cpu, fc_report *report);
/** Of another build of the program, made with lines (fc_launch_parts): its loops, *n of them; NULL where there are
 * none. Errors of the listing alone. */
fc_status fc_code_listing_of_build(FC_GIVE fc_code_loop **out, int *n, const fc_program *program,
                                   const fc_launch_app *app, fc_report *report);

#endif
