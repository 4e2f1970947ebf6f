/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a function's declarations: the names of its parameters, and the cost annotation of a pragma directly before the
 * declaration. */
#include "analyzer/frontend/reader/reader.h"

#include "analyzer/model/annotations/cost_annotation.h"
#include "support/messages/frontend.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- parameters ---- */

static bool is_whole_number(CXType type)
{
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    return (kind >= CXType_Bool && kind <= CXType_Int128) || kind == CXType_Enum;
}

static bool is_number(CXType type)
{
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    return is_whole_number(type) || (kind >= CXType_Float && kind <= CXType_LongDouble);
}

/* In the format of library_annotated.h: a number by its name, a pointer to an integer with a star, any other as a dot.
 */
static void add_parameter(fc_text *out, CXCursor parameter)
{
    CXString name = clang_getCursorSpelling(parameter);
    const char *text = clang_getCString(name);
    CXType type = clang_getCursorType(parameter), pointed = clang_getPointeeType(type);
    if (*text && is_number(type))
        fc_text_add(out, "%s", text);
    else if (*text && is_whole_number(pointed))
        fc_text_add(out, "*%s", text);
    else
        fc_text_append(out, ".", 1);
    clang_disposeString(name);
}

/* ---- the pragma ---- */

/* The offset of the directive that ends before `at`, with only blanks between; -1: there is none. */
static long directive_before(const char *text, long at)
{
    while (at > 0 && isspace((unsigned char)text[at - 1]))
        at--;
    while (at > 0 && !(text[at - 1] == '\n' && (at == 1 || text[at - 2] != '\\')))
        at--;
    while (text[at] == ' ' || text[at] == '\t')
        at++;
    return text[at] == '#' ? at : -1;
}

/* The cost annotation directly before the declaration; NULL: none. */
static FC_GIVE char *annotation_before(fc_reader *reader, CXCursor declaration)
{
    fc_point at = fc_spans_expanded(&reader->spans, clang_getRangeStart(clang_getCursorExtent(declaration)));
    fc_point from = {at.file, at.file ? directive_before(at.file->text, at.offset) : -1};
    if (from.offset < 0)
        return NULL;
    fc_pragmas found = {0};
    char *annotation = NULL, *line = fc_format("%.*s", (int)(at.offset - from.offset), at.file->text + from.offset);
    fc_pragmas_find(&found, NULL, line, strlen(line));
    const char *text = found.n > 0 ? fc_cost_annotation_plain(found.item[0].text) : "";
    if (fc_cost_annotation_is(text)) {
        annotation = fc_copy_string(text);
        /* Marks a pragma of the main file as used; unused ones are reported (translation_unit.c). */
        CXFile main_file = clang_getFile(reader->spans.unit, reader->spans.clang_path);
        for (int i = 0; i < reader->pragmas.n; i++)
            if (reader->pragmas.item[i].begin == from.offset && clang_File_isEqual(from.file->handle, main_file))
                reader->pragmas.item[i].is_used = true;
    }
    fc_pragmas_free(&found);
    free(line);
    return annotation;
}

/* Both the first declaration and the given one may carry the annotation. */
void fc_declaration_read(fc_reader *reader, fc_symbol *symbol, CXCursor declaration)
{
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(declaration)))
        return;
    CXCursor first = clang_getCanonicalCursor(declaration);
    char *annotation = annotation_before(reader, first);
    if (!annotation)
        annotation = annotation_before(reader, first = declaration);
    if (annotation && !symbol->cost_line) {
        free(symbol->parameters);
        symbol->parameters = NULL;
    }
    if (!symbol->parameters) {
        /* "(., n, *m)" */
        fc_text text = {0};
        int n = clang_Cursor_getNumArguments(first);
        for (int i = 0; i < n; i++) {
            fc_text_add(&text, i ? ", " : "(");
            add_parameter(&text, clang_Cursor_getArgument(first, (unsigned)i));
        }
        fc_text_add(&text, n > 0 ? ")" : "()");
        symbol->parameters = fc_text_take(&text);
    }
    char *line = annotation ? fc_cost_annotation_line(symbol, annotation) : NULL;
    if (line && symbol->cost_line && strcmp(line, symbol->cost_line) != 0)
        fc_reader_fail(reader, declaration, "Annotate one of its declarations only.",
                       FC_MSG_COST_ANNOTATIONS_TWO_DECLARATIONS_DIFFER, symbol->name);
    if (line && !symbol->cost_line) {
        symbol->cost_line = line;
        line = NULL;
    }
    free(line);
    free(annotation);
}

void fc_declaration_move_annotations(fc_program *program)
{
    for (int i = 0; i < program->n_procedures; i++) {
        fc_procedure *procedure = program->procedure[i];
        fc_symbol *symbol = procedure->symbol;
        if (!symbol->cost_line || procedure->body->n_children == 0)
            continue;
        fc_node *pragma = fc_program_insert(program, FC_PRAGMA, procedure->body->child[0]);
        pragma->text = fc_format("procedure %s", fc_cost_annotation_of_line(symbol));
        pragma->span = symbol->span;
        free(symbol->cost_line);
        symbol->cost_line = NULL;
    }
}
