/* SPDX-License-Identifier: Apache-2.0 */
#include "support/messages/profile.h"

#include "support/messages/messages.h"

#include <stddef.h>

static const fc_message messages[] = {
    {"error", FC_MSG_ASSUME_NO_FILE_LINE,
     "The value of --assume has no file name, no colon, or no line number from 1 on before its last \"=\". The count "
     "that it is meant for cannot be determined.",
     "Write --assume FILE:LINE=VALUE, for example --assume cg.c:88=25, or --assume bounds."},
    {"error", FC_MSG_ASSUME_VALUE_MUST_BE_NUMBER,
     "The text after the last \"=\" of --assume is not a finite number from 0 to 2^53. Expressions and ranges are not "
     "accepted there.",
     "Give a number: --assume FILE:LINE=VALUE."},
    {"error", FC_MSG_ASSUME_NO_COUNT_NEEDED,
     "The cost program requests no count at this line of such a file, for example because the count follows from the "
     "program's arguments. The value would have no effect.",
     "`forecost coverage` lists the places whose counts are needed."},
    {"error", FC_MSG_ASSUME_SHARE_MUST_BE_FOUND,
     "The count at this place is a share, such as that of the executions that take a branch. A share is at most 1, and "
     "--assume gives a greater value.",
     "Give the share of executions that take the branch, for example 0.25."},
    {"error", FC_MSG_PRAGMA_FORECOST_EXPECTED_NUMBER,
     "The number in trip(...) or probability(...) replaces a count of a profile, so it must be a constant. The text is "
     "an expression, or the number is outside the range that the message states.",
     "Expressions are not supported there: give a number, or remove the line and profile."},
    {"error", FC_MSG_ANNOTATION_NO_EFFECT,
     "A line of an annotation file changes no count and no cost of the program, for the reason in the message. It may "
     "name a wrong place, so the analysis stops.",
     "Remove the annotation."},
    {"error", FC_MSG_PROGRAM_S_COUNTER_FILE_INVALID,
     "The instrumented program wrote a file of counts without the expected header or with too few counts. The run may "
     "have been ended while it wrote, or the disk may be full.",
     "Run `forecost profile` again."},
    {"error", FC_MSG_RANK_PROGRAM_LEFT_NO_COUNTERS,
     "Each rank of the instrumented program leaves its counts in a folder for temporary files, or one rank does it for "
     "all. No file there has the counts of this rank.",
     "Check that it starts on every rank and that all ranks share the folder for temporary files."},
    {"error", FC_MSG_ONLY_X_MACHINE_CODE_CAN,
     "With --code, Forecost reads the output of objdump for the compiled program, which failed or names no x86-64 "
     "format. Only x86-64 instructions can be assigned to the loops of the source.",
     "Omit --code; the compute model then uses the source only."},
    {"error", FC_MSG_PROGRAM_S_COPY_INPUT_FILE,
     "The instrumented program records copies of the input files that it reads, and one of these copies is incomplete. "
     "The run may have been ended while it wrote.",
     "Run `forecost profile` again."},
    {"error", FC_MSG_PROGRAM_RAN_RANKS_INSTEAD,
     "The instrumented program reports another size of MPI_COMM_WORLD than -n requests. A launcher of another MPI "
     "library starts each process as a program with a single rank.",
     "Use the launcher of the MPI library that the program is built with."},
    {"error", FC_MSG_RANKS_NOT_POSSIBLE,
     "A run was requested with a number of ranks outside 1 to 1000000. No process was started.",
     "Give a number of ranks from 1 to 1000000."},
    {"error", FC_MSG_PROGRAM_DID_NOT_END_WITHIN,
     "The run reached its time limit, for example that of --timeout, and its processes were killed. Such a run has no "
     "complete counts or times.",
     "Profile a smaller size, or give more time. With --partial the counts up to then are kept."},
    {"error", FC_MSG_PROGRAM_ENDED_SIGNAL_RANK,
     "A signal ended a process of the run, or the launcher's exit code reports one, for example after a memory fault "
     "or abort. The counts or times of such a run are incomplete.",
     "Run the program by itself with these arguments, and mend what ends it."},
    {"error", FC_MSG_PROGRAM_ENDED_EXIT_CODE_RANK,
     "The program or its launcher ended with an exit code other than 0, for example after MPI_Abort or a failed check "
     "of its input. The counts or times of such a run are not used.",
     "Run the program by itself with these arguments, and mend what ends it. If it stops because its output files "
     "exist, remove them before each run by --prepare."},
    {"error", FC_MSG_PROGRAM_ENDED_ABNORMALLY,
     "A program without MPI writes its time when it calls exit or when main ends. This run left no time, for example "
     "because it called _exit.",
     "Only a run that ends by exit or at main's end can be timed."},
    {"error", FC_MSG_PROGRAM_ENDED_WITHOUT_MPI_FINALIZE,
     "The timing library writes the time of a run in MPI_Finalize. This run left no time, so no rank that writes it "
     "called MPI_Finalize.",
     "Only a run that reaches MPI_Finalize can be timed."},
    {"error", FC_MSG_TIMING_LIBRARY_WROTE_NO_TIME,
     "The timing library left a file without the expected numbers, for example because the folder for temporary files "
     "is full. The run therefore has no time.",
     "Check that the folder for temporary files (TMPDIR) has space. If it has, please report this."},
    {"error", FC_MSG_RUNS_NOT_POSSIBLE,
     "The number of repeated runs to measure is outside 1 to 10000. No run was started.",
     "Give a number of runs from 1 to 10000."},
    {"error", FC_MSG_PROGRAM_MEASURE_BUILT_WITHOUT_TIMING,
     "A run was to be timed, and its executable does not contain the library that measures the time. No time can be "
     "measured.",
     "Run forecost validate again; the program is then built with the library."},
    {"error", FC_MSG_UNEXPECTED_OUTPUT_LLVM_MCA,
     "With --mca, the cycles of loops come from the JSON output of llvm-mca-19. The program failed, or its output has "
     "another form, so the loops have no cycles.",
     "Use --code without --mca; loop throughput then comes from the calibrated costs."},
    {"error", FC_MSG_MCA_UNKNOWN_PROCESSOR,
     "llvm-mca-19 has no model of a processor with this name. The throughput of the loops cannot be computed.",
     "Run `llvm-mca-19 -mcpu=help` for the names."},
    {"error", FC_MSG_PREPROCESSED_TEXT_LARGER_THAN_MIB,
     "The preprocessor wrote more than 512 MiB for this source, which is the limit for instrumented or timed files. "
     "The program is not built.",
     "Split the source, or include less in it."},
    {"error", FC_MSG_CANNOT_RUN_FOLDER,
     "A command is to run in this folder, for example as a compilation database specifies. The folder is absent or may "
     "not be entered, so the command was not started.",
     "Check that the folder exists and may be entered."},
    {"error", FC_MSG_CANNOT_BE_STARTED,
     "The operating system could not start this command, most often because it is not installed or not in PATH. The "
     "step that needs its result ends.",
     "Install it: openmpi-bin and libopenmpi-dev have mpicc and mpirun. Another MPI compiler can be given with "
     "--mpicc."},
    {"error", FC_MSG_INTERRUPTED_WHILE_RAN,
     "A signal, such as that of Ctrl-C, arrived while Forecost waited for this command. The command was ended, and its "
     "result is not used.",
     "Run the command again."},
    {"error", FC_MSG_MAIN_NEEDS_P_DIR,
     "--main selects one of the executables in a compilation database. Without -p, which names the folder of the "
     "database, there is nothing to select from.",
     "forecost analyze -p build --main FILE"},
    {"error", FC_MSG_NO_FUNCTION_MAIN,
     "None of the sources given, or of those of the selected executable, defines main. The analysis starts at main and "
     "needs the whole program.",
     "Give all sources of the program, including the one that defines main."},
    {"error", FC_MSG_SCRATCH_FOLDER_CANNOT_BE_MADE_WHY,
     "Forecost stores temporary files in a new folder in TMPDIR, or in /tmp if TMPDIR is not set. The operating system "
     "refused to create the folder or an entry in it.",
     "Set TMPDIR to a folder you may write to."},
    {"note", FC_MSG_CODE_NOT_READ,
     "Without --code, analyze compiles the program and reads the machine code of its loops where this is quick and "
     "safe. The reason in the message prevented it.",
     "Predictions rest on the source alone. --code makes the cause an error, --no-code omits this step."},
    {"error", FC_MSG_CODE_AND_NO_CODE,
     "One of the options requests the machine code of the loops, and --no-code excludes it. Both were given.",
     "Leave one of them out."},
    {"warning", FC_MSG_PRAGMA_FORECOST_NO_EFFECT,
     "The pragma changes no count and no cost of the program, for the reason in the message. It is ignored, and may be "
     "misspelled or before the wrong statement.",
     "Put the pragma before the statement that it is meant for."},
    {"note", FC_MSG_FITTED_PROFILING_RUNS,
     "The prediction is for ranks, arguments or parameters without a profiled run of their own. The listed counts come "
     "from functions that were fitted to several profiled runs.",
     "Nothing. `forecost coverage` lists the origin of each count."},
    {"note", FC_MSG_ALL_ITERATIONS_UP_BOUND_COUNTED,
     "These loops have an early exit that no profiled run took, and the predicted point was not profiled. Their bound "
     "is used as the count, which is an upper limit.",
     "If these arguments leave the loop early, profile them, or predict --assume FILE:LINE=ITERATIONS."},
    {"note", FC_MSG_PROFILED_RUN_ENDED_EARLY_COUNTS,
     "The run was recorded with --partial and ended early, for example by MPI_Abort or --timeout. Counts of code that "
     "it did not reach are missing or too small.",
     "For the counts of a whole run, profile arguments with which the program ends."},
    {"note", FC_MSG_BRANCHES_NOT_TAKEN_PROFILED_RUNS,
     "The predicted point was not profiled, and no profiled run executed these branches. They are removed from the "
     "cost program, so their cost is missing if this point takes them.",
     "If these arguments take them, profile these arguments, or predict --assume FILE:LINE=VALUE."},
    {"warning", FC_MSG_FILE_CHANGED_SINCE_BUILT_BUILD,
     "This header was modified after the oldest object file of the executable was compiled. The analysis reads the "
     "present header, and the executable may contain the earlier one.",
     "Build the program again."},
    {"note", FC_MSG_FUNCTIONS_PROGRAM_DOES_NOT_CALL,
     "The file of --library annotates functions that no source of the program calls. These lines have no effect.",
     "Nothing, or remove these annotations."},
    {"warning", FC_MSG_FOREIGN_FILES_IGNORED,
     "The compilation database has entries for files that are not C, such as C++ or Fortran. Forecost analyzes C only, "
     "so the model has none of their functions.",
     "Nothing, if these files are not of this program."},
    {"note", FC_MSG_COUNTS_STAND_IN,
     "The predicted ranks, arguments or input files were not profiled, and there are too few runs for a fit. The "
     "counts of the most similar profiled run are used unchanged.",
     "Profile these arguments, or several small runs: forecost profile --planned."},
    {"note", FC_MSG_FLAGS_OF_MACHINE,
     "No optimization level was given, so the sources are analyzed with the flags of the machine's calibration. The "
     "costs fit only a program that is compiled with these flags.",
     "If the program is compiled with another level, give it after \"--\"."},
    {"note", FC_MSG_PLACES_NOT_TIMED,
     "Places are timed in a separate build with timers and without OpenMP threads. This build failed or does not suit "
     "the program, so only whole runs are compared.",
     "--by none measures whole times only."},
    {"note", FC_MSG_COUNTS_MISSING,
     "These counts depend on data, so they follow neither from the source nor from the arguments, and no profile "
     "contains them. A prediction needs a value for each of them.",
     "Run forecost profile, or give each count by --assume."},
    {"error", FC_MSG_BUILD_FAILED,
     "A compiler or linker that builds the program ended with an exit code other than 0. The message is the first "
     "error that it printed.",
     "The compiler ended with this error. Give missing sources, libraries or flags as the program's own build does."},
    {"warning", FC_MSG_MAKEFILE_COMPILER_MISSING,
     "To record the build, Forecost sets the makefile's compiler to its own wrapper. The wrapper calls mpicc, since "
     "the named compiler is not installed, and mpicc may reject flags meant for it.",
     "If its flags do not suit mpicc, give them: --build 'make CC=forecost-cc CFLAGS=-O2'."},
    {"note", FC_MSG_COUNTS_AT_BOUNDS,
     "With --assume bounds, loops whose trip count is dynamic run up to their bound, and branches have fixed "
     "probabilities. The prediction is an estimate, since no run was measured.",
     "For measured counts run forecost profile, or give a value to single counts by --assume FILE:LINE=VALUE."},
    {"error", FC_MSG_PREPARE_FAILED,
     "The command of --prepare runs before each run of the program. It failed, so the program was not run.",
     "Run the command by itself in the program's working folder. `rm -f` succeeds also if there is nothing to remove."},
    {NULL, NULL, NULL, NULL}};

const fc_message_area fc_messages_profile = {
    "A profile cannot be made, read or used: the build, the run, or the counts in it are at fault.", messages};
