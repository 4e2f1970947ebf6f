/* SPDX-License-Identifier: Apache-2.0 */
/** @file profile.h  Messages, FC0400 and after: profiles: builds, runs, counts (messages.h). */
#ifndef FC_MESSAGES_PROFILE_H
#define FC_MESSAGES_PROFILE_H

#define FC_MSG_ASSUME_NO_FILE_LINE "FC0401\t--assume: \"%.100s\" has no FILE:LINE"
#define FC_MSG_ASSUME_VALUE_MUST_BE_NUMBER "FC0402\t--assume: \"%.100s\": the value must be a number >= 0"
#define FC_MSG_ASSUME_NO_COUNT_NEEDED "FC0403\t--assume: no count is needed at %.*s:%d"
#define FC_MSG_ASSUME_SHARE_MUST_BE_FOUND "FC0404\t--assume: the share of a %s must be from 0 to 1, found %g"
#define FC_MSG_PRAGMA_FORECOST_EXPECTED_NUMBER "FC0405\t#pragma forecost %.80s: expected a number %s"
#define FC_MSG_ANNOTATION_NO_EFFECT "FC0406\tthe annotation %s has no effect: %s"
#define FC_MSG_PROGRAM_S_COUNTER_FILE_INVALID "FC0407\tthe program's counter file is invalid"
#define FC_MSG_RANK_PROGRAM_LEFT_NO_COUNTERS "FC0408\trank %d of the program left no counters"
#define FC_MSG_ONLY_X_MACHINE_CODE_CAN "FC0409\tonly x86-64 machine code can be read"
#define FC_MSG_PROGRAM_S_COPY_INPUT_FILE "FC0410\tthe program's copy of an input file is invalid"
#define FC_MSG_PROGRAM_RAN_RANKS_INSTEAD "FC0411\tthe program ran on %d ranks instead of %d"
#define FC_MSG_RANKS_NOT_POSSIBLE "FC0412\t%d ranks are not possible"
#define FC_MSG_PROGRAM_DID_NOT_END_WITHIN "FC0413\tthe program did not end within %.3g s on %d rank%s"
#define FC_MSG_PROGRAM_ENDED_SIGNAL_RANK "FC0414\tthe program was ended by signal %d (%s) on %d rank%s"
#define FC_MSG_PROGRAM_ENDED_EXIT_CODE_RANK "FC0415\tthe program ended with exit code %d on %d rank%s"
#define FC_MSG_PROGRAM_ENDED_ABNORMALLY "FC0416\tthe program ended abnormally"
#define FC_MSG_PROGRAM_ENDED_WITHOUT_MPI_FINALIZE "FC0417\tthe program ended without MPI_Finalize"
#define FC_MSG_TIMING_LIBRARY_WROTE_NO_TIME "FC0418\tthe timing library wrote no time"
#define FC_MSG_RUNS_NOT_POSSIBLE "FC0419\t%d runs are not possible"
#define FC_MSG_PROGRAM_MEASURE_BUILT_WITHOUT_TIMING                                                                    \
    "FC0420\tthe program to measure was built without the timing library"
#define FC_MSG_UNEXPECTED_OUTPUT_LLVM_MCA "FC0421\tunexpected output of llvm-mca-19: \"%.*s\""
#define FC_MSG_MCA_UNKNOWN_PROCESSOR "FC0422\t--mca %s: unknown processor"
#define FC_MSG_PREPROCESSED_TEXT_LARGER_THAN_MIB "FC0423\tthe preprocessed text is larger than 512 MiB"
#define FC_MSG_CANNOT_RUN_FOLDER "FC0424\t%s cannot run in this folder: %s"
#define FC_MSG_CANNOT_BE_STARTED "FC0425\t%s cannot be started: %s"
#define FC_MSG_INTERRUPTED_WHILE_RAN "FC0426\tinterrupted while %s ran"
#define FC_MSG_CODE_AND_NO_CODE "FC0431\t%s and --no-code exclude each other"
#define FC_MSG_CODE_NOT_READ "FC0430\tthe machine code of the loops was not read: %.*s"
#define FC_MSG_FLAGS_OF_MACHINE                                                                                        \
    "FC0444\tanalyzed with %s, as machine %s was calibrated; for another level give -O0 or the like after --"
#define FC_MSG_MAIN_NEEDS_P_DIR "FC0427\t--main needs -p DIR"
#define FC_MSG_NO_FUNCTION_MAIN "FC0428\tno function main in %d %s"
#define FC_MSG_SCRATCH_FOLDER_CANNOT_BE_MADE_WHY "FC0429\tthe scratch folder cannot be made: %s"
#define FC_MSG_PRAGMA_FORECOST_NO_EFFECT "FC0433\t#pragma forecost %.80s has no effect: %s"
#define FC_MSG_FITTED_PROFILING_RUNS "FC0434\t%d %s fitted to profiling runs:%s."
#define FC_MSG_ALL_ITERATIONS_UP_BOUND_COUNTED                                                                         \
    "FC0435\tall iterations up to the bound are counted for%s: no profiled run left %s early. If these arguments do, " \
    "profile them, or predict --assume FILE:LINE=ITERATIONS."
#define FC_MSG_PROFILED_RUN_ENDED_EARLY_COUNTS                                                                         \
    "FC0436\tthe profiled run %s ended early; its counts up to that point are used."
#define FC_MSG_BRANCHES_NOT_TAKEN_PROFILED_RUNS                                                                        \
    "FC0437\tbranches not taken in the profiled runs are assumed not taken:%s. If these arguments take them, profile " \
    "these arguments, or predict --assume FILE:LINE=VALUE."
#define FC_MSG_FILE_CHANGED_SINCE_BUILT_BUILD "FC0438\tthis file has changed since %s was built; build again"
#define FC_MSG_FUNCTIONS_PROGRAM_DOES_NOT_CALL "FC0439\t%d %s for functions that the program does not call"
#define FC_MSG_FOREIGN_FILES_IGNORED "FC0440\t%zu %s ignored."
#define FC_MSG_COUNTS_STAND_IN                                                                                         \
    "FC0443\tcounts of a profile with -n %s; the interval is widened accordingly. To fit the counts to several small " \
    "runs, profile --planned with these arguments."
#define FC_MSG_PLACES_NOT_TIMED "FC0445\tno times by place: %s"
#define FC_MSG_COUNTS_MISSING                                                                                          \
    "FC0446\t%d %s needed with these arguments. `forecost profile` measures them; without it, give each a value:\n "   \
    "%s"
#define FC_MSG_BUILD_FAILED "FC0447\t%s"
#define FC_MSG_MAKEFILE_COMPILER_MISSING "FC0448\tthe makefile's compiler %s is not installed: mpicc takes its place"
#define FC_MSG_COUNTS_AT_BOUNDS                                                                                        \
    "FC0449\tcounts without a profile are assumed: %sbranches that leave a loop are not taken, others are taken half " \
    "the time"
#define FC_MSG_PREPARE_FAILED "FC0450\t--prepare '%s' ended with exit code %d"

#endif
