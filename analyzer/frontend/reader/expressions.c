/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Translates expression cursors into expression nodes: one recursive walk, a dispatch on the cursor's kind. */
#include "analyzer/frontend/reader/reader.h"

#include "support/messages/report.h"

#include <string.h>

/* True for an implicit conversion or a constant's wrapper: libclang shows both as an UnexposedExpr with the range of
 * its one operand. */
static bool is_conversion(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    return at->kind == CXCursor_UnexposedExpr && at->n_children == 1 &&
           clang_equalRanges(fc_reader_range(reader, entry), fc_reader_range(reader, at->first));
}

static bool is_extension(const fc_cursor_entry *at)
{
    return at->kind == CXCursor_UnaryOperator &&
           clang_getCursorUnaryOperatorKind(at->cursor) == CXUnaryOperator_Extension;
}

int fc_expressions_strip(fc_reader *reader, int entry)
{
    for (;;) {
        const fc_cursor_entry *at = fc_reader_entry(reader, entry);
        bool is_transparent = at->kind == CXCursor_ParenExpr || is_extension(at) || is_conversion(reader, entry);
        if (!is_transparent || at->first < 0)
            return entry;
        entry = at->last;
    }
}

/* True if a conversion needs a node: it changes a number's kind or width, or converts between pointer and number. */
static bool changes_value(const fc_type *from, const fc_type *to)
{
    if (!from || !to || from == to)
        return false;
    if (fc_types_is_number(from) && fc_types_is_number(to))
        return from->kind != to->kind || from->bits != to->bits;
    bool from_pointer = fc_type_is_address(from);
    bool to_pointer = to->kind == FC_TYPE_POINTER;
    return (from_pointer && fc_types_is_number(to)) || (to_pointer && fc_types_is_number(from));
}

fc_node *fc_expressions_converted(fc_reader *reader, int entry, const fc_type *type)
{
    bool is_function = type && type->kind == FC_TYPE_POINTER && type->of->kind == FC_TYPE_FUNCTION &&
                       fc_reader_entry(reader, entry)->kind == CXCursor_DeclRefExpr; /* may have a builtin's type */
    if (is_function || !changes_value(fc_types_of_expression(reader, entry), type))
        return fc_expressions_read(reader, entry);
    fc_node *cast = fc_reader_add(reader, FC_CAST, entry);
    cast->type = type;
    fc_node_add_child(cast, fc_expressions_read(reader, entry));
    return cast;
}

static fc_node *add_children(fc_reader *reader, fc_node *node, int entry)
{
    int child = fc_reader_entry(reader, entry)->first;
    for (; child >= 0; child = fc_reader_entry(reader, child)->next)
        if (clang_isExpression(fc_reader_entry(reader, child)->kind))
            fc_node_add_child(node, fc_expressions_read(reader, child));
    return node;
}

static fc_node *refuse(fc_reader *reader, int entry, const char *what)
{
    fc_reader_fail(reader, fc_reader_entry(reader, entry)->cursor,
                   "Write it in standard C, or exclude it from the analysis.", FC_MSG_NOT_SUPPORTED, what);
    return NULL;
}

static fc_node *read_unexposed(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    if (is_conversion(reader, entry))
        return fc_expressions_converted(reader, at->first, fc_types_of_expression(reader, entry));
    long value;
    if (fc_literals_evaluate(at->cursor, &value)) {
        fc_node *node = fc_reader_add(reader, FC_INTEGER, entry);
        node->value = value;
        node->type = fc_types_of_expression(reader, entry);
        return node;
    }
    fc_node *atomic = fc_atomics_read(reader, entry);
    if (atomic || reader->status != FC_OK)
        return atomic;
    const fc_type *type = fc_types_of_expression(reader, entry);
    if (at->n_children > 1 && type && fc_type_is_vector(type)) /* __builtin_shufflevector and similar builtins */
        return fc_vectors_compose(reader, entry, type);
    if (at->n_children == 1) {
        /* va_arg(list, type) -> a call of the undeclared function __builtin_va_arg. */
        fc_node *call = fc_reader_add(reader, FC_CALL, entry);
        call->type = fc_types_of_expression(reader, entry);
        fc_node *callee = fc_reader_add(reader, FC_NAME, entry);
        callee->symbol = fc_symbols_builtin(reader, "__builtin_va_arg", call->type);
        callee->type = callee->symbol ? callee->symbol->type : NULL;
        fc_node_add_child(call, callee);
        return add_children(reader, call, entry);
    }
    return at->n_children == 4 ? fc_extensions_omitted_operand(reader, entry)
                               : refuse(reader, entry, "this expression");
}

typedef struct unary {
    enum CXUnaryOperatorKind clang;
    fc_node_kind kind;
    fc_operator op;
} unary;

static fc_node *read_unary(fc_reader *reader, int entry)
{
    static const unary table[] = {{CXUnaryOperator_PostInc, FC_STEP, FC_OP_POST_INCREMENT},
                                  {CXUnaryOperator_PostDec, FC_STEP, FC_OP_POST_DECREMENT},
                                  {CXUnaryOperator_PreInc, FC_STEP, FC_OP_PRE_INCREMENT},
                                  {CXUnaryOperator_PreDec, FC_STEP, FC_OP_PRE_DECREMENT},
                                  {CXUnaryOperator_AddrOf, FC_UNARY, FC_OP_ADDRESS},
                                  {CXUnaryOperator_Deref, FC_UNARY, FC_OP_DEREFERENCE},
                                  {CXUnaryOperator_Plus, FC_UNARY, FC_OP_PLUS},
                                  {CXUnaryOperator_Minus, FC_UNARY, FC_OP_NEGATE},
                                  {CXUnaryOperator_Not, FC_UNARY, FC_OP_COMPLEMENT},
                                  {CXUnaryOperator_LNot, FC_UNARY, FC_OP_NOT}};
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(at->cursor);
    if (op == CXUnaryOperator_Extension)
        return fc_expressions_read(reader, at->last);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (table[i].clang != op)
            continue;
        fc_node *node = fc_reader_add(reader, table[i].kind, entry);
        node->op = table[i].op;
        node->type = fc_types_of_expression(reader, entry);
        return add_children(reader, node, entry);
    }
    return fc_extensions_complex_part(reader, entry);
}

typedef struct binary {
    enum CXBinaryOperatorKind plain, assigning; /* "a op b", "a op= b"; Invalid: the form does not exist */
    fc_operator op;
} binary;

static fc_operator binary_operator(enum CXBinaryOperatorKind op)
{
    enum {
        NONE = CXBinaryOperator_Invalid
    };
    static const binary table[] = {{CXBinaryOperator_Mul, CXBinaryOperator_MulAssign, FC_OP_MULTIPLY},
                                   {CXBinaryOperator_Div, CXBinaryOperator_DivAssign, FC_OP_DIVIDE},
                                   {CXBinaryOperator_Rem, CXBinaryOperator_RemAssign, FC_OP_REMAINDER},
                                   {CXBinaryOperator_Add, CXBinaryOperator_AddAssign, FC_OP_ADD},
                                   {CXBinaryOperator_Sub, CXBinaryOperator_SubAssign, FC_OP_SUBTRACT},
                                   {CXBinaryOperator_Shl, CXBinaryOperator_ShlAssign, FC_OP_SHIFT_LEFT},
                                   {CXBinaryOperator_Shr, CXBinaryOperator_ShrAssign, FC_OP_SHIFT_RIGHT},
                                   {CXBinaryOperator_And, CXBinaryOperator_AndAssign, FC_OP_BIT_AND},
                                   {CXBinaryOperator_Or, CXBinaryOperator_OrAssign, FC_OP_BIT_OR},
                                   {CXBinaryOperator_Xor, CXBinaryOperator_XorAssign, FC_OP_BIT_XOR},
                                   {CXBinaryOperator_LT, CXBinaryOperator_Invalid, FC_OP_LESS},
                                   {CXBinaryOperator_LE, CXBinaryOperator_Invalid, FC_OP_LESS_EQUAL},
                                   {CXBinaryOperator_GT, CXBinaryOperator_Invalid, FC_OP_GREATER},
                                   {CXBinaryOperator_GE, CXBinaryOperator_Invalid, FC_OP_GREATER_EQUAL},
                                   {CXBinaryOperator_EQ, CXBinaryOperator_Invalid, FC_OP_EQUAL},
                                   {CXBinaryOperator_NE, CXBinaryOperator_Invalid, FC_OP_NOT_EQUAL},
                                   {CXBinaryOperator_LAnd, CXBinaryOperator_Invalid, FC_OP_AND},
                                   {CXBinaryOperator_LOr, CXBinaryOperator_Invalid, FC_OP_OR}};
    for (size_t i = 0; i < sizeof table / sizeof *table && op != CXBinaryOperator_Invalid; i++)
        if (table[i].plain == op || table[i].assigning == op)
            return table[i].op;
    return FC_OP_NONE;
}

/* ---- checks of output ---- */

/* What an output function returns in a run that ends well: 0, or at least that. */
typedef enum output_result {
    NO_OUTPUT,
    ZERO,
    AT_LEAST_ZERO
} output_result;

static output_result result_of(const fc_node *call)
{
    static const char *const name[] = {"printf", "fprintf", "vprintf", "vfprintf", "puts",
                                       "fputs",  "putchar", "fputc",   "putc"};
    const fc_symbol *target = call->kind == FC_CALL ? fc_call_target(call) : NULL;
    if (target && strcmp(target->name, "fflush") == 0)
        return ZERO;
    for (size_t i = 0; target && i < sizeof name / sizeof *name; i++)
        if (strcmp(target->name, name[i]) == 0)
            return AT_LEAST_ZERO;
    return NO_OUTPUT;
}

/* The literal of a constant operand; NULL: it is none. */
static fc_node *literal_of(fc_node *operand, long *value)
{
    bool is_negative = operand->kind == FC_UNARY && operand->op == FC_OP_NEGATE;
    fc_node *literal = is_negative ? operand->child[0] : operand;
    if (literal->kind != FC_INTEGER)
        return NULL;
    *value = is_negative ? -literal->value : literal->value;
    return literal;
}

/* 0 op c */
static bool compares(fc_operator op, long c)
{
    switch (op) {
    case FC_OP_LESS:
        return 0 < c;
    case FC_OP_LESS_EQUAL:
        return 0 <= c;
    case FC_OP_GREATER:
        return 0 > c;
    case FC_OP_GREATER_EQUAL:
        return 0 >= c;
    case FC_OP_EQUAL:
        return c == 0;
    default:
        return c != 0;
    }
}

/* All results compare with c as 0 does. */
static bool is_decided(fc_operator op, output_result result, long c)
{
    bool at_zero = c == 0 && (op == FC_OP_LESS || op == FC_OP_GREATER_EQUAL);
    return op >= FC_OP_LESS && op <= FC_OP_NOT_EQUAL && (result == ZERO || c < 0 || at_zero);
}

/* `fprintf(...) < 0` becomes `fprintf(...), 0`: output succeeds in a run that ends well, as allocation does. */
static void decide_check(fc_node *node)
{
    if (node->n_children != 2 || !node->child[0] || !node->child[1])
        return;
    bool is_first = result_of(node->child[0]) != NO_OUTPUT;
    fc_node *call = node->child[is_first ? 0 : 1], *operand = node->child[is_first ? 1 : 0];
    fc_operator op = is_first ? node->op : fc_operator_mirrored(node->op);
    output_result result = result_of(call);
    long c = 0;
    fc_node *literal = result != NO_OUTPUT ? literal_of(operand, &c) : NULL;
    if (!literal || !is_decided(op, result, c))
        return;
    literal->value = compares(op, c);
    operand->op = operand == literal ? operand->op : FC_OP_PLUS;
    node->kind = FC_COMMA;
    node->op = FC_OP_LITERAL;
    node->child[0] = call;
    node->child[1] = operand;
}

static fc_node *read_binary(fc_reader *reader, int entry)
{
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(fc_reader_entry(reader, entry)->cursor);
    fc_node_kind kind = op == CXBinaryOperator_Assign ? FC_ASSIGN : op == CXBinaryOperator_Comma ? FC_COMMA : FC_BINARY;
    fc_operator model = binary_operator(op);
    if (kind == FC_BINARY && model == FC_OP_NONE)
        return refuse(reader, entry, "this operator");
    fc_node *node = fc_reader_add(reader, kind, entry);
    node->op = model;
    node->type = fc_types_of_expression(reader, entry);
    add_children(reader, node, entry);
    if (kind == FC_BINARY)
        decide_check(node);
    return node;
}

static fc_node *read_compound_assignment(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    fc_node *node = fc_reader_add(reader, FC_ASSIGN, entry);
    node->op = binary_operator(clang_getCursorBinaryOperatorKind(at->cursor));
    node->type = fc_types_of_expression(reader, entry);
    add_children(reader, node, entry);
    if (node->n_children != 2 || !node->child[0] || !node->child[1])
        return node;
    bool is_shift = node->op == FC_OP_SHIFT_LEFT || node->op == FC_OP_SHIFT_RIGHT;
    const fc_type *left = node->child[0]->type;
    node->compute_type = fc_types_usual(reader, left, is_shift ? fc_types_int(reader) : node->child[1]->type);
    if (is_shift && fc_types_is_number(left) && left->size >= (long)sizeof(int))
        node->compute_type = left;
    return node;
}

/* (base *)p as &p->base: a pointer to a record is one to its first member (C17 6.7.2.1 p15). Returns the MEMBER whose
 * child is p. */
static fc_node *make_first_member(fc_reader *reader, fc_node *address, int entry, const fc_type *record)
{
    fc_node *outer = address;
    address->op = FC_OP_ADDRESS;
    const fc_type *member = address->type->of;
    const fc_symbol *path[16];
    int n = 0;
    for (const fc_type *at = record; at != member && n < 16; at = path[n++]->type)
        path[n] = fc_type_first_member(at, member);
    while (n > 0) {
        fc_node *node = fc_reader_add(reader, FC_MEMBER, entry);
        node->symbol = (fc_symbol *)path[--n];
        node->type = node->symbol->type;
        node->op = n == 0 ? FC_OP_ARROW : FC_OP_DOT;
        fc_node_add_child(outer, node);
        outer = node;
    }
    return outer;
}

/* A pointer to a number may go on to the members after the first one. */
static bool is_first_member(const fc_type *from, const fc_type *to)
{
    bool are_pointers =
        from && to && from->kind == FC_TYPE_POINTER && to->kind == FC_TYPE_POINTER && to->of->kind == FC_TYPE_RECORD;
    int depth = 0;
    const fc_type *at = are_pointers ? from->of : NULL;
    while (at && at != to->of && depth++ < 16) {
        const fc_symbol *first = fc_type_first_member(at, to->of);
        at = first ? first->type : NULL;
    }
    return at && depth > 0;
}

static fc_node *read_cast(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    const fc_type *to = fc_types_of_expression(reader, entry);
    if (at->last < 0 || !clang_isExpression(fc_reader_entry(reader, at->last)->kind))
        return refuse(reader, entry, "this cast");
    if (to && to == fc_types_of_expression(reader, at->last))
        return fc_expressions_read(reader, at->last);
    int operand = at->last;
    while (is_conversion(reader, operand)) /* part of the cast itself */
        operand = fc_reader_entry(reader, operand)->first;
    const fc_type *from = fc_types_of_expression(reader, operand);
    bool is_member = is_first_member(from, to);
    fc_node *node = fc_reader_add(reader, is_member ? FC_UNARY : FC_CAST, entry);
    node->type = to;
    fc_node *parent = is_member ? make_first_member(reader, node, entry, from->of) : node;
    fc_node_add_child(parent, fc_expressions_read(reader, operand));
    return node;
}

static fc_node *read_index(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    const fc_type *first = fc_types_of_expression(reader, at->first);
    if (first && fc_type_is_vector(first))
        return fc_vectors_element(reader, entry, at->first, at->last);
    fc_node *node = fc_reader_add(reader, FC_INDEX, entry);
    node->type = fc_types_of_expression(reader, entry);
    bool is_swapped = fc_types_is_number(first); /* 2[a] */
    fc_node_add_child(node, fc_expressions_read(reader, is_swapped ? at->last : at->first));
    fc_node_add_child(node, fc_expressions_read(reader, is_swapped ? at->first : at->last));
    return node;
}

static fc_node *read_compound_literal(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    const fc_type *type = fc_types_of_expression(reader, entry);
    if (at->last < 0 || !type)
        return refuse(reader, entry, "this literal");
    fc_node *list = fc_initializer_read(reader, at->last, type);
    if (list && list->kind == FC_LIST) {
        list->op = FC_OP_LITERAL;
        list->span = fc_reader_span(reader, entry);
    }
    return list;
}

static fc_node *read_with_children(fc_reader *reader, int entry, fc_node_kind kind)
{
    fc_node *node = fc_reader_add(reader, kind, entry);
    node->type = fc_types_of_expression(reader, entry);
    return add_children(reader, node, entry);
}

static fc_node *read_conditional(fc_reader *reader, int entry)
{
    const fc_type *condition = fc_types_of_expression(reader, fc_reader_entry(reader, entry)->first);
    return condition && fc_type_is_vector(condition) ? refuse(reader, entry, "?: with a vector condition")
                                                     : read_with_children(reader, entry, FC_CONDITIONAL);
}

/* __builtin_expect(value, ...): a hint to the compiler; the analysis reads the value only. */
static bool is_hint(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    if (at->n_children < 3)
        return false;
    CXString name = clang_getCursorSpelling(at->cursor);
    bool found = strncmp(clang_getCString(name), "__builtin_expect", 16) == 0;
    clang_disposeString(name);
    return found;
}

static fc_node *read_call(fc_reader *reader, int entry)
{
    if (is_hint(reader, entry))
        return fc_expressions_read(reader, fc_cursor_tree_child(&reader->tree, entry, 1));
    fc_node *access = fc_vectors_access(reader, entry);
    access = access || reader->status != FC_OK ? access : fc_equivalent_calls_read(reader, entry);
    return access || reader->status != FC_OK ? access : read_with_children(reader, entry, FC_CALL);
}

/* Extensions of gcc and C11 generic selections; every other kind is rejected. */
static fc_node *read_extension(fc_reader *reader, int entry)
{
    switch (fc_reader_entry(reader, entry)->kind) {
    case CXCursor_StmtExpr:
        return fc_statement_expression_read(reader, entry);
    case CXCursor_GenericSelectionExpr:
        return fc_extensions_generic(reader, entry);
    case CXCursor_AddrLabelExpr:
        return fc_extensions_label_address(reader, entry);
    case CXCursor_BlockExpr:
        return refuse(reader, entry, "a block");
    default:
        return refuse(reader, entry, "this expression");
    }
}

static fc_node *read_kind(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    switch (at->kind) {
    case CXCursor_ParenExpr:
        return fc_expressions_read(reader, at->last);
    case CXCursor_UnexposedExpr:
        return read_unexposed(reader, entry);
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_ImaginaryLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_StringLiteral:
        return fc_literals_read(reader, entry);
    case CXCursor_DeclRefExpr:
        return fc_references_name(reader, entry);
    case CXCursor_MemberRefExpr:
        return fc_references_member(reader, entry);
    case CXCursor_CallExpr:
        return read_call(reader, entry);
    case CXCursor_ConditionalOperator:
        return read_conditional(reader, entry);
    case CXCursor_ArraySubscriptExpr:
        return read_index(reader, entry);
    case CXCursor_UnaryOperator:
        return read_unary(reader, entry);
    case CXCursor_BinaryOperator:
        return read_binary(reader, entry);
    case CXCursor_CompoundAssignOperator:
        return read_compound_assignment(reader, entry);
    case CXCursor_CStyleCastExpr:
        return read_cast(reader, entry);
    case CXCursor_UnaryExpr:
        return fc_sizeof_read(reader, entry);
    case CXCursor_CompoundLiteralExpr:
        return read_compound_literal(reader, entry);
    case CXCursor_InitListExpr:
        return fc_initializer_read(reader, entry, fc_types_of_expression(reader, entry));
    default:
        return read_extension(reader, entry);
    }
}

fc_node *fc_expressions_read(fc_reader *reader, int entry)
{
    if (entry < 0)
        return NULL;
    fc_node *node = NULL;
    if (fc_reader_enter(reader, entry)) {
        node = fc_references_handle(reader, entry);
        node = node || reader->status != FC_OK ? node : read_kind(reader, entry);
    }
    fc_reader_leave(reader);
    return node;
}
