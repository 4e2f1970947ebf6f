/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/reader/reader.h"

#include "support/messages/frontend.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* The passes walk the model recursively, so deeper nesting is rejected. */
enum {
    MAX_DEPTH = 2000
};

void fc_reader_fail(fc_reader *reader, CXCursor cursor, const char *next, const char *format, ...)
{
    if (reader->status != FC_OK)
        return;
    fc_text message = {0};
    va_list args;
    va_start(args, format);
    char *text = NULL;
    if (vasprintf(&text, format, args) >= 0)
        fc_text_add(&message, "%s", text);
    free(text);
    va_end(args);
    fc_span span = fc_spans_of(&reader->spans, cursor);
    reader->status = fc_fail(reader->report, FC_E_INPUT, fc_program_place(reader->program, span), next, "%s",
                             message.bytes ? message.bytes : "");
    fc_text_free(&message);
}

const fc_cursor_entry *fc_reader_entry(const fc_reader *reader, int entry)
{
    return &reader->tree.entry[entry];
}

CXSourceRange fc_reader_range(fc_reader *reader, int entry)
{
    fc_cursor_entry *at = &reader->tree.entry[entry];
    if (!at->has_range) {
        at->range = clang_getCursorExtent(at->cursor);
        at->has_range = true;
    }
    return at->range;
}

fc_span fc_reader_span(fc_reader *reader, int entry)
{
    fc_cursor_entry *at = &reader->tree.entry[entry];
    if (at->has_span)
        return at->span;
    const fc_cursor_entry *above = at->parent >= 0 ? &reader->tree.entry[at->parent] : NULL;
    CXSourceRange range = fc_reader_range(reader, entry);
    bool is_same = above && above->has_span && above->has_range && clang_equalRanges(above->range, range);
    at->span = is_same ? above->span : fc_spans_of_range(&reader->spans, range);
    at->has_span = true;
    return at->span;
}

fc_point fc_reader_spelled(fc_reader *reader, int entry)
{
    return fc_spans_spelled(&reader->spans, clang_getRangeStart(fc_reader_range(reader, entry)));
}

fc_node *fc_reader_add(fc_reader *reader, fc_node_kind kind, int entry)
{
    return fc_program_add_node(reader->program, kind, fc_reader_span(reader, entry));
}

bool fc_reader_enter(fc_reader *reader, int entry)
{
    if (++reader->depth <= MAX_DEPTH)
        return reader->status == FC_OK;
    fc_reader_fail(reader, fc_reader_entry(reader, entry)->cursor, "Split the expression or statement.",
                   FC_MSG_STATEMENTS_EXPRESSIONS_NESTED_MORE_THAN, MAX_DEPTH);
    return false;
}

void fc_reader_leave(fc_reader *reader)
{
    reader->depth--;
}
