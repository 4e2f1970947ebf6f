/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file workload_print.h  Synthetic jobs (workload.h) as CSV or JSON; as a table their cumulative distributions. */
#ifndef FC_WORKLOAD_PRINT_H
#define FC_WORKLOAD_PRINT_H

#include "tools/command_line/command.h"

/** Draws and prints the jobs of --generate, --seed and --max-parallelism. FC_E_USAGE for an operand or another option.
 */
fc_status fc_workload_print(const fc_arguments *arguments, fc_report *report);

#endif
