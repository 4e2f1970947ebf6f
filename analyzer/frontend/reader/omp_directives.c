/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the while statements that replace OpenMP directives (openmp.h) into FC_OPENMP nodes. Linear in the directives.
 */
#include "analyzer/frontend/reader/reader.h"
#include "support/diagnostics.h"
#include "support/messages/frontend.h"

static fc_span span_of(fc_reader *reader, long begin, long end)
{
    CXFile file = clang_getFile(reader->spans.unit, reader->spans.clang_path);
    CXSourceLocation from = clang_getLocationForOffset(reader->spans.unit, file, (unsigned)begin);
    CXSourceLocation to = clang_getLocationForOffset(reader->spans.unit, file, (unsigned)end);
    return fc_spans_of_range(&reader->spans, clang_getRange(from, to));
}

const fc_omp_line *fc_omp_directives_find(fc_reader *reader, int entry)
{
    if (reader->openmp.n == 0)
        return NULL;
    fc_point at = fc_spans_expanded(&reader->spans, clang_getRangeStart(fc_reader_range(reader, entry)));
    CXFile main_file = clang_getFile(reader->spans.unit, reader->spans.clang_path);
    bool is_here = at.file && clang_File_isEqual(at.file->handle, main_file);
    return is_here ? fc_omp_lines_at(&reader->openmp, at.offset) : NULL;
}

/* Adds `left` clause expressions. They are the operands of left-associative comma operators. */
static void add_expressions(fc_reader *reader, fc_node *node, int entry, int left)
{
    int bare = fc_expressions_strip(reader, entry);
    const fc_cursor_entry *at = fc_reader_entry(reader, bare);
    if (left > 1 && at->kind == CXCursor_BinaryOperator) {
        add_expressions(reader, node, at->first, left - 1);
        entry = fc_cursor_tree_child(&reader->tree, bare, 1);
    }
    fc_node_add_child(node, fc_expressions_read(reader, entry));
}

fc_node *fc_omp_directives_read(fc_reader *reader, int entry, const fc_omp_line *line)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    fc_node *node = fc_program_add_node(reader->program, FC_OPENMP, span_of(reader, line->begin, line->end));
    node->text = fc_copy_string(line->text);
    if (line->directive.n_expressions > 0)
        add_expressions(reader, node, at->first, line->directive.n_expressions);
    fc_node *body = fc_openmp_has_body(&line->directive) ? fc_statements_read_body(reader, at->last) : NULL;
    fc_node_add_child(node, body);
    if (body && body->span.end >= node->span.begin)
        node->span.end = body->span.end;
    return node;
}

/* True if the preprocessor skipped the line: such a directive is not checked. */
static bool is_skipped(fc_reader *reader, const fc_omp_line *line)
{
    CXFile file = clang_getFile(reader->spans.unit, reader->spans.clang_path);
    CXSourceRangeList *skipped = clang_getSkippedRanges(reader->spans.unit, file);
    bool found = false;
    for (unsigned i = 0; skipped && i < skipped->count; i++) {
        fc_point from = fc_spans_expanded(&reader->spans, clang_getRangeStart(skipped->ranges[i]));
        fc_point to = fc_spans_expanded(&reader->spans, clang_getRangeEnd(skipped->ranges[i]));
        found |= from.offset <= line->begin && line->begin < to.offset;
    }
    clang_disposeSourceRangeList(skipped);
    return found;
}

void fc_omp_directives_check(fc_reader *reader)
{
    for (int i = 0; i < reader->openmp.n && reader->status == FC_OK; i++) {
        const fc_omp_line *line = &reader->openmp.item[i];
        bool is_reported = line->is_wrong || (reader->warnings && (line->is_threadprivate || line->directive.macro[0]));
        if (!is_reported || is_skipped(reader, line))
            continue;
        if (line->is_wrong) {
            fc_span span = span_of(reader, (long)line->fault.at, (long)line->fault.at + 1);
            reader->status = fc_fail(reader->report, FC_E_INPUT, fc_program_place(reader->program, span),
                                     "Remove the directive, or analyze without -fopenmp.", "%s", line->fault.what);
        } else {
            fc_place place = fc_program_place(reader->program, span_of(reader, line->begin, line->begin + 1));
            if (line->is_threadprivate)
                fc_diagnose_text(reader->warnings, FC_WARNING, place, FC_MSG_THREADPRIVATE_SHARED, line->text);
            else
                fc_diagnose_text(reader->warnings, FC_WARNING, place, FC_MSG_OMP_MACRO_IGNORED, line->directive.macro);
        }
    }
}
