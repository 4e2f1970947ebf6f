/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the files that define main. Only a file whose text contains the word is parsed. */
#include "analyzer/frontend/parsing/main_function.h"
#include "analyzer/frontend/parsing/flags.h"
#include "analyzer/frontend/parsing/libclang.h"
#include "analyzer/frontend/parsing/watched_parse.h"

#include "support/path.h"

#include <clang-c/Index.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static enum CXChildVisitResult on_declaration(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    bool *found = data;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || !clang_isCursorDefinition(cursor))
        return CXChildVisit_Continue;
    CXString name = clang_getCursorSpelling(cursor);
    *found = strcmp(clang_getCString(name), "main") == 0;
    clang_disposeString(name);
    return *found ? CXChildVisit_Break : CXChildVisit_Continue;
}

static bool contains_word(const char *text, size_t length, const char *word)
{
    size_t n = strlen(word);
    const char *end = text + length, *at = text;
    while ((at = memmem(at, (size_t)(end - at), word, n))) {
        bool begins = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        bool ends = !(isalnum((unsigned char)at[n]) || at[n] == '_'); /* the text ends with a NUL */
        if (begins && ends)
            return true;
        at++;
    }
    return false;
}

static bool has_main(CXIndex index, const fc_input *input, const fc_words *mpi)
{
    char *text = NULL;
    size_t length = 0;
    bool found = false;
    if (fc_file_read(&text, &length, input->path, 0, NULL))
        return false;
    bool is_candidate = contains_word(text, length, "main");
    free(text);
    if (!is_candidate)
        return false;
    char *path = fc_path_in_real_folder(input->path);
    fc_words flags = {0};
    fc_flags_build(&flags, input, (fc_flags_options){.mpi = mpi});
    CXTranslationUnit parsed = NULL;
    const fc_watched_parse request = {.index = index, .path = path, .flags = flags};
    bool waits = false;
    if (path && fc_watched_parse_run(&parsed, &request, &waits) == CXError_Success)
        clang_visitChildren(clang_getTranslationUnitCursor(parsed), on_declaration, &found);
    if (parsed)
        clang_disposeTranslationUnit(parsed);
    if (waits)
        return false;
    fc_words_free(&flags);
    free(path);
    return found;
}

fc_status fc_main_function_find(bool *out, const fc_input *input, int n_inputs, const char *compiler, fc_report *report)
{
    fc_words mpi = {0};
    fc_status status = fc_libclang_load(report);
    if (status)
        return status;
    fc_wrapper_flags(&mpi, compiler);
    CXIndex index = clang_createIndex(0, 0);
    for (int i = 0; i < n_inputs; i++)
        out[i] = has_main(index, &input[i], &mpi);
    clang_disposeIndex(index);
    fc_words_free(&mpi);
    return FC_OK;
}
