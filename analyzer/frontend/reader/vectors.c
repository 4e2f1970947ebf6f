/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vector types of gcc and clang (vector_size), and the load and store functions of <immintrin.h>. Its other functions
 * are external functions, known by name (analyzer/effects/library.c). */
#include "analyzer/frontend/reader/reader.h"

#include <string.h>

static fc_node *add_parts(fc_reader *reader, int first)
{
    int next = fc_reader_entry(reader, first)->next;
    if (next < 0)
        return fc_expressions_read(reader, first);
    fc_node *comma = fc_reader_add(reader, FC_COMMA, first);
    fc_node_add_child(comma, fc_expressions_read(reader, first));
    fc_node *rest = add_parts(reader, next);
    fc_node_add_child(comma, rest);
    comma->type = rest ? rest->type : NULL;
    return comma;
}

fc_node *fc_vectors_compose(fc_reader *reader, int entry, const fc_type *type)
{
    int first = fc_reader_entry(reader, entry)->first;
    fc_node *whole = fc_reader_add(reader, FC_CAST, entry);
    whole->type = type;
    if (first >= 0) {
        fc_node_add_child(whole, add_parts(reader, first));
        return whole;
    }
    fc_node *zero = fc_reader_add(reader, FC_INTEGER, entry);
    zero->type = fc_types_int(reader);
    fc_node_add_child(whole, zero);
    return whole;
}

/* A cast to `T *`; the caller adds the operand. */
static fc_node *new_pointer_cast(fc_reader *reader, int entry, const fc_type *to)
{
    fc_node *cast = fc_reader_add(reader, FC_CAST, entry);
    cast->type = fc_types_pointer(reader, to);
    return cast;
}

fc_node *fc_vectors_element(fc_reader *reader, int entry, int vector, int index)
{
    fc_node *node = fc_reader_add(reader, FC_INDEX, entry);
    node->type = fc_types_of_expression(reader, entry);
    fc_node *pointer = new_pointer_cast(reader, vector, node->type), *address = fc_reader_add(reader, FC_UNARY, vector);
    address->op = FC_OP_ADDRESS;
    address->type = fc_types_pointer(reader, fc_types_of_expression(reader, vector));
    fc_node_add_child(address, fc_expressions_read(reader, fc_expressions_strip(reader, vector)));
    fc_node_add_child(pointer, address);
    fc_node_add_child(node, pointer);
    fc_node_add_child(node, fc_expressions_read(reader, index));
    return node;
}

/* *(T *)pointer */
static fc_node *read_dereference(fc_reader *reader, int pointer, const fc_type *type)
{
    fc_node *place = fc_reader_add(reader, FC_UNARY, pointer);
    place->op = FC_OP_DEREFERENCE;
    place->type = type;
    fc_node *cast = new_pointer_cast(reader, pointer, type);
    fc_node_add_child(place, cast);
    fc_node_add_child(cast, fc_expressions_read(reader, fc_expressions_strip(reader, pointer)));
    return place;
}

/* True for names like "_mm_load_pd" (what: "load") and "_mm256_storeu_si256" ("store"). */
static bool is_whole_access(const char *name, const char *what)
{
    const char *at = strncmp(name, "_mm", 3) == 0 ? strchr(name + 3, '_') : NULL;
    if (!at || strncmp(at + 1, what, strlen(what)) != 0)
        return false;
    at += 1 + strlen(what);
    at += *at == 'u';
    return strcmp(at, "_pd") == 0 || strcmp(at, "_ps") == 0 || strncmp(at, "_si", 3) == 0 ||
           strncmp(at, "_epi", 4) == 0;
}

static bool is_access(fc_reader *reader, int call, const char *what)
{
    CXString name = clang_getCursorSpelling(fc_reader_entry(reader, call)->cursor);
    bool found = is_whole_access(clang_getCString(name), what);
    clang_disposeString(name);
    return found;
}

fc_node *fc_vectors_access(fc_reader *reader, int entry)
{
    int n = fc_reader_entry(reader, entry)->n_children - 1;
    int pointer = fc_cursor_tree_child(&reader->tree, entry, 1),
        value = n == 2 ? fc_cursor_tree_child(&reader->tree, entry, 2) : -1;
    const fc_type *type = n == 1 || n == 2 ? fc_types_of_expression(reader, n == 1 ? entry : value) : NULL;
    if (!type || !fc_type_is_vector(type) || !is_access(reader, entry, n == 1 ? "load" : "store"))
        return NULL;
    if (n == 1)
        return read_dereference(reader, pointer, type);
    fc_node *node = fc_reader_add(reader, FC_ASSIGN, entry);
    node->type = type;
    fc_node_add_child(node, read_dereference(reader, pointer, type));
    fc_node_add_child(node, fc_expressions_read(reader, value));
    return node;
}
