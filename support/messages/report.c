/* SPDX-License-Identifier: Apache-2.0 */
#include "support/messages/report.h"

#include "support/messages/messages.h"

#include <stddef.h>

static const fc_message messages[] = {
    {"error", FC_MSG_NOT_SUPPORTED,
     "The source has a construct that the analysis or the generated cost program cannot represent, such as some GNU "
     "extensions. No model is made of it.",
     "Write it in standard C, or exclude it from the analysis."},
    {"error", FC_MSG_INTERRUPTED,
     "A signal, such as that of Ctrl-C, arrived during a measurement or simulation. The command ended without a "
     "complete result.",
     "Run the command again."},
    {"error", FC_MSG_NO_PIPE_CAN_BE_MADE,
     "Forecost reads results of its child processes through pipes. The operating system refused to create one, most "
     "often because too many files are open.",
     "Raise the limit on open files: ulimit -n."},
    {"error", FC_MSG_FIELD_INVALID,
     "A member of a YAML file, such as a machine file or settings, is unknown or missing or has an invalid value. The "
     "file is not used.",
     "Correct the member of the file that the message names."},
    {"error", FC_MSG_CANNOT_BE_READ,
     "The operating system refused to open or read this file or folder, or it is a device, a pipe or too large. The "
     "command needs its content.",
     "Check that it is a regular file within the size limit."},
    {"error", FC_MSG_NO_PROCESS_CAN_BE_MADE,
     "Forecost needs another process or thread for this step. The operating system refused to create one, most often "
     "at a limit on processes or memory.",
     "Raise the limit on processes: ulimit -u."},
    {"error", FC_MSG_INTERRUPTED_WHILE_EVALUATING,
     "A signal, such as that of Ctrl-C, arrived while points were evaluated. Points that were not finished have no "
     "result.",
     "Run the command again."},
    {"error", FC_MSG_CANNOT_BE_WRITTEN,
     "The operating system refused to create or write this file or folder, or an output folder is not empty. The "
     "result is not stored.",
     "Choose a folder you may write to."},
    {"error", FC_MSG_SAME_PROGRAM_FASTEST_RANKS,
     "The search for a crossover starts from two numbers of ranks at which different programs are fastest. The same "
     "program is fastest at both, so there is no crossover to find.",
     "Compare other numbers of ranks, at which different programs are fastest."},
    {"error", FC_MSG_DIFFERENT_NUMBER_RANKS_TOO_FEW,
     "Average parallelism comes from a fit of the speedups up to their maximum, which needs at least three different "
     "numbers of ranks. The data has fewer.",
     "Measure at least three numbers of ranks at which the program still becomes faster."},
    {"error", FC_MSG_CSV_FOUND,
     "A line of the file of measured times or speedups has no valid header or number at this position. The file is not "
     "used.",
     "Write the header ranks,time_s or ranks,speedup, and two numbers a line."},
    {"error", FC_MSG_STANDARD_OUTPUT_CANNOT_BE_WRITTEN,
     "The output could not be written completely, for example because the disk is full or the program that reads the "
     "output has ended.",
     "Check the disk's space, or the program that reads the output."},
    {"error", FC_MSG_THERE_NO_BASELINE_YET,
     "check compares the present sources with a stored baseline, and the baseline file does not exist. There is "
     "nothing to compare with.",
     "Make one: `forecost check --update`."},
    {"error", FC_MSG_DEV_NULL_CANNOT_BE_WRITTEN,
     "check discards the output of its steps and opens /dev/null for it. This failed, for example in a container "
     "without this device.",
     "Make /dev/null writable for this user."},
    {"error", FC_MSG_CANNOT_BE_READ_THERE_NO,
     "check takes its programs and points from a settings file, and no file of this name exists. There is nothing to "
     "check.",
     "Write one (`forecost help check` describes it), or name another file with --settings."},
    {"error", FC_MSG_OPERAND_MISSING,
     "The command line has fewer operands, such as models or source files, than this command needs. The command was "
     "not started.",
     "Name it: `forecost help COMMAND` lists the operands."},
    {"error", FC_MSG_MAP_TWO_AXES_RANKS_ONE,
     "A plot of a comparison shows the fastest program over the ranks and one parameter. More than one parameter has "
     "several values.",
     "Give all parameters but one a single value."},
    {"error", FC_MSG_CHANGED_SINCE_MADE,
     "coverage marks lines of this source file, whose content differs from that in the model. Marks would be at wrong "
     "lines.",
     "Run `forecost analyze` again."},
    {"error", FC_MSG_PROC_SELF_EXE_CANNOT_BE,
     "Forecost starts its own executable for some steps and finds it by this link. The link cannot be read if /proc is "
     "not mounted.",
     "Mount /proc."},
    {"error", FC_MSG_CLOSED_FORMULA_GIVES_S_RANKS,
     "A report checks its formula against the cost program at one point. They differ, for example because the formula "
     "lacks distances in the network, and the page would be wrong.",
     "The report shows the points that the cost program predicts."},
    {"error", FC_MSG_FORECOST_BUILT_WITHOUT_PAGE_REPORTS,
     "The page of reports is built with npm. npm or its packages were not available when this forecost was built, so "
     "it cannot write HTML reports.",
     "Install npm and build Forecost again with access to npm's registry, or use --format json."},
    {"error", FC_MSG_SIZE_NO_PARAMETER_NAME_VALUE,
     "--size names the parameter that the analysis varies as the problem size. With these arguments no parameter of "
     "this name has a value of 1 or more.",
     "See `forecost formula` for the names of its parameters."},
    {"error", FC_MSG_SWEEP_COLUMNS_INVALID,
     "--columns selects columns of the sweep's output by their keys. This key belongs to no column, or occurs twice.",
     "`forecost sweep` without --columns prints all keys in its first line."},
    {"error", FC_MSG_CANNOT_CREATE_TEMPORARY_FILE,
     "A timeline or task graph is made from a recording of all ranks in a temporary file. The operating system refused "
     "to create it in TMPDIR, or in /tmp without TMPDIR.",
     "Set TMPDIR to a folder you may write to."},
    {"error", FC_MSG_TRACE_RANKS_DOES_NOT_FIT,
     "The recording of all ranks for a timeline or task graph has no end, most often because the file system is full. "
     "Nothing can be made from it.",
     "Set TMPDIR to a folder with more space, or give fewer ranks."},
    {"error", FC_MSG_TIMELINE_UNKNOWN_FILE_FORMAT,
     "The ending of the file name selects the format of a timeline, and no format has this ending. The timeline is not "
     "written.",
     "Use the ending .json (Perfetto, Chrome), .paje or .trace (ViTE)."},
    {"error", FC_MSG_TIMELINE_NEEDS_METHOD_RANKS,
     "A timeline shows when each rank computes, communicates and waits. Only method ranks simulates this, and another "
     "method is selected.",
     "Add --method ranks."},
    {"error", FC_MSG_TIMELINE_TAKES_ONE_POINT_GIVEN,
     "A timeline shows a single execution, so ranks and parameters need one value each. A list or range in -n or -D "
     "gives several points.",
     "Give -n and -D one value each."},
    {"error", FC_MSG_TIMELINE_RANKS_EXPECTED_NUMBER_RANKS,
     "--timeline-ranks limits the number of ranks in the file of --timeline. Its value is not a positive whole number, "
     "or --timeline was not given.",
     "For example --timeline run.json --timeline-ranks 16."},
    {"error", FC_MSG_TIMELINE_HOLDS_MOST_SECONDS,
     "A timeline stores times as whole numbers of 64 bits in picoseconds. The predicted execution is longer than such "
     "a number can represent, so no timeline is written.",
     "Give a smaller problem size."},
    {"warning", FC_MSG_FORMULA_GIVES_S_RANKS_COST,
     "A large sweep may use a closed formula, which is compared with the cost program at its corner points. They "
     "differ, which is a defect of Forecost.",
     "Report this as a bug."},
    {"error", FC_MSG_SHARD_MPI_NO_MPI_LAUNCHER,
     "With --shard mpi, a process evaluates the part of its rank, which the launcher gives in environment variables. "
     "None of those of Open MPI, PMI or Slurm is set.",
     "Start it by mpirun, mpiexec or srun, or give the shard's number: --shard 1/8."},
    {"error", FC_MSG_SHARD_NOT_I_N_I,
     "--shard divides a sweep into N parts, of which this process evaluates part I. The text has another form, or I is "
     "not from 1 to N.",
     "For example --shard 1/8, up to --shard 8/8, or --shard mpi."},
    {"error", FC_MSG_NOT_SHARD_SWEEP,
     "A merge reads outputs of forecost sweep --shard, whose first line describes the sweep and the shard. The first "
     "line of this file does not.",
     "Give the outputs of forecost sweep --shard I/N."},
    {"error", FC_MSG_BELONGS_ANOTHER_SWEEP_THAN,
     "The first lines of the files describe different sweeps, for example of other points, options or versions. Only "
     "shards of one sweep can be merged.",
     "Run all shards with the same model, machine, options and version of Forecost."},
    {"error", FC_MSG_SHARD_REPEATED,
     "Each shard has its own points of the sweep. Two of the given files have the same ones, so the merged sweep would "
     "be wrong.",
     "Give each shard once."},
    {"error", FC_MSG_SHARD_MISSING,
     "A merge needs all shards of a sweep, and no given file is this one. The merged sweep would lack its points.",
     "Run the missing shards: forecost sweep ... --shard I/N."},
    {"error", FC_MSG_INCOMPLETE_ENDS_AFTER_POINTS,
     "The file ends before the last point of its shard, or within a line. The process that writes it is still running, "
     "or was ended.",
     "Run this shard again."},
    {"error", FC_MSG_MORE_THAN_POINTS,
     "The file has lines after the last point of its shard, for example because two outputs were written to one file. "
     "They belong to no point.",
     "Run this shard again."},
    {"error", FC_MSG_NO_WORKER_PROCESS_CAN_BE,
     "A sweep with -j evaluates its points in several processes. The operating system refused to create one, most "
     "often at a limit on processes or memory.",
     "Use fewer workers, for example -j 1."},
    {"error", FC_MSG_WORKER_PROCESS_LOST_PART,
     "A process that evaluates points of the sweep ended before it returned its results, most often because memory was "
     "short. The output lacks this part and those after it.",
     "Use fewer workers, for example -j 1, if memory is short."},
    {"error", FC_MSG_SOURCE_URL_INVALID,
     "A report links its places to this address, with {path} and {line} replaced. The address begins with neither "
     "http:// nor https://, or does not contain {path}.",
     "--source-url 'https://example.org/me/app/blob/main/{path}#L{line}'"},
    {"error", FC_MSG_FORMULA_DIFFERS,
     "Formula and cost program are derived from the same model, so their times must agree at each point. They differ "
     "here, which is a defect of Forecost.",
     "Please report this with the model. `forecost predict` gives the cost program's time."},
    {"error", FC_MSG_FORMULA_NEEDS_ARGUMENTS,
     "Some parts of the program have no closed formula, so a formula as a program contains their times at one point. "
     "No such point could be evaluated.",
     "Give the application's arguments after `--`, and the ranks with -n. If they are given: `forecost predict` with "
     "them says what is missing, such as a profile."},
    {NULL, NULL, NULL, NULL}};

const fc_message_area fc_messages_report = {
    "A file could not be read or written, or a report, a check or a comparison lacks something.", messages};
