/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that are read as calls of functions that later passes follow. Those that read the standard input without naming
 * it: scanf(format, ...) is fscanf(stdin, format, ...), and getchar() is getc(stdin) (C17 7.21.6.4, 7.21.7.6). Those
 * that copy a string (POSIX): strdup(s) is strcpy(malloc(strlen(s) + 1), s), and strndup(s, n) is
 * strncat(calloc(n + 1, 1), s, n). */
#include "analyzer/frontend/reader/reader.h"

#include <string.h>

typedef struct named {
    const char *name;
    CXCursor found;
} named;

static enum CXChildVisitResult match(CXCursor cursor, CXCursor parent, CXClientData data)
{
    named *of = data;
    (void)parent;
    CXString spelling = clang_getCursorSpelling(cursor);
    bool is_it = strcmp(clang_getCString(spelling), of->name) == 0;
    clang_disposeString(spelling);
    if (is_it)
        of->found = cursor;
    return is_it ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* The declaration at file scope; NULL: none. */
static fc_symbol *declared(fc_reader *reader, const char *name, CXCursor where)
{
    named of = {name, clang_getNullCursor()};
    clang_visitChildren(clang_getTranslationUnitCursor(reader->spans.unit), match, &of);
    return clang_Cursor_isNull(of.found) ? NULL : fc_symbols_of(reader, of.found, where);
}

static fc_node *add_name(fc_reader *reader, int entry, fc_symbol *symbol)
{
    fc_node *name = fc_reader_add(reader, FC_NAME, entry);
    name->symbol = symbol;
    name->type = symbol->type;
    return name;
}

static fc_node *add_call(fc_reader *reader, int entry, fc_symbol *function)
{
    fc_node *call = fc_reader_add(reader, FC_CALL, entry);
    call->type = function->type->of;
    fc_node_add_child(call, add_name(reader, entry, function));
    return call;
}

/* The entry of an argument, counted from 1. */
static int argument(fc_reader *reader, int entry, int number)
{
    return fc_cursor_tree_child(&reader->tree, entry, number);
}

/* ---- the standard input ---- */

/* with_stream: the function that does the same with a stream. */
static fc_node *read_input(fc_reader *reader, int entry, const char *with_stream)
{
    CXCursor where = fc_reader_entry(reader, entry)->cursor;
    fc_symbol *function = declared(reader, with_stream, where);
    fc_symbol *stream = function ? declared(reader, "stdin", where) : NULL;
    if (!stream)
        return NULL;
    fc_node *call = add_call(reader, entry, function);
    fc_node_add_child(call, add_name(reader, entry, stream));
    int child = fc_reader_entry(reader, fc_reader_entry(reader, entry)->first)->next;
    for (; child >= 0; child = fc_reader_entry(reader, child)->next)
        fc_node_add_child(call, fc_expressions_read(reader, child));
    return call;
}

/* ---- copies of strings ---- */

/* Evaluating the expression twice does more than once. */
static bool has_effects(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    enum CXUnaryOperatorKind step =
        at->kind == CXCursor_UnaryOperator ? clang_getCursorUnaryOperatorKind(at->cursor) : CXUnaryOperator_Invalid;
    bool sets =
        at->kind == CXCursor_BinaryOperator && clang_getCursorBinaryOperatorKind(at->cursor) == CXBinaryOperator_Assign;
    bool has = sets || at->kind == CXCursor_CompoundAssignOperator || at->kind == CXCursor_CallExpr ||
               at->kind == CXCursor_StmtExpr || (step >= CXUnaryOperator_PostInc && step <= CXUnaryOperator_PreDec);
    for (int child = at->first; child >= 0 && !has; child = fc_reader_entry(reader, child)->next)
        has = has_effects(reader, child);
    return has;
}

static fc_node *add_integer(fc_reader *reader, int entry, const fc_type *type, long value)
{
    fc_node *node = fc_reader_add(reader, FC_INTEGER, entry);
    node->type = type;
    node->value = value;
    return node;
}

/* A sum, whose first summand is still to be added. Parents have lower ids than their children. */
static fc_node *add_sum(fc_reader *reader, int entry, const fc_type *type)
{
    fc_node *sum = fc_reader_add(reader, FC_BINARY, entry);
    sum->op = FC_OP_ADD;
    sum->type = type;
    return sum;
}

/* The expression again, or the variable that keeps its value. */
static fc_node *value_of(fc_reader *reader, int entry, fc_symbol *kept)
{
    return kept ? add_name(reader, entry, kept) : fc_expressions_read(reader, entry);
}

/* kept = s, and an operand that is still to be added */
static fc_node *keep(fc_reader *reader, int text, fc_symbol *kept)
{
    fc_node *comma = fc_reader_add(reader, FC_COMMA, text), *set = fc_reader_add(reader, FC_ASSIGN, text);
    fc_node *name = add_name(reader, text, kept);
    comma->type = set->type = kept->type;
    fc_node_add_child(set, name);
    fc_node_add_child(set, fc_expressions_read(reader, text));
    fc_node_add_child(comma, set);
    fc_statement_expression_hoist_variable(reader, name);
    return comma;
}

/* strcpy(malloc(strlen(s) + 1), s) */
static fc_node *read_copy(fc_reader *reader, int entry)
{
    CXCursor where = fc_reader_entry(reader, entry)->cursor;
    fc_symbol *copy = declared(reader, "strcpy", where), *length = declared(reader, "strlen", where);
    fc_symbol *allocate = declared(reader, "malloc", where);
    int text = argument(reader, entry, 1);
    bool keeps = text >= 0 && has_effects(reader, text);
    if (!copy || !length || !allocate || text < 0 || (keeps && !reader->procedure))
        return NULL;
    fc_symbol *kept = keeps ? fc_symbols_middle(reader, text) : NULL;
    fc_node *comma = kept ? keep(reader, text, kept) : NULL;
    fc_node *call = add_call(reader, entry, copy), *block = add_call(reader, entry, allocate);
    fc_node *sum = add_sum(reader, entry, length->type->of), *bytes = add_call(reader, entry, length);
    fc_node_add_child(bytes, value_of(reader, text, kept));
    fc_node_add_child(sum, bytes);
    fc_node_add_child(sum, add_integer(reader, entry, sum->type, 1));
    fc_node_add_child(block, sum);
    fc_node_add_child(call, block);
    fc_node_add_child(call, value_of(reader, text, kept));
    if (comma)
        fc_node_add_child(comma, call);
    return comma ? comma : call;
}

/* strncat(calloc(n + 1, 1), s, n) */
static fc_node *read_bounded_copy(fc_reader *reader, int entry)
{
    CXCursor where = fc_reader_entry(reader, entry)->cursor;
    fc_symbol *copy = declared(reader, "strncat", where), *allocate = declared(reader, "calloc", where);
    int text = argument(reader, entry, 1), most = argument(reader, entry, 2);
    const fc_type *type = most >= 0 ? fc_types_of_expression(reader, most) : NULL;
    if (!copy || !allocate || !type || has_effects(reader, most))
        return NULL;
    fc_node *call = add_call(reader, entry, copy), *block = add_call(reader, entry, allocate);
    fc_node *sum = add_sum(reader, entry, type);
    fc_node_add_child(sum, fc_expressions_read(reader, most));
    fc_node_add_child(sum, add_integer(reader, entry, type, 1));
    fc_node_add_child(block, sum);
    fc_node_add_child(block, add_integer(reader, entry, type, 1));
    fc_node_add_child(call, block);
    fc_node_add_child(call, fc_expressions_read(reader, text));
    fc_node_add_child(call, fc_expressions_read(reader, most));
    return call;
}

fc_node *fc_equivalent_calls_read(fc_reader *reader, int entry)
{
    CXCursor callee = clang_getCursorReferenced(fc_reader_entry(reader, entry)->cursor);
    if (clang_Cursor_isNull(callee) || !clang_Location_isInSystemHeader(clang_getCursorLocation(callee)))
        return NULL;
    CXString spelling = clang_getCursorSpelling(callee);
    const char *name = clang_getCString(spelling);
    fc_node *read = strcmp(name, "scanf") == 0     ? read_input(reader, entry, "fscanf")
                    : strcmp(name, "getchar") == 0 ? read_input(reader, entry, "getc")
                    : strcmp(name, "strdup") == 0  ? read_copy(reader, entry)
                    : strcmp(name, "strndup") == 0 ? read_bounded_copy(reader, entry)
                                                   : NULL;
    clang_disposeString(spelling);
    return read;
}
