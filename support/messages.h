/* SPDX-License-Identifier: Apache-2.0 */
/** @file messages.h  The text of every error, warning and note, each with its stable code.
 *
 * A text is a printf format that starts with its code and a tabulator. fc_fail() prints "place: error[FC0108]: text",
 * fc_diagnose() a warning or a note.
 * The first two digits of a code name the area. A code keeps its meaning for ever; a text may be reworded. */
#ifndef FC_MESSAGES_H
#define FC_MESSAGES_H

/* ---- Command line ---- */

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
#define FC_MSG_NEEDS_MODEL_HOLDS_OBSERVATIONS "FC0144\t--%s needs a model, and %s holds observations"
#define FC_MSG_ARGUMENTS_AFTER_NEED_MODEL_HOLDS "FC0145\targuments after \"--\" need a model, and %s holds observations"
#define FC_MSG_D_CANNOT_BE_VALIDATED_REAL                                                                              \
    "FC0149\t-D cannot be validated: the real program reads its parameters from its own arguments"
#define FC_MSG_N_DOES_NOT_USE_MPI "FC0150\t-n %d: %s does not use MPI, so one process is measured"
#define FC_MSG_MACHINE_NO_MEMORY_CURVES "FC0151\tmachine %s has no memory curves"
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
#define FC_MSG_NUMBERS_NEED_POINT "FC0197\t--numbers needs a value of every parameter"
#define FC_MSG_SET_EDITS_MISSING "FC0174\t--set EDITS is missing"
#define FC_MSG_SAMPLES_ABSENT "FC0175\tits samples (%s) are not beside it; guidelines are checked without them."
#define FC_MSG_MERGE_TAKES_SHARDS_FILES_O "FC0176\t--merge takes the shards' files and -o, and not --%s"
#define FC_MSG_SWEEP_ONE_OPERAND_TOO_MANY "FC0177\tsweep: one operand too many: \"%.100s\""
#define FC_MSG_EXPORTED_OPTION_NEEDS_GRAPH "FC0178\t%s needs a task graph, and %s is a program"
#define FC_MSG_EXPORTED_OPTION_NEEDS_PLAIN_GRAPH "FC0179\t%s needs a task graph, and %s is a relaxed task graph"
#define FC_MSG_NEEDS_RELAXED_TASK_GRAPH_TASK "FC0180\t--%s needs a relaxed task graph, and %s is a task graph"
#define FC_MSG_TEMPLATE_DIFFERS_FROM_FILE "FC0190\tthe template differs from %s in this line"
#define FC_MSG_TEMPLATE_NOT_FILE_TEMPLATE "FC0191\t--template %s: expected FILE=TEMPLATE, FILE below the current folder"
#define FC_MSG_PLANNED_RUNS_LATE "FC0192\tthe time limit is over; planned runs that are left out: %d"
#define FC_MSG_PLAN_NOT_CHECKED "FC0193\tthe prediction is not checked: %s"
#define FC_MSG_CANNOT_ENTER_FOLDER "FC0195\tcannot enter this folder"
#define FC_MSG_PLACE_NOT_MODELLED                                                                                      \
    "FC0196\tnot modelled: the timed runs took %.3g times what the machine's costs say (%.0f %% of the timed "         \
    "seconds); with other arguments the prediction takes %.3g times, and its interval covers both"
#define FC_MSG_FOR_AND_ARGUMENTS "FC0194\t--for and arguments after \"--\" exclude each other"

/* ---- Front end: sources and builds ---- */

#define FC_MSG_COMPILED_TWICE_INTO_DIFFERENT_FLAGS "FC0201\tcompiled twice into %s, with different flags"
#define FC_MSG_SOURCE_NO_LONGER_EXISTS_BUILT "FC0202\tthe source no longer exists; %s was built from it"
#define FC_MSG_PART_NOT_COMPILED_FORECOST_CC "FC0203\tthis part of %s was not compiled by `forecost cc`"
#define FC_MSG_BUILD_RECORD_INVALID "FC0204\tits record in %s is invalid"
#define FC_MSG_NEITHER_C_FILE_NOR_ELF "FC0205\tneither a C file nor an ELF executable"
#define FC_MSG_NO_RECORD_BUILD_NOT_LINKED                                                                              \
    "FC0206\tno record of its build: it was not linked by `forecost cc`, or has changed since (records: %s)"
#define FC_MSG_CONTAINS_NO_C_SOURCE "FC0207\tit contains no C source"
#define FC_MSG_COMPILE_COMMAND_INVALID "FC0208\tentry %zu: %s"
#define FC_MSG_NOT_LIST_COMPILE_COMMANDS "FC0209\tnot a list of compile commands"
#define FC_MSG_NO_C_FILE_AMONG_ENTRIES "FC0210\tno C file among its %zu entries"
#define FC_MSG_SOURCE_DOES_NOT_EXIST "FC0211\tthis source of %s does not exist"
#define FC_MSG_MORE_THAN_ONE_FILE_MAIN "FC0212\tmore than one file has a main function"
#define FC_MSG_NO_COMPILE_COMMAND_FILE_MAIN "FC0213\tno compile command for a file %s with a main function"
#define FC_MSG_NONE_C_FILES_MAIN_FUNCTION "FC0214\tnone of its C files has a main function"
#define FC_MSG_NO_COMPILE_COMMAND "FC0215\t%s has no entry for it"
#define FC_MSG_COST_ANNOTATIONS_TWO_DECLARATIONS_DIFFER                                                                \
    "FC0216\tthe cost annotations of '%s' at two declarations differ"
#define FC_MSG_MPI_H_NOT_FOUND_INSTALL                                                                                 \
    "FC0217\t'mpi.h' not found. Install libopenmpi-dev, or pass its folder: forecost analyze %s -- -I DIR"
#define FC_MSG_NOT_FOUND_PASS_FOLDER_FORECOST "FC0218\t'%s' not found. Pass its folder: forecost analyze %s -- -I DIR"
#define FC_MSG_NESTED_FUNCTION_NOT_SUPPORTED "FC0219\ta nested function is not supported"
#define FC_MSG_PARTS_LOOP_CANNOT_BE_DISTINGUISHED "FC0220\tthe parts of this for loop cannot be distinguished"
#define FC_MSG_NO_SOURCE_FILE_GIVEN "FC0221\tno source file given"
#define FC_MSG_DESIGNATOR_NOT_SUPPORTED "FC0222\tthis designator is not supported"
#define FC_MSG_DESIGNATOR_RANGE_FOLLOWED_ANOTHER_DESIGNATOR                                                            \
    "FC0223\ta designator range followed by another designator is not supported"
#define FC_MSG_LD_BIND_NOW_SET_LIBCLANG "FC0224\tLD_BIND_NOW is set: libclang cannot be loaded on demand"
#define FC_MSG_LIBCLANG_CANNOT_BE_LOADED "FC0225\tlibclang cannot be loaded: %s"
#define FC_MSG_VALUE_INTEGER_NOT_KNOWN "FC0226\tthe value of this integer is not known"
#define FC_MSG_VALUE_NUMBER_NOT_KNOWN "FC0227\tthe value of this number is not known"
#define FC_MSG_VALUE_CHARACTER_NOT_KNOWN "FC0228\tthe value of this character is not known"
#define FC_MSG_CLANG_CANNOT_PARSE_FILE_FLAGS "FC0229\tclang cannot parse this file with its flags"
#define FC_MSG_STATEMENTS_EXPRESSIONS_NESTED_MORE_THAN                                                                 \
    "FC0230\tstatements and expressions are nested more than %d levels deep"
#define FC_MSG_SIZEOF_TYPE_NOT_SUPPORTED "FC0231\tsizeof of this type is not supported"
#define FC_MSG_SIZEOF_VARIABLE_LENGTH_TYPE_NAME "FC0232\tsizeof of a variable-length type name is not supported"
#define FC_MSG_STATEMENT_EXPRESSION_LOOPS_RECORDS_ARRAYS                                                               \
    "FC0233\ta statement expression with loops, records or arrays is not supported where it may run several times or " \
    "never"
#define FC_MSG_DECLARED_ANOTHER_TYPE "FC0234\t'%s' is declared with another type at %s:%d:%d"
#define FC_MSG_KIND_NAME_NOT_SUPPORTED "FC0235\tthis kind of name is not supported"
#define FC_MSG_DEFINED_TWICE_OTHER_DEFINITION "FC0236\t%s '%s' is defined twice; the other definition is at %s:%d:%d"
#define FC_MSG_PRAGMA_FORECOST_OUTSIDE_ALL_PROCEDURES "FC0237\t#pragma forecost %s is outside of all procedures"
#define FC_MSG_BODY_NOT_SUPPORTED "FC0238\tthe body of '%s' is not supported"
#define FC_MSG_TYPE_NOT_COVERED "FC0239\tthe type '%s' is not covered"
#define FC_MSG_EDITED_SINCE_BUILT_CURRENT_FILE                                                                         \
    "FC0240\tedited since %s was built; the current file is analyzed. Build %s again."
#define FC_MSG_NOT_COMPILED_C_LINKED_UNCHANGED                                                                         \
    "FC0241\tnot compiled from C; it is linked unchanged, and its cost is not counted."
#define FC_MSG_SEVERAL_COMPILE_COMMANDS_FIRST_USED "FC0242\t%s has several compile commands for it; the first is used."
#define FC_MSG_COMPILER_WARNING "FC0243\t%s"
#define FC_MSG_DECLARED_ANOTHER_TYPE_VALUE_TREATED                                                                     \
    "FC0244\t'%s' is declared with another type at %s:%d:%d: its value is treated as dynamic"
#define FC_MSG_PRAGMA_FORECOST_NO_EFFECT_NO                                                                            \
    "FC0245\t#pragma forecost %.80s has no effect: no declaration of a called function follows it"
#define FC_MSG_ONLY_COMPILER_ACCEPTS                                                                                   \
    "FC0249\tonly the program's compiler accepts this code: %s. The statement is left out of the analysis"
#define FC_MSG_READ_AS_PREPROCESSED                                                                                    \
    "FC0250\tfrom here the compiler reads other loops or branches than clang, because the code asks for features "     \
    "(__has_...); the file is analyzed as the compiler preprocesses it"
#define FC_MSG_UNKNOWN_COMPILER_FLAG_IGNORED "FC0246\tunknown compiler flag %s; it is ignored"
#define FC_MSG_THREADPRIVATE_SHARED "FC0247\t%s: modeled as one copy shared by all threads"
#define FC_MSG_OMP_MACRO_IGNORED "FC0248\tthe macro %s in an OpenMP directive is ignored"

/* ---- Analysis, models, annotations ---- */

#define FC_MSG_PROGRAM_NO_PROCEDURE_MAIN "FC0301\tthe program has no procedure main"
#define FC_MSG_FORMULA_PROGRAM_NEEDS_MACHINE "FC0302\ta formula as a program needs a machine"
#define FC_MSG_FORMULA_NO_VALUE_P "FC0303\tthe formula has no value at p = %d%s"
#define FC_MSG_NO_FORMULA_CLOSED_FORM_NOT "FC0304\tno formula in closed form: %.60s is not a function of the parameters"
#define FC_MSG_ACCESSES_CANNOT_BE_REPORTED "FC0305\tthe accesses of this %s cannot be reported: %s"
#define FC_MSG_NO_LOOP_PROGRAM_BEGINS_HERE "FC0306\tno loop of the program begins here"
#define FC_MSG_PROGRAM_DEFINES_NO_PROCEDURE "FC0307\tthe program defines no procedure \"%s\""
#define FC_MSG_REGIONS_CONTAIN_NO_LOADS_STORES                                                                         \
    "FC0308\tthe regions contain no loads or stores: scalar variables count as registers"
#define FC_MSG_CANNOT_BE_COUNTED "FC0309\tthis %s cannot be counted: %s"
#define FC_MSG_CONSTRUCT_CANNOT_BE_COUNTED "FC0310\ta %s cannot be counted"
#define FC_MSG_NOT_PREPROCESSED_SOURCE "FC0311\tthis %s is not in the preprocessed source"
#define FC_MSG_PATH_AMBIGUOUS_END "FC0312\tthe path %s is ambiguous: %s and %s end with it"
#define FC_MSG_PROGRAM_NO_FILE "FC0313\tthe program has no file %s"
#define FC_MSG_NOTHING_BEGINS_AT_PLACE "FC0314\tno %s begins at %s:%d%s"
#define FC_MSG_MORE_THAN_ONE_BEGINS "FC0315\tmore than one %s begins at %s:%d"
#define FC_MSG_ALREADY_SPECIFIED_ANOTHER_ANNOTATION_SOURCE                                                             \
    "FC0316\t%s is already specified, by another annotation or in the source"
#define FC_MSG_PROGRAM_NO_PROCEDURE "FC0317\tthe program has no procedure %s"
#define FC_MSG_NOT_TEXT_FILE "FC0318\tnot a text file"
#define FC_MSG_NOT_JSON_OF_KIND "FC0319\tnot a %s: %s"
#define FC_MSG_NOT_VALID_MODEL "FC0320\tnot a valid model: %s[%zu]: %s"
#define FC_MSG_MODEL_INVALID "FC0321\tnot a valid model: %s"
#define FC_MSG_NOT_FORECOST_FILE "FC0322\tnot a Forecost file"
#define FC_MSG_FILE_KIND_NOT_PROGRAM_MODEL "FC0323\ta file of the kind \"%.40s\", not a program model"
#define FC_MSG_WRITTEN_FORECOST_FORMAT_FORECOST_READS                                                                  \
    "FC0324\twritten by Forecost %.20s in format %lld; this Forecost %s reads format %d"
#define FC_MSG_PRAGMA_INVALID "FC0325\t#pragma forecost %.80s: %s"
#define FC_MSG_FILE_KIND_NOT_PROFILE "FC0326\ta file of the kind \"%.40s\", not a profile"
#define FC_MSG_NOT_VALID_PROFILE_PROGRAM_KEY "FC0327\tnot a valid profile: program or key is missing"
#define FC_MSG_PROFILE_ANOTHER_PROGRAM_MODEL                                                                           \
    "FC0328\ta profile of another program: it is of \"%.200s\", the model is of \"%s\""
#define FC_MSG_PROFILE_ANOTHER_VERSION_SOURCES_FLAGS                                                                   \
    "FC0329\ta profile of another version of \"%s\": its sources or flags have changed since \"%.200s\" was profiled"
#define FC_MSG_NOT_VALID_PROFILE_NO_RUNS "FC0330\tnot a valid profile: no runs"
#define FC_MSG_NOT_VALID_PROFILE_RUNS_BROKEN "FC0331\tnot a valid profile: runs[%zu] is broken"
#define FC_MSG_MODEL_LIST_INVALID "FC0332\t%s[%d]: %s"
#define FC_MSG_MODEL_NODE_INVALID "FC0333\tnodes[%d] (%s): %s"
#define FC_MSG_PROGRAM_NOT_SUPPORTED "FC0334\t%s is not supported%s%s"
#define FC_MSG_NO_CLOSED_FORM "FC0335\tno closed form: %s"
#define FC_MSG_LIBRARY_COST_INVALID "FC0336\t%s of %s: %s"
#define FC_MSG_COST_ALREADY_SPECIFIED "FC0337\t%s is already specified"
#define FC_MSG_PROGRAM_ITSELF_DEFINES "FC0338\tthe program itself defines %s"
#define FC_MSG_MPI_CALL_NOT_SUPPORTED "FC0339\t%s is not supported: %s%s"
#define FC_MSG_NO_WASM_MODULE "FC0340\tthis forecost was built without the models as WebAssembly, which JavaScript runs"
#define FC_MSG_WHY_NO_FILE_LINE "FC0345\t--why: \"%.100s\" is not FILE:LINE"
#define FC_MSG_WHY_NOTHING_BEGINS "FC0346\t--why: no loop, branch or assignment begins at %.200s"

/* ---- Profiles: builds, runs, counts ---- */

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
#define FC_MSG_PROGRAM_DID_NOT_END_WITHIN "FC0413\tthe program did not end within %g s on %d rank%s"
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

/* ---- Evaluation ---- */

#define FC_MSG_CANNOT_CREATE_TEMPORARY_FOLDER "FC0501\tcannot create a temporary folder: %s"
#define FC_MSG_COST_PROGRAM_DOES_NOT_MATCH "FC0502\tthe cost program of %s does not match this version of Forecost"
#define FC_MSG_FILE_REPLACES_NO_RUNTIME_FUNCTION "FC0503\tthe file replaces no runtime function"
#define FC_MSG_FILE_REPLACES_NO_COMPUTE_COST "FC0504\tthe file replaces no compute cost"
#define FC_MSG_EVALUATION_ENDED "FC0505\t%s (%d rank%s)"
#define FC_MSG_D_NO_PARAMETER_NAME "FC0506\t-D %s: %s has no parameter of this name"
#define FC_MSG_INVALID_NUMBER_RANKS "FC0507\tinvalid number of ranks: %d"
#define FC_MSG_CANNOT_ALLOCATE_BYTES_SHARED_MEMORY "FC0508\tcannot allocate %zu bytes of shared memory: %s"
#define FC_MSG_INTERRUPTED_WHILE_EVALUATING_LAST_PLACE                                                                 \
    "FC0509\tinterrupted while evaluating; this is the last place reached"
#define FC_MSG_FUNCTION_FILE_CRASHED "FC0510\ta function of this file crashed: %s"
#define FC_MSG_PROGRAM_SLICE_CRASHED_AFTER_PLACE "FC0511\tthe program slice crashed after this place: %s"
#define FC_MSG_FUNCTION_FILE_TOOK_LONGER_THAN "FC0512\ta function of this file took longer than %g s"
#define FC_MSG_EVALUATION_TOOK_LONGER_THAN_S                                                                           \
    "FC0513\tthe evaluation took longer than %g s; this is the last place reached"
#define FC_MSG_COST_PROGRAM_DOES_NOT_COMPILE "FC0514\tthe cost program of %s does not compile: %.*s"
#define FC_MSG_CANNOT_WRITE_COST_PROGRAM_THERE "FC0515\tcannot write the cost program there"
#define FC_MSG_C_COMPILER_CANNOT_BE_STARTED "FC0516\tthe C compiler \"%s\" cannot be started"
#define FC_MSG_UNDEFINED_SYMBOL "FC0517\tundefined symbol \"%s\""
#define FC_MSG_COST_PROGRAM_USES_UNDEFINED_SYMBOL "FC0518\tthe cost program of %s uses the undefined symbol \"%s\""
#define FC_MSG_CANNOT_LOAD_COMPILED_COST_PROGRAM "FC0519\tcannot load a compiled cost program: %s"
#define FC_MSG_CANNOT_BE_NAME_EXECUTABLE "FC0520\t\"%s\" cannot be the name of an executable"
#define FC_MSG_N_D_THREADS_TOGETHER_GIVE "FC0521\t-n, -D and --threads together give more than %d points"
#define FC_MSG_NETWORK_ROOM_RANKS_N_GIVES "FC0522\tthe network has room for %.0f ranks, and -n gives %d"
#define FC_MSG_RANK_FILE_PLACES_RANKS_N "FC0523\tthe rank file places %d ranks, and -n gives %d"
#define FC_MSG_COMPUTE_MODEL_UNKNOWN_COMPUTE_MODEL "FC0524\t--compute-model %s: unknown compute model"
#define FC_MSG_SIGNATURE_NEEDS_COMPUTE_MODEL_MEMORY "FC0525\t--signature needs --compute-model memory"
#define FC_MSG_COMPUTE_MODEL_NEEDS_PREDEFINED_COMPUTE "FC0526\t--compute-model %s: %s needs a predefined compute model"
#define FC_MSG_COMPUTE_MODEL_FITTED_NO_TIMED "FC0527\tcompute model fitted: no timed run of this program is known"
#define FC_MSG_OMP_SCHEDULE_EXPECTED_STATIC_DYNAMIC                                                                    \
    "FC0528\t--omp-schedule: expected static, dynamic or guided, and optionally \",N\", found \"%s\""
#define FC_MSG_THREADS_TAKES_ONE_NUMBER_GIVEN "FC0529\t--threads takes one number, and %d are given"
#define FC_MSG_METHOD_SUM_NEGLECTS_RANKS_WAIT                                                                          \
    "FC0530\tmethod sum neglects that ranks wait for each other; method ranks predicts %s, %.2f times as much: "       \
    "--method ranks"
#define FC_MSG_METHOD_RANKS_PROGRAM_DOES_NOT "FC0531\tby method ranks the program does not reach its end:\n%s"
#define FC_MSG_DOES_NOT_USE_MPI_EVERY "FC0532\t%s does not use MPI: every rank does all of its work"
#define FC_MSG_MESSAGE_NEVER_RECEIVED_RANKS_FIRST                                                                      \
    "FC0533\t%.0f message%s never received (%d ranks), the first one sent by rank %d to rank %d with %s here"
#define FC_MSG_CHANGED_SINCE_RECORDED_RECORDED_COPY                                                                    \
    "FC0534\t%s has changed since %s was recorded; the prediction reads the present file."
#define FC_MSG_COMPILED_BUT_MACHINE_CALIBRATED_COMPUTATION                                                             \
    "FC0535\t%s is compiled with %s%s%s%s, but machine %s was calibrated with %s; computation may be off by a factor " \
    "of several.\n  Calibrate with these flags (--cc). If they are not the program's flags, give its flags after the " \
    "\"--\" of analyze."
#define FC_MSG_LOOP_THROUGHPUT_COMES_LLVM_MCA                                                                          \
    "FC0536\tloop throughput comes from llvm-mca for %s; a cycle is the time of an integer addition on machine %s.\n " \
    " To use the calibrated costs, analyze without --mca."
#define FC_MSG_MACHINE_NO_COSTS_FILE_ACCESS                                                                            \
    "FC0537\tmachine %s has no costs of file access: %s; assumed: %g ms a call and %g MB/s a rank, +- 50 %%.\n  Add "  \
    "file_open, file_read and file_write to the machine file's communication, or give --comm-model FILE.c."
#define FC_MSG_MACHINE_NO_COST_MAKING_COMMUNICATOR                                                                     \
    "FC0538\tmachine %s has no cost of making a communicator (%s); counted as 0 s.\n  Calibrate again to measure it, " \
    "or give --comm-model FILE.c."
#define FC_MSG_CONTROL_FLOW_DEPENDS_RECEIVED_DATA "FC0539\tcontrol flow depends on received data; method ranks was used"
#define FC_MSG_D_NO_EFFECT_THESE_ARGUMENTS                                                                             \
    "FC0540\t-D %s has no effect: with these arguments %s does not set it; add the argument that does after \"--\""
#define FC_MSG_TIMED_SECONDS_SPENT_HERE_BUT                                                                            \
    "FC0541\t%.0f %% of the timed seconds are spent here, but the source has no cost here; they are left out"
#define FC_MSG_TAKES_TIMES_TIME_PREDICTED_MACHINE                                                                      \
    "FC0542\tthis takes %.3g times the time predicted by the machine's costs (%.0f %% of the timed seconds); the "     \
    "factor is right only if the excess is proportional to the counted work"
#define FC_MSG_COMPUTE_MODEL_FITTED_TIMED_REGIONS                                                                      \
    "FC0543\tcompute model fitted: %d %s from %d timed %s; regions that were not timed have factor 1."
#define FC_MSG_ONE_THREAD_RANK_ASSUMED "FC0544\tone thread a rank is assumed%s"
#define FC_MSG_SCHEDULE_RUNTIME_ASSUMED_BE_DYNAMIC                                                                     \
    "FC0545\tschedule(runtime) is assumed to be dynamic,1: --omp-schedule KIND[,N]"
#define FC_MSG_MACHINE_CALIBRATED_WITHOUT_OPENMP_COSTS                                                                 \
    "FC0546\tmachine %s was calibrated without OpenMP; the costs of regions, barriers, chunks and tasks are assumed."
#define FC_MSG_CALL_COSTS_ASSUMED "FC0547\tmachine %s has no costs of these calls: %s; assumed, each +- 50 %%.%s%s"
#define FC_MSG_COMMUNICATOR_ASSUMED "FC0548\tthe communicator of %s depends on data; MPI_COMM_WORLD assumed"
#define FC_MSG_STARTED_REQUESTS_UNKNOWN                                                                                \
    "FC0549\tthe requests that %s starts depend on data; their messages are not charged"
#define FC_MSG_LONGS_MIXED                                                                                             \
    "FC0564\t%s receives MPI_LONG as MPI_LONG_LONG, or the reverse; MPI requires the same datatype"
#define FC_MSG_SOURCES_CHANGED                                                                                         \
    "FC0550\t%s%s changed since %s was made; the prediction is for the earlier version.\n  Run `forecost analyze` "    \
    "again, and `forecost profile` if the model needs a profile."
#define FC_MSG_USER_FUNCTION_FAILED "FC0551\ta function of this file %s"
#define FC_MSG_SLICE_FAILED "FC0552\tthe program slice %s"
#define FC_MSG_EVALUATION_NEEDS_MORE_THAN_BYTES                                                                        \
    "FC0553\tthe evaluation needs more than %.0f bytes of memory; this is the last place reached"
#define FC_MSG_PROGRAM_SLICE_CANNOT_BE_CONFINED                                                                        \
    "FC0554\tthe program slice cannot be confined: this kernel or container lacks seccomp filters"
#define FC_MSG_POINT_SKIPPED "FC0560\t%s is skipped:\n%s"
#define FC_MSG_OTHER_POINTS_SKIPPED "FC0561\tother skipped points: %s"
#define FC_MSG_SIZES_NOT_SEARCHED                                                                                      \
    "FC0569\tno %s is searched for p >= %d: the searches before took %.2g steps of the program slice"
#define FC_MSG_SCALING_OF_SWEEP_ONLY                                                                                   \
    "FC0565\tonly the numbers of ranks given are compared: the program slice takes %.2g steps at p = %d"
#define FC_MSG_ARGUMENT_BEYOND_LAST "FC0566\targv[%d] is read here, and the arguments end at argv[%d]"
#define FC_MSG_OBJECT_RUNS_CODE_AT_LOAD "FC0568\tthe compiled file would run code outside the sandbox when it is loaded"
#define FC_MSG_POINT_NOT_EVALUATED "FC0567\tnot evaluated: a point before, p = %d, takes too long"
#define FC_MSG_NO_POINT_USABLE                                                                                         \
    "FC0563\tat each number of ranks the program cannot be predicted for some parameters:\n%s"
#define FC_MSG_POINT_LEAVES_EARLY                                                                                      \
    "FC0562\tthe program computes here with %d ranks, and leaves without it at %s: speedups and comparisons leave "    \
    "that point out"

/* ---- Machine files and calibration ---- */

#define FC_MSG_BENCHMARK_FAILED "FC0601\ta benchmark failed: %.300s\n  %.*s"
#define FC_MSG_NOT_BUNDLED "FC0602\t%s is not bundled"
#define FC_MSG_NO_BUNDLED_MACHINE_BUNDLED_MACHINES "FC0603\tno bundled machine \"%s\"; the bundled machines are: %s"
#define FC_MSG_SCRATCH_FOLDER_CANNOT_BE_MADE "FC0604\tthe scratch folder %s cannot be made: %s"
#define FC_MSG_COMMUNICATION_BENCHMARK_ENDED_AFTER_OPERATIONS                                                          \
    "FC0605\tthe communication benchmark ended after %d of %d operations without an error: %.300s"
#define FC_MSG_UNEXPECTED_OUTPUT_COMMUNICATION_BENCHMARK                                                               \
    "FC0606\tunexpected output of the communication benchmark: \"%.*s\""
#define FC_MSG_UNEXPECTED_OUTPUT_CORE_BENCHMARK "FC0607\tunexpected output of the core benchmark: \"%.60s\""
#define FC_MSG_UNEXPECTED_OUTPUT_MEMORY_BENCHMARK "FC0608\tunexpected output of the memory benchmark: \"%.60s\""
#define FC_MSG_UNEXPECTED_OUTPUT_OPENMP_BENCHMARK "FC0609\tunexpected output of the OpenMP benchmark: \"%.60s\""
#define FC_MSG_POINTS_DO_NOT_DETERMINE_COEFFICIENTS "FC0610\t%d points do not determine %d coefficients"
#define FC_MSG_INVALID_MEASURED_POINT_P_BYTES "FC0611\tinvalid measured point: p %g, %g bytes, %g s"
#define FC_MSG_NO_POINTS_WERE_MEASURED "FC0612\tno points were measured"
#define FC_MSG_POINTS_DO_NOT_DETERMINE_RUNTIME "FC0613\t%d points do not determine a runtime function"
#define FC_MSG_JOURNAL_BELONGS_ANOTHER_CALIBRATION_NOT                                                                 \
    "FC0614\tthe journal belongs to another calibration: \"%.*s\", not \"%.200s\""
#define FC_MSG_EDIT_INVALID "FC0615\t%s %.200s: column %zu: %s"
#define FC_MSG_MACHINE_DOES_NOT_FIT_FILE "FC0616\tthe machine does not fit the file's schema: %s"
#define FC_MSG_YAML_EXPECTED_TEXT "FC0617\t%s: expected %s, found \"%.60s\""
#define FC_MSG_YAML_EXPECTED "FC0618\t%s: expected %s"
#define FC_MSG_YAML_EXPECTED_NUMBER "FC0619\t%s: expected %s, found \"%s\""
#define FC_MSG_EXPECTED_NUMBER_FOUND "FC0620\t%s: expected a number, found \"%s\""
#define FC_MSG_NOT_CONTAINS_NUL_BYTES "FC0621\tnot a %s: it contains NUL bytes"
#define FC_MSG_YAML_FILE_EMPTY "FC0622\tnot a %s: it is empty"
#define FC_MSG_DAMAGED_MORE_THAN_MB_SAMPLES "FC0623\tdamaged, or more than %d MB of samples"

/* ---- Task graphs ---- */

#define FC_MSG_STATIC_SCHEDULE_DEADLOCKS "FC0701\tthe static schedule deadlocks:%s"
#define FC_MSG_NO_PROCESS_SERVES_QUEUE_NONE "FC0702\tno process serves queue %s, and none may switch to it"
#define FC_MSG_SYSTEM_MODEL_RETURNED_NEGATIVE_OVERHEAD "FC0703\tthe system model returned a negative overhead or NaN"
#define FC_MSG_SIMULATED_TIME_OVERFLOWS "FC0704\tthe simulated time overflows"
#define FC_MSG_TASK_CYCLE "FC0705\t%u task%s in a cycle: %s"
#define FC_MSG_LONGEST_PATH_STATES_MORE_THAN "FC0706\tthe longest path has %d states, more than %d"
#define FC_MSG_EXPRESSION_INVALID "FC0707\t%s at \"%.20s\""
#define FC_MSG_TRANSITIONS_FORM_CYCLE_THROUGH_BEFORE "FC0708\tthe transitions form a cycle through %s or before it"
#define FC_MSG_VALUE_OUT_OF_RANGE "FC0709\t%s %s is %g"
#define FC_MSG_UNKNOWN_SCHEDULE "FC0710\tunknown schedule \"%s\""
#define FC_MSG_TASK_NO_WHICH_SCHEDULE_NEEDS "FC0711\ttask %s has no %s, which the schedule needs"
#define FC_MSG_TASK_ASSIGNED_PROCESS_BUT_THERE                                                                         \
    "FC0712\ta task is assigned to process %d, but there are only %u (numbered from 0)"
#define FC_MSG_O_MISSING_FILE_PROGRAM_S "FC0714\t-o is missing: the file of the program's task graph"
#define FC_MSG_TASK_GRAPH_TAKES_ONE_POINT "FC0715\ta task graph takes one point, and %d are given"
#define FC_MSG_PROGRAM_S_TASK_GRAPH_MORE "FC0716\tthe program's task graph has more than %d tasks"
#define FC_MSG_NEEDS_TASK_GRAPH_RELAXED_TASK "FC0717\t--%s needs a task graph, and %s is a relaxed task graph"
#define FC_MSG_UNKNOWN_GRAPH_PARAMETER "FC0718\t%s has no parameter %s"
#define FC_MSG_MORE_THAN_SCHEDULES "FC0719\tmore than %d schedules"
#define FC_MSG_SCHEDULE_COMPARE_BOTH_GIVEN "FC0720\t--schedule and --compare are both given"
#define FC_MSG_LOCK_TAKES_ONE_TIME_FOUND "FC0721\t--lock takes one time, found \"%s\""
#define FC_MSG_FUNCTION_FC_TASK_OVERHEAD_MISSING "FC0722\tthe function fc_task_overhead is missing"
#define FC_MSG_NEEDS_USER_DEFINED_SYSTEM_MODEL "FC0723\t%s needs a user-defined system model"
#define FC_MSG_RANK_ITERATION_LOOP_NOT_FOLDED "FC0724\trank %d, iteration %u of the loop at %s is not folded: %s."
#define FC_MSG_TIME_RELAXED_GRAPH_DIFFERS_PROGRAM                                                                      \
    "FC0725\tthe time of the relaxed graph differs from the program's prediction; do not use it."
#define FC_MSG_RELAXED_GRAPH_WOULD_STATES_MORE                                                                         \
    "FC0726\tthe relaxed graph would have %d states, more than %d; only the critical path at this point is kept."
#define FC_MSG_NOT_RELAXED_UNRELAXED_GRAPH_WRITTEN "FC0727\tnot relaxed: %s. The unrelaxed graph is written."

/* ---- Signatures ---- */

#define FC_MSG_PROGRAM_WROTE_INVALID_RECORD_ACCESSES "FC0801\tthe program wrote an invalid record of its accesses"
#define FC_MSG_PROCESSES_WROTE_RECORD_THEIR_ACCESSES                                                                   \
    "FC0802\t%d processes wrote a record of their accesses, expected %d"
#define FC_MSG_MEMORY_PROFILE_NO_CURVE_PATTERN "FC0803\tthe memory profile has no curve of pattern %s, access %s"
#define FC_MSG_MEMORY_PROFILE_LACKS_LEVEL_CURVE                                                                        \
    "FC0804\tthe memory profile lacks a level: its curve of pattern %s, access %s ends at %.0f bytes, within the "     \
    "caches (%.0f bytes)"
#define FC_MSG_SIGNATURE_NOT_RECORDED_CACHES_MACHINE                                                                   \
    "FC0805\tthe signature was not recorded with the caches of machine %s"
#define FC_MSG_CACHE_LEVEL_INVALID "FC0806\tcache level %d is invalid: %s"
#define FC_MSG_MACHINE_SPECIFIES_NO_CACHES "FC0807\tmachine %s specifies no caches"
#define FC_MSG_SIGNATURE_BELONGS_ANOTHER_VERSION_PROGRAM                                                               \
    "FC0808\tthe signature belongs to another version of the program, or to another program: %s"
#define FC_MSG_MEMORY_TRAFFIC_REGIONS_SIGNATURE_SIZES                                                                  \
    "FC0809\tmemory traffic of %d of %d regions from the signature of: %s; its sizes are that run's."

/* ---- Reports, checks, files ---- */

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

/** A message as `forecost explain` prints it. */
typedef struct fc_message {
    const char *severity; /* "error", "warning" or "note" */
    const char *text;     /* code, tabulator, format */
    const char *remedy;   /* what to do; NULL: the message itself says it */
} fc_message;

/** The code and the text behind it; *text is the text itself, and the code empty, where it has none. */
void fc_message_split(char code[8], const char **text, const char *coded);
/** The message of a code ("FC0108", any case); NULL: none has it. */
const fc_message *fc_message_find(const char *code);
/** All messages in the order of their codes, up to one without text. */
extern const fc_message fc_messages[];

#endif
