/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/command_table.h"

const fc_command *const *fc_command_table(void)
{
    static const fc_command *const commands[] = {
        &fc_command_doctor,   &fc_command_try,      &fc_command_analyze,   &fc_command_profile,   &fc_command_predict,
        &fc_command_validate, &fc_command_formula,  &fc_command_report,    &fc_command_explain,   &fc_command_calibrate,
        &fc_command_machine,  &fc_command_coverage, &fc_command_compare,   &fc_command_scaling,   &fc_command_whatif,
        &fc_command_sweep,    &fc_command_speedup,  &fc_command_signature, &fc_command_taskgraph, &fc_command_check,
        &fc_command_verify,   &fc_command_cc,       &fc_command_emit,      &fc_command_mpi,       NULL,
    };
    return commands;
}
