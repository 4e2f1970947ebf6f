/* SPDX-License-Identifier: Apache-2.0 */
#include "support/messages/analysis.h"

#include "support/messages/messages.h"

#include <stddef.h>

static const fc_message messages[] = {
    {"error", FC_MSG_PROGRAM_NO_PROCEDURE_MAIN,
     "The evaluation of a program begins in its function main, and none of the analyzed sources defines it. The model "
     "may have been derived from a part of the sources only.",
     "Analyze the file with main too."},
    {"error", FC_MSG_FORMULA_PROGRAM_NEEDS_MACHINE,
     "In the notation of a programming language, the formula is a function that returns seconds. It contains the costs "
     "of a machine as numbers, and no machine is specified.",
     "Specify a machine with -m."},
    {"error", FC_MSG_FORMULA_NO_VALUE_P,
     "At these ranks and parameters, the cost of the part at this place is not a finite number of 0 or more. A count "
     "may be unknown, or an expression may divide by zero.",
     "Check the arguments after -- and the values of -D; all counts of a profile must be known."},
    {"error", FC_MSG_NO_FORMULA_CLOSED_FORM_NOT,
     "The cost of the part at this place depends on the named value, which is not determined by the ranks and the "
     "parameters. A printed formula could not be evaluated.",
     "`forecost predict` still evaluates the program; `forecost emit` prints it as C."},
    {"error", FC_MSG_ACCESSES_CANNOT_BE_REPORTED,
     "For a signature, calls that record accesses are inserted into the preprocessed source. The construct at this "
     "place does not correspond to the analyzed source, so its accesses cannot be recorded.",
     "Analyze the program again. Else write the statement without macros, or leave its region out of the signature."},
    {"error", FC_MSG_NO_LOOP_PROGRAM_BEGINS_HERE,
     "A region of the signature is given as FILE:LINE, and no loop of the model begins on this line. The line may be "
     "inside a loop, or the source may have changed.",
     "Specify the line of the loop's `for`, `while` or `do`."},
    {"error", FC_MSG_PROGRAM_DEFINES_NO_PROCEDURE,
     "A region of the signature is given as the name of a function, and no analyzed source defines it. Functions of "
     "libraries have no source in which accesses could be recorded.",
     "Specify FILE:LINE of a loop, or a procedure."},
    {"error", FC_MSG_REGIONS_CONTAIN_NO_LOADS_STORES,
     "A signature consists of the loads and stores of its regions. The selected regions access scalar variables only, "
     "which are assumed to be in registers, so the signature would be empty.",
     "Select other regions."},
    {"error", FC_MSG_CANNOT_BE_COUNTED,
     "For a profile, a counter is inserted into the preprocessed source at this place. The text there does not "
     "correspond to the analyzed source, so the counter could count another construct.",
     "Analyze the program again, or annotate the construct: #pragma forecost trip(...) or probability(...)."},
    {"error", FC_MSG_CONSTRUCT_CANNOT_BE_COUNTED,
     "A counter was requested for a construct that is neither a loop, a branch nor a call. The instrumented program "
     "has no place where such a counter could be incremented.",
     "Annotate it: #pragma forecost trip(...) or probability(...)."},
    {"error", FC_MSG_NOT_PREPROCESSED_SOURCE,
     "The model contains this construct, and the preprocessed source into which counters are inserted does not. The "
     "source or the flags may have changed since the analysis.",
     "Run forecost analyze again with the flags that the program is compiled with."},
    {"error", FC_MSG_PATH_AMBIGUOUS_END,
     "An annotation names a file by the last components of its path, which several files of the program share. The "
     "annotated construct is not determined.",
     "Write a longer part of the path."},
    {"error", FC_MSG_PROGRAM_NO_FILE,
     "An annotation names a file, and the path of no source or header in the model ends with this name. The annotation "
     "would have no effect.",
     "Name a source or header of the program."},
    {"error", FC_MSG_NOTHING_BEGINS_AT_PLACE,
     "Each keyword annotates one kind of construct, for example trip a loop and probability an if statement. No such "
     "construct begins at the named place, and the hint names the nearest.",
     "Analyze the sources again: they have changed since."},
    {"error", FC_MSG_MORE_THAN_ONE_BEGINS,
     "Several constructs of the annotated kind begin on this line, so the line number does not determine which one is "
     "annotated. A macro with several statements may lead to this.",
     "Write FILE:LINE:COLUMN. Statements of one macro expansion cannot be distinguished."},
    {"error", FC_MSG_ALREADY_SPECIFIED_ANOTHER_ANNOTATION_SOURCE,
     "Two annotations, in the file of annotations or in a pragma of the source, specify the same property of one "
     "construct. It is ambiguous which of them applies.",
     "Remove one of the two."},
    {"error", FC_MSG_PROGRAM_NO_PROCEDURE,
     "An annotation names a function that the sources neither define nor declare. The program has no body and no call "
     "to which the cost could apply.",
     "Name a procedure that the sources define or call."},
    {"error", FC_MSG_NOT_TEXT_FILE,
     "The file of annotations or of library costs contains a NUL byte, as in binary files or in text encoded as "
     "UTF-16. Its lines cannot be read.",
     "Give a text file."},
    {"error", FC_MSG_NOT_JSON_OF_KIND,
     "Files of this kind contain JSON, and at this place the text is not valid JSON. The file is incomplete, damaged "
     "or of another kind.",
     "Write the file again by the command that makes files of this kind."},
    {"error", FC_MSG_NOT_VALID_MODEL,
     "A row of a list in the program model lacks a value, or has a value of the wrong type or outside its limits. The "
     "file was damaged or edited after the analysis.",
     "Run forecost analyze again."},
    {"error", FC_MSG_MODEL_INVALID,
     "A part of the program model is missing or contradicts another part. The file was damaged or edited after the "
     "analysis, and a prediction from it could be wrong.",
     "Run forecost analyze again."},
    {"error", FC_MSG_NOT_FORECOST_FILE,
     "Each file of Forecost contains its kind and the version that wrote it. At least one of them is missing in this "
     "JSON file, so another program may have written it.",
     "Give a program model: forecost analyze FILE.c -o MODEL.fc."},
    {"error", FC_MSG_FILE_KIND_NOT_PROGRAM_MODEL,
     "The command evaluates a program model, and the given file of Forecost is of another kind, for example a profile. "
     "It contains no program.",
     "Give a program model: forecost analyze FILE.c -o MODEL.fc."},
    {"error", FC_MSG_WRITTEN_FORECOST_FORMAT_FORECOST_READS,
     "The format of program models differs between the version that wrote the file and this version. Models are not "
     "converted, since a new analysis derives them from the sources.",
     "Run forecost analyze again with this version."},
    {"error", FC_MSG_PRAGMA_INVALID,
     "The annotation has another form than its keyword requires, names an unknown or dynamic value, or cannot apply to "
     "the code after it. It is not ignored, since predictions would differ.",
     "Write param(n), param(n, argv[2]) or param(n, 1000) directly before the statement that sets n."},
    {"error", FC_MSG_FILE_KIND_NOT_PROFILE,
     "The file that is given as a profile is of another kind, for example a program model. It contains no counts of "
     "profiled runs.",
     "Give a profile: forecost profile MODEL.fc -o FILE."},
    {"error", FC_MSG_NOT_VALID_PROFILE_PROGRAM_KEY,
     "A profile contains the name of its program and a hash of its sources and flags. One of them is missing, so it "
     "cannot be decided whether the counts belong to the model.",
     "Run forecost profile again."},
    {"error", FC_MSG_PROFILE_ANOTHER_PROGRAM_MODEL,
     "The counts of a profile refer to the loops and branches of one program. This profile is of a program with "
     "another name, so its counts do not apply to the model.",
     "Give the profile of this program, or run forecost profile."},
    {"error", FC_MSG_PROFILE_ANOTHER_VERSION_SOURCES_FLAGS,
     "The hashes of the sources and flags in the profile and in the model differ. The counts refer to the loops and "
     "branches of the earlier version, so they are not used.",
     "Run forecost profile again."},
    {"error", FC_MSG_NOT_VALID_PROFILE_NO_RUNS,
     "A profile contains a list of runs with their counts, and this file has no such list. The file was damaged or "
     "edited after it was written.",
     "Run forecost profile again."},
    {"error", FC_MSG_NOT_VALID_PROFILE_RUNS_BROKEN,
     "In the run of this index, a value is missing or malformed, or a count refers to a place that the program does "
     "not have. The counts of the other runs are not used either.",
     "Run forecost profile again."},
    {"error", FC_MSG_MODEL_LIST_INVALID,
     "A row of the program model is inconsistent with the rest of the model. The model file is damaged, or Forecost "
     "itself has an error; the model is not used.",
     "Run forecost analyze again."},
    {"error", FC_MSG_MODEL_NODE_INVALID,
     "A node of the program's syntax tree has operands, a type or a position that its kind does not permit. The model "
     "file is damaged, or Forecost itself has an error.",
     "Run forecost analyze again."},
    {"error", FC_MSG_PROGRAM_NOT_SUPPORTED,
     "The construct at this place has a control flow or a cost for which Forecost has no model. An assumption could "
     "make the prediction wrong by any factor, so the analysis stops.",
     "Exclude it from the predicted part, or use constructs that `forecost analyze` supports."},
    {"note", FC_MSG_NO_CLOSED_FORM,
     "The cost of this part is not an expression in the ranks and parameters, for the reason in the message. The "
     "formula contains the part's time at the given point as one term.",
     "Nothing, if only this point is needed. For other points, use forecost predict."},
    {"error", FC_MSG_LIBRARY_COST_INVALID,
     "The cost annotation at the declaration of this function has another form than its keyword requires, or names "
     "something other than a suitable parameter. The costs of its calls are undefined.",
     "Use the declared names of parameters that are numbers or pointers to integers."},
    {"error", FC_MSG_COST_ALREADY_SPECIFIED,
     "Two lines of the file of library costs, or a line and a pragma in the source, specify the cost of this function. "
     "It is ambiguous which of them applies.",
     "Remove one of the two."},
    {"error", FC_MSG_PROGRAM_ITSELF_DEFINES,
     "--library specifies costs of functions without a source, and the analyzed sources define this function. The cost "
     "of its calls is already derived from its body.",
     "Use --notes with the line: NAME cost(EXPRESSION)."},
    {"error", FC_MSG_MPI_CALL_NOT_SUPPORTED,
     "The program calls MPI functions that are not in the table of MPI 3.1 operations. Their communication is unknown, "
     "and so is the time at which the program continues.",
     "Exclude them from the predicted part; `forecost mpi` lists the supported operations."},
    {"error", FC_MSG_NO_WASM_MODULE,
     "Formulas in JavaScript call the runtime models as a WebAssembly module, which is compiled when Forecost is "
     "built. clang, lld or wasi-libc was missing at that time.",
     "Install clang, lld and wasi-libc and build Forecost again, or use another format."},
    {"error", FC_MSG_WHY_NO_FILE_LINE,
     "--why explains the counts and values at one place of the source. Its value has no colon, no file before the "
     "colon, or no positive line number after it.",
     "Write --why FILE:LINE, for example --why jacobi.c:71."},
    {"error", FC_MSG_WHY_NOTHING_BEGINS,
     "The model has no loop, branch or assignment that begins on this line, so there is nothing to explain. The line "
     "may continue a statement, or the source may have changed.",
     "Name the line on which a loop, a branch or an assignment begins."},
    {"error", FC_MSG_SOURCE_NOT_KIND,
     "The command reads a file that Forecost wrote, and the given name ends with \".c\". C sources are the input of "
     "the analysis, which writes the model.",
     "Analyze the source first: forecost analyze FILE.c -o MODEL.fc"},
    {"error", FC_MSG_ANNOTATION_LINE,
     "From the named column on, a line in the file of annotations does not have the required form; the message names "
     "the expected part. No result is computed without the annotation.",
     "Write FILE:LINE, FILE:LINE:COLUMN or a function's name, then trip(NUMBER), probability(NUMBER), init_end, "
     "param(PLACE), data, cost(EXPRESSION) or ignore."},
    {"error", FC_MSG_LIBRARY_LINE,
     "From the named column on, a line in the file of library costs does not have the required form; the message names "
     "the expected part. No result is computed without the cost.",
     "Write FUNCTION(ARGUMENT, ...), then cost(EXPRESSION), cost(EXPRESSION, OPERATION TYPE) or ignore."},
    {NULL, NULL, NULL, NULL}};

const fc_message_area fc_messages_analysis = {
    "The program or one of its annotations uses what the analysis does not cover, or a model file is damaged.",
    messages};
