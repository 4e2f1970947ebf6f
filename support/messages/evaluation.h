/* SPDX-License-Identifier: Apache-2.0 */
/** @file evaluation.h  Messages, FC0500 and after: evaluation (messages.h). */
#ifndef FC_MESSAGES_EVALUATION_H
#define FC_MESSAGES_EVALUATION_H

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
#define FC_MSG_SPAWNED_NOT_SIMULATED                                                                                   \
    "FC0596\tthe processes that %s starts or connects to are not simulated; messages and collectives with them wait "  \
    "for "                                                                                                             \
    "none"
#define FC_MSG_MACHINE_MEASURED_ELSEWHERE                                                                              \
    "FC0597\tmachine %s is bundled: it was measured on another host, so errors are also those between the hosts. Run " \
    "`forecost calibrate -o here.yaml`, and give -m here.yaml."
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
#define FC_MSG_C_COMPILER_FAILS "FC0570\tthe C compiler fails: %.*s"
#define FC_MSG_SCALING_OF_SWEEP_ONLY                                                                                   \
    "FC0565\tonly the numbers of ranks given are compared: the program slice takes %.2g steps at p = %d"
#define FC_MSG_ARGUMENT_BEYOND_LAST "FC0566\targv[%d] is read here, and the arguments end at argv[%d]"
#define FC_MSG_OBJECT_RUNS_CODE_AT_LOAD "FC0568\tthe compiled file would run code outside the sandbox when it is loaded"
#define FC_MSG_POINT_NOT_EVALUATED "FC0567\tnot evaluated: a point before, p = %d, takes too long"
#define FC_MSG_NO_POINT_USABLE                                                                                         \
    "FC0563\tat each number of ranks the program cannot be predicted for some parameters:\n%s"
#define FC_MSG_SWEEP_POINTS_SKIPPED                                                                                    \
    "FC0555\t%d of %d points are skipped, and their lines have no times; the first one:\n%s"
#define FC_MSG_SWEEP_NO_POINT "FC0556\tno point of the sweep can be predicted"
#define FC_MSG_NEGATIVE_COUNT                                                                                          \
    "FC0557\tthe counts of the profile give %.4g repetitions here (p = %d); 0 is used. Their fits disagree: profile "  \
    "runs nearer to this point."
#define FC_MSG_RUN_ENDS_BY_INPUTS                                                                                      \
    "FC0591\twith these arguments the run ends here by %s%s%s%s (p = %d); code after it is not predicted"
#define FC_MSG_EFFICIENCY_OF_COUNT                                                                                     \
    "FC0558\tefficiency at p = %d is %.0f %%, which is rarely real: this loop's measured count falls from %.4g at p "  \
    "= "                                                                                                               \
    "%d to %.4g at p = %d. Profile more numbers of ranks with one input, or give the count by --assume."
#define FC_MSG_EFFICIENCY_OF_PLACE                                                                                     \
    "FC0559\tefficiency at p = %d is %.0f %%: no measured count falls; %s takes %.3g s of processor time at p = %d "   \
    "and %.3g s at p = %d, where its data may fit a cache"
#define FC_MSG_EFFICIENCY_WITHOUT_ONE                                                                                  \
    "FC0576\tefficiency at p = %d is %.0f %% over p = %d. If one rank only distributes work, that of the others is "   \
    "%.0f %%."
#define FC_MSG_POINT_LEAVES_EARLY                                                                                      \
    "FC0562\tthe program computes here with %d ranks, and leaves without it at %s: speedups and comparisons leave "    \
    "that point out"
#define FC_MSG_SLICE_OVER_BUDGET                                                                                       \
    "FC0573\tthe program slice exceeds its budget (%g s, or the memory for arrays), here first; the counts of %d "     \
    "part%s come from the profile%s%s"
#define FC_MSG_SLICE_PART_UNMEASURED                                                                                   \
    "FC0574\tthis part of the program slice exceeds its budget, and the prediction fails without it:\n%s"
#define FC_MSG_SLICE_STAYS_OVER_BUDGET                                                                                 \
    "FC0575\tthe program slice exceeds its budget (%g s, or the memory for arrays), here first"
#define FC_MSG_PLACEMENT_LINE "FC0577\t%s"
#define FC_MSG_USER_MODEL_FAULT "FC0578\t%s"
#define FC_MSG_TIMERS_CHANGED_CODE                                                                                     \
    "FC0595\twith -n %d the program takes %.3g s with timers and %.3g s without them: timers change the machine "      \
    "code. "                                                                                                           \
    "Differences by place are those of the code with timers."
#define FC_MSG_UNDISTURBED_UNKNOWN                                                                                     \
    "FC0579	the undisturbed time with -n %d lies between %.3g and %.3g s: other processes took about %.0f %% of "      \
    "the "                                                                                                             \
    "least run. Raise --time-limit, or measure on an idle machine."
#define FC_MSG_TRACE_WORD "FC0580\t%s, found \"%.*s\""
#define FC_MSG_TRACE_WORD_MISSING "FC0581\t%s, and the line ends"
#define FC_MSG_TRACE_INCOMPLETE "FC0582\ta trace does not record what %.*s needs, so it cannot be replayed"
#define FC_MSG_TRACE_TOO_LARGE "FC0583\tthe trace has more %s than can be replayed"
#define FC_MSG_TRACE_EMPTY "FC0584\tthe trace has no line of a rank"
#define FC_MSG_TRACE_LACKS_RANK "FC0585\tthe trace has no line of rank %d of %d"
#define FC_MSG_TRACE_EXCLUDES "FC0586\t--trace and %s%s exclude each other"
#define FC_MSG_TRACE_RANKS "FC0587\t-n %s: the trace has %d ranks"
#define FC_MSG_TRACE_NEEDS_RATE "FC0588\tthe time of the trace's %.4g flops is not known"
#define FC_MSG_TRACE_DERIVED                                                                                           \
    "FC0589\t%.0f line%s a derived datatype, whose size the trace lacks: it counts as 0 bytes; the first one"
#define FC_MSG_NETWORK_UNKNOWN                                                                                         \
    "FC0592\tdistances and shared links among %d ranks are not known, since machine %s has no network and was "        \
    "calibrated on fewer; the intervals are wider.\n  Calibrate with "                                                 \
    "--network, or add a section network to the machine file."
#define FC_MSG_TRACE_LACKS_CALLS                                                                                       \
    "FC0590\ta trace of SMPI 3.32 lacks communicators other than MPI_COMM_WORLD, the tags of MPI_Sendrecv, and its "   \
    "calls with MPI_PROC_NULL: a program with these cannot be replayed"

#endif
