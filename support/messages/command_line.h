/* SPDX-License-Identifier: Apache-2.0 */
/** @file command_line.h  Messages, FC0100 and after: command line (messages.h). */
#ifndef FC_MESSAGES_COMMAND_LINE_H
#define FC_MESSAGES_COMMAND_LINE_H

#define FC_MSG_HELP_COMPLETION_NEEDS_BASH_ZSH "FC0102\thelp --completion needs bash or zsh"
#define FC_MSG_COMMAND_MISSING "FC0103\ta command is missing"
#define FC_MSG_UNKNOWN_OPTION "FC0104\t%s: unknown option \"%.100s\""
#define FC_MSG_VALUE_NOT_ALLOWED "FC0105\t--%s: \"%.100s\" is none of %s"
#define FC_MSG_OPTION_GIVEN_TWICE "FC0106\t--%s is given twice"
#define FC_MSG_TAKES_NO_VALUE "FC0107\t--%s takes no value"
#define FC_MSG_NEEDS_VALUE "FC0108\t--%s needs a value: --%s %s"
#define FC_MSG_TAKES_NO_ARGUMENTS_AFTER "FC0109\t%s takes no arguments after \"--\""
#define FC_MSG_ONE_OPERAND_TOO_MANY "FC0110\t%s: one operand too many: \"%.100s\""
#define FC_MSG_EXPECTED_WHOLE_NUMBER_FOUND "FC0111\t--%s: expected a whole number of %ld to %ld, found \"%.100s\""
#define FC_MSG_RANGE_INVALID "FC0112\t%s: \"%.80s\", column %d: %s"
#define FC_MSG_D_NOT_NAME_RANGE "FC0113\t-D: \"%.80s\" is not name=RANGE"
#define FC_MSG_PARAMETER_GIVEN_TWICE "FC0114\t%s is given twice"
#define FC_MSG_N_D_TOGETHER_GIVE_MORE "FC0115\t-n and -D together give more than %d points"
#define FC_MSG_CURVE_OVER_RANKS_NEEDS_ONE "FC0116\ta curve over ranks needs one problem size, and -D gives several"
#define FC_MSG_PLOT_DRAWS_CURVE_OVER_RANKS                                                                             \
    "FC0117\t--plot draws a curve over ranks or a parameter, and one point is given"
#define FC_MSG_PLOT_DRAWS_MOST_CURVES_GIVEN "FC0118\t--plot draws at most %d curves, and %d are given"
#define FC_MSG_IO_WITHOUT_COMMUNICATION_EXCLUDE_EACH "FC0119\t--io and --without-communication exclude each other"
#define FC_MSG_CANNOT_CREATE_FILES_THERE "FC0120\tcannot create files there: %s"
#define FC_MSG_BLAS_COMPUTE_FLOPS_EXCLUDE_EACH "FC0121\t--blas and --compute-from or --flops exclude each other"
#define FC_MSG_COMPUTE_FLOPS_EXCLUDE_EACH_OTHER "FC0122\t--compute-from and --flops exclude each other"
#define FC_MSG_FLOPS_TAKES_ONE_VALUE "FC0123\t--flops takes one value"
#define FC_MSG_FORECOST_RECORD_NOT_ABSOLUTE_PATH "FC0124\tFORECOST_RECORD: \"%.200s\" is not an absolute path"
#define FC_MSG_COMPILER_CALLS_FORECOST_CC_AGAIN                                                                        \
    "FC0125\tthe compiler calls `forecost cc` again (OMPI_CC, or a link to it)"
#define FC_MSG_MPICC_EMPTY "FC0126\t--mpicc is empty"
#define FC_MSG_CHECK_FAILED_SLOWER_GONE_FAILED                                                                         \
    "FC0127\tcheck failed: %zu slower, %zu gone, %zu failed, %zu without measure"
#define FC_MSG_NOT_UPDATED_PROGRAM "FC0128\t%s is not updated; program %s: %s"
#define FC_MSG_CANNOT_BE_ENTERED "FC0129\tcannot be entered: %s"
#define FC_MSG_PLOT_TAKES_ONE_MACHINE_GIVEN "FC0130\t--plot takes one machine, and %d are given"
#define FC_MSG_COVERAGE_TAKES_ONE_POINT_GIVEN "FC0131\tcoverage takes one point, and %d are given"
#define FC_MSG_OUTPUT_NEEDS_ANNOTATE "FC0132\t--output needs --annotate"
#define FC_MSG_NEEDED_MISSING_NOT_WORKING "FC0133\t%d needed %s missing or not working"
#define FC_MSG_OUTPUT_MISSING "FC0134\t-o is missing"
#define FC_MSG_D_FORMULA_NO_PARAMETER_NAME "FC0135\t-D %s: the formula has no parameter of this name"
#define FC_MSG_NOTHING_MEASURED "FC0138\tnothing was measured"
#define FC_MSG_DIFFERS_MACHINE_GROUPS_VALUES "FC0139\t%s differs from this machine in %d of %d groups of values"
#define FC_MSG_NOT_FUNCTION_MPI "FC0140\t%s is not a function of MPI 3.1"
#define FC_MSG_NONE_PLANNED_RUNS_SUCCEEDED "FC0141\tnone of the planned runs succeeded"
#define FC_MSG_PLANNED_PARTIAL_EXCLUDE_EACH_OTHER "FC0142\t--planned and --partial exclude each other"
#define FC_MSG_EFFICIENCY_TAKES_ONE_VALUE "FC0143\t--efficiency takes one value"
#define FC_MSG_NEEDS_MODEL_HOLDS_OBSERVATIONS "FC0144\t--%s needs a model, and %s holds %s"
#define FC_MSG_GENERATE_EXCLUDES "FC0199\t--generate and %s%s exclude each other"
#define FC_MSG_ARGUMENTS_AFTER_NEED_MODEL_HOLDS "FC0145\targuments after \"--\" need a model, and %s holds observations"
#define FC_MSG_D_CANNOT_BE_VALIDATED_REAL                                                                              \
    "FC0149\t-D cannot be validated: the real program reads its parameters from its own arguments"
#define FC_MSG_N_DOES_NOT_USE_MPI "FC0150\t-n %d: %s does not use MPI, so one process is measured"
#define FC_MSG_MACHINE_NOTHING_TO_PLOT "FC0151\tmachine %s has no costs to plot"
#define FC_MSG_UNKNOWN_PLOT_FORMAT "FC0152\t%s: unknown plot format"
#define FC_MSG_PLOT_S_SCRIPT_CANNOT_BE "FC0153\tthe plot's script cannot be stored"
#define FC_MSG_GNUPLOT_FAILED "FC0154\tgnuplot failed: %.300s"
#define FC_MSG_AFTER_PASSED_PUT_OPTIONS_BEFORE                                                                         \
    "FC0155\t--%s after \"--\" is passed on (%s); put options of %s before \"--\""
#define FC_MSG_FORMULA_GIVES_S_HERE_COST                                                                               \
    "FC0156\tthe formula gives %.6g s here and the cost program %.6g s; use the latter"
#define FC_MSG_FORMULA_LEAVES_OUT_THESE_PROPERTIES                                                                     \
    "FC0157\tthe formula leaves out these properties of the machine: %s; use `forecost predict` for them"
#define FC_MSG_CALIBRATED_LAUNCHER_VERIFY_SAME_LAUNCHER                                                                \
    "FC0158\t%s was calibrated with --launcher \"%s\"; verify with the same launcher."
#define FC_MSG_COUNTS_OLDER_VERSION_PROGRAM_REPLACED                                                                   \
    "FC0159\tthe counts of an older version of the program are replaced."
#define FC_MSG_PROGRAM_MAY_READ_STANDARD_INPUT                                                                         \
    "FC0160\tthe program may read standard input here, which was empty; redirect a file: forecost profile ... < FILE"
#define FC_MSG_ENDED_EARLY_COUNTS_UP_POINT "FC0161\t%s ended early; its counts up to that point are kept%s."
#define FC_MSG_PLANNED_RUN_LEFT_OUT "FC0162\tleft out: %s: %s"
#define FC_MSG_MACHINE_NO_CACHE_WAYS_WAYS                                                                              \
    "FC0163\tmachine %s has no cache_ways; 8 ways are assumed in the first level, 16 beyond."
#define FC_MSG_NONE_ITERATIONS_SAMPLE_USE_SMALLER                                                                      \
    "FC0164\tnone of %.0f iterations is in the sample; use a smaller --sample."
#define FC_MSG_N_THREAD_RANK_SHARED_CORE                                                                               \
    "FC0165\t-n %d with %d thread%s a rank shared %d core%s here; the prediction assumes a core for each"
#define FC_MSG_RUNS_N_TOOK_S_MEASURE "FC0166\tthe runs with -n %d took %.3g to %.3g s; measure again on an idle machine"
#define FC_MSG_SUBNORMALS_SLOW                                                                                         \
    "FC0181\tthe runs with -n %d had subnormal operands, which slow arithmetic; --flush-subnormals measures how much"
#define FC_MSG_WARNINGS_LIST_INVALID "FC0167\t--warnings: \"%.40s\" is not all, none, or the code of a warning or note"
#define FC_MSG_UNKNOWN_CODE "FC0168\tno message has the code \"%.40s\""
#define FC_MSG_UNKNOWN_WORD "FC0169\t%s%sunknown %s \"%.100s\""
#define FC_MSG_NEEDS_SUBCOMMAND "FC0170\t%s needs a subcommand"
#define FC_MSG_OLD_SPELLING "FC0171\tthis spelling works in this release only; write `forecost%s`"
#define FC_MSG_OUTPUT_IS_INPUT "FC0172\t%s is an input of this command: it is not overwritten"
#define FC_MSG_NOTATION_FORMAT_JSON_EXCLUDE_EACH "FC0173\t--notation and --format json exclude each other"
#define FC_MSG_FITTED_NEEDS_RUNS "FC0198\t--fitted needs a profile of at least two runs with comparable arguments"
#define FC_MSG_NUMBERS_NEED_POINT "FC0197\t--numbers needs a value of every parameter"
#define FC_MSG_SET_EDITS_MISSING "FC0174\t--set EDITS is missing"
#define FC_MSG_SAMPLES_ABSENT "FC0175\tits samples (%s) are not beside it; guidelines are checked without them."
#define FC_MSG_MERGE_TAKES_SHARDS_FILES_O "FC0176\t--merge takes the shards' files and -o, and not --%s"
#define FC_MSG_SWEEP_ONE_OPERAND_TOO_MANY "FC0177\tsweep: one operand too many: \"%.100s\""
#define FC_MSG_EXPORTED_OPTION_NEEDS_GRAPH "FC0178\t%s needs a task graph, and %s is a program"
#define FC_MSG_EXPORTED_OPTION_NEEDS_PLAIN_GRAPH "FC0179\t%s needs a task graph, and %s is a relaxed task graph"
#define FC_MSG_NEEDS_RELAXED_TASK_GRAPH_TASK "FC0180\t--%s needs a relaxed task graph, and %s is a task graph"
#define FC_MSG_SEVERAL_PROJECTS "FC0182\t%zu folders below this one have a build or C files"
#define FC_MSG_NO_PROJECT                                                                                              \
    "FC0183\tno compile_commands.json, CMakeLists.txt, makefile, configure or C file in this folder or below"
#define FC_MSG_STEP_FAILED "FC0184\t`%s` ended with exit code %d"
#define FC_MSG_NO_SUCH_PROGRAM "FC0185\tthe build makes no program %s"
#define FC_MSG_SEVERAL_PROGRAMS "FC0186\tthe build makes %zu programs"
#define FC_MSG_BUILD_MADE_NO_PROGRAM "FC0187\tthe build made no program with forecost-cc"
#define FC_MSG_SEVERAL_FILES_WITH_MAIN "FC0188\t%d files have a function main"
#define FC_MSG_MAKE_USES_NO_C_COMPILER                                                                                 \
    "FC0189\tno recipe of this makefile starts mpicc, or a C compiler that a variable names"
#define FC_MSG_TEMPLATE_DIFFERS_FROM_FILE "FC0190\tthe template differs from %s in this line"
#define FC_MSG_TEMPLATE_NOT_FILE_TEMPLATE "FC0191\t--template %s: expected FILE=TEMPLATE, FILE below the current folder"
#define FC_MSG_PLANNED_RUNS_LATE "FC0192\tthe time limit is over; planned runs that are left out: %d"
#define FC_MSG_PLAN_NOT_CHECKED "FC0193\tthe prediction is not checked: %s"
#define FC_MSG_CANNOT_ENTER_FOLDER "FC0195\tcannot enter this folder"
#define FC_MSG_PLACE_NOT_MODELED                                                                                       \
    "FC0196\tnot modeled: the timed runs took %.3g times what the machine's costs predict (%.0f %% of the "            \
    "timed seconds); with other arguments the predicted time is multiplied by %.3g, and its interval covers both"
#define FC_MSG_NOT_COMPARED "FC0147\tthe former measurement is not compared: %s"
#define FC_MSG_FOR_AND_ARGUMENTS "FC0194\t--for and arguments after \"--\" exclude each other"

#endif
