/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warns of misspelled flags, which flags.c would drop without a message. Parses an empty file with the dropped flags:
 * clang also accepts almost all flags of gcc. */
#include "analyzer/frontend/parsing/unknown_flags.h"
#include "analyzer/frontend/commands/flag.h"
#include "analyzer/frontend/parsing/libclang.h"
#include "support/diagnostics.h"
#include "support/messages/frontend.h"
#include "support/words.h"

#include <clang-c/Index.h>
#include <stdlib.h>
#include <string.h>

/* Collects each such flag once, in the order of the files. */
static void gather(fc_words *flags, const fc_input *input, int n_inputs)
{
    for (int i = 0; i < n_inputs; i++)
        for (int k = 0; k < input[i].n_arguments; k++) {
            const char *flag = input[i].argument[k];
            static const char *const known[] = {"-I", "-D", "-U", "-W", "-O", "-g", "-w"};
            fc_flag_use use = fc_flag_use_of(flag);
            bool is_new =
                flag[0] == '-' && flag[1] && !fc_flag_takes_next(flag) && use != FC_FLAG_LINK && use != FC_FLAG_NOWHERE;
            for (size_t l = 0; l < sizeof known / sizeof *known && is_new; l++)
                is_new = strncmp(flag, known[l], strlen(known[l])) != 0;
            for (size_t j = 0; j < flags->n && is_new; j++)
                is_new = strcmp(flags->item[j], flag) != 0;
            if (is_new)
                fc_words_add(flags, flag);
            k += fc_flag_takes_next(flag);
        }
}

/* Appends clang's diagnostics of the flags, such as "unknown argument: '-frobnicate'", one line each. */
static void ask_clang(fc_text *complaints, const fc_words *flags)
{
    struct CXUnsavedFile empty = {.Filename = "empty.c", .Contents = "", .Length = 0};
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit parsed = NULL;
    clang_parseTranslationUnit2(index, empty.Filename, (const char *const *)flags->item, (int)flags->n, &empty, 1,
                                CXTranslationUnit_None, &parsed);
    for (unsigned i = 0; parsed && i < clang_getNumDiagnostics(parsed); i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(parsed, i);
        CXString text = clang_getDiagnosticSpelling(diagnostic);
        fc_text_add(complaints, "%s\n", clang_getCString(text));
        clang_disposeString(text);
        clang_disposeDiagnostic(diagnostic);
    }
    if (parsed)
        clang_disposeTranslationUnit(parsed);
    clang_disposeIndex(index);
}

/* The first input that is compiled with the flag. */
static const char *first_with(const char *flag, const fc_input *input, int n_inputs)
{
    for (int i = 0; i < n_inputs; i++)
        for (int k = 0; k < input[i].n_arguments; k++)
            if (strcmp(input[i].argument[k], flag) == 0)
                return input[i].path;
    return NULL;
}

void fc_unknown_flags_warn(fc_text *warnings, const fc_input *input, int n_inputs)
{
    fc_words flags = {0};
    fc_text complaints = {0};
    gather(&flags, input, n_inputs);
    if (flags.n > 0 && fc_libclang_load(NULL) == FC_OK)
        ask_clang(&complaints, &flags);
    for (size_t i = 0; i < flags.n && complaints.bytes; i++) {
        const char *flag = flags.item[i];
        char *with_colon = fc_format("unknown argument: '%s'", flag),
             *with_guess = fc_format("unknown argument '%s'", flag);
        bool found = strstr(complaints.bytes, with_colon) || strstr(complaints.bytes, with_guess);
        free(with_colon);
        free(with_guess);
        if (found)
            fc_diagnose_text(warnings, FC_WARNING, (fc_place){first_with(flags.item[i], input, n_inputs), 0, 0},
                             FC_MSG_UNKNOWN_COMPILER_FLAG_IGNORED, flags.item[i]);
    }
    fc_text_free(&complaints);
    fc_words_free(&flags);
}
