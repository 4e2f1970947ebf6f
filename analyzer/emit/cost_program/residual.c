/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/cost_program/residual.h"

#include "analyzer/effects/external.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/node_search.h"
#include "support/quote.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void fc_residual_indent(const fc_residual *residual)
{
    for (int i = 0; i < residual->indent; i++)
        fc_text_add(residual->out, "    ");
}

/* ---- expressions ---- */

static void print_type_in_parentheses(fc_residual *residual, const fc_type *type)
{
    fc_text_add(residual->out, "(");
    fc_residual_type(residual->out, residual, type, "");
    fc_text_add(residual->out, ")");
}

void fc_residual_zero(fc_residual *residual, const fc_type *type)
{
    print_type_in_parentheses(residual, type);
    fc_text_add(residual->out, fc_residual_is_aggregate(type) ? "{0}" : "0");
}

static void print_operands(fc_residual *residual, const fc_node *node, const char *operator)
{
    fc_text_add(residual->out, "(");
    fc_residual_expression(residual, node->child[0]);
    fc_text_add(residual->out, " %s ", operator);
    fc_residual_expression(residual, node->child[1]);
    fc_text_add(residual->out, ")");
}

/* A divisor of 0 ends the evaluation with its place instead of with a signal. */
static void print_division(fc_residual *residual, const fc_node *node)
{
    const fc_node *divisor = node->child[1];
    bool safe = node->type->kind != FC_TYPE_INTEGER || (divisor->kind == FC_INTEGER && divisor->value != 0);
    if (safe) {
        print_operands(residual, node, fc_operator_text(node->op));
        return;
    }
    fc_place place = fc_program_place(residual->analysis->program, node->span);
    fc_text_add(residual->out, "(");
    fc_residual_expression(residual, node->child[0]);
    fc_text_add(residual->out, " %s (", fc_operator_text(node->op));
    fc_residual_expression(residual, divisor);
    fc_text_add(residual->out, " != 0 ? ");
    fc_residual_expression(residual, divisor);
    fc_text_add(residual->out, " : (fc_bad_count(r, \"the divisor\", 0, ");
    fc_quote_c(residual->out, place.file, strlen(place.file));
    fc_text_add(residual->out, ", %d), 1)))", place.line);
}

static void print_integer(fc_residual *residual, const fc_node *node)
{
    const char *suffix = node->type->bits == 64    ? (node->type->is_unsigned ? "UL" : "L")
                         : node->type->is_unsigned ? "U"
                                                   : "";
    if (node->type->kind == FC_TYPE_POINTER)
        fc_text_add(residual->out, "((void *)%ld)", node->value);
    else if (node->value == (-9223372036854775807L - 1))
        fc_text_add(residual->out, "(-9223372036854775807L - 1)");
    else if (node->type->is_unsigned)
        fc_text_add(residual->out, "%lu%s", (unsigned long)node->value, suffix);
    else
        fc_text_add(residual->out, node->value < 0 ? "(%ld%s)" : "%ld%s", node->value, suffix);
}

static void print_name(fc_residual *residual, const fc_symbol *symbol)
{
    if (fc_external_is_output(symbol) || fc_external_is_standard_input(symbol)) {
        fc_text_add(residual->out, fc_external_is_output(symbol) ? "(void *)r" : "fc_standard_input(r)");
        return;
    }
    if (symbol->kind == FC_SYMBOL_PROCEDURE) {
        /* A procedure's address, for calls through pointers. Functions that the program does not define have distinct
         * addresses that are never called. */
        fc_text_add(residual->out, "(void *)");
        if (symbol->definition)
            fc_control_print_procedure(residual->out, residual->analysis->control, symbol);
        else
            fc_quote_c(residual->out, symbol->name, strlen(symbol->name));
        return;
    }
    fc_control_print_name(residual->out, residual->analysis->control, symbol);
}

/* True for &f and *f of a procedure f or a pointer to it: both are its address. */
static bool is_of_procedure(const fc_node *node)
{
    return (node->op == FC_OP_ADDRESS && node->child[0]->type->kind == FC_TYPE_FUNCTION) ||
           (node->op == FC_OP_DEREFERENCE && node->type->kind == FC_TYPE_FUNCTION);
}

/* A word of a list of words, as of main's arguments: its place is checked. */
static bool is_word(const fc_node *base)
{
    const fc_type *type = base->type;
    return type && type->kind == FC_TYPE_POINTER && type->of->kind == FC_TYPE_POINTER &&
           type->of->of->kind == FC_TYPE_INTEGER && type->of->of->bits == CHAR_BIT;
}

/* "(*(char **)fc_word(r, (void *)(words + (k)), "a.c", 6))" */
static void print_word(fc_residual *residual, const fc_node *node, const fc_node *base, const fc_node *index)
{
    fc_place place = fc_program_place(residual->analysis->program, node->span);
    fc_text_add(residual->out, "(*(char **)fc_word(r, (void *)(");
    fc_residual_expression(residual, base);
    if (index) {
        fc_text_add(residual->out, " + (");
        fc_residual_expression(residual, index);
        fc_text_add(residual->out, ")");
    }
    fc_text_add(residual->out, "), ");
    fc_quote_c(residual->out, place.file, strlen(place.file));
    fc_text_add(residual->out, ", %d))", place.line);
}

static void print_prefix(fc_residual *residual, const fc_node *node)
{
    if (node->kind == FC_UNARY && is_of_procedure(node)) {
        fc_residual_expression(residual, node->child[0]);
        return;
    }
    if (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE && is_word(node->child[0])) {
        print_word(residual, node, node->child[0], NULL);
        return;
    }
    bool postfix = node->op == FC_OP_POST_INCREMENT || node->op == FC_OP_POST_DECREMENT;
    fc_text_add(residual->out, "(%s", postfix ? "" : fc_operator_text(node->op));
    fc_residual_expression(residual, node->child[0]);
    fc_text_add(residual->out, "%s)", postfix ? fc_operator_text(node->op) : "");
}

size_t fc_residual_parameter_index(fc_residual *residual, const fc_node *place, const fc_symbol *declared)
{
    char *name = declared ? fc_copy_string(declared->name) : fc_control_parameter_name(place);
    size_t i = fc_words_index(&residual->parameters, name);
    free(name);
    return i;
}

/* The pointer through which the place is accessed; NULL: none. */
static const fc_node *pointer_to(const fc_node *place)
{
    bool is_pointed_to = (place->kind == FC_MEMBER && place->op == FC_OP_ARROW) ||
                         (place->kind == FC_UNARY && place->op == FC_OP_DEREFERENCE);
    if (is_pointed_to)
        return place->child[0];
    return place->kind == FC_MEMBER ? pointer_to(place->child[0]) : NULL;
}

void fc_residual_named_parameter(fc_residual *residual, const fc_node *place)
{
    const fc_node *pointer = pointer_to(place);
    if (pointer) {
        fc_text_add(residual->out, "if (");
        fc_residual_expression(residual, pointer);
        fc_text_add(residual->out, ") ");
    }
    fc_residual_expression(residual, place);
    fc_text_add(residual->out, " = fc_parameter%s(r, %zu, ", place->type->kind == FC_TYPE_REAL ? "_real" : "",
                fc_residual_parameter_index(residual, place, NULL));
    fc_residual_expression(residual, place);
    fc_text_add(residual->out, ");");
}

static void print_parameter(fc_residual *residual, const fc_node *value, bool is_real)
{
    fc_text_add(residual->out, "fc_parameter%s(r, %zu, ", is_real ? "_real" : "", residual->part_number);
    residual->part = NULL;
    fc_residual_expression(residual, value);
    fc_text_add(residual->out, ")");
}

/* The right side of an assignment; a number read from argv becomes a named parameter. */
static void print_right(fc_residual *residual, const fc_node *value, const fc_node *place, const fc_symbol *declared)
{
    const fc_type *type = declared ? declared->type : place->type;
    bool number = type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_REAL;
    residual->part = number ? fc_control_parameter_part(residual->analysis->control, value) : NULL;
    if (residual->part)
        residual->part_number = fc_residual_parameter_index(residual, place, declared);
    if (residual->part == value)
        print_parameter(residual, value, type->kind == FC_TYPE_REAL);
    else
        fc_residual_expression(residual, value);
    residual->part = NULL;
}

static void print_field(fc_residual *residual, const char *before, const fc_symbol *field, const char *after)
{
    fc_text_add(residual->out, "%s", before);
    fc_control_print_name(residual->out, residual->analysis->control, field);
    fc_text_add(residual->out, "%s", after);
}

/* Prints the content of a list's braces after n parts; returns the number of parts. Parts of an anonymous record belong
 * to the enclosing one. */
static int print_parts(fc_residual *residual, const fc_node *list, int n)
{
    const fc_control *control = residual->analysis->control;
    bool record = list->type && list->type->kind == FC_TYPE_RECORD;
    for (int i = 0; i < list->n_children; i++) {
        const fc_node *part = list->child[i];
        bool wanted = part && (part->kind == FC_LIST ||
                               (fc_control_is_static(control, part) && fc_control_needs_value(control, part)));
        if (record)
            wanted = wanted && i < list->type->n_fields && fc_control_symbol_in_slice(control, list->type->field[i]);
        if (!wanted)
            continue;
        if (record && !*list->type->field[i]->name) {
            n = print_parts(residual, part, n);
            continue;
        }
        fc_text_add(residual->out, n++ ? ", " : "");
        if (record)
            print_field(residual, ".", list->type->field[i], " = ");
        else
            fc_text_add(residual->out, "[%d] = ", i);
        if (record && part->kind != FC_LIST)
            print_right(residual, part, NULL, list->type->field[i]);
        else
            fc_residual_expression(residual, part);
    }
    return n;
}

static void print_list(fc_residual *residual, const fc_node *list)
{
    fc_text_add(residual->out, "{");
    fc_text_add(residual->out, print_parts(residual, list, 0) ? "}" : "0}");
}

static void print_assignment(fc_residual *residual, const fc_node *node)
{
    fc_text_add(residual->out, "(");
    fc_residual_expression(residual, node->child[0]);
    fc_text_add(residual->out, " %s= ", node->op == FC_OP_NONE ? "" : fc_operator_text(node->op));
    if (node->op == FC_OP_NONE)
        print_right(residual, node->child[1], node->child[0], NULL);
    else
        fc_residual_expression(residual, node->child[1]);
    fc_text_add(residual->out, ")");
}

static void print_cast(fc_residual *residual, const fc_node *node)
{
    print_type_in_parentheses(residual, node->type);
    fc_residual_expression(residual, node->child[0]);
}

static void print_binary(fc_residual *residual, const fc_node *node)
{
    if (node->op == FC_OP_DIVIDE || node->op == FC_OP_REMAINDER)
        print_division(residual, node);
    else
        print_operands(residual, node, fc_operator_text(node->op));
}

static void print_conditional(fc_residual *residual, const fc_node *node)
{
    static const char *const before[] = {"(", " ? ", " : "};
    for (int i = 0; i < 3; i++) {
        fc_text_add(residual->out, "%s", before[i]);
        fc_residual_expression(residual, node->child[i]);
    }
    fc_text_add(residual->out, ")");
}

/* The base of a subscript or member access, which bind tighter than a cast. */
static void print_base(fc_residual *residual, const fc_node *base)
{
    bool is_cast = base->kind == FC_CAST;
    fc_text_add(residual->out, "%s", is_cast ? "(" : "");
    fc_residual_expression(residual, base);
    fc_text_add(residual->out, "%s", is_cast ? ")" : "");
}

static void print_index(fc_residual *residual, const fc_node *node)
{
    if (is_word(node->child[0])) {
        print_word(residual, node, node->child[0], node->child[1]);
        return;
    }
    print_base(residual, node->child[0]);
    fc_text_add(residual->out, "[");
    fc_residual_expression(residual, node->child[1]);
    fc_text_add(residual->out, "]");
}

/* True for a constant that has the value of the program's MPI: the virtual ranks define none, or it is a size. */
static bool is_of_library(const fc_node *handle)
{
    char *name = fc_format("FC_%s", handle->text);
    bool found = strncmp(handle->text, "MPI_MAX_", 8) == 0 || !fc_residual_is_declared(name);
    free(name);
    return found && handle->type && handle->type->kind == FC_TYPE_INTEGER;
}

/* Prints a node without child expressions. */
static void print_leaf(fc_residual *residual, const fc_node *node)
{
    if (node->kind == FC_INTEGER || (node->kind == FC_HANDLE && is_of_library(node)))
        print_integer(residual, node);
    else if (node->kind == FC_SIZEOF)
        fc_text_add(residual->out, "%luUL", (unsigned long)node->value);
    else if (node->kind == FC_REAL)
        fc_text_add(residual->out, "%s", node->text);
    else if (node->kind == FC_STRING)
        fc_quote_c(residual->out, node->text, node->text_length);
    else if (node->kind == FC_HANDLE)
        fc_text_add(residual->out, "FC_%s", node->text);
    else if (node->kind == FC_NAME)
        print_name(residual, node->symbol);
    else
        fc_text_add(residual->out, "0");
}

static void print_member(fc_residual *residual, const fc_node *node)
{
    print_base(residual, node->child[0]);
    print_field(residual, fc_operator_text(node->op), node->symbol, "");
}

void fc_residual_expression(fc_residual *residual, const fc_node *node)
{
    if (node == residual->part) {
        print_parameter(residual, node, node->type->kind == FC_TYPE_REAL);
        return;
    }
    switch (node->kind) {
    case FC_SIZEOF:
        if (node->n_children)
            fc_residual_expression(residual, node->child[0]);
        else
            print_leaf(residual, node);
        break;
    case FC_UNARY:
    case FC_STEP:
        print_prefix(residual, node);
        break;
    case FC_BINARY:
        print_binary(residual, node);
        break;
    case FC_COMMA:
        if (fc_node_is_output_check(node))
            fc_residual_expression(residual, node->child[1]);
        else
            print_operands(residual, node, ",");
        break;
    case FC_ASSIGN:
        print_assignment(residual, node);
        break;
    case FC_CONDITIONAL:
        print_conditional(residual, node);
        break;
    case FC_INDEX:
        print_index(residual, node);
        break;
    case FC_MEMBER:
        print_member(residual, node);
        break;
    case FC_CALL:
        fc_residual_call_value(residual, node);
        break;
    case FC_CAST:
        print_cast(residual, node);
        break;
    case FC_LIST:
        if (node->op == FC_OP_LITERAL)
            print_type_in_parentheses(residual, node->type);
        print_list(residual, node);
        break;
    default:
        print_leaf(residual, node);
    }
}

/* ---- effects ---- */

/* True for a side effect in the slice: an assignment, a step, or a static call that writes through an argument. */
static bool is_effect(const fc_control *control, const fc_node *node)
{
    bool changes = node->kind == FC_ASSIGN || node->kind == FC_STEP ||
                   (node->kind == FC_CALL && fc_external_writes(node) && fc_control_is_static(control, node));
    return changes && fc_control_in_slice(control, node);
}

static bool has_effect(const fc_node *node, const void *data)
{
    const fc_control *control = data;
    return is_effect(control, node) || fc_node_any_child(node, has_effect, control);
}

static void print_effects(fc_residual *residual, const fc_node *node);

static void print_guarded(fc_residual *residual, const fc_node *condition, const fc_node *node, const char * not )
{
    if (!has_effect(node, residual->analysis->control) || !fc_control_is_static(residual->analysis->control, condition))
        return;
    fc_residual_indent(residual);
    fc_text_add(residual->out, "if (%s(", not );
    fc_residual_expression(residual, condition);
    fc_text_add(residual->out, ")) {\n");
    residual->indent++;
    print_effects(residual, node);
    residual->indent--;
    fc_residual_indent(residual);
    fc_text_add(residual->out, "}\n");
}

/* Prints the effects of an expression in the slice, one statement each, in the order of evaluation. */
static void print_effects(fc_residual *residual, const fc_node *node)
{
    const fc_control *control = residual->analysis->control;
    if (is_effect(control, node)) {
        fc_residual_indent(residual);
        fc_residual_expression(residual, node);
        fc_text_add(residual->out, ";\n");
        return;
    }
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    bool is_printed = target ? target->definition || fc_control_in_slice(control, node)
                             : node->kind == FC_CALL && fc_control_callee_is_static(control, node);
    if (is_printed) { /* but arguments that are not printed with it */
        for (int i = 1; i < node->n_children; i++)
            if (!fc_control_needs_value(control, node->child[i]) || !fc_control_is_static(control, node->child[i]))
                print_effects(residual, node->child[i]);
        return;
    }
    if (node->kind == FC_CONDITIONAL) {
        print_effects(residual, node->child[0]);
        print_guarded(residual, node->child[0], node->child[1], "");
        print_guarded(residual, node->child[0], node->child[2], "!");
        return;
    }
    if (node->kind == FC_BINARY && (node->op == FC_OP_AND || node->op == FC_OP_OR)) {
        print_effects(residual, node->child[0]);
        print_guarded(residual, node->child[0], node->child[1], node->op == FC_OP_AND ? "" : "!");
        return;
    }
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            print_effects(residual, node->child[i]);
}

static void print_declaration(fc_residual *residual, const fc_node *node)
{
    const fc_control *control = residual->analysis->control;
    const fc_type *type = node->symbol->type;
    const fc_node *value = node->n_children > 0 ? node->child[0] : NULL;
    bool variable_length = type->kind == FC_TYPE_ARRAY && type->length < 0;
    fc_text name = {0};
    fc_control_print_name(&name, control, node->symbol);
    fc_residual_type(residual->out, residual, type, name.bytes);
    fc_text_free(&name);
    bool list = value && value->kind == FC_LIST;
    bool wanted = value && (list || (fc_control_in_slice(control, node) && fc_control_is_static(control, value)));
    if (wanted && !(variable_length && !list)) {
        fc_text_add(residual->out, " = ");
        if (list)
            fc_residual_expression(residual, value);
        else
            print_right(residual, value, NULL, node->symbol);
    } else if (!variable_length) {
        fc_text_add(residual->out, fc_residual_is_aggregate(type) ? " = {0}" : " = 0");
    }
}

/* True for a return whose value, with its effects, is printed by the return itself. */
static bool returns_value(const fc_control *control, const fc_node *statement)
{
    const fc_node *value = statement->kind == FC_RETURN && statement->n_children > 0 ? statement->child[0] : NULL;
    return value && fc_control_result_in_slice(control, fc_control_owner(control, statement)) &&
           fc_control_is_static(control, value);
}

void fc_residual_statement(fc_residual *residual, const fc_node *statement)
{
    const fc_control *control = residual->analysis->control;
    if (returns_value(control, statement))
        return;
    bool declares = statement->kind == FC_DECLARE && fc_control_symbol_in_slice(control, statement->symbol) &&
                    statement->symbol->kind == FC_SYMBOL_LOCAL;
    if (!declares) {
        print_effects(residual, statement);
        return;
    }
    fc_residual_indent(residual);
    print_declaration(residual, statement);
    fc_text_add(residual->out, ";\n");
}

static int print_joined(fc_residual *residual, const fc_node *node, int n)
{
    if (is_effect(residual->analysis->control, node)) {
        fc_text_add(residual->out, n ? ", " : "");
        fc_residual_expression(residual, node);
        return n + 1;
    }
    for (int i = 0; i < node->n_children && (node->kind == FC_COMMA || node->kind == FC_CAST); i++)
        n = print_joined(residual, node->child[i], n);
    return n;
}

void fc_residual_effects(fc_residual *residual, const fc_node *expression)
{
    print_joined(residual, expression, 0);
}

void fc_residual_loop_init(fc_residual *residual, const fc_node *init)
{
    if (!init)
        return;
    if (init->kind == FC_BLOCK) {
        if (init->n_children == 1)
            fc_residual_loop_init(residual, init->child[0]);
    } else if (init->kind == FC_DECLARE) {
        print_declaration(residual, init);
    } else if (init->kind == FC_EVALUATE) {
        fc_residual_effects(residual, init->child[0]);
    }
}
