/* SPDX-License-Identifier: Apache-2.0 */
/** @file report.h  Messages, FC0900 and after: reports, checks, files (messages.h). */
#ifndef FC_MESSAGES_REPORT_H
#define FC_MESSAGES_REPORT_H

#define FC_MSG_NOT_SUPPORTED "FC0901\t%s is not supported"
#define FC_MSG_INTERRUPTED "FC0902\tinterrupted"
#define FC_MSG_NO_PIPE_CAN_BE_MADE "FC0903\tno pipe can be made: %s"
#define FC_MSG_FIELD_INVALID "FC0904\t%s: %s"
#define FC_MSG_CANNOT_BE_READ "FC0905\tcannot be read: %s"
#define FC_MSG_NO_PROCESS_CAN_BE_MADE "FC0906\tno process can be made: %s"
#define FC_MSG_INTERRUPTED_WHILE_EVALUATING "FC0907\tinterrupted while evaluating"
#define FC_MSG_CANNOT_BE_WRITTEN "FC0908\tcannot be written: %s"
#define FC_MSG_SAME_PROGRAM_FASTEST_RANKS "FC0909\tthe same program is the fastest on %d and on %d ranks"
#define FC_MSG_DIFFERENT_NUMBER_RANKS_TOO_FEW                                                                          \
    "FC0910\t%d different number%s of ranks%s: too few to infer average parallelism"
#define FC_MSG_CSV_FOUND "FC0911\t%s, found \"%.*s\""
#define FC_MSG_STANDARD_OUTPUT_CANNOT_BE_WRITTEN "FC0912\tstandard output cannot be written: %s"
#define FC_MSG_THERE_NO_BASELINE_YET "FC0913\tthere is no baseline yet"
#define FC_MSG_DEV_NULL_CANNOT_BE_WRITTEN "FC0914\t/dev/null cannot be written"
#define FC_MSG_CANNOT_BE_READ_THERE_NO "FC0915\tcannot be read: there is no such file"
#define FC_MSG_OPERAND_MISSING "FC0916\t%s needs %s"
#define FC_MSG_MAP_TWO_AXES_RANKS_ONE "FC0917\ta map has two axes: ranks and one parameter"
#define FC_MSG_CHANGED_SINCE_MADE "FC0918\thas changed since %s was made"
#define FC_MSG_PROC_SELF_EXE_CANNOT_BE "FC0919\t/proc/self/exe cannot be read"
#define FC_MSG_FORMULA_DIFFERS "FC0951\tthe formula gives %.17g s at p = %d and the cost program %.17g s"
#define FC_MSG_FORMULA_NEEDS_ARGUMENTS "FC0952\tparts of the program are evaluated at one point, and no point is given"
#define FC_MSG_CLOSED_FORMULA_GIVES_S_RANKS                                                                            \
    "FC0920\tthe closed formula gives %.6g s on %d ranks, the cost program %.6g s"
#define FC_MSG_FORECOST_BUILT_WITHOUT_PAGE_REPORTS "FC0921\tthis forecost was built without the page of reports"
#define FC_MSG_SIZE_NO_PARAMETER_NAME_VALUE "FC0922\t--size %s: %s has no parameter of this name with a value >= 1"
#define FC_MSG_SWEEP_COLUMNS_INVALID "FC0923\t--columns: \"%.*s\" is %s"
#define FC_MSG_CANNOT_CREATE_TEMPORARY_FILE "FC0924\tcannot create a temporary file: %s"
#define FC_MSG_TRACE_RANKS_DOES_NOT_FIT "FC0925\tthe trace of the ranks does not fit into the folder of temporary files"
#define FC_MSG_TIMELINE_UNKNOWN_FILE_FORMAT "FC0926\t--timeline %s: unknown file format"
#define FC_MSG_TIMELINE_NEEDS_METHOD_RANKS "FC0927\t--timeline needs --method ranks"
#define FC_MSG_TIMELINE_TAKES_ONE_POINT_GIVEN "FC0928\t--timeline takes one point, and %d are given"
#define FC_MSG_TIMELINE_RANKS_EXPECTED_NUMBER_RANKS                                                                    \
    "FC0929\t--timeline-ranks %s: expected a number of ranks >= 1, and --timeline"
#define FC_MSG_TIMELINE_HOLDS_MOST_SECONDS "FC0930\ta timeline holds at most %g seconds"
#define FC_MSG_FORMULA_GIVES_S_RANKS_COST                                                                              \
    "FC0931\tthe formula gives %.15g s on %d ranks and the cost program %.15g s; the latter is used. Please report "   \
    "this as a bug."
#define FC_MSG_SHARD_MPI_NO_MPI_LAUNCHER "FC0932\t--shard mpi: no MPI launcher has set the rank and the size"
#define FC_MSG_SHARD_NOT_I_N_I "FC0933\t--shard: \"%.80s\" is not I/N with 1 <= I <= N"
#define FC_MSG_NOT_SHARD_SWEEP "FC0934\tis not a shard of a sweep"
#define FC_MSG_BELONGS_ANOTHER_SWEEP_THAN "FC0935\tbelongs to another sweep than %s"
#define FC_MSG_SHARD_REPEATED "FC0936\tis shard %d of %d, as %s is"
#define FC_MSG_SHARD_MISSING "FC0937\tshard %d of %d is missing (%d missing in all)"
#define FC_MSG_INCOMPLETE_ENDS_AFTER_POINTS "FC0938\tis incomplete: it ends after %d points"
#define FC_MSG_MORE_THAN_POINTS "FC0939\thas more than its %d points"
#define FC_MSG_NO_WORKER_PROCESS_CAN_BE "FC0940\tno worker process can be created: %s"
#define FC_MSG_WORKER_PROCESS_LOST_PART "FC0941\ta worker process was lost in part %d of %d"
#define FC_MSG_SOURCE_URL_INVALID "FC0942\t--source-url: \"%.200s\" is no address of the web with {path}"

#endif
