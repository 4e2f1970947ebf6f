/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/messages/report.h"
#include "tools/command_line/command_table.h"
#include "tools/points/points_command.h"
#include "tools/replay/replay_command.h"
#include "tools/timeline/timeline.h"

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    if (fc_arguments_has(arguments, "trace"))
        return fc_replay_command(arguments, report);
    if (arguments->n_operands == 0)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, arguments->command->example, FC_MSG_OPERAND_MISSING,
                       arguments->command->name, arguments->command->operands);
    return fc_points_command(arguments, NULL, report);
}

static const fc_option options[] = {FC_POINTS_OPTIONS, FC_TIMELINE_OPTIONS, FC_REPLAY_OPTIONS};

const fc_command fc_command_predict = {
    .name = "predict",
    .workflow = FC_WORKFLOW_FIRST_STEPS,
    .operands = "MODEL.fc",
    .least_operands = 0,
    .most_operands = 1,
    .rest = "the application's own arguments, as after `mpirun -n P ./app`; {ranks} in them is the number of ranks",
    .help = "predict the run time for ranks and parameters",
    .about = "Predicts the time from MPI_Init's return to MPI_Finalize's entry, the maximum over the ranks, for every "
             "given number of ranks and every combination of parameters. Prints each time with its 90 % interval, its "
             "parts, the most expensive places, and the origins of the counts. With --trace, a recorded trace of MPI "
             "calls takes the model's place.",
    .example = "forecost predict jacobi.fc -m here.yaml -n 1:1024:x2 -D n=1000,4000 -- 4000 100",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
