/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/values/value_numbers_state.h"

#include "analyzer/effects/external.h"

#include <stdlib.h>

/* ---- conversions and operations ---- */

static bool is_integer(const fc_type *type)
{
    return type && (type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_BOOL);
}

/* Signed arithmetic does not overflow, so that a wider type holds the same sum; unsigned sums wrap in their width. */
int fc_value_numbers_convert(fc_value_numbers *values, const fc_numbering *in, int value, const fc_type *from,
                             const fc_type *to)
{
    const fc_numbered_value *v = fc_value_of(&values->table, value);
    if (from == to || !from || !to || (fc_type_is_address(from) && fc_type_is_address(to)))
        return value;
    bool keeps = from->kind == FC_TYPE_INTEGER && to->kind == FC_TYPE_INTEGER && to->bits >= from->bits &&
                 (v->kind != FC_VALUE_SUM || !from->is_unsigned || to->bits == from->bits);
    if (keeps || (from->kind == FC_TYPE_BOOL && to->kind == FC_TYPE_INTEGER))
        return value;
    bool is_null_pointer = v->kind == FC_VALUE_CONSTANT && v->number[0] == 0 && fc_type_is_address(to);
    bool fits = v->kind == FC_VALUE_CONSTANT && is_integer(to) && v->number[0] >= 0 && v->number[0] < 128 &&
                to->kind != FC_TYPE_BOOL;
    if ((fits || is_null_pointer) && is_integer(from))
        return value;
    fc_value_parts parts = {FC_VALUE_OPERATION, -1, {FC_OP_NONE, to->id, -1}, 1, &value, NULL, v->source};
    return fc_value_numbers_make(values, in, &parts);
}

static bool is_commutative(fc_operator op)
{
    return op == FC_OP_MULTIPLY || op == FC_OP_BIT_AND || op == FC_OP_BIT_OR || op == FC_OP_BIT_XOR ||
           op == FC_OP_EQUAL || op == FC_OP_NOT_EQUAL;
}

int fc_value_numbers_operation(fc_value_numbers *values, const fc_numbering *in, fc_operator op, const fc_type *type,
                               const int operand[2])
{
    fc_value_table *table = &values->table;
    int a = operand[0], b = operand[1];
    if (is_integer(type) && (op == FC_OP_ADD || op == FC_OP_SUBTRACT))
        return fc_value_numbers_sum(values, in, a, b, op == FC_OP_ADD ? 1 : -1, type);
    bool swaps = is_commutative(op) && (a > b);
    int sorted[2] = {swaps ? b : a, swaps ? a : b};
    const fc_numbered_value *x = fc_value_of(table, a), *y = fc_value_of(table, b);
    if (is_integer(type) && op == FC_OP_MULTIPLY && (x->kind == FC_VALUE_CONSTANT || y->kind == FC_VALUE_CONSTANT)) {
        bool first = x->kind == FC_VALUE_CONSTANT;
        long scale = (first ? x : y)->number[0];
        return fc_value_numbers_sum(values, in, fc_value_table_constant(table, 0), first ? b : a, scale, type);
    }
    bool by_one = y->kind == FC_VALUE_CONSTANT && y->number[0] == 1;
    if (is_integer(type) && by_one && op == FC_OP_DIVIDE)
        return a;
    if (is_integer(type) && by_one && op == FC_OP_REMAINDER)
        return fc_value_table_constant(table, 0);
    fc_value_parts parts = {FC_VALUE_OPERATION, -1, {op, type ? type->id : -1, -1}, 2, sorted, NULL, NULL};
    return fc_value_numbers_make(values, in, &parts);
}

/* ---- expressions ---- */

static int evaluate(fc_value_numbers *values, fc_numbering *in, const fc_node *node);

static int constant(fc_value_numbers *values, long number)
{
    return fc_value_table_constant(&values->table, number);
}

static int address_of_symbol(fc_value_numbers *values, const fc_numbering *in, const fc_symbol *symbol,
                             const fc_node *source)
{
    bool is_own = symbol->kind == FC_SYMBOL_LOCAL || symbol->kind == FC_SYMBOL_PARAMETER;
    return fc_value_table_add(
        &values->table,
        &(fc_value_parts){FC_VALUE_ADDRESS, is_own ? in->procedure->id : -1, {symbol->id}, 0, NULL, NULL, source});
}

static long target_bytes(const fc_type *pointer)
{
    return pointer && pointer->of ? pointer->of->size : -1;
}

/* A pointer of this type moved by a number of elements. */
static int moved(fc_value_numbers *values, fc_numbering *in, int pointer, const fc_type *type, const fc_node *by,
                 long sign)
{
    int index = fc_value_numbers_sum(values, in, constant(values, 0), evaluate(values, in, by), sign, NULL);
    return fc_value_numbers_element(values, in, pointer, index, target_bytes(type));
}

int fc_value_numbers_address(fc_value_numbers *values, fc_numbering *in, const fc_node *node)
{
    const fc_node *base = node->n_children > 0 ? node->child[0] : NULL;
    if (node->kind == FC_NAME)
        return address_of_symbol(values, in, node->symbol, node);
    if (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE)
        return fc_value_numbers_followed(values, evaluate(values, in, base));
    if (node->kind == FC_INDEX) {
        bool is_first = fc_type_is_address(base->type);
        const fc_node *pointer = is_first ? base : node->child[1], *index = is_first ? node->child[1] : base;
        const int from = fc_value_numbers_followed(values, evaluate(values, in, pointer));
        return moved(values, in, from, pointer->type, index, 1);
    }
    if (node->kind == FC_MEMBER) {
        int record = node->op == FC_OP_ARROW ? fc_value_numbers_followed(values, evaluate(values, in, base))
                                             : fc_value_numbers_address(values, in, base);
        return fc_value_numbers_make(values, in,
                                     &(fc_value_parts){FC_VALUE_FIELD, -1, {node->symbol->id}, 1, &record, NULL, node});
    }
    return fc_value_numbers_opaque(values, in, node);
}

static int read_place(fc_value_numbers *values, fc_numbering *in, const fc_node *place, const fc_node *reader)
{
    fc_value_numbers_load load = {.address = fc_value_numbers_address(values, in, place),
                                  .cell = fc_cells_of_place(values->modified.cells, place),
                                  .position = fc_cfg_position(&in->ir.cfg, reader),
                                  .type = place->type,
                                  .source = place};
    return load.position == FC_GRAPH_NONE ? fc_value_numbers_opaque(values, in, place)
                                          : fc_value_numbers_read(values, in, &load);
}

static int evaluate_place(fc_value_numbers *values, fc_numbering *in, const fc_node *node)
{
    if (node->kind == FC_NAME && node->symbol->kind == FC_SYMBOL_PROCEDURE)
        return address_of_symbol(values, in, node->symbol, node);
    int ssa = node->kind == FC_NAME ? fc_ssa_value_read(&in->ir.ssa, node) : FC_GRAPH_NONE;
    if (ssa != FC_GRAPH_NONE) {
        int value = fc_value_numbers_of_ssa(values, in, ssa);
        return fc_value_numbers_after_loops(values, in, value, in->ir.ssa.value[ssa].block,
                                            fc_cfg_block_of(&in->ir.cfg, node));
    }
    if (node->type && (node->type->kind == FC_TYPE_ARRAY || node->type->kind == FC_TYPE_FUNCTION))
        return fc_value_numbers_address(values, in, node);
    return read_place(values, in, node, node);
}

/* The value before a compound assignment or step. */
static int old_value(fc_value_numbers *values, fc_numbering *in, const fc_node *node)
{
    const fc_node *place = node->child[0];
    bool is_ssa = place->kind == FC_NAME && fc_ssa_value_read(&in->ir.ssa, place) != FC_GRAPH_NONE;
    return is_ssa ? evaluate(values, in, place) : read_place(values, in, place, node);
}

static int stepped(fc_value_numbers *values, fc_numbering *in, const fc_node *node, int old)
{
    bool is_up = node->op == FC_OP_PRE_INCREMENT || node->op == FC_OP_POST_INCREMENT;
    int one = constant(values, is_up ? 1 : -1);
    if (fc_type_is_address(node->type))
        return fc_value_numbers_element(values, in, old, one, target_bytes(node->type));
    return is_integer(node->type) ? fc_value_numbers_sum(values, in, old, one, 1, node->type)
                                  : fc_value_numbers_opaque(values, in, node);
}

static int evaluate_assign(fc_value_numbers *values, fc_numbering *in, const fc_node *node)
{
    int right = evaluate(values, in, node->child[1]);
    if (node->op == FC_OP_NONE)
        return right;
    int old = old_value(values, in, node);
    if (fc_type_is_address(node->type)) {
        long sign = node->op == FC_OP_ADD ? 1 : -1;
        int index = fc_value_numbers_sum(values, in, constant(values, 0), right, sign, NULL);
        return fc_value_numbers_element(values, in, old, index, target_bytes(node->type));
    }
    const fc_type *type = node->compute_type ? node->compute_type : node->type;
    int operand[2] = {fc_value_numbers_convert(values, in, old, node->type, type), right};
    return fc_value_numbers_convert(values, in, fc_value_numbers_operation(values, in, node->op, type, operand), type,
                                    node->type);
}

static int evaluate_unary(fc_value_numbers *values, fc_numbering *in, const fc_node *node)
{
    const fc_node *child = node->child[0];
    if (node->op == FC_OP_ADDRESS)
        return fc_value_numbers_address(values, in, child);
    if (node->op == FC_OP_PLUS)
        return evaluate(values, in, child);
    if (node->op == FC_OP_NEGATE && is_integer(node->type))
        return fc_value_numbers_sum(values, in, constant(values, 0), evaluate(values, in, child), -1, node->type);
    int operand = evaluate(values, in, child);
    fc_value_parts parts = {FC_VALUE_OPERATION, -1, {node->op, node->type->id, -1}, 1, &operand, NULL, node};
    return fc_value_numbers_make(values, in, &parts);
}

static int evaluate_binary(fc_value_numbers *values, fc_numbering *in, const fc_node *node)
{
    const fc_node *a = node->child[0], *b = node->child[1];
    if (fc_type_is_address(node->type))
        return fc_type_is_address(a->type)
                   ? moved(values, in, evaluate(values, in, a), a->type, b, node->op == FC_OP_ADD ? 1 : -1)
                   : moved(values, in, evaluate(values, in, b), b->type, a, 1);
    int operand[2] = {evaluate(values, in, a), evaluate(values, in, b)};
    if (!fc_type_is_address(a->type))
        return fc_value_numbers_operation(values, in, node->op, node->type, operand);
    fc_value_parts parts = {
        FC_VALUE_OPERATION, -1, {node->op, node->type->id, target_bytes(a->type)}, 2, operand, NULL, node};
    return fc_value_numbers_make(values, in, &parts);
}

static int evaluate_conditional(fc_value_numbers *values, fc_numbering *in, const fc_node *node)
{
    int operand[3];
    for (int i = 0; i < 3; i++)
        operand[i] = evaluate(values, in, node->child[i]);
    fc_value_parts parts = {FC_VALUE_OPERATION, -1, {-1, node->type->id, -1}, 3, operand, NULL, node};
    return fc_value_numbers_make(values, in, &parts);
}

/* ---- calls ---- */

static bool is_null(const fc_value_numbers *values, int value)
{
    const fc_numbered_value *v = fc_value_of(&values->table, value);
    return v->kind == FC_VALUE_CONSTANT && v->number[0] == 0;
}

int fc_value_numbers_result(fc_value_numbers *values, fc_numbering *callee)
{
    if (callee->result != FC_VALUE_NUMBERS_UNKNOWN || callee->is_returning)
        return callee->is_returning ? FC_VALUE_NONE : callee->result;
    int result = FC_VALUE_NUMBERS_UNKNOWN;
    callee->is_returning = true;
    for (int i = 0; i < callee->ir.cfg.n_instructions && result != FC_VALUE_NONE; i++) {
        const fc_node *node = callee->ir.cfg.instruction[i];
        if (node->kind != FC_RETURN || node->n_children == 0 || !node->child[0])
            continue;
        int value = evaluate(values, callee, node->child[0]);
        if (fc_type_is_address(node->child[0]->type) && is_null(values, value))
            continue;
        result = result == FC_VALUE_NUMBERS_UNKNOWN || result == value ? value : FC_VALUE_NONE;
    }
    callee->is_returning = false;
    return callee->result = result == FC_VALUE_NUMBERS_UNKNOWN ? FC_VALUE_NONE : result;
}

static int fresh_memory(fc_value_numbers *values, const fc_numbering *in, const fc_node *call)
{
    return fc_value_table_add(&values->table,
                              &(fc_value_parts){FC_VALUE_FRESH, in->procedure->id, {call->id}, 0, NULL, NULL, call});
}

static int evaluate_own_call(fc_value_numbers *values, fc_numbering *in, const fc_node *call,
                             const fc_procedure *procedure)
{
    if (fc_cells_allocates(values->modified.cells, procedure))
        return fresh_memory(values, in, call);
    int result = fc_value_numbers_result(values, fc_value_numbers_in(values, procedure));
    if (result == FC_VALUE_NONE)
        return fc_value_numbers_opaque(values, in, call);
    const fc_numbered_value *value = fc_value_of(&values->table, result);
    if (value->kind == FC_VALUE_FRESH)
        return fresh_memory(values, in, call);
    int here =
        value->is_entry && !value->has_iteration ? fc_value_numbers_at_call(values, in, call, result) : FC_VALUE_NONE;
    return here == FC_VALUE_NONE ? fc_value_numbers_opaque(values, in, call) : here;
}

static int evaluate_call(fc_value_numbers *values, fc_numbering *in, const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    if (target && target->definition)
        return evaluate_own_call(values, in, call, target->definition);
    if (target && fc_external_is_allocation(target->name) && !fc_external_keeps_content(call))
        return fresh_memory(values, in, call);
    bool is_pure = target && fc_external_is_pure(target->name) && call->n_children <= 4;
    int operand[4];
    for (int i = 1; i < call->n_children && is_pure; i++) {
        is_pure = call->child[i]->type && !fc_type_is_address(call->child[i]->type);
        operand[i - 1] = is_pure ? evaluate(values, in, call->child[i]) : FC_VALUE_NONE;
    }
    if (!is_pure)
        return fc_value_numbers_opaque(values, in, call);
    fc_value_parts parts = {
        FC_VALUE_OPERATION, -1, {-2, call->type->id, target->id}, call->n_children - 1, operand, NULL, call};
    return fc_value_numbers_make(values, in, &parts);
}

static int evaluate_new(fc_value_numbers *values, fc_numbering *in, const fc_node *node)
{
    switch (node->kind) {
    case FC_INTEGER:
        return constant(values, node->value);
    case FC_SIZEOF:
        return node->n_children == 0 ? constant(values, node->value) : fc_value_numbers_opaque(values, in, node);
    case FC_NAME:
    case FC_INDEX:
    case FC_MEMBER:
        return evaluate_place(values, in, node);
    case FC_UNARY:
        return node->op == FC_OP_DEREFERENCE ? evaluate_place(values, in, node) : evaluate_unary(values, in, node);
    case FC_STEP: {
        int old = old_value(values, in, node);
        bool is_after = node->op == FC_OP_POST_INCREMENT || node->op == FC_OP_POST_DECREMENT;
        return is_after ? old : stepped(values, in, node, old);
    }
    case FC_ASSIGN:
        return evaluate_assign(values, in, node);
    case FC_BINARY:
        return evaluate_binary(values, in, node);
    case FC_CAST:
        return fc_value_numbers_convert(values, in, evaluate(values, in, node->child[0]), node->child[0]->type,
                                        node->type);
    case FC_COMMA:
        return evaluate(values, in, node->child[1]);
    case FC_CONDITIONAL:
        return evaluate_conditional(values, in, node);
    case FC_CALL:
        return evaluate_call(values, in, node);
    default:
        return fc_value_numbers_opaque(values, in, node);
    }
}

static int evaluate(fc_value_numbers *values, fc_numbering *in, const fc_node *node)
{
    const int at = node->id - in->ir.cfg.first_id;
    if (node->kind == FC_INTEGER || (node->kind == FC_SIZEOF && node->n_children == 0))
        return constant(values, node->value);
    if (at < 0 || at >= in->ir.cfg.n_ids)
        return fc_value_numbers_opaque(values, in, node);
    if (in->of_node[at] >= 0)
        return in->of_node[at];
    if (in->of_node[at] == FC_VALUE_NUMBERS_IN_PROGRESS || values->depth >= FC_VALUE_NUMBERS_DEEPEST)
        return fc_value_numbers_opaque(values, in, node);
    in->of_node[at] = FC_VALUE_NUMBERS_IN_PROGRESS;
    values->depth++;
    int value = evaluate_new(values, in, node);
    values->depth--;
    fc_numbered_value *v = &values->table.value[value];
    v->source = v->source ? v->source : node;
    return in->of_node[at] = value;
}

int fc_value_numbers_of(fc_value_numbers *values, fc_numbering *in, const fc_node *expression)
{
    return evaluate(values, in, expression);
}
