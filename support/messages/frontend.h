/* SPDX-License-Identifier: Apache-2.0 */
/** @file frontend.h  Messages, FC0200 and after: front end: sources and builds (messages.h). */
#ifndef FC_MESSAGES_FRONTEND_H
#define FC_MESSAGES_FRONTEND_H

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
    "FC0249\tonly the program's compiler accepts this code: %s. Parts of the statement may be missing in the analysis"
#define FC_MSG_READ_AS_PREPROCESSED                                                                                    \
    "FC0250\tfrom here the compiler reads other loops or branches than clang, because the code asks for features "     \
    "(__has_...); the file is analyzed as the compiler preprocesses it"
#define FC_MSG_SOURCE_INCLUDES_PIPE "FC0251\tclang waits for input: the file includes a pipe or a terminal"
#define FC_MSG_SOURCE_INCLUDES_DEVICE "FC0253\tthe included file %s is a device"
#define FC_MSG_UNKNOWN_COMPILER_FLAG_IGNORED "FC0246\tunknown compiler flag %s; it is ignored"
#define FC_MSG_THREADPRIVATE_SHARED "FC0247\t%s: modeled as one copy shared by all threads"
#define FC_MSG_OMP_MACRO_IGNORED "FC0248\tthe macro %s in an OpenMP directive is ignored"
#define FC_MSG_SOURCE_DOES_NOT_COMPILE "FC0252\t%s"

#endif
