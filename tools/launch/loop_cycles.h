/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file loop_cycles.h  Asks llvm-mca, LLVM's model of processors, what the loops of the machine code take. */
#ifndef FC_LOOP_CYCLES_H
#define FC_LOOP_CYCLES_H

#include "analyzer/model/program.h"

/** Sets program->code_cpu and the cycles of each loop of program->code that llvm-mca has a number for. What is kept is
 * its "block reciprocal throughput": the units that the instructions of a turn occupy, and the most instructions that
 * are issued a cycle, with all data at hand and nothing waited for. assembly: of fc_machine_code_read(). cpu: "native",
 * or what llvm-mca calls it. FC_E_USAGE: it does not know such a processor. FC_E_ENVIRONMENT: no llvm-mca-19 (package
 * llvm-19), or one that cannot be read. FC_E_INTERRUPTED. */
fc_status fc_loop_cycles_ask(fc_program *program, const fc_text *assembly, const char *cpu, fc_report *report);

#endif
