/* SPDX-License-Identifier: Apache-2.0 */
#include "support/messages/command_line.h"

#include "support/messages/messages.h"

#include <stddef.h>

static const fc_message messages[] = {
    {"error", FC_MSG_HELP_COMPLETION_NEEDS_BASH_ZSH,
     "`forecost help --completion` prints a completion script for one shell, and scripts exist for bash and zsh only. "
     "The word after it is missing or names another shell.",
     "Write forecost help --completion bash, or zsh."},
    {"error", FC_MSG_COMMAND_MISSING,
     "`forecost` was started without any argument, so there is no command to run. The list of commands is printed "
     "instead.",
     "`forecost help` lists the commands."},
    {"error", FC_MSG_UNKNOWN_OPTION,
     "A word before \"--\" begins with a dash, and the command has no option of this name. Words after \"--\" belong "
     "to the application and are not checked.",
     "`forecost help COMMAND` lists the options. Options of the application go after \"--\"."},
    {"error", FC_MSG_VALUE_NOT_ALLOWED,
     "The option accepts only the words of a fixed list, spelled exactly so. The given value is none of them.",
     "Give one of the values that the message lists."},
    {"error", FC_MSG_OPTION_GIVEN_TWICE,
     "The option occurs twice before \"--\", and only one value can apply. Only options that collect several values, "
     "such as -D, may be repeated.",
     "Leave one of them out."},
    {"error", FC_MSG_TAKES_NO_VALUE,
     "The option is a switch, which is set by its name alone. A value is attached to it, as \"=VALUE\" or directly "
     "after its letter.",
     "Leave out \"=VALUE\", or what follows the option's letter. `forecost help COMMAND` shows which options take a "
     "value."},
    {"error", FC_MSG_NEEDS_VALUE,
     "The option is the last word of the command line, or \"--\" follows it, so there is no value. An empty command of "
     "--build is reported in the same way.",
     "Give the value after the option, as --option VALUE or --option=VALUE."},
    {"error", FC_MSG_TAKES_NO_ARGUMENTS_AFTER,
     "Words after \"--\" are the arguments of an application. This command evaluates no application, so the words "
     "would be ignored.",
     "Leave out \"--\" and the words after it."},
    {"error", FC_MSG_ONE_OPERAND_TOO_MANY,
     "A word is neither an option nor an option's value, and all operands of the command are present already. The word "
     "may be an argument of the application without \"--\" before it.",
     "`forecost help COMMAND` lists the operands. The application's own arguments go after \"--\"."},
    {"error", FC_MSG_EXPECTED_WHOLE_NUMBER_FOUND,
     "The value of the option is not a decimal integer or lies outside the limits. Exponents such as 1e3 and suffixes "
     "such as 1k are not accepted.",
     "Give a whole number within the limits that the message names."},
    {"error", FC_MSG_RANGE_INVALID,
     "The value of -n, -D or another option must be a list of numbers and intervals. At the named column it has "
     "another form, or exceeds a limit on values or their number.",
     "A range is 4 or 1,2,8 or 1:16 or 1:64:8 or 1:1024:x2."},
    {"error", FC_MSG_D_NOT_NAME_RANGE,
     "The value of -D must be a parameter's name, \"=\" and its values. Here the name is not an identifier with "
     "optional indices and members, or \"=\" does not follow it.",
     "Write -D name=RANGE, for example -D n=500:8000:x2."},
    {"error", FC_MSG_PARAMETER_GIVEN_TWICE,
     "Two options -D name the same parameter. A sweep has one range for each parameter, so it is ambiguous which range "
     "applies.",
     "Give all its values in one range."},
    {"error", FC_MSG_N_D_TOGETHER_GIVE_MORE,
     "The command predicts every combination of the values of -n and -D. The product of their numbers exceeds the "
     "limit of this command, and nothing is predicted.",
     "Sweep fewer values at once."},
    {"error", FC_MSG_CURVE_OVER_RANKS_NEEDS_ONE,
     "The result is a function of the number of ranks at constant parameters. Several values of -D result in several "
     "functions, and the command analyzes or draws one.",
     "Give every parameter one value: -D n=4000."},
    {"error", FC_MSG_PLOT_DRAWS_CURVE_OVER_RANKS,
     "-n and every -D have a single value, so the prediction is one point. The horizontal axis of a plot needs at "
     "least two values.",
     "Give several points, for example -n 1:1024:x2."},
    {"error", FC_MSG_PLOT_DRAWS_MOST_CURVES_GIVEN,
     "One of -n and -D is the horizontal axis, and each combination of the other values is a curve. There are more "
     "combinations than curves that a plot can distinguish.",
     "Give fewer values of a parameter, or draw them one by one."},
    {"error", FC_MSG_IO_WITHOUT_COMMUNICATION_EXCLUDE_EACH,
     "--io measures MPI-IO operations of several ranks in the communication benchmark. --without-communication omits "
     "this benchmark, so no file operation could be measured.",
     "Give one of them."},
    {"error", FC_MSG_CANNOT_CREATE_FILES_THERE,
     "The folder of --io does not exist, is not a folder, or is not writable. The benchmark of MPI-IO creates its file "
     "in this folder, so nothing is measured.",
     "Choose a folder you may write to."},
    {"error", FC_MSG_BLAS_COMPUTE_FLOPS_EXCLUDE_EACH,
     "--blas measures a BLAS library, and --compute-from and --flops replace all measurements of computation by given "
     "costs. The machine file can contain only one of the two.",
     "Give one of them."},
    {"error", FC_MSG_COMPUTE_FLOPS_EXCLUDE_EACH_OTHER,
     "--compute-from copies the costs of computation from another machine, and --flops derives them from one rate. The "
     "machine file can contain only one of the two.",
     "Give one of them."},
    {"error", FC_MSG_FLOPS_TAKES_ONE_VALUE,
     "The value of --flops is a range with several numbers. A machine has one fixed rate of floating-point operations "
     "per second.",
     "Give one number, as 1e9."},
    {"error", FC_MSG_FORECOST_RECORD_NOT_ABSOLUTE_PATH,
     "The environment variable FORECOST_RECORD names the folder of all build records. A build runs `forecost cc` in "
     "several folders, where a relative path would denote different record folders.",
     "Set it to an absolute path, or to \"off\"."},
    {"error", FC_MSG_COMPILER_CALLS_FORECOST_CC_AGAIN,
     "`forecost cc` starts a compiler that starts `forecost cc` again, for example by OMPI_CC. After eight nested "
     "calls this is considered an endless recursion, and nothing is compiled.",
     "Name the real compiler, for example OMPI_CC=\"forecost-cc --mpicc gcc\"."},
    {"error", FC_MSG_MPICC_EMPTY,
     "The value of --mpicc is empty or blank, so there is no compiler to start. A frequent reason is a variable of a "
     "makefile that is not set.",
     "forecost cc --mpicc mpicc -c a.c"},
    {"error", FC_MSG_CHECK_FAILED_SLOWER_GONE_FAILED,
     "`forecost check` compared predictions with the baseline. At least one point is slower than its tolerance "
     "permits, no longer exists, cannot be predicted, or has no time to compare.",
     "If the change is intended, run forecost check --update and commit the baseline."},
    {"error", FC_MSG_NOT_UPDATED_PROGRAM,
     "With --update, one point of this program cannot be predicted, for the reason in the message. An incomplete "
     "baseline would hide regressions, so the old baseline is kept.",
     "Mend what the message says of this program, and run forecost check --update again."},
    {"error", FC_MSG_CANNOT_BE_ENTERED,
     "`forecost check` reads its configuration in the folder of --directory. This folder does not exist, is not a "
     "folder, or denies access.",
     "Check the name and the permissions."},
    {"error", FC_MSG_PLOT_TAKES_ONE_MACHINE_GIVEN,
     "The picture of `forecost compare` shows the fastest program over ranks and one parameter. With several machines, "
     "a different program may be the fastest on each at the same point.",
     "Draw one machine at a time."},
    {"error", FC_MSG_COVERAGE_TAKES_ONE_POINT_GIVEN,
     "`forecost coverage` lists the shares of loops and calls in the time of one point. -n and -D together result in "
     "several points, at which these shares differ.",
     "Give -n and -D one value each."},
    {"error", FC_MSG_OUTPUT_NEEDS_ANNOTATE,
     "--output names the file for the annotated source, which is written with --annotate only. Without --annotate the "
     "file would remain empty, since the table is printed to standard output.",
     "Add --annotate text or --annotate html."},
    {"error", FC_MSG_NEEDED_MISSING_NOT_WORKING,
     "`forecost doctor` tested the programs and files that Forecost needs. At least one needed part was not found or "
     "failed its test, so analysis, calibration or prediction can fail.",
     "Install what the table names as needed, and run forecost doctor again."},
    {"error", FC_MSG_OUTPUT_MISSING,
     "`forecost emit` writes several files: the cost program, the machine, the runtime and a Makefile. It needs a "
     "folder for them and has no default.",
     "forecost emit MODEL.fc -o DIR"},
    {"error", FC_MSG_D_FORMULA_NO_PARAMETER_NAME,
     "-D specifies a value for a parameter, and no term of the formula contains a parameter of this name. The value "
     "would have no effect on the result.",
     "`forecost formula` prints the names in T(...)."},
    {"error", FC_MSG_NOTHING_MEASURED,
     "`forecost machine verify` measured no value that the machine file contains too, so nothing was compared. With "
     "--launcher it measures communication only, among the ranks of --ranks.",
     "Give the numbers of ranks, for example --ranks 2,4,8."},
    {"error", FC_MSG_DIFFERS_MACHINE_GROUPS_VALUES,
     "A group has the values of one kind, such as one MPI operation. In the counted groups, the median deviation from "
     "the file exceeds the interval, so predictions may be wrong here.",
     "Verify again on the idle machine. If it still differs, calibrate again: forecost calibrate -o FILE."},
    {"error", FC_MSG_NOT_FUNCTION_MPI,
     "The table of MPI operations, which has all functions of MPI 3.1, has no entry of this name. The hint names the "
     "most similar function, if there is one.",
     "`forecost mpi` lists the functions of MPI 3.1."},
    {"error", FC_MSG_NONE_PLANNED_RUNS_SUCCEEDED,
     "Every run of the plan failed, exceeded its time limit or was left out; the notes before this message name the "
     "reasons. There are no counts to store in a profile.",
     "Profile sizes that the program accepts, one by one."},
    {"error", FC_MSG_PLANNED_PARTIAL_EXCLUDE_EACH_OTHER,
     "The counts of planned runs (--planned, --for) are fitted as functions of the sizes. --partial would add counts "
     "of runs that ended early, which are too small and distort the fit.",
     "Profile runs that end early one by one."},
    {"error", FC_MSG_EFFICIENCY_TAKES_ONE_VALUE,
     "The value of --efficiency is a range with several numbers. `forecost scaling` determines its limits for one "
     "least acceptable efficiency.",
     "Give one share, for example 0.5."},
    {"error", FC_MSG_NEEDS_MODEL_HOLDS_OBSERVATIONS,
     "The option applies to predictions from a program model. The given file contains observed run times or a task "
     "graph instead, on which the option has no effect.",
     "Give a model, or leave the option out."},
    {"error", FC_MSG_ARGUMENTS_AFTER_NEED_MODEL_HOLDS,
     "The application's arguments select the point at which a program model is evaluated. The given CSV file contains "
     "observed run times, on which arguments have no effect.",
     "Give a model, or leave them out."},
    {"note", FC_MSG_NOT_COMPARED,
     "`forecost calibrate` compares its result with the machine file that the result replaces. The old file cannot be "
     "read, for the reason in the message, so the comparison is omitted.",
     "Nothing. To compare later, give the older file to --compare-with."},
    {"error", FC_MSG_D_CANNOT_BE_VALIDATED_REAL,
     "`forecost validate` compares predictions with runs of the real program. A value of -D changes the prediction but "
     "not the run, so their difference would not be an error of the model.",
     "Give the values as the application's arguments, after \"--\"."},
    {"error", FC_MSG_N_DOES_NOT_USE_MPI,
     "The program calls no MPI function, so each run is one process. A prediction for several ranks has no measured "
     "time for comparison.",
     "Validate it with -n 1."},
    {"error", FC_MSG_MACHINE_NOTHING_TO_PLOT,
     "A picture of a machine has panels for memory, communication and operations. The machine contains costs for none "
     "of them, so all panels would be empty.",
     "Run `forecost calibrate`, or omit --plot."},
    {"error", FC_MSG_UNKNOWN_PLOT_FORMAT,
     "The end of the file name selects the format of the picture: SVG, PNG or PDF. The name has another end, so the "
     "format is not determined.",
     "Use a file name that ends with .svg, .png or .pdf."},
    {"error", FC_MSG_PLOT_S_SCRIPT_CANNOT_BE,
     "The script for gnuplot is stored in an anonymous file in memory. The system refused to create this file or to "
     "store the script in it, so no picture is drawn.",
     "Free memory, or raise the limits on file size and open files (ulimit)."},
    {"error", FC_MSG_GNUPLOT_FAILED,
     "gnuplot could not be run, reported the quoted error, or printed no picture. It may be too old, or lack the "
     "pngcairo or pdfcairo terminal.",
     "Check that `gnuplot --version` is 5 or later."},
    {"note", FC_MSG_AFTER_PASSED_PUT_OPTIONS_BEFORE,
     "The first word after \"--\" has the form of an option of this command. Words after \"--\" are the application's "
     "arguments, so the command does not apply the option.",
     "Nothing, if the application takes this option. Else put it before \"--\"."},
    {"warning", FC_MSG_FORMULA_GIVES_S_HERE_COST,
     "The formula leaves out properties of the machine, such as its network, that the cost program includes. At this "
     "point the two times therefore differ.",
     "Use the time of the cost program: forecost predict."},
    {"warning", FC_MSG_FORMULA_LEAVES_OUT_THESE_PROPERTIES,
     "The formula contains communication, and the machine has properties without a closed form, such as a network with "
     "shared links. Their effect is missing in the formula's time.",
     "Use forecost predict, which includes these properties."},
    {"note", FC_MSG_CALIBRATED_LAUNCHER_VERIFY_SAME_LAUNCHER,
     "The machine file contains the launcher of its calibration, and the verification runs without --launcher. It "
     "measures the local node, so communication may deviate from the file.",
     "Give --launcher with the same command as at the calibration."},
    {"note", FC_MSG_COUNTS_OLDER_VERSION_PROGRAM_REPLACED,
     "The profile contains counts of earlier sources or compiler flags of this program. They do not apply to the "
     "current model, so a new profile is written to the same file.",
     "Nothing. To keep the old counts, give another file to -o."},
    {"note", FC_MSG_PROGRAM_MAY_READ_STANDARD_INPUT,
     "At this place the program reads standard input, and no file was redirected to it. If the run came here, its "
     "counts are those of an empty input.",
     "If the program reads it, redirect a file: forecost profile ... < FILE."},
    {"note", FC_MSG_ENDED_EARLY_COUNTS_UP_POINT,
     "With --partial, the counts of a run that does not end normally are stored. They cover only the part before its "
     "end, and are less than those of a complete run.",
     "If the program should not end there, profile arguments that it accepts."},
    {"note", FC_MSG_PLANNED_RUN_LEFT_OUT,
     "A run of the plan failed or exceeded its time limit, for the reason in the message. The counts are fitted to the "
     "other runs, so the fit is less certain.",
     "Nothing, if the other runs suffice. Else profile this size by itself, or give more time."},
    {"note", FC_MSG_MACHINE_NO_CACHE_WAYS_WAYS,
     "Conflict misses depend on the associativity of each cache level, and the machine file does not contain it. With "
     "other ways than the assumed ones, the miss rates of the signature differ.",
     "Add cache_ways to the machine file, or calibrate again."},
    {"note", FC_MSG_NONE_ITERATIONS_SAMPLE_USE_SMALLER,
     "With --sample K, one memory reference of K is recorded, in bursts. All iterations of this loop fell between two "
     "bursts, so the signature has no accesses of the loop.",
     "Use a smaller --sample."},
    {"note", FC_MSG_N_THREAD_RANK_SHARED_CORE,
     "The measured run had more threads (ranks times threads per rank) than this machine has cores. The threads shared "
     "cores, so the measured times may be longer than the predicted ones.",
     "Measure with fewer ranks or threads, one for each core."},
    {"note", FC_MSG_RUNS_N_TOOK_S_MEASURE,
     "The slowest of several equal runs took more than 1.5 times as long as the fastest. Such a variation, often by "
     "other load, makes the measured time an unreliable reference.",
     "Measure again on an idle machine."},
    {"error", FC_MSG_WARNINGS_LIST_INVALID,
     "An entry of --warnings is neither \"all\" nor \"none\" nor the code of a warning or note. Codes of errors are "
     "refused too, since errors are always printed.",
     "Give all, none, a code to show, or a code after \"-\" to hide: --warnings none,FC0501."},
    {"error", FC_MSG_UNKNOWN_CODE,
     "The table of messages of this version has no such code. A code is \"FC\" and four digits, such as FC0123, in "
     "upper or lower case.",
     "`forecost explain` lists all codes."},
    {"error", FC_MSG_UNKNOWN_WORD,
     "Where a command or a subcommand is expected, another word was found, and nothing is run. If a name is similar, "
     "the hint proposes it.",
     "`forecost help` lists the commands, and `forecost help COMMAND` its subcommands."},
    {"error", FC_MSG_NEEDS_SUBCOMMAND,
     "The command consists of subcommands, and the command line ends after its name. The name alone does not determine "
     "an action.",
     "`forecost help COMMAND` lists the subcommands."},
    {"warning", FC_MSG_OLD_SPELLING,
     "The command line uses a name from an earlier release. It was replaced by the new form that the message shows and "
     "runs normally, but a later release will refuse it.",
     "Write the command as the message shows it."},
    {"error", FC_MSG_OUTPUT_IS_INPUT,
     "The output and an input of the command are the same file, perhaps by a link or another path. Writing the result "
     "would destroy the input.",
     "Give another file."},
    {"error", FC_MSG_NOTATION_FORMAT_JSON_EXCLUDE_EACH,
     "--notation selects how the formula is printed as text, and --format json prints it as structured data instead. "
     "One output cannot have both forms.",
     "Leave one of them out."},
    {"error", FC_MSG_SET_EDITS_MISSING,
     "`forecost machine edit` changes values of a machine, and no option --set specifies a change. The result would "
     "equal the input.",
     "Name what changes: --set network.latency*=0.5."},
    {"note", FC_MSG_SAMPLES_ABSENT,
     "The machine file names a file with the measured samples of its calibration, and this file is not in the same "
     "folder. The guidelines for MPI operations are then checked by fitted functions only.",
     "Keep FILE.samples.yaml.gz beside the machine file, or calibrate again."},
    {"error", FC_MSG_MERGE_TAKES_SHARDS_FILES_O,
     "`forecost sweep --merge` joins the files of shards and predicts nothing. The named option applies to predictions "
     "and would have no effect.",
     "For example forecost sweep --merge -o times.csv part-*.csv."},
    {"error", FC_MSG_SWEEP_ONE_OPERAND_TOO_MANY,
     "Without --merge, the only operand of `forecost sweep` is the program model. A second word before \"--\" is "
     "probably an argument of the application.",
     "Put the application's own arguments after \"--\"."},
    {"error", FC_MSG_EXPORTED_OPTION_NEEDS_GRAPH,
     "The subcommand simulates the tasks of a task graph file, and the operand is a program model. Its task graph "
     "exists only for given ranks and arguments, by `forecost taskgraph export`.",
     "Export its graph first: forecost taskgraph export MODEL.fc -n 64 -o GRAPH.json -- ARGUMENTS."},
    {"error", FC_MSG_EXPORTED_OPTION_NEEDS_PLAIN_GRAPH,
     "The subcommand schedules a fixed set of tasks. A relaxed task graph has loops and cost expressions, so its tasks "
     "depend on the number of ranks and on parameters.",
     "Write forecost taskgraph study GRAPH.json."},
    {"error", FC_MSG_NEEDS_RELAXED_TASK_GRAPH_TASK,
     "The options --ranks, --define and --relax refer to the parameters and paths of a relaxed task graph. The tasks "
     "of the given graph are fixed, so the option would have no effect.",
     "Leave the option out."},
    {"note", FC_MSG_SUBNORMALS_SLOW,
     "The processor's status register shows that an operand was subnormal in a measured run. Many processors compute "
     "with such numbers far more slowly, and the prediction assumes normal numbers.",
     "Give --flush-subnormals to measure how much they cost."},
    {"error", FC_MSG_SEVERAL_PROJECTS,
     "The folder itself has neither a build description nor C files, and several folders below have. It is ambiguous "
     "which of them is the program.",
     "Name one of them."},
    {"error", FC_MSG_NO_PROJECT,
     "The folder and the folders below it, to a limited depth, were searched for a build description or C sources. "
     "None was found, so there is no program to predict.",
     "Name a folder with C sources, C files, or an executable."},
    {"error", FC_MSG_STEP_FAILED,
     "`forecost try` runs the build and then other forecost commands, one by one. This command ended with an error, so "
     "the later steps are omitted.",
     "Correct what the command itself reports above this message."},
    {"error", FC_MSG_NO_SUCH_PROGRAM,
     "The build succeeded, but none of the executables that forecost-cc linked has the name of --program. The hint "
     "lists the names of the executables.",
     "Choose one with --program NAME."},
    {"error", FC_MSG_SEVERAL_PROGRAMS,
     "The build links more than one executable that may be meant, and `forecost try` predicts one. The hint lists "
     "their names.",
     "Choose one with --program NAME."},
    {"error", FC_MSG_BUILD_MADE_NO_PROGRAM,
     "The build ended without an error, but forecost-cc linked no executable. The build may use another compiler, or "
     "may have been up to date, so there is no build record to analyze.",
     "Give a command that compiles and links with forecost-cc: --build 'COMMAND'. If all is up to date: make clean "
     "first."},
    {"error", FC_MSG_SEVERAL_FILES_WITH_MAIN,
     "Without a build description, the C files of a folder are analyzed as one program. More than one of them defines "
     "main, so they belong to several programs.",
     "Choose one with --main FILE."},
    {"error", FC_MSG_MAKE_USES_NO_C_COMPILER,
     "The recipes that make would run were searched for a C compiler, to replace it by forecost-cc. None of them "
     "starts mpicc or a variable such as CC, so nothing would be recorded.",
     "Give a command that compiles with forecost-cc: --build 'COMMAND'."},
    {"error", FC_MSG_TEMPLATE_DIFFERS_FROM_FILE,
     "A template must equal the input file except for its placeholders {NAME}. At this line the texts differ in "
     "another way, so the sizes in the file cannot be determined.",
     "Copy the file, and put {NAME} in place of its sizes only."},
    {"error", FC_MSG_TEMPLATE_NOT_FILE_TEMPLATE,
     "The value of --template has no \"=\", or FILE is empty, an absolute path, or outside the current folder. Planned "
     "runs write their own FILE into a scratch folder that mirrors the current one.",
     "Write --template FILE=TEMPLATE, for example mesh.in=mesh.template."},
    {"note", FC_MSG_PLANNED_RUNS_LATE,
     "The time limit of --for ended before all planned runs were made. The counts are fitted to the completed runs, so "
     "the fit is less certain.",
     "Give more time, or profile the sizes that are left out one by one."},
    {"note", FC_MSG_PLAN_NOT_CHECKED,
     "After the runs of --for, a larger run should be predicted and measured. It failed or does not fit into the time "
     "limit, so the error of the prediction is unknown.",
     "Run forecost validate with the program's arguments."},
    {"error", FC_MSG_FOR_AND_ARGUMENTS,
     "--for contains the complete arguments of the run to predict, from which smaller runs are planned. Arguments "
     "after \"--\" would specify a second run.",
     "Give the arguments once, to --for."},
    {"error", FC_MSG_CANNOT_ENTER_FOLDER,
     "To check planned runs, Forecost predicts a run in the folder with its input files and then returns. The named "
     "folder was removed or denies access, so the check is not made.",
     "Check the folder's name and permissions."},
    {"warning", FC_MSG_PLACE_NOT_MODELED,
     "The profiled time of this place differs from the model by more than a factor of 3. Fewer than three sets of "
     "arguments were timed. The factor may therefore be wrong for other arguments.",
     "Profile these arguments, or calibrate with the program's flags."},
    {"error", FC_MSG_NUMBERS_NEED_POINT,
     "--numbers prints the terms of the formula with numbers in place of parameters. At least one parameter or count "
     "has no value at the given arguments.",
     "Give the application's arguments after --, or -D for each."},
    {"error", FC_MSG_FITTED_NEEDS_RUNS,
     "--fitted replaces unknown counts by functions fitted to profiled runs. The profile is missing, or fewer than two "
     "of its runs have arguments comparable with the given ones.",
     "Run `forecost profile` at several numbers of ranks and sizes, and give the application's arguments after --."},
    {"error", FC_MSG_GENERATE_EXCLUDES,
     "--generate draws random jobs without input data, and only --seed, --max-parallelism and --format apply to it. "
     "The named "
     "option or file belongs to the fit of run times.",
     "Leave one of them out."},
    {NULL, NULL, NULL, NULL}};

const fc_message_area fc_messages_command_line = {
    "The command line is not as `forecost help COMMAND` describes it. Nothing was done.", messages};
