/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Translates statement cursors into statement nodes: one recursive walk. Statements of split statement expressions and
 * `#pragma forecost` lines are inserted before the statement they precede. */
#include "analyzer/frontend/reader/reader.h"

#include "analyzer/frontend/reader/for_parts.h"
#include "support/messages/report.h"

#include <string.h>

static const fc_cursor_entry *at_entry(const fc_reader *reader, int entry)
{
    return fc_reader_entry(reader, entry);
}

/* Ends a node's span with its last part: no statement's span includes the closing ';'. */
static void end_with(fc_node *node, const fc_node *last)
{
    if (last && node->span.end >= 0 && last->span.end > node->span.begin)
        node->span.end = last->span.end;
}

static fc_node *read_pragma(fc_reader *reader, int index)
{
    fc_pragma *pragma = &reader->pragmas.item[index];
    CXFile file = clang_getFile(reader->spans.unit, reader->spans.clang_path);
    CXSourceLocation from = clang_getLocationForOffset(reader->spans.unit, file, (unsigned)pragma->begin);
    CXSourceLocation to = clang_getLocationForOffset(reader->spans.unit, file, (unsigned)pragma->end);
    fc_span span = fc_spans_of_range(&reader->spans, clang_getRange(from, to));
    fc_node *node = fc_program_add_node(reader->program, FC_PRAGMA, span);
    node->text = fc_copy_string(pragma->text);
    pragma->is_used = true;
    if (reader->procedure && !reader->procedure->init_end && strcmp(node->text, "init_end") == 0)
        reader->procedure->init_end = node;
    return node;
}

/* The expansion offset of an entry's start or end in the main file; -1 if in another file or if no pragmas exist. */
static long offset_of(fc_reader *reader, int entry, bool is_end)
{
    if (reader->pragmas.n == 0)
        return -1;
    CXSourceRange range = fc_reader_range(reader, entry);
    CXSourceLocation start = clang_getRangeStart(range);
    fc_point at = fc_spans_expanded(&reader->spans, is_end ? clang_getRangeEnd(range) : start);
    CXFile main_file = clang_getFile(reader->spans.unit, reader->spans.clang_path);
    return at.file && clang_File_isEqual(at.file->handle, main_file) ? at.offset : -1;
}

static void add_pragmas(fc_reader *reader, fc_node *block, long begin, long end)
{
    int index;
    while (begin >= 0 && end >= 0 && (index = fc_pragmas_next(&reader->pragmas, begin, end)) >= 0)
        fc_node_add_child(block, read_pragma(reader, index));
}

static fc_node *read_variable(fc_reader *reader, int entry)
{
    CXCursor cursor = at_entry(reader, entry)->cursor;
    CXCursor value = clang_Cursor_getVarDeclInitializer(cursor);
    int initializer = clang_Cursor_isNull(value) ? -1 : at_entry(reader, entry)->last;
    fc_types_declare(reader, entry, clang_getCursorType(cursor), initializer);
    fc_node *node = fc_reader_add(reader, FC_DECLARE, entry);
    node->symbol = fc_symbols_of(reader, cursor, cursor);
    bool has_value = node->symbol && initializer >= 0;
    fc_node_add_child(node, has_value ? fc_initializer_read(reader, initializer, node->symbol->type) : NULL);
    if (node->symbol && node->symbol->kind == FC_SYMBOL_STATIC)
        node->symbol->initializer = node->child[0];
    return node;
}

/* True for a variable with storage here; `extern int optind;` only refers to one. */
static bool is_variable(const fc_reader *reader, int entry)
{
    return at_entry(reader, entry)->kind == CXCursor_VarDecl &&
           clang_Cursor_getStorageClass(at_entry(reader, entry)->cursor) != CX_SC_Extern;
}

/* Adds one FC_DECLARE for each variable to `block`. */
static void add_declarations(fc_reader *reader, fc_node *block, int entry)
{
    for (int child = at_entry(reader, entry)->first; child >= 0; child = at_entry(reader, child)->next) {
        CXCursor cursor = at_entry(reader, child)->cursor;
        if (at_entry(reader, child)->kind == CXCursor_TypedefDecl)
            fc_types_declare(reader, child, clang_getTypedefDeclUnderlyingType(cursor), -1);
        if (is_variable(reader, child)) {
            size_t first = reader->n_before;
            fc_node *variable = read_variable(reader, child);
            fc_statement_expression_add_statements(reader, block, first, variable);
        }
    }
}

static void add_statement(fc_reader *reader, fc_node *block, int entry)
{
    size_t first = reader->n_before;
    fc_node *statement = fc_statements_read(reader, entry);
    fc_statement_expression_add_statements(reader, block, first, statement);
}

void fc_statements_read_before(fc_reader *reader, int entry, int end)
{
    for (int child = at_entry(reader, entry)->first; child != end; child = at_entry(reader, child)->next) {
        if (at_entry(reader, child)->kind != CXCursor_DeclStmt) {
            fc_statement_expression_prepend(reader, fc_statements_read(reader, child));
            continue;
        }
        for (int part = at_entry(reader, child)->first; part >= 0; part = at_entry(reader, part)->next)
            if (is_variable(reader, part))
                fc_statement_expression_prepend(reader, read_variable(reader, part));
    }
}

static fc_node *read_block(fc_reader *reader, int entry)
{
    fc_node *block = fc_reader_add(reader, FC_BLOCK, entry);
    long before = offset_of(reader, entry, false);
    for (int child = at_entry(reader, entry)->first; child >= 0; child = at_entry(reader, child)->next) {
        add_pragmas(reader, block, before, offset_of(reader, child, false));
        if (at_entry(reader, child)->kind == CXCursor_DeclStmt)
            add_declarations(reader, block, child);
        else
            add_statement(reader, block, child);
    }
    add_pragmas(reader, block, before, offset_of(reader, entry, true));
    return block;
}

/* A declaration in place of a single statement: an FC_DECLARE for one variable, otherwise a block. */
static fc_node *read_declarations(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = at_entry(reader, entry);
    if (at->n_children == 1 && is_variable(reader, at->first))
        return read_variable(reader, at->first);
    fc_node *block = fc_reader_add(reader, FC_BLOCK, entry);
    add_declarations(reader, block, entry);
    return block;
}

fc_node *fc_statements_read_body(fc_reader *reader, int entry)
{
    if (entry < 0)
        return NULL;
    long from = offset_of(reader, at_entry(reader, entry)->parent, false), to = offset_of(reader, entry, false);
    bool has_pragma = from >= 0 && to >= 0 && fc_pragmas_next(&reader->pragmas, from, to) >= 0;
    bool is_block = at_entry(reader, entry)->kind == CXCursor_CompoundStmt;
    if (!has_pragma && (is_block || !fc_statement_expression_needs_split(reader, entry)))
        return fc_statements_read(reader, entry);
    fc_node *block = fc_reader_add(reader, FC_BLOCK, entry);
    add_pragmas(reader, block, from, to);
    add_statement(reader, block, entry);
    end_with(block, block->child[block->n_children - 1]);
    return block;
}

static fc_node *read_expression_statement(fc_reader *reader, int entry)
{
    fc_node *node = fc_reader_add(reader, FC_EVALUATE, entry);
    fc_node_add_child(node, fc_expressions_read(reader, entry));
    return node;
}

static fc_node *read_if(fc_reader *reader, int entry)
{
    fc_node *node = fc_reader_add(reader, FC_IF, entry);
    int condition = at_entry(reader, entry)->first;
    int then = fc_cursor_tree_child(&reader->tree, entry, 1), other = fc_cursor_tree_child(&reader->tree, entry, 2);
    fc_node_add_child(node, fc_expressions_read(reader, condition));
    fc_node_add_child(node, fc_statements_read_body(reader, then));
    fc_node_add_child(node, fc_statements_read_body(reader, other));
    end_with(node, node->child[other >= 0 ? 2 : 1]);
    return node;
}

static fc_node *read_for(fc_reader *reader, int entry)
{
    fc_for_parts parts;
    fc_node *node = fc_reader_add(reader, FC_FOR, entry);
    if (!fc_for_parts_find(&parts, reader, entry))
        return node;
    bool declares = parts.init >= 0 && at_entry(reader, parts.init)->kind == CXCursor_DeclStmt;
    fc_node_add_child(node, parts.init < 0 ? NULL
                            : declares     ? read_declarations(reader, parts.init)
                                           : read_expression_statement(reader, parts.init));
    fc_node_add_child(node, fc_expressions_read(reader, parts.condition));
    fc_node_add_child(node, fc_expressions_read(reader, parts.increment));
    fc_node_add_child(node, fc_statements_read_body(reader, parts.body));
    end_with(node, node->child[3]);
    return node;
}

/* while, switch: the expression, then the body. */
static fc_node *read_headed(fc_reader *reader, int entry, fc_node_kind kind)
{
    fc_node *node = fc_reader_add(reader, kind, entry);
    fc_node_add_child(node, fc_expressions_read(reader, at_entry(reader, entry)->first));
    fc_node_add_child(node, fc_statements_read_body(reader, at_entry(reader, entry)->last));
    end_with(node, node->child[1]);
    return node;
}

static fc_node *read_while(fc_reader *reader, int entry)
{
    const fc_omp_line *directive = fc_omp_directives_find(reader, entry);
    return directive ? fc_omp_directives_read(reader, entry, directive) : read_headed(reader, entry, FC_WHILE);
}

static fc_node *read_do(fc_reader *reader, int entry)
{
    fc_node *node = fc_reader_add(reader, FC_DO, entry);
    fc_node_add_child(node, fc_statements_read_body(reader, at_entry(reader, entry)->first));
    fc_node_add_child(node, fc_expressions_read(reader, at_entry(reader, entry)->last));
    return node;
}

static fc_node *read_case(fc_reader *reader, int entry)
{
    bool is_range = at_entry(reader, entry)->n_children == 3;
    fc_node *node = fc_reader_add(reader, FC_CASE, entry);
    fc_node_add_child(node, fc_expressions_read(reader, at_entry(reader, entry)->first));
    fc_node *body = fc_statements_read_body(reader, at_entry(reader, entry)->last);
    fc_node_add_child(node, body);
    fc_node_add_child(node,
                      is_range ? fc_expressions_read(reader, fc_cursor_tree_child(&reader->tree, entry, 1)) : NULL);
    end_with(node, body);
    return node;
}

static fc_node *read_labeled(fc_reader *reader, int entry, fc_node_kind kind)
{
    fc_node *node = fc_reader_add(reader, kind, entry);
    if (kind == FC_LABEL) {
        node->symbol = fc_symbols_label(reader, at_entry(reader, entry)->cursor);
        bool is_end = strcmp(node->symbol->name, "forecost_init_end") == 0;
        if (is_end && reader->procedure && !reader->procedure->init_end)
            reader->procedure->init_end = node;
    }
    fc_node *block = kind == FC_LABEL ? fc_reader_add(reader, FC_BLOCK, at_entry(reader, entry)->last) : node;
    fc_node_add_child(block, fc_statements_read_body(reader, at_entry(reader, entry)->last));
    end_with(block, block->child[0]);
    if (block != node)
        fc_node_add_child(node, block);
    end_with(node, node->child[0]);
    return node;
}

static fc_node *read_goto(fc_reader *reader, int entry)
{
    fc_node *node = fc_reader_add(reader, FC_GOTO, entry);
    int label = at_entry(reader, entry)->first;
    if (at_entry(reader, entry)->kind == CXCursor_IndirectGotoStmt) {
        fc_node_add_child(node, fc_expressions_read(reader, label));
        return node;
    }
    if (label >= 0)
        node->symbol = fc_symbols_label(reader, clang_getCursorReferenced(at_entry(reader, label)->cursor));
    return node;
}

static bool is_lvalue(const fc_reader *reader, int entry)
{
    CXCursor cursor = at_entry(reader, entry)->cursor;
    switch (at_entry(reader, entry)->kind) {
    case CXCursor_DeclRefExpr:
        return clang_getCursorKind(clang_getCursorReferenced(cursor)) == CXCursor_VarDecl ||
               clang_getCursorKind(clang_getCursorReferenced(cursor)) == CXCursor_ParmDecl;
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
        return true;
    case CXCursor_UnaryOperator:
        return clang_getCursorUnaryOperatorKind(cursor) == CXUnaryOperator_Deref;
    default:
        return false;
    }
}

/* An operand of inline assembly: lvalues are passed by address, since the assembly may write them. */
static fc_node *read_operand(fc_reader *reader, int entry)
{
    int bare = fc_expressions_strip(reader, entry);
    if (!is_lvalue(reader, bare))
        return fc_expressions_read(reader, entry);
    fc_node *address = fc_reader_add(reader, FC_UNARY, entry);
    address->op = FC_OP_ADDRESS;
    address->type = fc_types_pointer(reader, fc_types_of_expression(reader, bare));
    fc_node_add_child(address, fc_expressions_read(reader, bare));
    return address;
}

/* Inline assembly becomes a call of the unknown function `asm`. */
static fc_node *read_assembly(fc_reader *reader, int entry)
{
    fc_node *node = fc_reader_add(reader, FC_EVALUATE, entry);
    fc_node *call = fc_reader_add(reader, FC_CALL, entry);
    fc_node *callee = fc_reader_add(reader, FC_NAME, entry);
    call->type = fc_types_int(reader);
    callee->symbol = fc_symbols_builtin(reader, "asm", call->type);
    callee->type = callee->symbol ? callee->symbol->type : NULL;
    fc_node_add_child(call, callee);
    for (int child = at_entry(reader, entry)->first; child >= 0; child = at_entry(reader, child)->next)
        if (clang_isExpression(at_entry(reader, child)->kind))
            fc_node_add_child(call, read_operand(reader, child));
    fc_node_add_child(node, call);
    return node;
}

static fc_node *read_return(fc_reader *reader, int entry)
{
    fc_node *node = fc_reader_add(reader, FC_RETURN, entry);
    fc_node_add_child(node, fc_expressions_read(reader, at_entry(reader, entry)->first));
    return node;
}

static fc_node *read_empty(fc_reader *reader, int entry)
{
    fc_node *node = fc_reader_add(reader, FC_EMPTY, entry);
    node->span.end = node->span.begin;
    return node;
}

static fc_node *refuse(fc_reader *reader, int entry, const char *what)
{
    fc_reader_fail(reader, at_entry(reader, entry)->cursor, "Write it in standard C, or exclude it from the analysis.",
                   FC_MSG_NOT_SUPPORTED, what);
    return NULL;
}

static fc_node *read_kind(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = at_entry(reader, entry);
    switch (at->kind) {
    case CXCursor_CompoundStmt:
        return read_block(reader, entry);
    case CXCursor_DeclStmt:
        return read_declarations(reader, entry);
    case CXCursor_IfStmt:
        return read_if(reader, entry);
    case CXCursor_ForStmt:
        return read_for(reader, entry);
    case CXCursor_WhileStmt:
        return read_while(reader, entry);
    case CXCursor_SwitchStmt:
        return read_headed(reader, entry, FC_SWITCH);
    case CXCursor_DoStmt:
        return read_do(reader, entry);
    case CXCursor_CaseStmt:
        return read_case(reader, entry);
    case CXCursor_DefaultStmt:
        return read_labeled(reader, entry, FC_DEFAULT);
    case CXCursor_LabelStmt:
        return read_labeled(reader, entry, FC_LABEL);
    case CXCursor_BreakStmt:
        return fc_reader_add(reader, FC_BREAK, entry);
    case CXCursor_ContinueStmt:
        return fc_reader_add(reader, FC_CONTINUE, entry);
    case CXCursor_ReturnStmt:
        return read_return(reader, entry);
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt:
        return read_goto(reader, entry);
    case CXCursor_NullStmt:
        return read_empty(reader, entry);
    case CXCursor_UnexposedStmt: /* an attribute before a statement */
        return at->n_children == 1 ? fc_statements_read(reader, at->first) : refuse(reader, entry, "this statement");
    case CXCursor_GCCAsmStmt:
        return read_assembly(reader, entry);
    default:
        return clang_isExpression(at->kind) ? read_expression_statement(reader, entry)
                                            : refuse(reader, entry, "this statement");
    }
}

fc_node *fc_statements_read(fc_reader *reader, int entry)
{
    fc_node *node = fc_reader_enter(reader, entry) ? read_kind(reader, entry) : NULL;
    fc_reader_leave(reader);
    return node;
}
