/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sizeof and _Alignof: a constant, or for a variable-length array the product of its lengths as an expression. */
#include "analyzer/frontend/reader/reader.h"

#include "support/messages/frontend.h"

#include <string.h>

/* A deep copy of an expression: a length is used away from the declaration that contains it. */
static fc_node *copy(fc_reader *reader, const fc_node *from)
{
    fc_node *node = fc_program_add_node(reader->program, from->kind, from->span);
    fc_node_copy_content(node, from);
    for (int i = 0; i < from->n_children; i++)
        fc_node_add_child(node, from->child[i] ? copy(reader, from->child[i]) : NULL);
    return node;
}

static fc_node *constant(fc_reader *reader, int entry, long value)
{
    fc_node *node = fc_reader_add(reader, FC_INTEGER, entry);
    node->value = value;
    node->type = fc_types_long(reader);
    return node;
}

/* The bytes of a type as an expression; NULL and a report if a length is unknown. */
static fc_node *bytes_of(fc_reader *reader, int entry, const fc_type *type)
{
    if (type->size >= 0)
        return constant(reader, entry, type->size);
    if (type->kind != FC_TYPE_ARRAY || (!type->extent && type->length < 0)) {
        fc_reader_fail(reader, fc_reader_entry(reader, entry)->cursor,
                       "Write the size as a product: n * m * sizeof(double).", FC_MSG_SIZEOF_TYPE_NOT_SUPPORTED);
        return NULL;
    }
    fc_node *product = fc_reader_add(reader, FC_BINARY, entry);
    product->op = FC_OP_MULTIPLY;
    product->type = fc_types_long(reader);
    fc_node *length = type->extent ? copy(reader, type->extent) : constant(reader, entry, type->length);
    fc_node_add_child(product, length);
    fc_node_add_child(product, bytes_of(reader, entry, type->of));
    return product;
}

typedef struct named_size {
    const char *name;
    long bytes;
} named_size;

/* The bytes of the type named in the text from `at` to the first '['; 0: not known. */
static long bytes_of_name(const char *at, const char *end)
{
    static const named_size table[] = {{"char", 1},   {"short", 2},         {"int", 4},          {"unsigned", 4},
                                       {"long", 8},   {"unsigned long", 8}, {"long long", 8},    {"float", 4},
                                       {"double", 8}, {"size_t", 8},        {"unsigned char", 1}};
    const char *stop = memchr(at, '[', (size_t)(end - at));
    while (at < end && (*at == '(' || *at == ' '))
        at++;
    while (stop && stop > at && stop[-1] == ' ')
        stop--;
    for (size_t i = 0; stop && i < sizeof table / sizeof *table; i++)
        if (strlen(table[i].name) == (size_t)(stop - at) && strncmp(at, table[i].name, (size_t)(stop - at)) == 0)
            return table[i].bytes;
    return 0;
}

/* sizeof(double[n][m]): libclang exposes the lengths, innermost first, but not the type. NULL: not supported. */
static fc_node *bytes_of_type_name(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    fc_span span = fc_reader_span(reader, entry);
    fc_point start = fc_reader_spelled(reader, entry);
    long skip = (long)strlen("sizeof");
    if (span.begin < 0 || !start.file || span.end - span.begin <= skip)
        return NULL;
    const char *from = start.file->text + span.begin + skip, *end = start.file->text + span.end;
    long bytes = bytes_of_name(from, end);
    int n = 0, depth = 0; /* brackets, but those within others */
    for (const char *c = from; c < end; c++) {
        n += *c == '[' && depth == 0;
        depth += (*c == '[') - (*c == ']');
    }
    if (!bytes || n > at->n_children)
        return NULL;
    fc_node *top = NULL, *above = NULL;
    for (int i = 0; i < n; i++) {
        fc_node *product = fc_reader_add(reader, FC_BINARY, entry);
        product->op = FC_OP_MULTIPLY;
        product->type = fc_types_long(reader);
        fc_node_add_child(product, fc_expressions_read(reader, fc_cursor_tree_child(&reader->tree, entry, i)));
        if (above)
            fc_node_add_child(above, product);
        top = top ? top : product;
        above = product;
    }
    if (above)
        fc_node_add_child(above, constant(reader, entry, bytes));
    return top;
}

static enum CXChildVisitResult on_type(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_TypeRef)
        return CXChildVisit_Continue;
    *(CXCursor *)data = clang_getCursorReferenced(cursor);
    return CXChildVisit_Break;
}

/* sizeof(row) after `typedef double row[m]`: the typedef's type. NULL: not a typedef of a variable-length array. */
static const fc_type *type_by_typedef(fc_reader *reader, int entry)
{
    CXCursor cursor = fc_reader_entry(reader, entry)->cursor, declaration = clang_getNullCursor();
    clang_visitChildren(cursor, on_type, &declaration);
    if (clang_getCursorKind(declaration) != CXCursor_TypedefDecl)
        return NULL;
    const fc_type *type = fc_types_read(reader, clang_getTypedefDeclUnderlyingType(declaration), cursor);
    return type && type->kind == FC_TYPE_ARRAY && type->size < 0 && type->extent ? type : NULL;
}

fc_node *fc_sizeof_read(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    fc_node *node = fc_reader_add(reader, FC_SIZEOF, entry);
    node->type = fc_types_of_expression(reader, entry);
    if (fc_literals_evaluate(at->cursor, &node->value))
        return node;
    int operand = at->n_children == 1 ? fc_expressions_strip(reader, at->first) : -1;
    const fc_type *type = NULL;
    if (operand >= 0) {
        const fc_cursor_entry *of = fc_reader_entry(reader, operand);
        type = fc_types_read(reader, clang_getCursorType(of->cursor), of->cursor);
    }
    fc_node *bytes = NULL;
    if (!type || type->size >= 0)
        type = type_by_typedef(reader, entry);
    if (type && type->size < 0 && type->kind == FC_TYPE_ARRAY)
        bytes = bytes_of(reader, entry, type);
    else
        bytes = bytes_of_type_name(reader, entry);
    if (bytes)
        fc_node_add_child(node, bytes);
    else
        fc_reader_fail(reader, at->cursor, "Write the size as a product: n * m * sizeof(double).",
                       FC_MSG_SIZEOF_VARIABLE_LENGTH_TYPE_NAME);
    return node;
}
