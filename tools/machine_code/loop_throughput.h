/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file loop_throughput.h  Loop throughput from llvm-mca, LLVM's static model of processors. */
#ifndef FC_LOOP_THROUGHPUT_H
#define FC_LOOP_THROUGHPUT_H

#include "analyzer/model/program.h"

/** Sets program->code_cpu, and the cycles of each loop of program->code that llvm-mca reports. These are its "block
 * reciprocal throughput": the bound from the units that an iteration's instructions occupy and from the issue width,
 * without dependences and cache misses. assembly: from fc_machine_code_read(). cpu: "native", or llvm-mca's name of a
 * processor. FC_E_USAGE: llvm-mca lacks the processor. FC_E_ENVIRONMENT: no llvm-mca-19 (package llvm-19), or its
 * output is not understood. FC_E_INTERRUPTED. */
fc_status fc_loop_throughput_compute(fc_program *program, const fc_text *assembly, const char *cpu, fc_report *report);

#endif
