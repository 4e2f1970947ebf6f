/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names, member accesses, and predefined MPI objects (handles.h). */
#include "analyzer/frontend/reader/reader.h"

#include <stdlib.h>
#include <string.h>

static bool is_of_mpi(fc_reader *reader, CXCursor declaration)
{
    CXString path;
    clang_getPresumedLocation(clang_getCursorLocation(declaration), &path, NULL, NULL);
    bool is_mpi = fc_handles_is_header(&reader->handles, clang_getCString(path));
    clang_disposeString(path);
    return is_mpi;
}

static fc_node *enumerator(fc_reader *reader, int entry, CXCursor constant)
{
    CXString name = clang_getCursorSpelling(constant);
    const char *text = clang_getCString(name);
    bool is_handle = fc_handles_is_name(text) && is_of_mpi(reader, constant);
    fc_node *node = fc_reader_add(reader, is_handle ? FC_HANDLE : FC_INTEGER, entry);
    if (node->kind == FC_HANDLE)
        node->text = fc_copy_string(text);
    clang_disposeString(name);
    node->value = (long)clang_getEnumConstantDeclValue(constant);
    node->type = fc_types_of_expression(reader, entry);
    return node;
}

fc_node *fc_references_name(fc_reader *reader, int entry)
{
    CXCursor cursor = fc_reader_entry(reader, entry)->cursor;
    CXCursor declaration = clang_getCursorReferenced(cursor);
    if (clang_getCursorKind(declaration) == CXCursor_EnumConstantDecl)
        return enumerator(reader, entry, declaration);
    fc_node *node = fc_reader_add(reader, FC_NAME, entry);
    fc_symbol *symbol = fc_symbols_of(reader, declaration, cursor);
    node->type = symbol ? symbol->type : NULL;
    node->symbol = symbol;
    bool is_handle = symbol && symbol->kind == FC_SYMBOL_GLOBAL && fc_handles_is_name(symbol->name) &&
                     is_of_mpi(reader, declaration);
    if (is_handle) { /* this MPI's handles are variables */
        node->kind = FC_HANDLE;
        node->symbol = NULL;
        node->text = fc_copy_string(symbol->name);
    }
    return node;
}

/* True for an access to an anonymous struct or union, whose fields belong to the enclosing record (C17 6.7.2.1 p13). */
static bool is_unnamed_member(const fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    if (at->kind != CXCursor_MemberRefExpr)
        return false;
    CXString name = clang_getCursorSpelling(clang_getCursorReferenced(at->cursor));
    bool is_unnamed = !*clang_getCString(name) || strchr(clang_getCString(name), '(');
    clang_disposeString(name);
    return is_unnamed;
}

fc_node *fc_references_member(fc_reader *reader, int entry)
{
    CXCursor cursor = fc_reader_entry(reader, entry)->cursor;
    fc_node *node = fc_reader_add(reader, FC_MEMBER, entry);
    int child = fc_reader_entry(reader, entry)->first;
    while (child >= 0 && is_unnamed_member(reader, child))
        child = fc_reader_entry(reader, child)->first;
    fc_node *base = child >= 0 ? fc_expressions_read(reader, child) : NULL;
    fc_node_add_child(node, base);
    node->symbol = fc_symbols_of(reader, clang_getCursorReferenced(cursor), cursor);
    node->type = node->symbol ? node->symbol->type : NULL;
    bool is_pointer = base && fc_type_is_address(base->type);
    node->op = is_pointer ? FC_OP_ARROW : FC_OP_DOT;
    return node;
}

/* The variable whose address or value the expression is: "((MPI_Comm) ((void *) &(ompi_mpi_comm_world)))". */
static CXCursor referenced_object(const fc_reader *reader, int entry)
{
    for (; entry >= 0; entry = fc_reader_entry(reader, entry)->last) {
        const fc_cursor_entry *at = fc_reader_entry(reader, entry);
        if (at->kind == CXCursor_DeclRefExpr) {
            CXCursor declaration = clang_getCursorReferenced(at->cursor);
            bool is_variable = clang_getCursorKind(declaration) == CXCursor_VarDecl;
            return is_variable ? declaration : clang_getNullCursor();
        }
        bool leads_on = at->kind == CXCursor_ParenExpr || at->kind == CXCursor_CStyleCastExpr ||
                        at->kind == CXCursor_UnexposedExpr || at->kind == CXCursor_UnaryOperator;
        if (!leads_on || at->n_children != 1)
            break;
    }
    return clang_getNullCursor();
}

/* The handle's name by its object: the object's own name, or the name of the #define that refers to it. */
static char *name_by_object(fc_reader *reader, int entry)
{
    CXCursor object = referenced_object(reader, entry);
    if (clang_Cursor_isNull(object) || clang_getCursorLinkage(object) != CXLinkage_External)
        return NULL;
    CXString spelling = clang_getCursorSpelling(object), path;
    const char *name = clang_getCString(spelling);
    clang_getPresumedLocation(clang_getCursorLocation(object), &path, NULL, NULL);
    const char *handle = fc_handles_is_name(name) && is_of_mpi(reader, object) ? name : NULL;
    if (!handle)
        handle = fc_handles_find_by_object(&reader->handles, clang_getCString(path), name);
    char *found = handle ? fc_copy_string(handle) : NULL;
    clang_disposeString(spelling);
    clang_disposeString(path);
    return found;
}

/* The handle's name by the #define that contains the expression's first character. */
static char *name_by_macro(fc_reader *reader, int entry)
{
    if (fc_reader_span(reader, entry).begin >= 0)
        return NULL; /* not in a macro */
    fc_point at = fc_reader_spelled(reader, entry);
    const char *name = at.file ? fc_handles_find_by_offset(&reader->handles, at.file->real, at.offset) : NULL;
    return name ? fc_copy_string(name) : NULL;
}

static bool may_be_handle(enum CXCursorKind kind)
{
    return kind == CXCursor_ParenExpr || kind == CXCursor_CStyleCastExpr || kind == CXCursor_IntegerLiteral ||
           kind == CXCursor_UnaryOperator || kind == CXCursor_DeclRefExpr || kind == CXCursor_CallExpr;
}

static bool is_prefix_operator(CXCursor cursor)
{
    enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(cursor);
    return op != CXUnaryOperator_PostInc && op != CXUnaryOperator_PostDec;
}

fc_node *fc_references_handle(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    if (!may_be_handle(at->kind) || (at->kind == CXCursor_UnaryOperator && !is_prefix_operator(at->cursor)) ||
        (at->kind == CXCursor_CallExpr && at->n_children > 1))
        return NULL;
    char *name = name_by_macro(reader, entry);
    if (!name) {
        bool may_be_object = at->kind == CXCursor_ParenExpr || at->kind == CXCursor_CStyleCastExpr;
        const fc_type *type = may_be_object ? fc_types_of_expression(reader, entry) : NULL;
        name = type && type->kind == FC_TYPE_HANDLE ? name_by_object(reader, entry) : NULL;
    }
    if (!name)
        return NULL;
    fc_node *node = fc_reader_add(reader, FC_HANDLE, entry);
    node->text = name;
    node->type = fc_types_of_expression(reader, entry);
    if (fc_types_is_number(node->type))
        fc_literals_evaluate(at->cursor, &node->value);
    return node;
}
