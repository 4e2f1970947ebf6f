/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Types and nodes as C text. */
#include "analyzer/model/program.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_DEPTH = 100,     /* deeper levels print as "..." */
    MAX_STRING = 40,     /* bytes printed of a string literal */
    MAX_TYPE_STEPS = 200 /* pointers, arrays and functions around one base type */
};

/* Operator precedence in C. A child that binds less tightly than its context requires gets parentheses. */
enum {
    BIND_COMMA = 1,
    BIND_ASSIGN,
    BIND_CONDITIONAL,
    BIND_OR,
    BIND_UNARY = 14,
    BIND_POSTFIX,
    BIND_PRIMARY
};

static void print_bound(fc_text *out, const fc_node *node, int least, int depth);
static void print_node(fc_text *out, const fc_node *node, int depth);

/* ---- types ---- */

static void print_base(fc_text *out, const fc_type *type)
{
    const char *name = type->name ? type->name : "";
    if (type->kind == FC_TYPE_RECORD) {
        fc_text_add(out, "%s ", type->is_union ? "union" : "struct");
        fc_text_add(out, *name ? "%s" : "fc_record_%.0s%d", name, type->id);
        return;
    }
    if (type->kind == FC_TYPE_VOID)
        name = "void";
    if (type->kind == FC_TYPE_BOOL)
        name = "_Bool";
    if (type->kind == FC_TYPE_COMPLEX && !*name)
        name = type->bits == 32 ? "float _Complex" : "double _Complex";
    fc_text_append(out, name, strlen(name));
}

/* Adds one step of the type to the declarator, from the name outwards. */
static void wrap_declarator(fc_text *declarator, const fc_type *type, bool extents)
{
    if (type->kind == FC_TYPE_ARRAY) {
        fc_text_append(declarator, "[", 1);
        if (type->length >= 0)
            fc_text_add(declarator, "%ld", type->length);
        else if (type->extent && extents)
            print_node(declarator, type->extent, 0);
        fc_text_append(declarator, "]", 1);
        return;
    }
    if (type->kind == FC_TYPE_FUNCTION) {
        fc_text_append(declarator, "()", 2);
        return;
    }
    bool closed = type->of && (type->of->kind == FC_TYPE_ARRAY || type->of->kind == FC_TYPE_FUNCTION);
    char *inner = fc_text_take(declarator);
    fc_text_add(declarator, closed ? "(*%s)" : "*%s", inner);
    free(inner);
}

/* extents: print the lengths of variable-length arrays. Never set inside an expression, so that types and lengths
 * cannot print each other repeatedly. */
static void print_type(fc_text *out, const fc_type *type, const char *declarator, bool extents)
{
    fc_text wrapped = {0};
    fc_text_append(&wrapped, declarator, strlen(declarator));
    for (int steps = 0;
         type->of && (type->kind == FC_TYPE_POINTER || type->kind == FC_TYPE_ARRAY || type->kind == FC_TYPE_FUNCTION) &&
         steps < MAX_TYPE_STEPS;
         steps++) {
        wrap_declarator(&wrapped, type, extents);
        type = type->of;
    }
    print_base(out, type);
    if (wrapped.length)
        fc_text_add(out, " %s", wrapped.bytes);
    fc_text_free(&wrapped);
}

void fc_type_print(fc_text *out, const fc_type *type, const char *declarator)
{
    print_type(out, type, declarator, true);
}

/* ---- expressions ---- */

static int operator_binding(fc_operator op)
{
    switch (op) {
    case FC_OP_MULTIPLY:
    case FC_OP_DIVIDE:
    case FC_OP_REMAINDER:
        return 13;
    case FC_OP_ADD:
    case FC_OP_SUBTRACT:
        return 12;
    case FC_OP_SHIFT_LEFT:
    case FC_OP_SHIFT_RIGHT:
        return 11;
    case FC_OP_LESS:
    case FC_OP_LESS_EQUAL:
    case FC_OP_GREATER:
    case FC_OP_GREATER_EQUAL:
        return 10;
    case FC_OP_EQUAL:
    case FC_OP_NOT_EQUAL:
        return 9;
    case FC_OP_BIT_AND:
        return 8;
    case FC_OP_BIT_XOR:
        return 7;
    case FC_OP_BIT_OR:
        return 6;
    case FC_OP_AND:
        return 5;
    default:
        return BIND_OR;
    }
}

static bool is_integer(const fc_type *type)
{
    return type && (type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_BOOL);
}

/* A conversion is printed if it changes the value: real to integer, to fewer bits, and before a division of integers
 * that is done in reals. */
static bool is_cast_shown(const fc_node *cast)
{
    const fc_type *from = cast->child[0]->type, *to = cast->type;
    if (!from || !to)
        return false;
    if (is_integer(to))
        return !is_integer(from) || to->bits < from->bits;
    const fc_node *parent = cast->parent;
    return is_integer(from) && parent && parent->kind == FC_BINARY && parent->op == FC_OP_DIVIDE;
}

static int binding(const fc_node *node)
{
    switch (node->kind) {
    case FC_BINARY:
        return operator_binding(node->op);
    case FC_ASSIGN:
        return BIND_ASSIGN;
    case FC_CONDITIONAL:
        return BIND_CONDITIONAL;
    case FC_COMMA:
        return BIND_COMMA;
    case FC_INTEGER:
        return node->value < 0 ? BIND_UNARY : BIND_PRIMARY;
    case FC_UNARY:
    case FC_CAST:
        return BIND_UNARY;
    case FC_STEP:
        return node->op == FC_OP_PRE_INCREMENT || node->op == FC_OP_PRE_DECREMENT ? BIND_UNARY : BIND_POSTFIX;
    case FC_INDEX:
    case FC_MEMBER:
    case FC_CALL:
        return BIND_POSTFIX;
    default:
        return BIND_PRIMARY;
    }
}

static void print_unary(fc_text *out, const fc_node *node, int depth)
{
    const char *text = fc_operator_text(node->op);
    size_t start = out->length + strlen(text);
    fc_text_append(out, text, strlen(text));
    print_bound(out, node->child[0], BIND_UNARY, depth);
    bool clash = *text && out->length > start && out->bytes[start] == *text;
    if (clash && (*text == '-' || *text == '+' || *text == '&')) {
        char *operand = fc_copy_string(out->bytes + start);
        out->length = start;
        fc_text_add(out, " %s", operand);
        free(operand);
    }
}

static void print_step(fc_text *out, const fc_node *node, int depth)
{
    bool prefix = node->op == FC_OP_PRE_INCREMENT || node->op == FC_OP_PRE_DECREMENT;
    const char *text = fc_operator_text(node->op);
    if (prefix)
        fc_text_append(out, text, 2);
    print_bound(out, node->child[0], prefix ? BIND_UNARY : BIND_POSTFIX, depth);
    if (!prefix)
        fc_text_append(out, text, 2);
}

static void print_binary(fc_text *out, const fc_node *node, int depth)
{
    int bind = operator_binding(node->op);
    print_bound(out, node->child[0], bind, depth);
    fc_text_add(out, " %s ", fc_operator_text(node->op));
    print_bound(out, node->child[1], bind + 1, depth);
}

static void print_conditional(fc_text *out, const fc_node *node, int depth)
{
    const fc_node *condition = node->child[0];
    if (node->op == FC_OP_OR && condition->kind == FC_ASSIGN) { /* a ?: b */
        print_bound(out, condition->child[1], BIND_OR, depth);
        fc_text_append(out, " ?: ", 4);
        print_bound(out, node->child[2], BIND_CONDITIONAL, depth);
        return;
    }
    print_bound(out, condition, BIND_OR, depth);
    fc_text_append(out, " ? ", 3);
    print_bound(out, node->child[1], BIND_COMMA, depth);
    fc_text_append(out, " : ", 3);
    print_bound(out, node->child[2], BIND_CONDITIONAL, depth);
}

/* The children from `first` on, with commas; a missing child prints as zero. */
static void print_list(fc_text *out, const fc_node *node, int first, int depth)
{
    for (int i = first; i < node->n_children; i++) {
        if (i > first)
            fc_text_append(out, ", ", 2);
        if (node->child[i])
            print_bound(out, node->child[i], BIND_ASSIGN, depth);
        else
            fc_text_append(out, "0", 1);
    }
}

static void print_cast(fc_text *out, const fc_node *node, int depth)
{
    fc_text_append(out, "(", 1);
    print_type(out, node->type, "", false);
    fc_text_append(out, ")", 1);
    print_bound(out, node->child[0], BIND_UNARY, depth);
}

static void print_literal_list(fc_text *out, const fc_node *node, int depth)
{
    if (node->op == FC_OP_LITERAL) {
        fc_text_append(out, "(", 1);
        print_type(out, node->type, "", false);
        fc_text_append(out, ")", 1);
    }
    fc_text_append(out, "{", 1);
    print_list(out, node, 0, depth);
    fc_text_append(out, "}", 1);
}

static void print_bracketed(fc_text *out, const fc_node *node, int depth)
{
    bool is_call = node->kind == FC_CALL;
    print_bound(out, node->child[0], BIND_POSTFIX, depth);
    fc_text_append(out, is_call ? "(" : "[", 1);
    if (is_call)
        print_list(out, node, 1, depth);
    else
        print_bound(out, node->child[1], BIND_COMMA, depth);
    fc_text_append(out, is_call ? ")" : "]", 1);
}

static void print_sizeof(fc_text *out, const fc_node *node, int depth)
{
    if (node->n_children == 0) {
        fc_text_add(out, "%ld", node->value);
        return;
    }
    fc_text_append(out, "(", 1);
    print_bound(out, node->child[0], BIND_COMMA, depth);
    fc_text_append(out, ")", 1);
}

static void print_leaf(fc_text *out, const fc_node *node, int depth)
{
    (void)depth;
    if (node->kind == FC_INTEGER)
        fc_text_add(out, "%ld", node->value);
    else if (node->kind == FC_STRING) {
        fc_text_append(out, "\"", 1);
        for (size_t i = 0; i < node->text_length && i < MAX_STRING; i++) {
            unsigned char byte = (unsigned char)node->text[i];
            if (byte == '\n')
                fc_text_append(out, "\\n", 2);
            else if (byte == '"' || byte == '\\')
                fc_text_add(out, "\\%c", byte);
            else if (byte < ' ' || byte >= 127)
                fc_text_add(out, "\\%03o", byte);
            else
                fc_text_append(out, node->text + i, 1);
        }
        fc_text_add(out, node->text_length > MAX_STRING ? "...\"" : "\"");
    } else
        fc_text_add(out, "%s", node->kind == FC_NAME ? node->symbol->name : node->text);
}

static void print_assignment(fc_text *out, const fc_node *node, int depth)
{
    print_bound(out, node->child[0], BIND_UNARY, depth);
    fc_text_add(out, " %s= ", fc_operator_text(node->op));
    print_bound(out, node->child[1], BIND_ASSIGN, depth);
}

static void print_comma(fc_text *out, const fc_node *node, int depth)
{
    print_bound(out, node->child[0], BIND_COMMA, depth);
    fc_text_append(out, ", ", 2);
    print_bound(out, node->child[1], BIND_ASSIGN, depth);
}

static void print_member(fc_text *out, const fc_node *node, int depth)
{
    print_bound(out, node->child[0], BIND_POSTFIX, depth);
    fc_text_add(out, "%s%s", fc_operator_text(node->op), node->symbol->name);
}

typedef void printer(fc_text *out, const fc_node *node, int depth);

static void print_bound(fc_text *out, const fc_node *node, int least, int depth)
{
    for (; node && node->kind == FC_CAST && node->n_children == 1 && node->child[0] && !is_cast_shown(node) &&
           depth <= MAX_DEPTH;
         depth++)
        node = node->child[0];
    if (!node)
        return;
    if (depth > MAX_DEPTH) {
        fc_text_append(out, "...", 3);
        return;
    }
    bool closed = binding(node) < least;
    fc_text_append(out, "(", closed);
    static printer *const by_kind[] = {
        [FC_INTEGER] = print_leaf,      [FC_REAL] = print_leaf,
        [FC_HANDLE] = print_leaf,       [FC_STRING] = print_leaf,
        [FC_NAME] = print_leaf,         [FC_UNARY] = print_unary,
        [FC_STEP] = print_step,         [FC_BINARY] = print_binary,
        [FC_ASSIGN] = print_assignment, [FC_CONDITIONAL] = print_conditional,
        [FC_COMMA] = print_comma,       [FC_INDEX] = print_bracketed,
        [FC_CALL] = print_bracketed,    [FC_MEMBER] = print_member,
        [FC_CAST] = print_cast,         [FC_SIZEOF] = print_sizeof,
        [FC_LIST] = print_literal_list,
    };
    if ((size_t)node->kind < sizeof by_kind / sizeof *by_kind && by_kind[node->kind])
        by_kind[node->kind](out, node, depth + 1);
    fc_text_append(out, ")", closed);
}

/* ---- statements: one line, without bodies ---- */

static void print_declaration(fc_text *out, const fc_node *node, int depth)
{
    if (node->symbol->kind == FC_SYMBOL_STATIC)
        fc_text_append(out, "static ", 7);
    print_type(out, node->symbol->type, node->symbol->name, true);
    if (node->child[0]) {
        fc_text_append(out, " = ", 3);
        print_bound(out, node->child[0], BIND_ASSIGN, depth);
    }
}

static void print_for(fc_text *out, const fc_node *node, int depth)
{
    fc_text_append(out, "for (", 5);
    if (node->child[0])
        print_node(out, node->child[0], depth);
    for (int i = 1; i <= 2; i++) {
        fc_text_add(out, node->child[i] ? "; " : ";");
        print_bound(out, node->child[i], BIND_COMMA, depth);
    }
    fc_text_append(out, ")", 1);
}

/* "if (condition)": a keyword and an expression in parentheses. */
static void print_headed(fc_text *out, const fc_node *node, int depth)
{
    const char *word = node->kind == FC_IF       ? "if"
                       : node->kind == FC_WHILE  ? "while"
                       : node->kind == FC_SWITCH ? "switch"
                                                 : "do while";
    fc_text_add(out, "%s (", word);
    print_bound(out, node->child[node->kind == FC_DO], BIND_COMMA, depth);
    fc_text_append(out, ")", 1);
}

static void print_block(fc_text *out, const fc_node *node, int depth)
{
    bool declarations = node->n_children > 0;
    for (int i = 0; i < node->n_children; i++)
        declarations = declarations && node->child[i]->kind == FC_DECLARE;
    if (!declarations || !node->parent || node->parent->kind != FC_FOR || node->parent->child[0] != node) {
        fc_text_append(out, "{ ... }", 7);
        return;
    }
    for (int i = 0; i < node->n_children; i++) {
        fc_text_add(out, i ? ", " : "");
        print_declaration(out, node->child[i], depth);
    }
}

static void print_case(fc_text *out, const fc_node *node, int depth)
{
    fc_text_append(out, "case ", 5);
    print_bound(out, node->child[0], BIND_CONDITIONAL, depth);
    if (node->child[2]) {
        fc_text_append(out, " ... ", 5);
        print_bound(out, node->child[2], BIND_CONDITIONAL, depth);
    }
    fc_text_append(out, ":", 1);
}

static void print_return(fc_text *out, const fc_node *node, int depth)
{
    fc_text_add(out, node->child[0] ? "return " : "return");
    print_bound(out, node->child[0], BIND_COMMA, depth);
}

static void print_directive(fc_text *out, const fc_node *node)
{
    fc_text_add(out, "#pragma %s %s", node->kind == FC_OPENMP ? "omp" : "forecost", node->text);
}

/* Statements that consist of a keyword and a name. */
static void print_simple(fc_text *out, const fc_node *node)
{
    const char *word = fc_node_kind_text(node->kind);
    switch (node->kind) {
    case FC_DEFAULT:
        fc_text_add(out, "%s:", word);
        return;
    case FC_GOTO:
        fc_text_add(out, "goto %s", node->symbol ? node->symbol->name : "a computed label");
        return;
    case FC_LABEL:
        fc_text_add(out, "%s:", node->symbol->name);
        return;
    case FC_EMPTY:
        fc_text_append(out, ";", 1);
        return;
    default:
        fc_text_add(out, "%s", word);
    }
}

static void print_node(fc_text *out, const fc_node *node, int depth)
{
    switch (node->kind) {
    case FC_BLOCK:
        print_block(out, node, depth);
        return;
    case FC_DECLARE:
        print_declaration(out, node, depth);
        return;
    case FC_EVALUATE:
        print_bound(out, node->child[0], BIND_COMMA, depth);
        return;
    case FC_IF:
    case FC_WHILE:
    case FC_SWITCH:
    case FC_DO:
        print_headed(out, node, depth);
        return;
    case FC_FOR:
        print_for(out, node, depth);
        return;
    case FC_CASE:
        print_case(out, node, depth);
        return;
    case FC_RETURN:
        print_return(out, node, depth);
        return;
    case FC_PRAGMA:
    case FC_OPENMP:
        print_directive(out, node);
        return;
    case FC_DEFAULT:
    case FC_BREAK:
    case FC_CONTINUE:
    case FC_GOTO:
    case FC_LABEL:
    case FC_IRREGULAR_REGION:
    case FC_EMPTY:
        print_simple(out, node);
        return;
    default:
        print_bound(out, node, BIND_COMMA, depth);
    }
}

void fc_node_print(fc_text *out, const fc_node *node)
{
    print_node(out, node, 0);
}
