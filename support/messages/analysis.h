/* SPDX-License-Identifier: Apache-2.0 */
/** @file analysis.h  Messages, FC0300 and after: analysis, models, annotations (messages.h). */
#ifndef FC_MESSAGES_ANALYSIS_H
#define FC_MESSAGES_ANALYSIS_H

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
#define FC_MSG_SOURCE_NOT_KIND "FC0347\tC source, not a %s"
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
#define FC_MSG_ANNOTATION_LINE "FC0348\t%s"
#define FC_MSG_LIBRARY_LINE "FC0349\t%s"

#endif
