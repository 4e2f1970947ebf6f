/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/parsing/compiler_reading.h"
#include "analyzer/frontend/commands/flag.h"
#include "analyzer/frontend/parsing/wrapper.h"

#include <stdlib.h>
#include <string.h>

/* ---- the source ---- */

static bool asks(const char *text, size_t length)
{
    static const char word[] = "__has_";
    return text && memmem(text, length, word, sizeof word - 1);
}

typedef struct inclusion_search {
    CXTranslationUnit unit;
    bool found;
} inclusion_search;

static void on_inclusion(CXFile file, CXSourceLocation *from, unsigned depth, CXClientData data)
{
    (void)from;
    inclusion_search *at = data;
    size_t length = 0;
    if (depth == 0 || at->found || clang_Location_isInSystemHeader(clang_getLocationForOffset(at->unit, file, 0)))
        return;
    const char *text = clang_getFileContents(at->unit, file, &length);
    at->found = asks(text, length);
}

bool fc_compiler_reading_is_uncertain(CXTranslationUnit unit, const char *text, size_t length)
{
    inclusion_search at = {unit, asks(text, length)};
    if (!at.found)
        clang_getInclusions(unit, on_inclusion, &at);
    return at.found;
}

/* ---- the compiler ---- */

static bool run(fc_text *out, const char *compiler, const fc_input *input, const char *const *last)
{
    fc_words command = {0};
    fc_words_split(&command, compiler);
    for (int i = 0; i < input->n_arguments; i++) {
        const char *flag = input->argument[i];
        fc_flag_use use = fc_flag_use_of(flag);
        bool is_pair = fc_flag_takes_next(flag) && i + 1 < input->n_arguments;
        if (use == FC_FLAG_COMPILE || use == FC_FLAG_BOTH) {
            fc_words_add(&command, flag);
            if (is_pair)
                fc_words_add(&command, input->argument[i + 1]);
        }
        i += is_pair;
    }
    for (; *last; last++)
        fc_words_add(&command, *last);
    bool is_done = fc_wrapper_run(out, &command, input->directory, FC_WRAPPER_OUTPUT);
    fc_words_free(&command);
    return is_done;
}

bool fc_compiler_reading_accepts(const char *compiler, const fc_input *input, const char *path)
{
    const char *const last[] = {"-w", "-fsyntax-only", path, NULL};
    fc_text nothing = {0};
    bool is_accepted = run(&nothing, compiler, input, last);
    fc_text_free(&nothing);
    return is_accepted;
}

/* The macros are those of flags.c. */
char *fc_compiler_reading_text(size_t *length, const char *compiler, const fc_input *input, const char *path)
{
    const char *const last[] = {"-w", "-U_FORTIFY_SOURCE", "-D__NO_CTYPE", "-E", path, NULL};
    fc_text text = {0};
    bool is_done = run(&text, compiler, input, last);
    if (!is_done || !text.bytes) {
        fc_text_free(&text);
        return NULL;
    }
    *length = text.length;
    return fc_text_take(&text);
}

/* ---- the shape ---- */

/* The kind of an entry; 0: the cursor is none. */
static int kind_of(CXCursor cursor)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    switch (kind) {
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_IfStmt:
    case CXCursor_SwitchStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
    case CXCursor_ConditionalOperator:
        return (int)kind;
    case CXCursor_BinaryOperator:
        break;
    default:
        return 0;
    }
    enum CXBinaryOperatorKind operator= clang_getCursorBinaryOperatorKind(cursor);
    return operator== CXBinaryOperator_LAnd ? -1 : operator== CXBinaryOperator_LOr ? -2 : 0;
}

static enum CXChildVisitResult on_cursor(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    fc_shape *shape = data;
    CXSourceLocation place = clang_getCursorLocation(cursor);
    if (clang_isDeclaration(clang_getCursorKind(cursor)) && clang_Location_isInSystemHeader(place))
        return CXChildVisit_Continue;
    int kind = kind_of(cursor);
    if (kind) {
        unsigned line;
        clang_getPresumedLocation(place, NULL, &line, NULL);
        shape->entry = fc_grow(shape->entry, &shape->capacity, shape->n + 1, sizeof *shape->entry);
        shape->entry[shape->n++] = (fc_shape_entry){kind, (int)line};
    }
    return CXChildVisit_Recurse;
}

void fc_compiler_reading_shape(fc_shape *out, CXTranslationUnit unit)
{
    clang_visitChildren(clang_getTranslationUnitCursor(unit), on_cursor, out);
}

int fc_compiler_reading_difference(const fc_shape *a, const fc_shape *b)
{
    for (size_t i = 0; i < a->n && i < b->n; i++)
        if (a->entry[i].kind != b->entry[i].kind)
            return b->entry[i].line;
    if (a->n == b->n)
        return 0;
    return a->n > b->n ? a->entry[b->n].line : b->entry[a->n].line;
}

void fc_compiler_reading_free(fc_shape *shape)
{
    free(shape->entry);
    *shape = (fc_shape){0};
}
