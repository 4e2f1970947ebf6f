/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The builtins of <stdatomic.h> (C17 7.17.7): clang's __c11_atomic_...(), gcc's __atomic_...(). Loads, stores and
 * fetch-and-op operations become plain accesses. Exchanges and comparisons become calls with a dynamic result. The cost
 * of atomicity is not counted. */
#include "analyzer/frontend/reader/reader.h"

#include <ctype.h>
#include <string.h>

enum {
    NAME_BYTES = 40 /* more than the longest name */
};

/* Indices of children, in clang's order. */
enum {
    POINTER = 0,
    FIRST_VALUE = 2,
    VALUE_OF_INIT = 1
};

typedef struct atomic {
    char name[NAME_BYTES]; /* without the prefix */
    bool is_gnu;
} atomic;

/* False: the expression is not such a builtin. */
static bool find_name(atomic *out, fc_reader *reader, int entry)
{
    static const char *const prefix[] = {"__c11_atomic_", "__atomic_"};
    fc_point start = fc_reader_spelled(reader, entry);
    if (!start.file || start.offset < 0 || start.offset >= (long)start.file->length)
        return false;
    const char *at = start.file->text + start.offset;
    size_t left = start.file->length - (size_t)start.offset, n = 0;
    for (int i = 0; i < 2; i++) {
        size_t skip = strlen(prefix[i]);
        if (left <= skip || strncmp(at, prefix[i], skip) != 0)
            continue;
        out->is_gnu = i == 1;
        for (at += skip, left -= skip;
             n < left && n + 1 < NAME_BYTES && (isalnum((unsigned char)at[n]) || at[n] == '_');)
            n++;
        memcpy(out->name, at, n);
        out->name[n] = '\0';
        return n > 0;
    }
    return false;
}

/* The object that a pointer designates, as an lvalue. */
static fc_node *read_object(fc_reader *reader, int pointer)
{
    int bare = fc_expressions_strip(reader, pointer);
    const fc_cursor_entry *at = fc_reader_entry(reader, bare);
    if (at->kind == CXCursor_UnaryOperator && clang_getCursorUnaryOperatorKind(at->cursor) == CXUnaryOperator_AddrOf)
        return fc_expressions_read(reader, fc_expressions_strip(reader, at->last));
    const fc_type *type = fc_types_of_expression(reader, pointer);
    fc_node *place = fc_reader_add(reader, FC_UNARY, pointer);
    place->op = FC_OP_DEREFERENCE;
    place->type = type ? type->of : NULL;
    fc_node_add_child(place, fc_expressions_read(reader, pointer));
    return place;
}

static int child_of(fc_reader *reader, int entry, int number)
{
    return fc_cursor_tree_child(&reader->tree, entry, number);
}

/* object op= value */
static fc_node *read_change(fc_reader *reader, int entry, fc_operator op, int value)
{
    fc_node *node = fc_reader_add(reader, FC_ASSIGN, entry);
    fc_node *object = read_object(reader, child_of(reader, entry, POINTER));
    node->op = op;
    node->type = object ? object->type : NULL;
    fc_node_add_child(node, object);
    if (object && object->type)
        fc_node_add_child(node, fc_expressions_converted(reader, value, object->type));
    if (op != FC_OP_NONE)
        node->compute_type = node->type;
    return node;
}

/* A call of an unknown function that costs one instruction; the objects of its pointers are dynamic afterwards. */
static fc_node *read_call(fc_reader *reader, int entry)
{
    fc_node *call = fc_reader_add(reader, FC_CALL, entry), *callee = fc_reader_add(reader, FC_NAME, entry);
    call->type = fc_types_of_expression(reader, entry);
    callee->symbol = fc_symbols_builtin(reader, "__builtin_atomic", call->type);
    callee->type = callee->symbol ? callee->symbol->type : NULL;
    fc_node_add_child(call, callee);
    int child = fc_reader_entry(reader, entry)->first;
    for (; child >= 0; child = fc_reader_entry(reader, child)->next)
        fc_node_add_child(call, fc_expressions_read(reader, child));
    return call;
}

/* The operator in "fetch_add" and "add_fetch"; FC_OP_NONE: another name. */
static fc_operator operator_of(const char *name, bool *gives_new)
{
    static const struct {
        const char *name;
        fc_operator op;
    } table[] = {{"add", FC_OP_ADD},
                 {"sub", FC_OP_SUBTRACT},
                 {"and", FC_OP_BIT_AND},
                 {"or", FC_OP_BIT_OR},
                 {"xor", FC_OP_BIT_XOR}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t length = strlen(table[i].name);
        *gives_new = strncmp(name, table[i].name, length) == 0 && strcmp(name + length, "_fetch") == 0;
        if (*gives_new || (strncmp(name, "fetch_", 6) == 0 && strcmp(name + 6, table[i].name) == 0))
            return table[i].op;
    }
    return FC_OP_NONE;
}

/* True if the expression is a statement in a block, so its value is unused. */
static bool is_for_effect(fc_reader *reader, int entry)
{
    int parent = fc_reader_entry(reader, entry)->parent;
    while (fc_expressions_strip(reader, parent) == entry &&
           fc_reader_entry(reader, parent)->kind != CXCursor_CompoundStmt)
        parent = fc_reader_entry(reader, parent)->parent;
    return fc_reader_entry(reader, parent)->kind == CXCursor_CompoundStmt;
}

/* fetch_add of a constant -> (object += value) - value. */
static fc_node *read_old(fc_reader *reader, int entry, fc_operator op, int value)
{
    fc_node *node = fc_reader_add(reader, FC_BINARY, entry);
    node->op = op == FC_OP_ADD ? FC_OP_SUBTRACT : FC_OP_ADD;
    node->type = fc_types_of_expression(reader, entry);
    fc_node_add_child(node, read_change(reader, entry, op, value));
    fc_node_add_child(node, fc_expressions_read(reader, value));
    return node;
}

static fc_node *read_operation(fc_reader *reader, int entry, fc_operator op, bool gives_new)
{
    int value = child_of(reader, entry, FIRST_VALUE);
    const fc_cursor_entry *at = value >= 0 ? fc_reader_entry(reader, fc_expressions_strip(reader, value)) : NULL;
    bool is_constant = at && at->kind == CXCursor_IntegerLiteral;
    const fc_type *type = fc_types_of_expression(reader, entry);
    if (value < 0 || !type || (type->kind != FC_TYPE_INTEGER && type->kind != FC_TYPE_BOOL))
        return read_call(reader, entry);
    if (gives_new || is_for_effect(reader, entry))
        return read_change(reader, entry, op, value);
    return is_constant && (op == FC_OP_ADD || op == FC_OP_SUBTRACT) ? read_old(reader, entry, op, value)
                                                                    : read_call(reader, entry);
}

fc_node *fc_atomics_read(fc_reader *reader, int entry)
{
    atomic of;
    bool gives_new;
    if (!find_name(&of, reader, entry))
        return NULL;
    if (strcmp(of.name, of.is_gnu ? "load_n" : "load") == 0)
        return read_object(reader, child_of(reader, entry, POINTER));
    if (strcmp(of.name, of.is_gnu ? "store_n" : "store") == 0)
        return read_change(reader, entry, FC_OP_NONE, child_of(reader, entry, FIRST_VALUE));
    if (!of.is_gnu && strcmp(of.name, "init") == 0)
        return read_change(reader, entry, FC_OP_NONE, child_of(reader, entry, VALUE_OF_INIT));
    fc_operator op = operator_of(of.name, &gives_new);
    return op != FC_OP_NONE ? read_operation(reader, entry, op, gives_new) : read_call(reader, entry);
}
