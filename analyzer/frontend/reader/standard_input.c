/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that read the standard input without naming it: scanf(format, ...) is fscanf(stdin, format, ...), and getchar()
 * is getc(stdin) (C17 7.21.6.4, 7.21.7.6). Later passes then follow one stream. */
#include "analyzer/frontend/reader/reader.h"

#include <string.h>

typedef struct named {
    const char *name;
    CXCursor found;
} named;

static enum CXChildVisitResult match(CXCursor cursor, CXCursor parent, CXClientData data)
{
    named *of = data;
    (void)parent;
    CXString spelling = clang_getCursorSpelling(cursor);
    bool is_it = strcmp(clang_getCString(spelling), of->name) == 0;
    clang_disposeString(spelling);
    if (is_it)
        of->found = cursor;
    return is_it ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* The declaration at file scope; NULL: none. */
static fc_symbol *declared(fc_reader *reader, const char *name, CXCursor where)
{
    named of = {name, clang_getNullCursor()};
    clang_visitChildren(clang_getTranslationUnitCursor(reader->spans.unit), match, &of);
    return clang_Cursor_isNull(of.found) ? NULL : fc_symbols_of(reader, of.found, where);
}

static fc_node *add_name(fc_reader *reader, int entry, fc_symbol *symbol)
{
    fc_node *name = fc_reader_add(reader, FC_NAME, entry);
    name->symbol = symbol;
    name->type = symbol->type;
    return name;
}

/* The function of the C library that does the same with a stream; NULL: another call. */
static const char *with_stream(CXCursor call)
{
    CXCursor callee = clang_getCursorReferenced(call);
    if (clang_Cursor_isNull(callee) || !clang_Location_isInSystemHeader(clang_getCursorLocation(callee)))
        return NULL;
    CXString spelling = clang_getCursorSpelling(callee);
    const char *name = clang_getCString(spelling);
    const char *other = strcmp(name, "scanf") == 0 ? "fscanf" : strcmp(name, "getchar") == 0 ? "getc" : NULL;
    clang_disposeString(spelling);
    return other;
}

fc_node *fc_standard_input_read(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    const char *name = with_stream(at->cursor);
    CXCursor where = at->cursor;
    fc_symbol *function = name ? declared(reader, name, where) : NULL;
    fc_symbol *stream = function ? declared(reader, "stdin", where) : NULL;
    if (!stream)
        return NULL;
    fc_node *call = fc_reader_add(reader, FC_CALL, entry);
    call->type = fc_types_of_expression(reader, entry);
    fc_node_add_child(call, add_name(reader, entry, function));
    fc_node_add_child(call, add_name(reader, entry, stream));
    int child = fc_reader_entry(reader, fc_reader_entry(reader, entry)->first)->next;
    for (; child >= 0; child = fc_reader_entry(reader, child)->next)
        fc_node_add_child(call, fc_expressions_read(reader, child));
    return call;
}
