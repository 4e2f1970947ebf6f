/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/reader/reader.h"

#include "analyzer/frontend/reader/for_parts.h"
#include "support/messages/frontend.h"

#include <stdlib.h>
#include <string.h>

/* Translates GNU statement expressions `({ ... })`, as in assert(), MIN() and MAX(). A simple one holds only
 * expressions, if statements and scalar variables: it becomes a comma expression, its variables declared at the top of
 * the procedure. Any other is split: its statements run before the enclosing statement, its last expression stays. */

static fc_node *read_statement(fc_reader *reader, int entry);

static fc_node *refuse(fc_reader *reader, int entry)
{
    fc_reader_fail(reader, fc_reader_entry(reader, entry)->cursor, "Replace it by a function.",
                   FC_MSG_STATEMENT_EXPRESSION_LOOPS_RECORDS_ARRAYS);
    return NULL;
}

/* "(void)0" */
static fc_node *empty_expression(fc_reader *reader, int entry, const fc_type *type)
{
    fc_node *cast = fc_reader_add(reader, FC_CAST, entry);
    fc_node *zero = fc_reader_add(reader, FC_INTEGER, entry);
    zero->type = fc_types_int(reader);
    cast->type = type;
    fc_node_add_child(cast, zero);
    return cast;
}

static const fc_type *void_type(fc_reader *reader)
{
    fc_type model = {.kind = FC_TYPE_VOID, .size = -1, .length = -1};
    return fc_program_add_type(reader->program, &model);
}

/* { a; b; c; } from the entry `first` on -> a, (b, c) */
static fc_node *read_sequence(fc_reader *reader, int block, int first)
{
    if (first < 0)
        return empty_expression(reader, block, void_type(reader));
    int next = fc_reader_entry(reader, first)->next;
    if (next < 0)
        return read_statement(reader, first);
    fc_node *comma = fc_reader_add(reader, FC_COMMA, first);
    fc_node_add_child(comma, read_statement(reader, first));
    fc_node *rest = read_sequence(reader, block, next);
    fc_node_add_child(comma, rest);
    comma->type = rest ? rest->type : NULL;
    return comma;
}

/* int b = a; -> b = a. A variable without an initializer gives (void)0. */
static fc_node *read_variable(fc_reader *reader, int entry)
{
    CXCursor cursor = fc_reader_entry(reader, entry)->cursor;
    fc_symbol *symbol = fc_symbols_of(reader, cursor, cursor);
    int value = fc_reader_entry(reader, entry)->last;
    bool scalar = symbol && symbol->kind == FC_SYMBOL_LOCAL && symbol->type && symbol->type->kind != FC_TYPE_ARRAY &&
                  symbol->type->kind != FC_TYPE_RECORD;
    if (!scalar || clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(cursor)))
        return scalar ? empty_expression(reader, entry, void_type(reader)) : refuse(reader, entry);
    fc_node *assignment = fc_reader_add(reader, FC_ASSIGN, entry);
    fc_node *name = fc_reader_add(reader, FC_NAME, entry);
    name->symbol = symbol;
    name->type = assignment->type = symbol->type;
    fc_node_add_child(assignment, name);
    fc_node_add_child(assignment, fc_initializer_read(reader, value, symbol->type));
    fc_statement_expression_hoist_variable(reader, name);
    return assignment;
}

/* int b = a, d = c; -> b = a, d = c, from the entry `first` on. */
static fc_node *read_variables(fc_reader *reader, int first)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, first);
    if (at->kind != CXCursor_VarDecl)
        return refuse(reader, first);
    int next = at->next;
    if (next < 0)
        return read_variable(reader, first);
    fc_node *comma = fc_reader_add(reader, FC_COMMA, first);
    fc_node_add_child(comma, read_variable(reader, first));
    fc_node *rest = read_variables(reader, next);
    fc_node_add_child(comma, rest);
    comma->type = rest ? rest->type : NULL;
    return comma;
}

static fc_node *read_statement(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    if (at->kind == CXCursor_DeclStmt)
        return at->first >= 0 ? read_variables(reader, at->first) : refuse(reader, entry);
    if (at->kind == CXCursor_NullStmt)
        return empty_expression(reader, entry, void_type(reader));
    if (at->kind == CXCursor_IfStmt) {
        /* if (c) a; else b; -> c ? a : b, of type void */
        int then = fc_cursor_tree_child(&reader->tree, entry, 1), other = fc_cursor_tree_child(&reader->tree, entry, 2);
        fc_node *node = fc_reader_add(reader, FC_CONDITIONAL, entry);
        node->type = void_type(reader);
        fc_node_add_child(node, fc_expressions_read(reader, fc_reader_entry(reader, entry)->first));
        fc_node_add_child(node, read_statement(reader, then));
        fc_node_add_child(node,
                          other >= 0 ? read_statement(reader, other) : empty_expression(reader, entry, node->type));
        return node;
    }
    if (at->kind == CXCursor_CompoundStmt)
        return read_sequence(reader, entry, at->first);
    return clang_isExpression(at->kind) ? fc_expressions_read(reader, entry) : refuse(reader, entry);
}

/* ---- split ---- */

/* True if read_statement() can translate the entry, which contains no statement expression that must be split. */
static bool is_simple(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    bool is_list = at->kind == CXCursor_CompoundStmt || at->kind == CXCursor_DeclStmt || at->kind == CXCursor_IfStmt;
    if (at->kind == CXCursor_VarDecl) {
        enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(at->cursor)).kind;
        return kind != CXType_Record && kind != CXType_ConstantArray && kind != CXType_VariableArray &&
               !fc_statement_expression_needs_split(reader, entry);
    }
    for (int child = at->first; is_list && child >= 0; child = fc_reader_entry(reader, child)->next)
        if (!is_simple(reader, child))
            return false;
    return is_list || at->kind == CXCursor_NullStmt ||
           (clang_isExpression(at->kind) && !fc_statement_expression_needs_split(reader, entry));
}

static bool is_loop(enum CXCursorKind kind)
{
    return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt;
}

/* Operators with a sequence point after the first operand (C17 6.5.13 to 6.5.17): the rest runs later or never. */
static bool sequences_first_operand(const fc_cursor_entry *at)
{
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(at->cursor);
    return at->kind == CXCursor_ConditionalOperator || op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr ||
           op == CXBinaryOperator_Comma;
}

/* True for the init part of a for loop, which runs once and first. With several variables a later one may use an
 * earlier one, so they are excluded. */
static bool is_loop_init(fc_reader *reader, int loop, int part)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, part);
    fc_for_parts parts;
    return fc_reader_entry(reader, loop)->kind == CXCursor_ForStmt && fc_for_parts_find(&parts, reader, loop) &&
           part == parts.init && (at->kind != CXCursor_DeclStmt || at->n_children == 1);
}

/* True if the enclosing statement evaluates the entry exactly once and nothing of its own before. */
static bool runs_once(fc_reader *reader, int entry)
{
    int part = entry, whole = fc_reader_entry(reader, part)->parent;
    const fc_cursor_entry *at = fc_reader_entry(reader, whole);
    while (!clang_isStatement(at->kind) || at->kind == CXCursor_StmtExpr) {
        if (at->parent < 0 || (sequences_first_operand(at) && at->first != part))
            return false;
        part = whole;
        whole = at->parent;
        at = fc_reader_entry(reader, whole);
    }
    if (at->kind == CXCursor_DeclStmt) /* maybe a loop's init part */
        return at->parent < 0 || !is_loop(fc_reader_entry(reader, at->parent)->kind) ||
               is_loop_init(reader, at->parent, whole);
    return !is_loop(at->kind) || part == (at->kind == CXCursor_DoStmt ? at->first : at->last) ||
           is_loop_init(reader, whole, part);
}

bool fc_statement_expression_needs_split(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    if (at->kind == CXCursor_StmtExpr)
        return at->first >= 0 && !is_simple(reader, at->first);
    bool found = false;
    for (int child = at->first; child >= 0 && !found; child = fc_reader_entry(reader, child)->next)
        found = fc_statement_expression_needs_split(reader, child);
    return found;
}

void fc_statement_expression_add_statements(fc_reader *reader, fc_node *block, size_t first, fc_node *statement)
{
    for (size_t i = first; i < reader->n_before; i++)
        fc_node_add_child(block, reader->before[i]);
    reader->n_before = first;
    fc_node_add_child(block, statement);
}

void fc_statement_expression_prepend(fc_reader *reader, fc_node *statement)
{
    reader->before = fc_grow(reader->before, &reader->before_capacity, reader->n_before + 1, sizeof *reader->before);
    reader->before[reader->n_before++] = statement;
    reader->is_apart = true;
}

/* Puts the block's statements before the enclosing statement; returns its last expression, the value. */
static fc_node *split(fc_reader *reader, int block)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, block);
    bool has_value = at->last >= 0 && clang_isExpression(fc_reader_entry(reader, at->last)->kind);
    fc_statements_read_before(reader, block, has_value ? at->last : -1);
    return has_value ? fc_expressions_read(reader, at->last) : empty_expression(reader, block, void_type(reader));
}

fc_node *fc_statement_expression_read(fc_reader *reader, int entry)
{
    int block = fc_reader_entry(reader, entry)->first;
    if (block < 0 || !reader->procedure)
        return refuse(reader, entry);
    if (is_simple(reader, block))
        return read_statement(reader, block);
    return runs_once(reader, entry) ? split(reader, block) : refuse(reader, entry);
}

/* ---- numbers ---- */

typedef struct nodes {
    fc_node **node;
    size_t n, capacity;
} nodes;

static void add_walk(nodes *walk, fc_node *node)
{
    walk->node = fc_grow(walk->node, &walk->capacity, walk->n + 1, sizeof *walk->node);
    walk->node[walk->n++] = node;
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            add_walk(walk, node->child[i]);
}

static int by_number(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

void fc_statement_expression_renumber(fc_reader *reader, fc_node *body)
{
    nodes walk = {0};
    if (reader->is_apart && reader->status == FC_OK)
        add_walk(&walk, body);
    int *id = fc_allocate(walk.n, sizeof *id);
    for (size_t i = 0; i < walk.n; i++)
        id[i] = walk.node[i]->id;
    if (walk.n)
        qsort(id, walk.n, sizeof *id, by_number);
    for (size_t i = 0; i < walk.n; i++) {
        walk.node[i]->id = id[i];
        reader->program->node[id[i]] = walk.node[i];
    }
    free(id);
    free(walk.node);
    reader->is_apart = false;
}

/* ---- variables ---- */

void fc_statement_expression_hoist_variable(fc_reader *reader, const fc_node *name)
{
    reader->hoisted =
        fc_grow(reader->hoisted, &reader->hoisted_capacity, reader->n_hoisted + 1, sizeof *reader->hoisted);
    reader->hoisted[reader->n_hoisted++] = name;
}

void fc_statement_expression_declare_variables(fc_reader *reader, fc_node *body)
{
    for (size_t i = 0; body && i < reader->n_hoisted; i++) {
        fc_node *declaration = fc_program_add_node(reader->program, FC_DECLARE, reader->hoisted[i]->span);
        declaration->symbol = reader->hoisted[i]->symbol;
        fc_node_add_child(declaration, NULL);
        fc_node_add_child(body, declaration);
        memmove(&body->child[1], body->child, (size_t)(body->n_children - 1) * sizeof *body->child);
        body->child[0] = declaration;
    }
    reader->n_hoisted = 0;
}
