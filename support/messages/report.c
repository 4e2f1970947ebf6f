/* SPDX-License-Identifier: Apache-2.0 */
#include "support/messages/report.h"

#include "support/messages.h"

#include <stddef.h>

static const fc_message messages[] = {
    {"error", FC_MSG_NOT_SUPPORTED, NULL, "Write it in standard C, or exclude it from the analysis."},
    {"error", FC_MSG_INTERRUPTED, NULL, "Run the command again."},
    {"error", FC_MSG_NO_PIPE_CAN_BE_MADE, NULL, "Raise the limit on open files: ulimit -n."},
    {"error", FC_MSG_FIELD_INVALID, NULL, "Correct the member of the file that the message names."},
    {"error", FC_MSG_CANNOT_BE_READ, NULL, "Check that it is a regular file within the size limit."},
    {"error", FC_MSG_NO_PROCESS_CAN_BE_MADE, NULL, "Raise the limit on processes: ulimit -u."},
    {"error", FC_MSG_INTERRUPTED_WHILE_EVALUATING, NULL, "Run the command again."},
    {"error", FC_MSG_CANNOT_BE_WRITTEN, NULL, "Choose a folder you may write to."},
    {"error", FC_MSG_SAME_PROGRAM_FASTEST_RANKS, NULL,
     "A program that is fastest on so few ranks has no parallelism to infer."},
    {"error", FC_MSG_DIFFERENT_NUMBER_RANKS_TOO_FEW, NULL, "Measure at least three numbers of ranks."},
    {"error", FC_MSG_CSV_FOUND, NULL, "Write the header ranks,time_s or ranks,speedup, and two numbers a line."},
    {"error", FC_MSG_STANDARD_OUTPUT_CANNOT_BE_WRITTEN, NULL,
     "Check the disk's space, or the program that reads the output."},
    {"error", FC_MSG_THERE_NO_BASELINE_YET, NULL, "Make one: `forecost check --update`."},
    {"error", FC_MSG_DEV_NULL_CANNOT_BE_WRITTEN, NULL, "Make /dev/null writable for this user."},
    {"error", FC_MSG_CANNOT_BE_READ_THERE_NO, NULL,
     "Write one (`forecost help check` describes it), or name another file with --settings."},
    {"error", FC_MSG_OPERAND_MISSING, NULL, "Name it: `forecost help COMMAND` lists the operands."},
    {"error", FC_MSG_MAP_TWO_AXES_RANKS_ONE, NULL, "Give all parameters but one a single value."},
    {"error", FC_MSG_CHANGED_SINCE_MADE, NULL, "Run `forecost analyze` again."},
    {"error", FC_MSG_PROC_SELF_EXE_CANNOT_BE, NULL, "Mount /proc."},
    {"error", FC_MSG_CLOSED_FORMULA_GIVES_S_RANKS, NULL, "The report shows the points that the cost program predicts."},
    {"error", FC_MSG_FORECOST_BUILT_WITHOUT_PAGE_REPORTS, NULL,
     "Install npm and build Forecost again with access to npm's registry, or use --format json."},
    {"error", FC_MSG_SIZE_NO_PARAMETER_NAME_VALUE, NULL, "See `forecost formula` for the names of its parameters."},
    {"error", FC_MSG_SWEEP_COLUMNS_INVALID, NULL,
     "`forecost sweep` without --columns prints all keys in its first line."},
    {"error", FC_MSG_CANNOT_CREATE_TEMPORARY_FILE, NULL, "Set TMPDIR to a folder you may write to."},
    {"error", FC_MSG_TRACE_RANKS_DOES_NOT_FIT, NULL, "Set TMPDIR to a folder with more space, or give fewer ranks."},
    {"error", FC_MSG_TIMELINE_UNKNOWN_FILE_FORMAT, NULL,
     "Use the ending .json (Perfetto, Chrome), .paje or .trace (ViTE)."},
    {"error", FC_MSG_TIMELINE_NEEDS_METHOD_RANKS, NULL, "Add --method ranks."},
    {"error", FC_MSG_TIMELINE_TAKES_ONE_POINT_GIVEN, NULL, "Give -n and -D one value each."},
    {"error", FC_MSG_TIMELINE_RANKS_EXPECTED_NUMBER_RANKS, NULL,
     "For example --timeline run.json --timeline-ranks 16."},
    {"error", FC_MSG_TIMELINE_HOLDS_MOST_SECONDS, NULL, "Give a smaller problem size."},
    {"warning", FC_MSG_FORMULA_GIVES_S_RANKS_COST, NULL, "Report this as a bug."},
    {"error", FC_MSG_SHARD_MPI_NO_MPI_LAUNCHER, NULL,
     "Start it by mpirun, mpiexec or srun, or give the shard's number: --shard 1/8."},
    {"error", FC_MSG_SHARD_NOT_I_N_I, NULL, "For example --shard 1/8, up to --shard 8/8, or --shard mpi."},
    {"error", FC_MSG_NOT_SHARD_SWEEP, NULL, "Give the outputs of forecost sweep --shard I/N."},
    {"error", FC_MSG_BELONGS_ANOTHER_SWEEP_THAN, NULL,
     "Run all shards with the same model, machine, options and version of Forecost."},
    {"error", FC_MSG_SHARD_REPEATED, NULL, "Give each shard once."},
    {"error", FC_MSG_SHARD_MISSING, NULL, "Run the missing shards: forecost sweep ... --shard I/N."},
    {"error", FC_MSG_INCOMPLETE_ENDS_AFTER_POINTS, NULL, "Run this shard again."},
    {"error", FC_MSG_MORE_THAN_POINTS, NULL, "Run this shard again."},
    {"error", FC_MSG_NO_WORKER_PROCESS_CAN_BE, NULL, "Use fewer workers, for example -j 1."},
    {"error", FC_MSG_WORKER_PROCESS_LOST_PART, NULL, "Use fewer workers, for example -j 1, if memory is short."},
    {"error", FC_MSG_SOURCE_URL_INVALID, NULL, "--source-url 'https://example.org/me/app/blob/main/{path}#L{line}'"},
    {"error", FC_MSG_FORMULA_DIFFERS, NULL,
     "Please report this with the model. `forecost predict` gives the cost program's time."},
    {"error", FC_MSG_FORMULA_NEEDS_ARGUMENTS, NULL,
     "Give the application's arguments after `--`, and the ranks with -n. If they are given: `forecost predict` with "
     "them says what is missing, such as a profile."},
    {NULL, NULL, NULL, NULL}};

const fc_message_area fc_messages_report = {
    "A file could not be read or written, or a report, a check or a comparison lacks something.", messages};
