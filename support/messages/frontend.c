/* SPDX-License-Identifier: Apache-2.0 */
#include "support/messages/frontend.h"

#include "support/messages/messages.h"

#include <stddef.h>

static const fc_message messages[] = {
    {"error", FC_MSG_COMPILED_TWICE_INTO_DIFFERENT_FLAGS,
     "The build compiles this source into the program twice, with different flags or in different folders. The model "
     "has one copy of each source, so it cannot represent both variants.",
     "A model can contain a file only once. For the second use, compile another file that includes this one."},
    {"error", FC_MSG_SOURCE_NO_LONGER_EXISTS_BUILT,
     "The build record of the executable names this source, and the file was removed, moved or renamed after the "
     "build. The analysis reads the sources, so it cannot proceed.",
     "Build it again with CC=\"forecost cc\" from the existing sources."},
    {"error", FC_MSG_PART_NOT_COMPILED_FORECOST_CC,
     "The executable was linked with this object, which was compiled from C without `forecost cc`. Its source and "
     "flags are not recorded, so its code cannot be analyzed.",
     "Compile it again: make clean, then make CC=\"forecost cc\"."},
    {"error", FC_MSG_BUILD_RECORD_INVALID,
     "The record that `forecost cc` stored for this file is damaged: its inputs do not fit its command line. The "
     "sources and flags cannot be derived from it.",
     "Build the program again with CC=\"forecost cc\"."},
    {"error", FC_MSG_NEITHER_C_FILE_NOR_ELF,
     "The operand is not a C source, and its contents do not have the ELF format of executables. It may be a script "
     "that starts the executable, as libtool generates.",
     "Pass C files, or one executable."},
    {"error", FC_MSG_NO_RECORD_BUILD_NOT_LINKED,
     "The sources of an executable are found by the record that `forecost cc` stores when it links. No record fits the "
     "contents of this file, so its sources are unknown.",
     "Build the program again with CC=\"forecost cc\", or analyze its sources."},
    {"error", FC_MSG_CONTAINS_NO_C_SOURCE,
     "The records of the executable, its objects and its archives were searched for compilations of C. There is none, "
     "so there is no source to analyze.",
     "Name the C sources of the program."},
    {"error", FC_MSG_COMPILE_COMMAND_INVALID,
     "An entry of compile_commands.json lacks a required member, or a member has another form than the format defines. "
     "The source and flags of this entry are unknown.",
     "Generate compile_commands.json again, with CMake or Bear."},
    {"error", FC_MSG_NOT_LIST_COMPILE_COMMANDS,
     "A compilation database is a JSON array with one object for each compile command. The top level of this file is "
     "another JSON value, so it has no compile commands.",
     "Generate compile_commands.json again, with CMake or Bear."},
    {"error", FC_MSG_NO_C_FILE_AMONG_ENTRIES,
     "No entry of compile_commands.json compiles C; entries for other languages, such as C++ or Fortran, are not "
     "analyzed. The program to analyze is therefore empty.",
     "Generate compile_commands.json for a project in C."},
    {"error", FC_MSG_SOURCE_DOES_NOT_EXIST,
     "An entry of compile_commands.json names this source, and the file is absent. A typical reason is a source that "
     "the build generates, before the first build.",
     "Build the program first: the build may generate this file."},
    {"error", FC_MSG_MORE_THAN_ONE_FILE_MAIN,
     "Several files in compile_commands.json define main, so the database describes several programs. A model "
     "describes one program, and --main does not select it.",
     "Choose one with --main FILE, or name the sources of one program."},
    {"error", FC_MSG_NO_COMPILE_COMMAND_FILE_MAIN,
     "The file of --main has no entry in compile_commands.json, or does not define a function main. The program to "
     "analyze is not determined.",
     "Pass the path of a file with a main function."},
    {"error", FC_MSG_NONE_C_FILES_MAIN_FUNCTION,
     "No C file in compile_commands.json defines a function main; the project may be a library. The evaluation of a "
     "program begins in main, so there is no start.",
     "Name the file with the main function among the sources."},
    {"error", FC_MSG_NO_COMPILE_COMMAND,
     "With -p, the flags of the named sources come from compile_commands.json, which has no entry for this path. "
     "Without its flags, macros and include folders are unknown.",
     "Build this file so that it gets an entry, or name it without -p."},
    {"error", FC_MSG_COST_ANNOTATIONS_TWO_DECLARATIONS_DIFFER,
     "Two declarations of this function have cost annotations (#pragma forecost) with different texts. It is ambiguous "
     "which cost its calls have.",
     "Annotate one of its declarations only."},
    {"error", FC_MSG_MPI_H_NOT_FOUND_INSTALL,
     "The source includes mpi.h, and no include folder of the MPI compiler or the flags contains it. The MPI calls "
     "have no declarations, so the analysis stops.",
     "Install libopenmpi-dev, or pass its folder: forecost analyze FILE -- -I DIR."},
    {"error", FC_MSG_NOT_FOUND_PASS_FOLDER_FORECOST,
     "The source includes this header, and no include folder of the flags contains it. Its types and macros are "
     "unknown, so the analysis stops.",
     "Pass its folder: forecost analyze FILE -- -I DIR."},
    {"error", FC_MSG_NESTED_FUNCTION_NOT_SUPPORTED,
     "The source defines a function inside another function, which is an extension of GCC. Forecost parses sources "
     "with clang, which does not support this extension.",
     "Make it a static function at file scope and pass the variables it uses as parameters."},
    {"error", FC_MSG_PARTS_LOOP_CANNOT_BE_DISTINGUISHED,
     "Some of the three parts of this for loop are empty, and its header comes from a macro. The source text does not "
     "show which parts are empty, so the loop condition is unknown.",
     "Write the loop without a macro."},
    {"error", FC_MSG_NO_SOURCE_FILE_GIVEN,
     "The list of C sources to analyze is empty. Without a source there is no program to derive a model from.",
     "Name at least one C file."},
    {"error", FC_MSG_DESIGNATOR_NOT_SUPPORTED,
     "A designator in an initializer must name a member of the structure, or a constant index below the length of the "
     "array. Here the initialized element is not determined.",
     "Initialize the elements in their order, without this designator."},
    {"error", FC_MSG_DESIGNATOR_RANGE_FOLLOWED_ANOTHER_DESIGNATOR,
     "A range of indices [first ... last], an extension of GCC, is supported only directly before the value and in "
     "ascending order. Here the initialized elements are not determined.",
     "Write the elements one by one."},
    {"error", FC_MSG_LD_BIND_NOW_SET_LIBCLANG,
     "Forecost loads libclang when it first parses a source, which needs lazy binding of symbols. The environment "
     "variable LD_BIND_NOW disables lazy binding, so no source is parsed.",
     "Unset it: env -u LD_BIND_NOW forecost ..."},
    {"error", FC_MSG_LIBCLANG_CANNOT_BE_LOADED,
     "Forecost parses C sources with libclang, and the dynamic loader reported the quoted error for this library. The "
     "library is not installed, or has another version or architecture.",
     "Install it: apt-get install libclang1-19."},
    {"error", FC_MSG_VALUE_INTEGER_NOT_KNOWN,
     "The value of this integer constant could neither be read from the source text nor be evaluated by clang. It may "
     "determine a trip count, so no value is assumed.",
     "Use a constant that the compiler can evaluate."},
    {"error", FC_MSG_VALUE_NUMBER_NOT_KNOWN,
     "The value of this floating-point constant could neither be read from the source text nor be evaluated by clang. "
     "Costs may depend on it, so no value is assumed.",
     "Use a constant that the compiler can evaluate."},
    {"error", FC_MSG_VALUE_CHARACTER_NOT_KNOWN,
     "clang could not evaluate this character constant to an integer. A branch may depend on it, so no value is "
     "assumed.",
     "Use a constant that the compiler can evaluate."},
    {"error", FC_MSG_CLANG_CANNOT_PARSE_FILE_FLAGS,
     "clang returned no syntax tree for this file, also in a second attempt without the flags -m and -f. A flag may be "
     "invalid, or clang may have crashed.",
     "Run clang-19 -fsyntax-only with the same flags to see the cause."},
    {"error", FC_MSG_STATEMENTS_EXPRESSIONS_NESTED_MORE_THAN,
     "The syntax tree is deeper than the limit that protects the analysis against a stack overflow. Generated code, or "
     "a long chain of else-if or operators, may lead to this.",
     "Split the expression or statement."},
    {"error", FC_MSG_SIZEOF_TYPE_NOT_SUPPORTED,
     "The operand of sizeof contains a type without a known size that is not a variable-length array either. The "
     "number of bytes cannot be derived.",
     "Write the size as a product: n * m * sizeof(double)."},
    {"error", FC_MSG_SIZEOF_VARIABLE_LENGTH_TYPE_NAME,
     "The operand of sizeof is a type name with variable lengths, and its element type or lengths could not be derived "
     "from the source text. The number of bytes is unknown.",
     "Write the size as a product: n * m * sizeof(double)."},
    {"error", FC_MSG_STATEMENT_EXPRESSION_LOOPS_RECORDS_ARRAYS,
     "This GNU statement expression ({ ... }) is, for example, in a loop condition or an operand of &&. There, only "
     "expressions, if statements and scalar variables can be translated.",
     "Replace it by a function."},
    {"error", FC_MSG_DECLARED_ANOTHER_TYPE,
     "Two sources declare this external name with different meanings, for example as a function and as a variable. The "
     "linker joins both, and the model needs a single meaning.",
     "Declare it in one header that both files include."},
    {"error", FC_MSG_KIND_NAME_NOT_SUPPORTED,
     "The expression names an entity that is neither a variable, a parameter, a function nor a member, as in some "
     "compiler extensions. The model has no representation for it.",
     "Replace the name by one that standard C knows, and report the construct."},
    {"error", FC_MSG_DEFINED_TWICE_OTHER_DEFINITION,
     "Two of the sources define the same external function or variable, so a reference to it is ambiguous. The sources "
     "may belong to different programs.",
     "Pass the files of one program only."},
    {"error", FC_MSG_PRAGMA_FORECOST_OUTSIDE_ALL_PROCEDURES,
     "This annotation applies to a statement or a block, and it stands outside the body of every function. There is no "
     "statement to annotate.",
     "Move it into the body of the procedure that it annotates."},
    {"error", FC_MSG_BODY_NOT_SUPPORTED,
     "The syntax tree of clang has no compound statement as the body of this function, which occurs with compiler "
     "extensions. The body cannot be translated into the model.",
     "Move the unsupported part into a function that is annotated by `cost` or `ignore`."},
    {"error", FC_MSG_TYPE_NOT_COVERED,
     "The model represents the types of standard C, complex numbers and vectors. This type, for example of a compiler "
     "extension, is none of them, so its size and costs are unknown.",
     "Use a type of standard C, or annotate the function: #pragma forecost cost(...)."},
    {"warning", FC_MSG_EDITED_SINCE_BUILT_CURRENT_FILE,
     "The contents of this source differ from the contents that the build compiled. The model describes the current "
     "source, and the executable still contains the old code.",
     "Build the executable again, if its binary matters."},
    {"warning", FC_MSG_NOT_COMPILED_C_LINKED_UNCHANGED,
     "The executable is linked with an object that was not compiled from C, for example from C++, Fortran or "
     "assembler. Without a source, its functions have no cost in predictions.",
     "If it takes time, give its cost by --library."},
    {"warning", FC_MSG_SEVERAL_COMPILE_COMMANDS_FIRST_USED,
     "The database has more than one entry for this source, with different flags. The model has one copy of each "
     "source, which is parsed with the flags of the first entry.",
     "Leave one command in compile_commands.json."},
    {"warning", FC_MSG_COMPILER_WARNING,
     "clang, which parses the sources, printed this warning. The analysis continues, but the reported code may differ "
     "from the intended one, and its prediction too.",
     "Mend the source as the compiler says."},
    {"warning", FC_MSG_DECLARED_ANOTHER_TYPE_VALUE_TREATED,
     "Two sources declare this global variable with different types, which the linker joins to one object. The model "
     "has two objects, so counts that depend on their values need a profile.",
     "Declare it with one type in all files."},
    {"warning", FC_MSG_PRAGMA_FORECOST_NO_EFFECT_NO,
     "A cost annotation outside of functions applies to the declaration after it. Here no declaration of a function "
     "that the program calls follows, so the annotation is ignored.",
     "Put the pragma directly before the function's declaration."},
    {"warning", FC_MSG_UNKNOWN_COMPILER_FLAG_IGNORED,
     "The program's compiler accepts this flag, and clang, which parses the sources, does not know it. If the flag "
     "changes macros or the language, the analyzed code differs from the compiled code.",
     "If it changes the code, give it to --cc."},
    {"warning", FC_MSG_THREADPRIVATE_SHARED,
     "The directive gives each OpenMP thread a separate copy of its variables. The analysis has one copy for all "
     "threads, so different values in different threads are not represented.",
     "If threads set it differently, annotate what depends on it."},
    {"warning", FC_MSG_OMP_MACRO_IGNORED,
     "Macros in OpenMP directives are not expanded by the analysis, so the clauses in this macro have no effect. The "
     "prediction may use another schedule or other data sharing than the program.",
     "Write the clause's words in the directive itself."},
    {"warning", FC_MSG_ONLY_COMPILER_ACCEPTS,
     "clang reports an error here, and the program's compiler accepts the source, for example by an extension. clang "
     "may drop a part of the statement, whose cost is then not counted.",
     "Check the counts of this statement by forecost coverage, or write it in standard C."},
    {"note", FC_MSG_READ_AS_PREPROCESSED,
     "The source selects code by features that clang and the program's compiler do not share. The program contains the "
     "compiler's selection, so the analysis reads the preprocessed text of the compiler.",
     "Nothing. The preprocessed text is what the program is compiled from."},
    {"error", FC_MSG_SOURCE_INCLUDES_PIPE,
     "An included file is a pipe or a terminal, and clang waits for its input without a limit. The parsing is stopped, "
     "since the contents of such a file are not fixed.",
     "Include regular files only."},
    {"error", FC_MSG_SOURCE_DOES_NOT_COMPILE,
     "clang, which parses the sources, reports this error. The source is not valid C, or flags of its build, such as "
     "-D, -I or -std, are missing.",
     "Correct the source, or give the program's own flags after --."},
    {"error", FC_MSG_SOURCE_INCLUDES_DEVICE,
     "The source includes a device file, whose contents may be endless or different at each reading. A model derived "
     "from it could not be reproduced.",
     "Include regular files only."},
    {NULL, NULL, NULL, NULL}};

const fc_message_area fc_messages_frontend = {
    "A source, a compile command or a build record cannot be read as written. The place is where the reader stopped.",
    messages};
