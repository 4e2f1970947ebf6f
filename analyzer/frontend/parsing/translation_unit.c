/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/parsing/translation_unit.h"
#include "analyzer/frontend/parsing/diagnostics.h"
#include "analyzer/frontend/parsing/flags.h"
#include "analyzer/model/annotations/cost_annotation.h"
#include "support/diagnostics.h"
#include "support/messages/frontend.h"

#include <stdlib.h>
#include <string.h>

/* ---- pragmas ---- */

static void warn_of_reading(const fc_parse *parse, fc_text *warnings)
{
    if (warnings && parse->reading == FC_READING_REJECTED)
        fc_diagnose_text(warnings, FC_WARNING, (fc_place){parse->because_file, parse->because_line, 0},
                         FC_MSG_ONLY_COMPILER_ACCEPTS, parse->because);
    if (warnings && parse->reading == FC_READING_DIFFERENT)
        fc_diagnose_text(warnings, FC_NOTE, (fc_place){parse->input->path, parse->because_line, 0},
                         FC_MSG_READ_AS_PREPROCESSED);
}

static void drop_skipped_pragmas(fc_reader *reader)
{
    if (reader->pragmas.n == 0)
        return;
    CXFile file = clang_getFile(reader->spans.unit, reader->spans.clang_path);
    CXSourceRangeList *skipped = clang_getSkippedRanges(reader->spans.unit, file);
    for (unsigned i = 0; skipped && i < skipped->count; i++) {
        fc_point from = fc_spans_expanded(&reader->spans, clang_getRangeStart(skipped->ranges[i]));
        fc_point to = fc_spans_expanded(&reader->spans, clang_getRangeEnd(skipped->ranges[i]));
        fc_pragmas_drop(&reader->pragmas, from.offset, to.offset);
    }
    clang_disposeSourceRangeList(skipped);
}

/* A pragma that belongs to no block and no declaration. */
static void report_unused_pragma(fc_reader *reader, const fc_pragma *pragma)
{
    CXFile file = clang_getFile(reader->spans.unit, reader->spans.clang_path);
    CXSourceLocation at = clang_getLocationForOffset(reader->spans.unit, file, (unsigned)pragma->begin);
    fc_span span = fc_spans_of_range(&reader->spans, clang_getRange(at, at));
    fc_place place = fc_program_place(reader->program, span);
    if (!fc_cost_annotation_is(fc_cost_annotation_plain(pragma->text)))
        reader->status =
            fc_fail(reader->report, FC_E_INPUT, place, "Move it into the body of the procedure that it annotates.",
                    FC_MSG_PRAGMA_FORECOST_OUTSIDE_ALL_PROCEDURES, pragma->text);
    else if (reader->warnings)
        fc_diagnose_text(reader->warnings, FC_WARNING, place, FC_MSG_PRAGMA_FORECOST_NO_EFFECT_NO, pragma->text);
}

/* ---- declarations ---- */

typedef struct declarations {
    CXCursor *cursor;
    int n;
    size_t capacity;
    bool is_preprocessed;
} declarations;

/* True if a definition is read even if nothing refers to it: all of the main file's, and external non-inline ones.
 * Static and inline definitions of headers are read only if used. So are those of preprocessed text, where headers are
 * part of the file. */
static bool is_own(CXCursor cursor, bool is_preprocessed)
{
    CXSourceLocation at = clang_getCursorLocation(cursor);
    if (clang_Location_isInSystemHeader(at))
        return false;
    if (!is_preprocessed && clang_Location_isFromMainFile(at))
        return true;
    return clang_getCursorLinkage(cursor) == CXLinkage_External && !clang_Cursor_isFunctionInlined(cursor);
}

static enum CXChildVisitResult on_declaration(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    declarations *list = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    bool is_definition =
        (kind == CXCursor_FunctionDecl || kind == CXCursor_VarDecl) && clang_isCursorDefinition(cursor);
    if (is_definition && is_own(cursor, list->is_preprocessed)) {
        list->cursor = fc_grow(list->cursor, &list->capacity, (size_t)list->n + 1, sizeof *list->cursor);
        list->cursor[list->n++] = cursor;
    }
    return CXChildVisit_Continue;
}

static void add_parameters(fc_reader *reader, fc_procedure *procedure)
{
    int n = 0;
    for (int child = reader->tree.entry[0].first; child >= 0; child = reader->tree.entry[child].next)
        n += reader->tree.entry[child].kind == CXCursor_ParmDecl;
    procedure->parameter = fc_allocate((size_t)n, sizeof *procedure->parameter);
    for (int child = reader->tree.entry[0].first; child >= 0; child = reader->tree.entry[child].next) {
        CXCursor cursor = reader->tree.entry[child].cursor;
        if (reader->tree.entry[child].kind != CXCursor_ParmDecl)
            continue;
        fc_types_declare(reader, child, clang_getCursorType(cursor), -1);
        procedure->parameter[procedure->n_parameters++] = fc_symbols_of(reader, cursor, cursor);
    }
}

static void read_procedure(fc_reader *reader, CXCursor definition)
{
    fc_symbol *symbol = fc_symbols_of(reader, definition, definition);
    if (symbol && symbol->definition && clang_Cursor_isFunctionInlined(definition))
        return; /* the same inline function, included by another file */
    if (symbol)
        fc_symbols_define(reader, symbol, definition);
    if (reader->status != FC_OK)
        return;
    fc_declaration_read(reader, symbol, definition);
    reader->procedure = fc_program_add_procedure(reader->program, symbol);
    reader->procedure->is_variadic = clang_Cursor_isVariadic(definition);
    fc_cursor_tree_fill(&reader->tree, definition);
    add_parameters(reader, reader->procedure);
    int body = reader->tree.entry[0].last;
    if (body >= 0 && reader->tree.entry[body].kind == CXCursor_CompoundStmt)
        reader->procedure->body = fc_statements_read(reader, body);
    else
        fc_reader_fail(reader, definition, NULL, FC_MSG_BODY_NOT_SUPPORTED, symbol->name);
    fc_statement_expression_renumber(reader, reader->procedure->body);
    fc_statement_expression_declare_variables(reader, reader->procedure->body);
    reader->procedure = NULL;
    fc_map_free(&reader->labels);
}

static void read_variable(fc_reader *reader, CXCursor definition)
{
    fc_symbol *symbol = fc_symbols_of(reader, definition, definition);
    CXCursor value = clang_Cursor_getVarDeclInitializer(definition);
    if (!symbol || clang_Cursor_isNull(value))
        return;
    fc_symbols_define(reader, symbol, definition);
    if (reader->status != FC_OK)
        return;
    fc_cursor_tree_fill(&reader->tree, definition);
    symbol->initializer = fc_initializer_read(reader, reader->tree.entry[0].last, symbol->type);
}

static bool is_read(fc_reader *reader, CXCursor definition)
{
    const fc_symbol *symbol = fc_symbols_of(reader, definition, definition);
    return !symbol || symbol->definition || symbol->initializer;
}

static void read_definition(fc_reader *reader, CXCursor definition)
{
    if (clang_getCursorKind(definition) == CXCursor_FunctionDecl)
        read_procedure(reader, definition);
    else
        read_variable(reader, definition);
}

static void read_declarations(fc_reader *reader)
{
    declarations list = {.is_preprocessed = reader->spans.input->is_preprocessed};
    clang_visitChildren(clang_getTranslationUnitCursor(reader->spans.unit), on_declaration, &list);
    for (int i = 0; i < list.n && reader->status == FC_OK; i++)
        read_definition(reader, list.cursor[i]);
    for (int i = 0; i < reader->n_waiting && reader->status == FC_OK; i++) {
        CXCursor definition = reader->waiting[i];
        if (!is_read(reader, definition))
            read_definition(reader, definition);
    }
    free(list.cursor);
}

/* ---- the file ---- */

static void describe_source(fc_reader *reader, const fc_parse *parse)
{
    const fc_input *input = parse->input;
    int index = fc_spans_source(&reader->spans, input->path);
    fc_finite_source *source = &reader->program->file[index];
    if (source->is_main || input->text)
        return;
    source->is_main = true;
    memcpy(source->key, parse->key, sizeof source->key);
    source->directory = fc_copy_string(input->directory ? input->directory : ".");
    source->argument = fc_allocate((size_t)input->n_arguments, sizeof *source->argument);
    for (int i = 0; i < input->n_arguments; i++)
        source->argument[source->n_arguments++] = fc_copy_string(input->argument[i]);
}

/* Adds the program's own headers as files, even if they contain only macros. */
static void on_inclusion(CXFile file, CXSourceLocation *from, unsigned depth, CXClientData data)
{
    (void)from;
    fc_spans *spans = data;
    CXSourceLocation start = clang_getLocationForOffset(spans->unit, file, 0);
    if (depth > 0 && !clang_Location_isInSystemHeader(start))
        fc_spans_file(spans, file);
}

static void forget_unit(fc_reader *reader)
{
    fc_map_free(&reader->symbols);
    fc_map_free(&reader->types);
    fc_map_free(&reader->labels);
    fc_pragmas_free(&reader->pragmas);
    fc_omp_lines_free(&reader->openmp);
    fc_spans_free(&reader->spans);
    reader->n_waiting = 0;
    reader->depth = 0;
    reader->procedure = NULL;
}

fc_status fc_translation_unit_read(fc_reader *reader, fc_parse *parse)
{
    if (parse->status) {
        if (reader->report)
            *reader->report = parse->report;
        return parse->status;
    }
    reader->pragmas = parse->pragmas;
    reader->openmp = parse->openmp;
    parse->pragmas = (fc_pragmas){0};
    parse->openmp = (fc_omp_lines){0};
    reader->spans =
        (fc_spans){.program = reader->program, .unit = parse->unit, .input = parse->input, .clang_path = parse->path};
    describe_source(reader, parse);
    clang_getInclusions(parse->unit, on_inclusion, &reader->spans);
    fc_status status = fc_diagnostics_report(&reader->spans, reader->warnings, reader->report);
    if (!status) {
        /* gcc ignores the directives without -fopenmp too, but the user may have forgotten the flag. */
        static const char word[] = "#pragma omp ";
        if (reader->warnings && !fc_flags_has_openmp(parse->input) &&
            memmem(parse->text, parse->length, word, sizeof word - 1))
            fc_text_add(reader->warnings,
                        "%s: OpenMP directives ignored: -fopenmp is not among the flags\n"
                        "  To analyze them, pass the flag after --: forecost analyze FILE.c -- -fopenmp\n",
                        parse->input->path);
        warn_of_reading(parse, reader->warnings);
        drop_skipped_pragmas(reader);
        fc_omp_directives_check(reader);
        read_declarations(reader);
        for (int i = 0; i < reader->pragmas.n && reader->status == FC_OK; i++)
            if (!reader->pragmas.item[i].is_used)
                report_unused_pragma(reader, &reader->pragmas.item[i]);
        status = reader->status;
    }
    forget_unit(reader);
    return status;
}
