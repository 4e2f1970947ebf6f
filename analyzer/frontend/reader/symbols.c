/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symbols of declarations. Names with external linkage are joined over all files, as by a linker (C17 6.2.2). */
#include "analyzer/frontend/reader/reader.h"

#include "support/diagnostics.h"
#include "support/messages/frontend.h"

#include <string.h>

static fc_symbol *get(const fc_reader *reader, CXCursor declaration)
{
    const void *key = declaration.data[0];
    return fc_map_get(&reader->symbols, &key, sizeof key);
}

static void put(fc_reader *reader, CXCursor declaration, fc_symbol *symbol)
{
    const void *key = declaration.data[0];
    fc_map_put(&reader->symbols, &key, sizeof key, symbol);
}

static bool is_in_system_header(CXCursor cursor)
{
    return clang_Location_isInSystemHeader(clang_getCursorLocation(cursor));
}

/* A declaration's span: file, line and column of the name, extent of the whole declaration. */
static fc_span span_of(fc_reader *reader, CXCursor declaration)
{
    if (is_in_system_header(declaration))
        return (fc_span){.file = -1, .begin = -1, .end = -1};
    fc_span span = fc_spans_of(&reader->spans, declaration);
    CXSourceLocation name = clang_getCursorLocation(declaration);
    fc_span own = fc_spans_of_range(&reader->spans, clang_getRange(name, name));
    span.file = own.file;
    span.line = own.line;
    span.column = own.column;
    return span;
}

static fc_symbol_kind kind_of(CXCursor declaration, enum CXLinkageKind linkage)
{
    switch (clang_getCursorKind(declaration)) {
    case CXCursor_FunctionDecl:
        return FC_SYMBOL_PROCEDURE;
    case CXCursor_ParmDecl:
        return FC_SYMBOL_PARAMETER;
    default:
        break;
    }
    if (linkage != CXLinkage_NoLinkage)
        return FC_SYMBOL_GLOBAL;
    return clang_Cursor_getStorageClass(declaration) == CX_SC_Static ? FC_SYMBOL_STATIC : FC_SYMBOL_LOCAL;
}

static const fc_type *type_of(fc_reader *reader, CXCursor declaration, fc_symbol_kind kind, CXCursor where)
{
    const fc_type *type = fc_types_read(reader, clang_getCursorType(declaration), where);
    if (type && kind == FC_SYMBOL_PARAMETER && type->kind == FC_TYPE_ARRAY)
        return fc_types_pointer(reader, type->of);
    if (type && kind == FC_SYMBOL_PARAMETER && type->kind == FC_TYPE_FUNCTION)
        return fc_types_pointer(reader, type);
    return type;
}

/* Queues a referenced definition: an inline function or a static object of a header is read only if it is used. */
static void wait_for_definition(fc_reader *reader, CXCursor declaration)
{
    CXCursor definition = clang_getCursorDefinition(declaration);
    if (clang_Cursor_isNull(definition) || is_in_system_header(definition))
        return;
    reader->waiting =
        fc_grow(reader->waiting, &reader->waiting_capacity, (size_t)reader->n_waiting + 1, sizeof *reader->waiting);
    reader->waiting[reader->n_waiting++] = definition;
}

static bool is_open_array(const fc_type *type)
{
    return type->kind == FC_TYPE_ARRAY && type->length < 0 && !type->extent;
}

/* True if both declarations are of one type. An array of unknown length takes the length from the other declaration.
 * Functions always agree, as by a linker: old C calls them without a declaration, and the definition decides. */
static bool unify_types(fc_symbol *symbol, const fc_type *type)
{
    if (symbol->type == type || !type || !symbol->type)
        return true;
    if (symbol->type->kind == FC_TYPE_FUNCTION && type->kind == FC_TYPE_FUNCTION)
        return true;
    bool are_arrays =
        symbol->type->kind == FC_TYPE_ARRAY && type->kind == FC_TYPE_ARRAY && symbol->type->of == type->of;
    if (are_arrays && is_open_array(symbol->type)) {
        symbol->type = type;
        return true;
    }
    return are_arrays && is_open_array(type);
}

/* Joins a declaration with the symbol of the same external name. True: the same object, or a conflict, which is
 * reported; false: a separate object. */
static bool merge(fc_reader *reader, fc_symbol *symbol, fc_symbol_kind kind, CXCursor declaration)
{
    const fc_type *type = type_of(reader, declaration, kind, declaration);
    if (symbol->span.file < 0)
        symbol->span = span_of(reader, declaration);
    if (symbol->kind == kind && unify_types(symbol, type))
        return true;
    if (symbol->kind == FC_SYMBOL_GLOBAL && kind == FC_SYMBOL_GLOBAL) {
        /* A linker joins two declarations of different types into one object. The model keeps two objects, whose values
         * are dynamic (control_initial_set.c). */
        fc_place here = fc_program_place(reader->program, span_of(reader, declaration));
        fc_place other = fc_program_place(reader->program, symbol->span);
        if (reader->warnings)
            fc_diagnose_text(reader->warnings, FC_WARNING, here, FC_MSG_DECLARED_ANOTHER_TYPE_VALUE_TREATED,
                             symbol->name, other.file, other.line, other.column);
        return false;
    }
    fc_place other = fc_program_place(reader->program, symbol->span);
    fc_reader_fail(reader, declaration, "Declare it in one header that both files include.",
                   FC_MSG_DECLARED_ANOTHER_TYPE, symbol->name, other.file ? other.file : "a system header", other.line,
                   other.column);
    return true;
}

static fc_symbol *create(fc_reader *reader, CXCursor declaration, CXCursor where)
{
    enum CXLinkageKind linkage = clang_getCursorLinkage(declaration);
    fc_symbol_kind kind = kind_of(declaration, linkage);
    bool is_external = linkage == CXLinkage_External || linkage == CXLinkage_UniqueExternal;
    CXString name = clang_getCursorSpelling(declaration);
    const char *text = clang_getCString(name);
    fc_symbol *symbol = is_external ? fc_map_get(&reader->external, text, strlen(text)) : NULL;
    if (!symbol || !merge(reader, symbol, kind, declaration)) {
        symbol = fc_program_add_symbol(reader->program, kind, text);
        if (is_external)
            fc_map_put(&reader->external, text, strlen(text), symbol);
        symbol->span = span_of(reader, declaration);
        symbol->is_static = linkage == CXLinkage_Internal;
        symbol->owner = linkage == CXLinkage_NoLinkage ? reader->procedure : NULL;
        put(reader, declaration, symbol);
        symbol->type = type_of(reader, declaration, kind, where);
    }
    clang_disposeString(name);
    put(reader, declaration, symbol);
    if (kind == FC_SYMBOL_PROCEDURE)
        fc_declaration_read(reader, symbol, declaration);
    if (linkage != CXLinkage_NoLinkage && !symbol->definition && !symbol->initializer)
        wait_for_definition(reader, declaration);
    return symbol;
}

fc_symbol *fc_symbols_of(fc_reader *reader, CXCursor declaration, CXCursor where)
{
    fc_symbol *symbol = get(reader, declaration);
    if (symbol)
        return symbol;
    enum CXCursorKind kind = clang_getCursorKind(declaration);
    if (kind == CXCursor_FieldDecl) {
        /* A field's symbol is created with its record. */
        fc_types_record(reader, clang_getCursorType(clang_getCursorSemanticParent(declaration)), where);
        symbol = get(reader, declaration);
    } else if (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl || kind == CXCursor_FunctionDecl) {
        CXCursor canonical = clang_getCanonicalCursor(declaration);
        symbol = get(reader, canonical);
        if (symbol)
            unify_types(symbol, type_of(reader, declaration, symbol->kind, where)); /* may complete an array's length */
        else
            symbol = create(reader, declaration, where);
        put(reader, declaration, symbol);
        put(reader, canonical, symbol);
    }
    if (!symbol)
        fc_reader_fail(reader, where, NULL, FC_MSG_KIND_NAME_NOT_SUPPORTED);
    return symbol;
}

fc_symbol *fc_symbols_label(fc_reader *reader, CXCursor label)
{
    CXString spelling = clang_getCursorSpelling(label);
    const char *name = clang_getCString(spelling);
    fc_symbol *symbol = fc_map_get(&reader->labels, name, strlen(name));
    if (!symbol) {
        symbol = fc_program_add_symbol(reader->program, FC_SYMBOL_LABEL, name);
        symbol->owner = reader->procedure;
        symbol->span = fc_spans_of(&reader->spans, label);
        fc_map_put(&reader->labels, name, strlen(name), symbol);
    }
    clang_disposeString(spelling);
    return symbol;
}

fc_symbol *fc_symbols_builtin(fc_reader *reader, const char *name, const fc_type *result)
{
    fc_symbol *symbol = fc_map_get(&reader->external, name, strlen(name));
    if (symbol || !result)
        return symbol;
    fc_type function = {.kind = FC_TYPE_FUNCTION, .size = -1, .length = -1, .of = result};
    symbol = fc_program_add_symbol(reader->program, FC_SYMBOL_PROCEDURE, name);
    symbol->type = fc_program_add_type(reader->program, &function);
    fc_map_put(&reader->external, name, strlen(name), symbol);
    return symbol;
}

fc_symbol *fc_symbols_middle(fc_reader *reader, int entry)
{
    fc_symbol *middle = fc_program_add_symbol(reader->program, FC_SYMBOL_LOCAL, "fc_middle");
    middle->type = fc_types_of_expression(reader, entry);
    middle->span = fc_reader_span(reader, entry);
    middle->owner = reader->procedure;
    return middle;
}

void fc_symbols_define(fc_reader *reader, fc_symbol *symbol, CXCursor definition)
{
    bool is_procedure = symbol->kind == FC_SYMBOL_PROCEDURE;
    if (symbol->definition || symbol->initializer) {
        fc_place other = fc_program_place(reader->program, symbol->span);
        fc_reader_fail(reader, definition, "Pass the files of one program only.", FC_MSG_DEFINED_TWICE_OTHER_DEFINITION,
                       is_procedure ? "procedure" : "variable", symbol->name, other.file ? other.file : "?", other.line,
                       other.column);
        return;
    }
    const fc_type *type = type_of(reader, definition, symbol->kind, definition);
    if (type && is_open_array(type) == false)
        symbol->type = type;
    symbol->span = span_of(reader, definition);
}
