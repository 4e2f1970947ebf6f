/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file command_table.h  The subcommands, each defined in its cmd_<name>.c. */
#ifndef FC_COMMAND_TABLE_H
#define FC_COMMAND_TABLE_H

#include "tools/command_line/command.h"

extern const fc_command fc_command_calibrate;
extern const fc_command fc_command_machine;
extern const fc_command fc_command_cc;
extern const fc_command fc_command_try;
extern const fc_command fc_command_analyze;
extern const fc_command fc_command_profile;
extern const fc_command fc_command_coverage;
extern const fc_command fc_command_verify;
extern const fc_command fc_command_signature;
extern const fc_command fc_command_formula;
extern const fc_command fc_command_emit;
extern const fc_command fc_command_predict;
extern const fc_command fc_command_validate;
extern const fc_command fc_command_sweep;
extern const fc_command fc_command_compare;
extern const fc_command fc_command_scaling;
extern const fc_command fc_command_speedup;
extern const fc_command fc_command_taskgraph;
extern const fc_command fc_command_whatif;
extern const fc_command fc_command_report;
extern const fc_command fc_command_check;
extern const fc_command fc_command_mpi;
extern const fc_command fc_command_doctor;
extern const fc_command fc_command_explain;

/** Every command in the order of the overview, NULL at the end. */
const fc_command *const *fc_command_table(void);

#endif
