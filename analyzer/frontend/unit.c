/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/unit.h"
#include "analyzer/frontend/diagnostics.h"
#include "analyzer/frontend/flags.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- parse ---- */

/* Where libclang looks for headers, and only our text is: a program's own folders come before. */
static const char omp_header_path[] = "/usr/include/omp.h";

static enum CXErrorCode parse_with(CXTranslationUnit *out, const fc_unit *unit, struct CXUnsavedFile *file,
                                   fc_flags_options options, bool has_record)
{
    fc_words flags = {0};
    fc_flags_build(&flags, unit->input, options);
    unsigned how = has_record ? CXTranslationUnit_DetailedPreprocessingRecord : CXTranslationUnit_None;
    struct CXUnsavedFile files[] = {
        *file, {.Filename = omp_header_path, .Contents = fc_omp_header, .Length = strlen(fc_omp_header)}};
    unsigned n_files = fc_flags_has_openmp(unit->input) && access(omp_header_path, F_OK) != 0 ? 2 : 1;
    enum CXErrorCode error = clang_parseTranslationUnit2(unit->index, file->Filename, (const char *const *)flags.item,
                                                         (int)flags.n, files, n_files, how, out);
    fc_words_free(&flags);
    return error;
}

/* An error without a place is about a flag. */
static bool has_flag_error(CXTranslationUnit parsed)
{
    bool found = false;
    for (unsigned i = 0; i < clang_getNumDiagnostics(parsed) && !found; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(parsed, i);
        CXFile file;
        clang_getFileLocation(clang_getDiagnosticLocation(diagnostic), &file, NULL, NULL, NULL);
        found = !file && clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
        clang_disposeDiagnostic(diagnostic);
    }
    return found;
}

/* clang's own preprocessed text says what _Float32 is; gcc's does not. */
static bool is_gcc_text(const fc_input *input, const struct CXUnsavedFile *file)
{
    static const char typedef_of_clang[] = "typedef float _Float32;";
    return input->is_preprocessed &&
           !memmem(file->Contents, file->Length, typedef_of_clang, sizeof typedef_of_clang - 1);
}

/* A flag that clang refuses (-march of a processor it does not know) is left out in a second try. */
static fc_status parse(CXTranslationUnit *out, const fc_unit *unit, struct CXUnsavedFile *file, bool has_record,
                       fc_report *report)
{
    fc_flags_options options = {.mpi = unit->mpi, .wants_warnings = unit->warnings != NULL};
    options.is_gcc_text = is_gcc_text(unit->input, file);
    enum CXErrorCode error = parse_with(out, unit, file, options, has_record);
    if (error || has_flag_error(*out)) {
        if (!error)
            clang_disposeTranslationUnit(*out);
        *out = NULL;
        options.is_plain = true;
        error = parse_with(out, unit, file, options, has_record);
    }
    if (!error)
        return FC_OK;
    *out = NULL;
    fc_place place = {.file = unit->input->path};
    return fc_fail(report, error == CXError_Crashed ? FC_E_BUG : FC_E_INPUT, place,
                   "Try the same flags with clang-19 -fsyntax-only.", "clang cannot parse this file with its flags");
}

/* ---- pragmas ---- */

static bool holds(const char *text, size_t length, const char *word)
{
    return memmem(text, length, word, strlen(word)) != NULL;
}

/* Text that libclang gets: with OpenMP, directives in it are statements. */
static void find_pragmas(fc_reader *reader, const fc_input *input, char *text, size_t length)
{
    bool openmp = fc_flags_has_openmp(input) && holds(text, length, "omp");
    if (openmp || holds(text, length, "forecost"))
        fc_pragmas_find(&reader->pragmas, openmp ? &reader->openmp : NULL, text, length);
}

/* Directives that gcc would leave out too, but hardly as the person meant it. */
static void warn_of_unread_directives(const fc_unit *unit, const struct CXUnsavedFile *file)
{
    if (unit->warnings && !fc_flags_has_openmp(unit->input) && holds(file->Contents, file->Length, "#pragma omp "))
        fc_text_add(unit->warnings,
                    "%s: OpenMP directives, but no -fopenmp among its flags: read as a serial program\n",
                    unit->input->path);
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

/* A pragma that no block took over stands outside of every procedure. */
static void refuse_unused_pragma(fc_reader *reader, long length)
{
    int left = fc_pragmas_next(&reader->pragmas, 0, length);
    if (left < 0 || reader->status != FC_OK)
        return;
    CXFile file = clang_getFile(reader->spans.unit, reader->spans.clang_path);
    unsigned offset = (unsigned)reader->pragmas.item[left].begin;
    CXSourceLocation at = clang_getLocationForOffset(reader->spans.unit, file, offset);
    fc_span span = fc_spans_of_range(&reader->spans, clang_getRange(at, at));
    reader->status = fc_fail(reader->report, FC_E_INPUT, fc_program_place(reader->program, span),
                             "Move it into the body of the procedure it is about.",
                             "#pragma forecost %s stands outside of every procedure", reader->pragmas.item[left].text);
}

/* ---- declarations ---- */

typedef struct declarations {
    CXCursor *cursor;
    int n;
    size_t capacity;
    bool is_preprocessed;
} declarations;

/* Whether the walk takes a definition up by itself: all of the main file, and what other files of the program define
 * for everyone. Static and inline things of headers wait until something refers to them, and so do those of
 * preprocessed text, where headers are part of the file. */
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
        return; /* the same inline function, seen through another file */
    if (symbol)
        fc_symbols_define(reader, symbol, definition);
    if (reader->status != FC_OK)
        return;
    reader->procedure = fc_program_add_procedure(reader->program, symbol);
    reader->procedure->is_variadic = clang_Cursor_isVariadic(definition);
    fc_tree_fill(&reader->tree, definition);
    add_parameters(reader, reader->procedure);
    int body = reader->tree.entry[0].last;
    if (body >= 0 && reader->tree.entry[body].kind == CXCursor_CompoundStmt)
        reader->procedure->body = fc_statements_read(reader, body);
    else
        fc_reader_fail(reader, definition, NULL, "the body of '%s' is not covered", symbol->name);
    fc_blocks_declare(reader, reader->procedure->body);
    reader->procedure = NULL;
    fc_map_free(&reader->labels);
}

/* A file-scope variable: its symbol, and its initialiser if it has one. */
static void read_variable(fc_reader *reader, CXCursor definition)
{
    fc_symbol *symbol = fc_symbols_of(reader, definition, definition);
    CXCursor value = clang_Cursor_getVarDeclInitializer(definition);
    if (!symbol || clang_Cursor_isNull(value))
        return;
    fc_symbols_define(reader, symbol, definition);
    if (reader->status != FC_OK)
        return;
    fc_tree_fill(&reader->tree, definition);
    symbol->initialiser = fc_initialisers_read(reader, reader->tree.entry[0].last, symbol->type);
}

static bool is_read(fc_reader *reader, CXCursor definition)
{
    const fc_symbol *symbol = fc_symbols_of(reader, definition, definition);
    return !symbol || symbol->definition || symbol->initialiser;
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

static void describe_source(fc_reader *reader, const fc_unit *unit, const char *key)
{
    const fc_input *input = unit->input;
    int index = fc_spans_source(&reader->spans, input->path);
    fc_source *source = &reader->program->file[index];
    if (source->is_main)
        return;
    source->is_main = true;
    memcpy(source->key, key, sizeof source->key);
    source->directory = fc_copy_string(input->directory ? input->directory : ".");
    source->argument = fc_allocate((size_t)input->n_arguments, sizeof *source->argument);
    for (int i = 0; i < input->n_arguments; i++)
        source->argument[source->n_arguments++] = fc_copy_string(input->argument[i]);
}

/* The program's own headers, whether they declare something or only hold macros. */
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

/* With a working folder of their own, flags are relative to it, but the file is not. */
static char *path_for_clang(const fc_input *input)
{
    char *absolute = input->directory ? realpath(input->path, NULL) : NULL;
    return absolute ? absolute : fc_copy_string(input->path);
}

fc_status fc_unit_read(fc_reader *reader, const fc_unit *unit)
{
    char *text = NULL, *path = path_for_clang(unit->input);
    char key[sizeof reader->program->file->key];
    size_t length = 0;
    CXTranslationUnit parsed = NULL;
    fc_status status = fc_file_read(&text, &length, unit->input->path, 0, reader->report);
    if (status)
        goto done;
    struct CXUnsavedFile file = {.Filename = path, .Contents = text, .Length = length};
    fc_content_key(key, text, length);
    find_pragmas(reader, unit->input, text, length);
    status = parse(&parsed, unit, &file, reader->pragmas.n + reader->openmp.n > 0, reader->report);
    if (status)
        goto done;
    reader->spans = (fc_spans){.program = reader->program, .unit = parsed, .input = unit->input, .clang_path = path};
    describe_source(reader, unit, key);
    clang_getInclusions(parsed, on_inclusion, &reader->spans);
    status = fc_diagnostics_report(&reader->spans, unit->warnings, reader->report);
    if (status)
        goto done;
    warn_of_unread_directives(unit, &file);
    drop_skipped_pragmas(reader);
    fc_directives_check(reader);
    read_declarations(reader);
    refuse_unused_pragma(reader, (long)length);
    status = reader->status;
done:
    forget_unit(reader);
    if (parsed)
        clang_disposeTranslationUnit(parsed);
    free(text);
    free(path);
    return status;
}
