/* SPDX-License-Identifier: Apache-2.0 */
#include "support/messages/evaluation.h"

#include "support/messages/messages.h"

#include <stddef.h>

static const fc_message messages[] = {
    {"error", FC_MSG_CANNOT_CREATE_TEMPORARY_FOLDER,
     "Forecost compiles a cost program in a new folder inside its cache or in TMPDIR. The operating system refused to "
     "create this folder.",
     "Set TMPDIR to a folder you may write to."},
    {"error", FC_MSG_COST_PROGRAM_DOES_NOT_MATCH,
     "The compiled cost program lacks a table that the evaluation needs, or its table has another version. This is a "
     "defect of Forecost, and nothing is evaluated.",
     "Please report this with the program's sources."},
    {"error", FC_MSG_FILE_REPLACES_NO_RUNTIME_FUNCTION,
     "The C file of --comm-model defines none of the functions, such as fc_time_MPI_Bcast, that can replace a cost. "
     "The prediction would be the same without it.",
     "Define, for example: double fc_time_MPI_Bcast(const fc_coefficients *machine, double n, fc_datatype type, int "
     "p)"},
    {"error", FC_MSG_FILE_REPLACES_NO_COMPUTE_COST,
     "The C file of --compute-model defines none of the functions that can replace a cost of computation. The "
     "prediction would be the same without it.",
     "Define fc_compute_time, fc_operation_time or fc_access_time; see examples/compute_model."},
    {"error", FC_MSG_EVALUATION_ENDED,
     "The evaluation of the program slice or trace cannot continue, for example after a deadlock, an invalid argument "
     "of a call, or a limit. The point has no predicted time.",
     "The rank's message says why. Check the arguments after \"--\"."},
    {"error", FC_MSG_D_NO_PARAMETER_NAME,
     "-D sets a parameter of the program, that is, a number that the program reads from its arguments. None of its "
     "parameters has this name, so the value would have no effect.",
     "`forecost formula` prints the names of the parameters in T(...)."},
    {"error", FC_MSG_INVALID_NUMBER_RANKS, "A point to evaluate has fewer than one rank. Nothing is evaluated.",
     "Give -n a number of 1 or more."},
    {"error", FC_MSG_CANNOT_ALLOCATE_BYTES_SHARED_MEMORY,
     "The processes that evaluate points return their results in shared memory, and the operating system refused this "
     "amount. It grows with the numbers of points and of places in the program.",
     "Predict fewer points, or raise the limit on memory: ulimit -v."},
    {"error", FC_MSG_INTERRUPTED_WHILE_EVALUATING_LAST_PLACE,
     "A signal, such as that of Ctrl-C, ended the evaluation. The place is the last one that the program slice "
     "reached, most often in a loop with many iterations.",
     "If a loop there takes too long, specify its trip count: #pragma forecost trip(expr)."},
    {"error", FC_MSG_FUNCTION_FILE_CRASHED,
     "A function of the user's model caused a signal or ended its process while it computed a cost. The prediction "
     "cannot be completed.",
     "Correct the function."},
    {"error", FC_MSG_PROGRAM_SLICE_CRASHED_AFTER_PLACE,
     "The program slice executes statements of the program, with its arguments and input files. One of them crashed, "
     "for example because an argument or input file is missing.",
     "Check the arguments after --, and your own models; this is the last place the evaluation reached."},
    {"error", FC_MSG_FUNCTION_FILE_TOOK_LONGER_THAN,
     "The evaluation reached its time limit inside a function of the user's model. It was ended without a result.",
     "Correct the function: it may be called often."},
    {"error", FC_MSG_EVALUATION_TOOK_LONGER_THAN_S,
     "The program slice or the simulation of ranks did not end within its time limit. Loops without a closed form are "
     "executed iteration by iteration, which can take long.",
     "Check the arguments after --, give --budget more seconds, or specify the trip count: #pragma forecost "
     "trip(expr)."},
    {"error", FC_MSG_COST_PROGRAM_DOES_NOT_COMPILE,
     "Forecost generated this C program from the model, and the compiler rejects it. This is a defect of Forecost and "
     "not of the program.",
     "Please report this with the program's sources."},
    {"error", FC_MSG_CANNOT_WRITE_COST_PROGRAM_THERE,
     "The cost program and its headers are written to this folder to compile them. Writing failed, most often because "
     "the file system is full.",
     "Free some space, or set TMPDIR."},
    {"error", FC_MSG_C_COMPILER_CANNOT_BE_STARTED,
     "A cost program or a user's model is compiled before its evaluation. The compiler, which is cc unless another one "
     "is given, is not installed or not in PATH.",
     "Install it: apt-get install gcc libc6-dev."},
    {"error", FC_MSG_UNDEFINED_SYMBOL,
     "The user's model refers to a function or variable that neither this file nor Forecost, libc or libm defines. "
     "Other libraries cannot be linked.",
     "Define it in this file: only the file, Forecost's functions, libc and libm are linked."},
    {"error", FC_MSG_COST_PROGRAM_USES_UNDEFINED_SYMBOL,
     "The generated cost program refers to a function or variable that Forecost does not define. This is a defect of "
     "Forecost and not of the program.",
     "Please report this with the program's sources."},
    {"error", FC_MSG_CANNOT_LOAD_COMPILED_COST_PROGRAM,
     "The evaluation loads the compiled cost program into memory of its own. The operating system refused this memory, "
     "or the compiler's object format is not supported.",
     "Forecost needs /proc, memory that can be executed, and a compiler that writes ELF objects for this processor."},
    {"error", FC_MSG_CANNOT_BE_NAME_EXECUTABLE,
     "The emitted cost program is built as an executable of this name. A name consists of letters, digits, \"_\", "
     "\"-\" and \".\", and does not begin with \"-\" or \".\".",
     "Rename the model or the program."},
    {"error", FC_MSG_N_D_THREADS_TOGETHER_GIVE,
     "Each combination of ranks, parameter values and threads is one point. Their number exceeds the limit, so none is "
     "evaluated.",
     "Sweep fewer values at once."},
    {"error", FC_MSG_NETWORK_ROOM_RANKS_N_GIVES,
     "The network in the machine file has fewer places for ranks than -n requests. Forecost assigns one rank to a "
     "core, so the remaining ranks have no place.",
     "Give fewer ranks with -n, or describe a larger network."},
    {"error", FC_MSG_RANK_FILE_PLACES_RANKS_N,
     "The rank file places one rank with each line, and -n requests more ranks than it has lines. The remaining ranks "
     "have no place.",
     "Write one line for each rank of -n."},
    {"error", FC_MSG_COMPUTE_MODEL_UNKNOWN_COMPUTE_MODEL,
     "The name belongs to no predefined compute model. It is not the name of a C file either, since it has neither a "
     "dot nor a slash.",
     "Choose memory, ops, fitted, or a C file (its name has a dot)."},
    {"error", FC_MSG_SIGNATURE_NEEDS_COMPUTE_MODEL_MEMORY,
     "A signature replaces the memory traffic of regions, which only the compute model memory uses. Another compute "
     "model was selected.",
     "Leave out --compute-model, or --signature."},
    {"error", FC_MSG_COMPUTE_MODEL_NEEDS_PREDEFINED_COMPUTE,
     "The result contains the compute model as a formula or as code, which is possible for memory and ops only. A "
     "fitted model or a C file was selected.",
     "Choose memory or ops."},
    {"error", FC_MSG_COMPUTE_MODEL_FITTED_NO_TIMED,
     "The compute model fitted multiplies costs by factors from timed regions. There is no profile, or none of its "
     "runs has such times.",
     "Time a small run: forecost profile MODEL.fc -n 2 -- ARGUMENTS"},
    {"error", FC_MSG_OMP_SCHEDULE_EXPECTED_STATIC_DYNAMIC,
     "The option sets the schedule of loops with schedule(runtime), as OMP_SCHEDULE does in a run. The text names no "
     "known schedule, or its chunk size is not a positive whole number.",
     "For example --omp-schedule dynamic,4"},
    {"error", FC_MSG_THREADS_TAKES_ONE_NUMBER_GIVEN,
     "This command evaluates all points with one number of threads for each rank. A list or range of numbers was "
     "given.",
     "Give one; `forecost predict --threads 1:16` takes several."},
    {"note", FC_MSG_METHOD_SUM_NEGLECTS_RANKS_WAIT,
     "Method sum adds up times without the waiting of ranks for each other. Method ranks simulates it, and at one of "
     "the smaller points the two differ by more than a twentieth.",
     "Predict with --method ranks."},
    {"note", FC_MSG_METHOD_RANKS_PROGRAM_DOES_NOT,
     "The prediction is by method sum, which detects no deadlock. A short trial by method ranks ended before the "
     "program did, for example because ranks wait for each other.",
     "If the program ends in reality, report it. Else mend the program: forecost verify."},
    {"note", FC_MSG_DOES_NOT_USE_MPI_EVERY,
     "The program calls no MPI function, and several ranks are requested. The prediction is for independent copies of "
     "the program, so more ranks do not shorten the time.",
     "Nothing, if the program is sequential. Else check that its MPI calls are compiled in."},
    {"warning", FC_MSG_MESSAGE_NEVER_RECEIVED_RANKS_FIRST,
     "In the simulation of all ranks, these messages match no receive. Such a program is erroneous in MPI, since a "
     "send may wait for its receive.",
     "Add the receive, or remove the send. `forecost verify` lists all such messages."},
    {"note", FC_MSG_CHANGED_SINCE_RECORDED_RECORDED_COPY,
     "The profile contains copies of the input files, and no profiled run read the file as it is now. Counts of the "
     "profile may not hold for the present file.",
     "If the counts depend on this file, run forecost profile again."},
    {"note", FC_MSG_COMPILED_BUT_MACHINE_CALIBRATED_COMPUTATION,
     "The program's optimization level, -march or -ffast-math differs from that of the calibration. The machine's "
     "computation costs hold for one set of flags only.",
     "Calibrate with these flags (--cc), or give the program's flags after the \"--\" of analyze."},
    {"note", FC_MSG_LOOP_THROUGHPUT_COMES_LLVM_MCA,
     "The model was analyzed with --mca, so it has the cycles of loops on this processor. They hold for the machine "
     "only if its cores are of the same kind.",
     "To use the calibrated costs, analyze without --mca."},
    {"note", FC_MSG_MACHINE_NO_COSTS_FILE_ACCESS,
     "The program calls these MPI file operations, and the calibration measured no costs of file access. The assumed "
     "latency and bandwidth may be far from those of the file system.",
     "Calibrate with --io FOLDER, or give --comm-model FILE.c."},
    {"note", FC_MSG_MACHINE_NO_COST_MAKING_COMMUNICATOR,
     "The program creates communicators, and the calibration did not measure how long this takes. The time is missing "
     "from the prediction.",
     "Calibrate again, or give --comm-model FILE.c."},
    {"note", FC_MSG_CONTROL_FLOW_DEPENDS_RECEIVED_DATA,
     "Method sum evaluates ranks without their messages, so a received value is unknown there. Here such a value "
     "determines control flow, so all ranks were simulated with their messages.",
     "Nothing. Give --method ranks to suppress the note."},
    {"warning", FC_MSG_D_NO_EFFECT_THESE_ARGUMENTS,
     "The program has this parameter, but with these arguments no evaluated point reads it. All values of -D therefore "
     "give the same prediction.",
     "Add the argument that sets it after \"--\"."},
    {"warning", FC_MSG_TIMED_SECONDS_SPENT_HERE_BUT,
     "The timed runs spend a notable share of their time in this region, for which the model derives no cost. No "
     "factor can be fitted, so the prediction lacks this time.",
     "Annotate the code that takes this time: #pragma forecost cost(...)."},
    {"warning", FC_MSG_TAKES_TIMES_TIME_PREDICTED_MACHINE,
     "The factor fitted to this region is above 2 or below 0.5, so most of the difference has a cause that the model "
     "lacks. At other sizes the factor may not hold.",
     "Use the factor only for sizes like the timed ones, or profile this size."},
    {"note", FC_MSG_COMPUTE_MODEL_FITTED_TIMED_REGIONS,
     "The compute model fitted was used: it multiplies the predicted time of a timed region by the ratio of measured "
     "and predicted time. Regions without times are unchanged.",
     "Nothing. `predict` lists the factors."},
    {"note", FC_MSG_ONE_THREAD_RANK_ASSUMED,
     "The program has an OpenMP region whose number of threads is not in the source, and --threads was not given. The "
     "region is predicted with one thread.",
     "Give --threads N."},
    {"note", FC_MSG_SCHEDULE_RUNTIME_ASSUMED_BE_DYNAMIC,
     "In a run, OMP_SCHEDULE determines the schedule of this loop, and --omp-schedule was not given. The overhead and "
     "balance of another schedule may differ.",
     "Give --omp-schedule KIND[,N]."},
    {"note", FC_MSG_MACHINE_CALIBRATED_WITHOUT_OPENMP_COSTS,
     "The program has OpenMP directives, and the machine file has no costs that were measured with several threads. "
     "Assumed costs may differ from those of the machine.",
     "Calibrate again with a compiler that has OpenMP."},
    {"note", FC_MSG_CALL_COSTS_ASSUMED,
     "The program calls these functions, and the calibration did not measure them. An assumed cost with a wide "
     "interval is used for each.",
     "Calibrate again, or give their costs by --library."},
    {"note", FC_MSG_COMMUNICATOR_ASSUMED,
     "The communicator of this call is dynamic, so the program slice cannot determine its ranks. With fewer ranks than "
     "MPI_COMM_WORLD the call would take less time.",
     "If it is another communicator, predict with --method ranks."},
    {"note", FC_MSG_STARTED_REQUESTS_UNKNOWN,
     "The persistent requests of this call are dynamic, so the program slice cannot determine their messages. The "
     "prediction lacks the time of these messages.",
     "Predict with --method ranks, or annotate the cost of this place."},
    {"note", FC_MSG_SOURCES_CHANGED,
     "The model contains the sources as they were when it was made, and at least one file has other content now. The "
     "prediction does not include these changes.",
     "Run forecost analyze again, and forecost profile if the model needs a profile."},
    {"error", FC_MSG_USER_FUNCTION_FAILED,
     "The user's model is executed in a sandbox, which permits computation and reading of files only. One of its "
     "functions made another system call and was ended.",
     "It may compute and read files; it may not write files, start processes or open sockets."},
    {"error", FC_MSG_SLICE_FAILED,
     "The program slice is executed in a sandbox, which permits computation and reading of files only. It made another "
     "system call and was ended.",
     "It may compute and read files; it may not write files, start processes or open sockets. This is the last place "
     "the evaluation reached."},
    {"error", FC_MSG_EVALUATION_NEEDS_MORE_THAN_BYTES,
     "Arrays of the program slice or the state of the simulated ranks exceed the memory limit, which --memory sets. "
     "The evaluation was ended.",
     "Predict fewer ranks or a smaller size, or give --memory BYTES."},
    {"error", FC_MSG_PROGRAM_SLICE_CANNOT_BE_CONFINED,
     "The program slice executes code of the analyzed program, which could do harm without a sandbox. The kernel "
     "refused the sandbox, so nothing is evaluated.",
     "Only for programs that you trust: --unsafe evaluates without a sandbox."},
    {"warning", FC_MSG_SWEEP_POINTS_SKIPPED,
     "A sweep continues after a point that cannot be predicted, for example because the program rejects its arguments. "
     "The lines of these points have no times.",
     "Sweep values that the program accepts. The message of the first skipped point says why it fails."},
    {"error", FC_MSG_SWEEP_NO_POINT,
     "Each point of the sweep failed, the first one for the reason in the warning before. The output has no times.",
     "Predict one point by forecost predict, which says why it fails."},
    {"note", FC_MSG_NEGATIVE_COUNT,
     "A number of repetitions is computed from several fitted counts, and their errors make it negative here. The fits "
     "do not hold at this point, which may be far from the profiled runs.",
     "Profile runs nearer to this point."},
    {"note", FC_MSG_EFFICIENCY_OF_COUNT,
     "The predicted efficiency exceeds 125 percent, and a measured trip count falls between the two numbers of ranks. "
     "This count or its fit is a likely error.",
     "Profile more numbers of ranks with one input, or give the count by --assume."},
    {"note", FC_MSG_EFFICIENCY_OF_PLACE,
     "The predicted efficiency exceeds 125 percent, and no measured trip count explains it. The named function loses "
     "most processor time, as it does when its working set fits a cache.",
     "Check whether the data of this place fits a cache with so many ranks."},
    {"warning", FC_MSG_POINT_SKIPPED,
     "The command evaluates several points, and this one cannot be predicted, for the reason after the message. The "
     "results are those of the remaining points.",
     "Give arguments and ranks that the program accepts."},
    {"warning", FC_MSG_OTHER_POINTS_SKIPPED,
     "More points cannot be predicted than are reported one by one. These points are only listed, and the results lack "
     "them as well.",
     "Give arguments and ranks that the program accepts."},
    {"warning", FC_MSG_POINT_LEAVES_EARLY,
     "At this point the program executes almost nothing of what it computes with other ranks, for example since it "
     "rejects the arguments. The short time is no speedup.",
     "Give -n numbers of ranks at which the program does its work."},
    {"error", FC_MSG_NO_POINT_USABLE,
     "A comparison over ranks needs a number of ranks at which no combination of parameters fails. There is none, and "
     "the reason of the first failure follows.",
     "Give arguments and ranks that the program accepts."},
    {"note", FC_MSG_LONGS_MIXED,
     "A message is sent as MPI_LONG and received as MPI_LONG_LONG, or the reverse. It is matched all the same, but MPI "
     "does not guarantee this.",
     "Send and receive with the same datatype."},
    {"note", FC_MSG_SCALING_OF_SWEEP_ONLY,
     "A search for the number of ranks with the least time needs many evaluations, and each takes very many steps. "
     "Only the points of the sweep are compared.",
     "Give -n more numbers of ranks, or a smaller size after --."},
    {"error", FC_MSG_ARGUMENT_BEYOND_LAST,
     "The program slice crashed after it read an argument that was not given after \"--\". The program would read a "
     "null pointer or beyond the end of argv.",
     "Give the program all its arguments after --."},
    {"error", FC_MSG_POINT_NOT_EVALUATED,
     "Points are evaluated in order, and an earlier one exceeded the time limit. The points after it would exceed it "
     "too, so they are skipped.",
     "Predict this point alone, or a smaller size."},
    {"error", FC_MSG_OBJECT_RUNS_CODE_AT_LOAD,
     "The user's file has code that is executed when it is loaded, before the sandbox protects the computer. Forecost "
     "does not load such a file.",
     "Remove constructors, destructors and indirect functions."},
    {"warning", FC_MSG_SIZES_NOT_SEARCHED,
     "The analysis searches a problem size for each number of ranks by repeated evaluation. The searches so far "
     "exceeded their total of steps, so the remaining rows have no size.",
     "Sweep fewer numbers of ranks, or a smaller size."},
    {"error", FC_MSG_C_COMPILER_FAILS,
     "The compiler ended with an error that concerns no line of the source. It may lack a header, its assembler, or "
     "space for temporary files.",
     "Check that it compiles a small file, and that TMPDIR has space."},
    {"note", FC_MSG_SLICE_OVER_BUDGET,
     "Exact evaluation of the program slice needs more time or memory than --budget permits. The most expensive parts "
     "are not executed, and measured counts take their place.",
     "To evaluate these parts step by step, give --budget more seconds; 0: no limit."},
    {"error", FC_MSG_SLICE_PART_UNMEASURED,
     "This part of the program slice is not executed, since it exceeds --budget, and no profile has its counts. "
     "Without them the prediction fails.",
     "Count it in small runs (forecost profile), or give --budget more seconds; 0: no limit."},
    {"error", FC_MSG_SLICE_STAYS_OVER_BUDGET,
     "The program slice needs more time or memory than --budget permits, even after its most expensive parts were left "
     "to measured counts. There is no prediction.",
     "Give --budget more seconds, or specify the cost of this part: #pragma forecost cost(expr)."},
    {"note", FC_MSG_EFFICIENCY_WITHOUT_ONE,
     "The predicted efficiency exceeds 125 percent, which is plausible if one rank is a master without a share of the "
     "work. With more ranks, its part of all ranks is smaller.",
     "Compare efficiencies over the working ranks only."},
    {"error", FC_MSG_PLACEMENT_LINE,
     "A line of the rank file has another form than NODE or NODE:CORE, or names a core that does not exist or is "
     "taken. The ranks cannot be placed.",
     "Write one line for each rank: NODE or NODE:CORE, both from 0 on."},
    {"error", FC_MSG_USER_MODEL_FAULT,
     "A function of the user's compute model returned a time that is negative or not finite. Forecost computes a table "
     "of its values before the prediction, which therefore does not start.",
     "Return seconds: finite, 0 or more."},
    {"note", FC_MSG_UNDISTURBED_UNKNOWN,
     "validate derives the undisturbed time from the fastest executions of each place in runs with timers. Other "
     "processes disturbed all runs, and the program takes another time with timers. So the share that they took of the "
     "runs without timers is unknown, and the error of the prediction has bounds only.",
     "Raise --time-limit, which allows further runs, or measure on an idle machine."},
    {"error", FC_MSG_TRACE_WORD,
     "A line of the time-independent trace has a word that its format does not permit at this position. The trace "
     "cannot be replayed.",
     "Record the trace again with smpirun -trace-ti, or correct this line."},
    {"error", FC_MSG_TRACE_WORD_MISSING,
     "A line of the time-independent trace has fewer words than its action needs, for example because the recording "
     "was cut off. The trace cannot be replayed.",
     "Record the trace again with smpirun -trace-ti, or correct this line."},
    {"error", FC_MSG_TRACE_INCOMPLETE,
     "Traces of SimGrid lack details of nonblocking collectives, persistent requests, tests, MPI_Waitany, one-sided "
     "communication and files. The time of this action cannot be derived.",
     "Predict from the source: forecost analyze, then forecost predict."},
    {"error", FC_MSG_TRACE_TOO_LARGE,
     "A replay holds the whole trace in memory. The trace exceeds the limit on the number of files, bytes, events or "
     "other items.",
     "Trace a smaller run."},
    {"error", FC_MSG_TRACE_EMPTY,
     "The file of --trace and the files that it lists contain no action of any rank. There is nothing to replay.",
     "Give the file with the ranks' actions, or the list of these files."},
    {"error", FC_MSG_TRACE_LACKS_RANK,
     "The trace has actions of ranks with greater numbers, but none of this rank. Without its file, ranks that "
     "communicate with it would wait forever.",
     "Give the list of all its files, one a line, as smpirun -trace-ti writes it."},
    {"error", FC_MSG_TRACE_EXCLUDES,
     "With --trace, the prediction comes from recorded actions and needs no model or program arguments. The other "
     "option or operand applies to a model only.",
     "Leave one of them out."},
    {"error", FC_MSG_TRACE_RANKS,
     "A trace contains the actions of a fixed number of ranks and can be replayed with this number only. -n gives "
     "another number, or several.",
     "Leave -n out, or trace a run of so many ranks."},
    {"error", FC_MSG_TRACE_NEEDS_RATE,
     "The trace records computation in floating-point operations. --flop-rate, which converts them to seconds, is "
     "missing or gives several numbers.",
     "Give --flop-rate F, the trace's flops that a core of the machine does in a second."},
    {"warning", FC_MSG_TRACE_DERIVED,
     "These actions transfer a derived datatype, and traces of SimGrid do not record its size. The predicted time "
     "lacks the transfer of these bytes.",
     "Give the number of bytes in the trace, or predict from the source."},
    {"note", FC_MSG_TRACE_LACKS_CALLS,
     "The replay ended in a deadlock or at an invalid argument. The trace lacks properties of calls that the program "
     "may use, so a correct program can fail in this way.",
     "Predict from the source: forecost analyze, then forecost predict."},
    {"note", FC_MSG_RUN_ENDS_BY_INPUTS,
     "The arguments or input files lead the program to an exit, for example after a usage message. The predicted time "
     "is that of the code up to the exit.",
     "If the run should go on, give arguments or input files that the program accepts."},
    {"warning", FC_MSG_NETWORK_UNKNOWN,
     "The program communicates on more ranks than the calibration measured, and the machine file describes no network. "
     "Measured costs are extrapolated, without distances and shared links.",
     "Calibrate with --network, or add a section network to the machine file."},
    {"note", FC_MSG_TIMERS_CHANGED_CODE,
     "validate times places in a second build with timers, whose whole time differs by more than 15 percent. Timers "
     "can prevent optimizations across places and take time themselves.",
     "Compare places with the code that has timers. The total of the plain runs is unaffected."},
    {"note", FC_MSG_SPAWNED_NOT_SIMULATED,
     "The program starts other processes by MPI_Comm_spawn, or connects to those of another program, which is not part "
     "of the model. The start or the connection is charged as the creation of a communicator. Another program is taken "
     "to have as "
     "many processes as the communicator that connects.",
     "Predict the other program by itself, and annotate the cost of the start or the connection."},
    {"note", FC_MSG_MACHINE_MEASURED_ELSEWHERE,
     "validate runs the program on this host, and predicts it for a machine that was measured on another one. Both "
     "processors may have the same name.",
     "Calibrate this host, and give its machine file by -m."},
    {NULL, NULL, NULL, NULL}};

const fc_message_area fc_messages_evaluation = {
    "The evaluation of the cost program could not be finished, or rests on something assumed.", messages};
