/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/reader.h"

/* A copy of an expression as nodes of its own, for a size that is used far from the declaration it stands in. */
static fc_node *copy(fc_reader *reader, const fc_node *from)
{
    fc_node *node = fc_program_add_node(reader->program, from->kind, from->span);
    node->op = from->op;
    node->type = from->type;
    node->compute_type = from->compute_type;
    node->symbol = from->symbol;
    node->value = from->value;
    node->real = from->real;
    node->text = from->text ? fc_copy_string(from->text) : NULL;
    node->text_length = from->text_length;
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

/* The bytes of a type as an expression; NULL and a report where a length is unknown. */
static fc_node *bytes_of(fc_reader *reader, int entry, const fc_type *type)
{
    if (type->size >= 0)
        return constant(reader, entry, type->size);
    if (type->kind != FC_TYPE_ARRAY || (!type->extent && type->length < 0)) {
        fc_reader_fail(reader, fc_reader_entry(reader, entry)->cursor,
                       "Write the size as a product: n * m * sizeof(double).", "sizeof of this type is not covered");
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

/* sizeof, _Alignof: a constant if libclang finds one, otherwise the size of a variable-length array's expression. */
fc_node *fc_sizes_read(fc_reader *reader, int entry)
{
    const fc_entry *at = fc_reader_entry(reader, entry);
    fc_node *node = fc_reader_add(reader, FC_SIZEOF, entry);
    node->type = fc_types_of_expression(reader, entry);
    if (fc_literals_evaluate(at->cursor, &node->value))
        return node;
    int operand = at->n_children == 1 ? fc_expressions_bare(reader, at->first) : -1;
    const fc_type *type = NULL;
    if (operand >= 0) {
        const fc_entry *of = fc_reader_entry(reader, operand);
        type = fc_types_read(reader, clang_getCursorType(of->cursor), of->cursor);
    }
    if (type && type->size < 0 && type->kind == FC_TYPE_ARRAY)
        fc_node_add_child(node, bytes_of(reader, entry, type));
    else
        fc_reader_fail(reader, at->cursor, "Write the size as a product: n * m * sizeof(double).",
                       "sizeof of a variable-length type's name is not covered");
    return node;
}
