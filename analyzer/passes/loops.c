/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/passes/loops.h"

#include "analyzer/passes/definitions.h"

#include <stdlib.h>

static const fc_node *without_cast(const fc_node *node)
{
    while (node && node->kind == FC_CAST)
        node = node->child[0];
    return node;
}

static bool is_variable(const fc_node *node, const fc_symbol *symbol)
{
    node = without_cast(node);
    return node && node->kind == FC_NAME && node->symbol == symbol;
}

static bool recognise_start(fc_cost *loop)
{
    const fc_node *init = loop->node->child[0];
    if (init && init->kind == FC_BLOCK && init->n_children == 1)
        init = init->child[0];
    if (!init)
        return false;
    if (init->kind == FC_DECLARE) {
        loop->variable = init->symbol;
        loop->low = init->n_children > 0 ? init->child[0] : NULL;
    } else if (init->kind == FC_EVALUATE && init->child[0]->kind == FC_ASSIGN && init->child[0]->op == FC_OP_NONE &&
               init->child[0]->child[0]->kind == FC_NAME) {
        loop->variable = init->child[0]->child[0]->symbol;
        loop->low = init->child[0]->child[1];
    }
    return loop->variable && loop->low && loop->variable->type->kind == FC_TYPE_INTEGER;
}

static fc_operator mirrored(fc_operator relation)
{
    switch (relation) {
    case FC_OP_LESS:
        return FC_OP_GREATER;
    case FC_OP_LESS_EQUAL:
        return FC_OP_GREATER_EQUAL;
    case FC_OP_GREATER:
        return FC_OP_LESS;
    case FC_OP_GREATER_EQUAL:
        return FC_OP_LESS_EQUAL;
    default:
        return relation;
    }
}

static bool recognise_condition(fc_cost *loop)
{
    const fc_node *condition = loop->node->child[1];
    if (!condition || condition->kind != FC_BINARY)
        return false;
    bool ordered = condition->op >= FC_OP_LESS && condition->op <= FC_OP_GREATER_EQUAL;
    if (!ordered && condition->op != FC_OP_NOT_EQUAL)
        return false;
    bool left = is_variable(condition->child[0], loop->variable),
         right = is_variable(condition->child[1], loop->variable);
    if (left == right)
        return false;
    loop->bound = condition->child[left ? 1 : 0];
    loop->relation = left ? condition->op : mirrored(condition->op);
    return true;
}

/* i = i + step and i = i - step, written out. */
static bool recognise_written_step(fc_cost *loop, const fc_node *value)
{
    value = without_cast(value);
    if (!value || value->kind != FC_BINARY || (value->op != FC_OP_ADD && value->op != FC_OP_SUBTRACT))
        return false;
    loop->step_sign = value->op == FC_OP_ADD ? 1 : -1;
    if (is_variable(value->child[0], loop->variable))
        loop->step = value->child[1];
    else if (value->op == FC_OP_ADD && is_variable(value->child[1], loop->variable))
        loop->step = value->child[0];
    return loop->step != NULL;
}

static bool recognise_step(fc_cost *loop)
{
    const fc_node *increment = without_cast(loop->node->child[2]);
    if (!increment || (increment->kind != FC_STEP && increment->kind != FC_ASSIGN) ||
        !is_variable(increment->child[0], loop->variable))
        return false;
    if (increment->kind == FC_STEP) {
        loop->step_sign = increment->op == FC_OP_PRE_INCREMENT || increment->op == FC_OP_POST_INCREMENT ? 1 : -1;
        return true;
    }
    if (increment->op == FC_OP_NONE)
        return recognise_written_step(loop, increment->child[1]);
    loop->step_sign = increment->op == FC_OP_ADD ? 1 : -1;
    loop->step = increment->child[1];
    return increment->op == FC_OP_ADD || increment->op == FC_OP_SUBTRACT;
}

/* The variable of a for statement that nothing but its step changes. */
static bool recognise_variable(fc_cost *loop, const fc_control *control)
{
    if (loop->node->kind == FC_FOR && recognise_start(loop)) {
        bool local = loop->variable->kind == FC_SYMBOL_LOCAL || loop->variable->kind == FC_SYMBOL_PARAMETER;
        if (local && !fc_control_changes_within(control, loop->variable, loop->node->child[3]))
            return true;
    }
    loop->variable = NULL;
    loop->low = NULL;
    return false;
}

bool fc_loops_recognise(fc_cost *loop, const fc_control *control)
{
    if (!recognise_variable(loop, control))
        return false;
    if (!recognise_step(loop)) {
        loop->step = NULL;
        loop->step_sign = 0;
        return false;
    }
    if (!recognise_condition(loop))
        return false;
    bool upward = loop->relation == FC_OP_LESS || loop->relation == FC_OP_LESS_EQUAL;
    return loop->relation == FC_OP_NOT_EQUAL || upward == (loop->step_sign > 0);
}

/* The bound itself, last value included: i < n ends at n - 1. */
static const fc_sym *inclusive(fc_algebra *algebra, const fc_cost *loop, const fc_sym *bound)
{
    const fc_sym *one = fc_sym_integer(algebra, 1);
    if (loop->relation == FC_OP_LESS || (loop->relation == FC_OP_NOT_EQUAL && loop->step_sign > 0))
        return fc_sym_subtract(algebra, bound, one);
    if (loop->relation == FC_OP_GREATER || loop->relation == FC_OP_NOT_EQUAL)
        return fc_sym_add(algebra, bound, one);
    return bound;
}

typedef struct assumer {
    fc_algebra *algebra;
    fc_assumption *assumed;
    bool is_formula; /* its domain is told with it: there the variable itself is positive */
} assumer;

static void assume_positive(void *data, const fc_sym *variable)
{
    const assumer *a = data;
    if (fc_sym_proves_positive(a->algebra, variable) || a->assumed->n == FC_MAX_ASSUMED)
        return;
    if (a->is_formula) {
        fc_sym_variable(a->algebra, fc_sym_key(variable), NULL, NULL, FC_FACT_POSITIVE);
        return;
    }
    fc_text in_c = {0}, label = {0};
    fc_sym_print(&in_c, variable, FC_NOTATION_C);
    fc_sym_print(&label, variable, FC_NOTATION_TEXT);
    char *key = fc_format("%s+", fc_sym_key(variable)), *at_least = fc_format("fc_max(%s, 1.0)", in_c.bytes);
    int i = a->assumed->n++;
    a->assumed->variable[i] = variable;
    a->assumed->positive[i] = fc_sym_variable(a->algebra, key, label.bytes, at_least, FC_FACT_POSITIVE);
    free(key);
    free(at_least);
    fc_text_free(&in_c);
    fc_text_free(&label);
}

const fc_sym *fc_loops_assume(fc_algebra *algebra, const fc_assumption *assumed, const fc_sym *value)
{
    for (int i = 0; value && i < assumed->n; i++)
        value = fc_sym_substitute(algebra, value, assumed->variable[i], assumed->positive[i]);
    return value;
}

typedef struct limits {
    const fc_sym *low, *bound, *step;
} limits;

/* False when one has no exact value, or the step is not known to be positive. */
static bool find_limits(limits *out, fc_assumption *assumed, const fc_cost *loop, const fc_view *view)
{
    fc_algebra *algebra = view->algebra;
    const fc_sym *low = fc_value(view, loop->low), *bound = low ? fc_value(view, loop->bound) : NULL;
    const fc_sym *one = fc_sym_integer(algebra, 1);
    const fc_sym *step = loop->step ? fc_value(view, loop->step) : one;
    assumed->n = 0;
    if (!low || !bound || !step)
        return false;
    if (!fc_sym_is_constant(step, NULL) && !fc_sym_proves_positive(algebra, step))
        fc_sym_variables(step, assume_positive, &(assumer){algebra, assumed, view->state != NULL});
    *out = (limits){fc_loops_assume(algebra, assumed, low), fc_loops_assume(algebra, assumed, bound),
                    fc_loops_assume(algebra, assumed, step)};
    double constant;
    bool positive =
        fc_sym_is_constant(out->step, &constant) ? constant > 0 : fc_sym_proves_positive(algebra, out->step);
    return out->step == one || (positive && loop->relation != FC_OP_NOT_EQUAL);
}

bool fc_loops_is_closed(const fc_cost *loop, const fc_view *view)
{
    limits limit;
    fc_assumption assumed;
    return find_limits(&limit, &assumed, loop, view);
}

/* variable = low +- step * t, t = 0 .. floor((high - low) / step) */
static void range_over_steps(fc_loop_range *range, const fc_cost *loop, const limits *limit, fc_algebra *algebra)
{
    char *key = fc_format("t%d", loop->node->id);
    range->variable = fc_sym_variable(algebra, key, "t", "t", 0);
    free(key);
    const fc_sym *offset = fc_sym_multiply(algebra, limit->step, range->variable);
    range->high = fc_sym_floor_divide(algebra, fc_sym_subtract(algebra, range->high, range->low), limit->step);
    range->value =
        loop->step_sign > 0 ? fc_sym_add(algebra, limit->low, offset) : fc_sym_subtract(algebra, limit->low, offset);
    range->low = fc_sym_integer(algebra, 0);
}

bool fc_loops_range(fc_loop_range *range, const fc_cost *loop, const fc_view *view)
{
    fc_algebra *algebra = view->algebra;
    limits limit;
    if (!find_limits(&limit, &range->assumed, loop, view))
        return false;
    const fc_sym *zero = fc_sym_integer(algebra, 0), *one = fc_sym_integer(algebra, 1);
    const fc_sym *last = inclusive(algebra, loop, limit.bound);
    range->variable = range->value = fc_value_symbol(view, loop->variable);
    range->low = loop->step_sign > 0 ? limit.low : last;
    range->high = loop->step_sign > 0 ? last : limit.low;
    if (limit.step != one)
        range_over_steps(range, loop, &limit, algebra);
    const fc_sym *length = fc_sym_add(algebra, fc_sym_subtract(algebra, range->high, range->low), one);
    range->trips = fc_sym_proves_nonnegative(algebra, length) ? length : fc_sym_maximum(algebra, length, zero);
    return true;
}
