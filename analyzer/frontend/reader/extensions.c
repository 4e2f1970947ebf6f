/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions whose structure libclang does not expose: generic selections, a ?: b, parts of complex numbers, &&label.
 */
#include "analyzer/frontend/reader/reader.h"

#include "analyzer/model/properties/irregular_flow.h"
#include "support/messages/report.h"

#include <string.h>

static void refuse(fc_reader *reader, int entry, const char *what)
{
    fc_reader_fail(reader, fc_reader_entry(reader, entry)->cursor,
                   "Write it in standard C, or exclude it from the analysis.", FC_MSG_NOT_SUPPORTED, what);
}

/* ---- _Generic ---- */

static bool is_of_type(fc_reader *reader, int entry, CXType type)
{
    CXType own = clang_getCanonicalType(clang_getCursorType(fc_reader_entry(reader, entry)->cursor));
    return clang_equalTypes(clang_getUnqualifiedType(own), clang_getUnqualifiedType(type));
}

/* The one association whose expression has the selection's type; -1: none or several. */
static int only_match(fc_reader *reader, int entry, int first)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(fc_reader_entry(reader, entry)->cursor));
    int found = -1;
    for (int child = first; child >= 0; child = fc_reader_entry(reader, child)->next) {
        if (!clang_isExpression(fc_reader_entry(reader, child)->kind) || !is_of_type(reader, child, type))
            continue;
        if (found >= 0)
            return -1;
        found = child;
    }
    return found;
}

fc_node *fc_extensions_generic(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    int match = at->first < 0 ? -1 : only_match(reader, entry, fc_reader_entry(reader, at->first)->next);
    if (match < 0 && at->first >= 0)
        match = fc_generic_selection_find(reader, entry);
    long value;
    if (match >= 0)
        return fc_expressions_read(reader, match);
    if (!fc_literals_evaluate(at->cursor, &value)) {
        refuse(reader, entry, "a _Generic with several associations of the same type");
        return NULL;
    }
    fc_node *node = fc_reader_add(reader, FC_INTEGER, entry);
    node->value = value;
    node->type = fc_types_of_expression(reader, entry);
    return node;
}

/* ---- a ?: b ---- */

static fc_node *name_of(fc_reader *reader, int entry, fc_symbol *symbol)
{
    fc_node *name = fc_reader_add(reader, FC_NAME, entry);
    name->symbol = symbol;
    name->type = symbol->type;
    return name;
}

/* a ?: b -> (middle = a) ? middle : b */
fc_node *fc_extensions_omitted_operand(fc_reader *reader, int entry)
{
    int first = fc_reader_entry(reader, entry)->first, last = fc_reader_entry(reader, entry)->last;
    if (!reader->procedure || !fc_types_of_expression(reader, first)) {
        refuse(reader, entry, "a ?: b outside of procedures");
        return NULL;
    }
    fc_node *node = fc_reader_add(reader, FC_CONDITIONAL, entry);
    node->op = FC_OP_OR;
    node->type = fc_types_of_expression(reader, entry);
    fc_node *assignment = fc_reader_add(reader, FC_ASSIGN, first);
    fc_symbol *middle = fc_symbols_middle(reader, first);
    assignment->type = middle->type;
    fc_node_add_child(assignment, name_of(reader, first, middle));
    fc_node_add_child(assignment, fc_expressions_read(reader, first));
    fc_node_add_child(node, assignment);
    fc_node_add_child(node, name_of(reader, first, middle));
    fc_node_add_child(node, fc_expressions_read(reader, last));
    fc_statement_expression_hoist_variable(reader, node->child[1]);
    return node;
}

/* ---- __real__, __imag__ ---- */

/* *f(&z) with the unknown function FC_COMPLEX_PART: a number in memory whose value is dynamic. */
fc_node *fc_extensions_complex_part(fc_reader *reader, int entry)
{
    int operand = fc_reader_entry(reader, entry)->last;
    const fc_type *type = fc_types_of_expression(reader, entry), *whole = fc_types_of_expression(reader, operand);
    if (!type || !whole)
        return NULL;
    fc_node *node = fc_reader_add(reader, FC_UNARY, entry);
    node->op = FC_OP_DEREFERENCE;
    node->type = type;
    fc_node *call = fc_reader_add(reader, FC_CALL, entry), *callee = fc_reader_add(reader, FC_NAME, entry);
    call->type = fc_types_pointer(reader, type);
    callee->symbol = fc_symbols_builtin(reader, FC_COMPLEX_PART, call->type);
    callee->type = callee->symbol ? callee->symbol->type : NULL;
    fc_node *address = fc_reader_add(reader, FC_UNARY, operand);
    address->op = FC_OP_ADDRESS;
    address->type = fc_types_pointer(reader, whole);
    fc_node_add_child(address, fc_expressions_read(reader, operand));
    fc_node_add_child(call, callee);
    fc_node_add_child(call, address);
    fc_node_add_child(node, call);
    return node;
}

/* ---- &&label ---- */

/* FC_LABEL_ADDRESS("label"). */
fc_node *fc_extensions_label_address(fc_reader *reader, int entry)
{
    const fc_type *type = fc_types_of_expression(reader, entry);
    int label = fc_reader_entry(reader, entry)->first;
    if (!type || label < 0) {
        refuse(reader, entry, "the address of a label");
        return NULL;
    }
    fc_node *call = fc_reader_add(reader, FC_CALL, entry), *callee = fc_reader_add(reader, FC_NAME, entry);
    fc_node *name = fc_reader_add(reader, FC_STRING, entry);
    call->type = name->type = type;
    callee->symbol = fc_symbols_builtin(reader, FC_LABEL_ADDRESS, type);
    callee->type = callee->symbol ? callee->symbol->type : NULL;
    CXString spelling = clang_getCursorSpelling(fc_reader_entry(reader, label)->cursor);
    name->text = fc_copy_string(clang_getCString(spelling));
    name->text_length = strlen(name->text);
    clang_disposeString(spelling);
    fc_node_add_child(call, callee);
    fc_node_add_child(call, name);
    return call;
}
