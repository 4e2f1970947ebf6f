/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/passes/loops.h"

#include "analyzer/passes/induction.h"

#include <stdio.h>
#include <stdlib.h>

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

static bool recognise_condition(fc_cost *loop, const fc_control *control)
{
    const fc_node *bound = fc_control_bound(control, loop->node);
    const fc_node *condition = bound ? bound : loop->node->child[1];
    int side = fc_induction_compared(condition, loop->variable);
    if (side < 0)
        return false;
    loop->bound = condition->child[1 - side];
    loop->relation = side == 0 ? condition->op : mirrored(condition->op);
    return true;
}

bool fc_loops_recognise(fc_cost *loop, const fc_control *control)
{
    fc_induction own;
    if (!fc_induction_own(&own, control, loop->node) || own.variable->type->kind != FC_TYPE_INTEGER ||
        (own.variable->kind != FC_SYMBOL_LOCAL && own.variable->kind != FC_SYMBOL_PARAMETER))
        return false;
    loop->variable = own.variable;
    loop->low = own.start;
    loop->step = own.step;
    loop->step_sign = own.sign;
    if (own.sign == 0 || !recognise_condition(loop, control))
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
    const fc_sym *low, *last, *step;
} limits;

/* A bound that moves with the variable itself: i <= b + c * i, c < 1 fixed, is i <= floor(b / (1 - c)), and downward
 * i >= ceil(b / (1 - c)). NULL: it moves in another way. */
static const fc_sym *without_variable(fc_algebra *algebra, const fc_cost *loop, const fc_sym *last,
                                      const fc_sym *variable)
{
    if (!fc_sym_depends(last, variable))
        return last;
    const fc_sym *zero = fc_sym_integer(algebra, 0), *one = fc_sym_integer(algebra, 1);
    const fc_sym *next = fc_sym_substitute(algebra, last, variable, fc_sym_add(algebra, variable, one));
    const fc_sym *rest = fc_sym_subtract(algebra, one, fc_sym_subtract(algebra, next, last));
    double slope;
    if (!fc_sym_is_constant(rest, &slope) || slope <= 0 || loop->relation == FC_OP_NOT_EQUAL)
        return NULL;
    const fc_sym *fixed = fc_sym_substitute(algebra, last, variable, zero);
    if (loop->step_sign > 0)
        return fc_sym_floor_divide(algebra, fixed, rest);
    return fc_sym_subtract(algebra, zero, fc_sym_floor_divide(algebra, fc_sym_subtract(algebra, zero, fixed), rest));
}

/* False when one has no exact value, or the step is not known to be positive. */
static bool find_limits(limits *out, fc_assumption *assumed, const fc_cost *loop, const fc_view *view)
{
    fc_algebra *algebra = view->algebra;
    const fc_sym *low = fc_value(view, loop->low), *bound = low ? fc_value(view, loop->bound) : NULL;
    const fc_sym *one = fc_sym_integer(algebra, 1), *variable = fc_value_symbol(view, loop->variable);
    const fc_sym *step = loop->step ? fc_value(view, loop->step) : one;
    const fc_sym *last = bound ? without_variable(algebra, loop, inclusive(algebra, loop, bound), variable) : NULL;
    assumed->n = 0;
    if (!last || !step || fc_sym_depends(step, variable))
        return false;
    if (!fc_sym_is_constant(step, NULL) && !fc_sym_proves_positive(algebra, step))
        fc_sym_variables(step, assume_positive, &(assumer){algebra, assumed, view->state != NULL});
    *out = (limits){fc_loops_assume(algebra, assumed, low), fc_loops_assume(algebra, assumed, last),
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

fc_loop_share fc_loops_share(fc_algebra *algebra, const fc_node *loop)
{
    static const struct {
        const char *key, *label, *in_c;
        unsigned facts;
    } of[2] = {{"share_first%d", "first", "fc_share_%d.first", FC_FACT_NONNEGATIVE},
               {"share_count%d", "count", "fc_share_%d.count", FC_FACT_POSITIVE}};
    const fc_sym *value[2];
    for (int i = 0; i < 2; i++) {
        char key[40], in_c[40];
        snprintf(key, sizeof key, of[i].key, loop->id);
        snprintf(in_c, sizeof in_c, of[i].in_c, loop->id);
        value[i] = fc_sym_variable(algebra, key, of[i].label, in_c, of[i].facts);
    }
    return (fc_loop_share){value[0], value[1]};
}

/* variable = low +- step * t, t = first .. first + count - 1 */
static void range_over_share(fc_loop_range *range, const fc_cost *loop, const limits *limit, fc_algebra *algebra)
{
    fc_loop_share share = fc_loops_share(algebra, loop->node);
    range_over_steps(range, loop, limit, algebra);
    range->low = share.first;
    range->high = fc_sym_add(algebra, share.first, fc_sym_subtract(algebra, share.count, fc_sym_integer(algebra, 1)));
    range->trips = share.count;
}

bool fc_loops_range(fc_loop_range *range, const fc_cost *loop, const fc_view *view)
{
    fc_algebra *algebra = view->algebra;
    limits limit;
    if (!find_limits(&limit, &range->assumed, loop, view))
        return false;
    const fc_sym *zero = fc_sym_integer(algebra, 0), *one = fc_sym_integer(algebra, 1);
    range->variable = range->value = fc_value_symbol(view, loop->variable);
    range->low = loop->step_sign > 0 ? limit.low : limit.last;
    range->high = loop->step_sign > 0 ? limit.last : limit.low;
    if (view->shared == loop->node) {
        range_over_share(range, loop, &limit, algebra);
        return true;
    }
    if (limit.step != one)
        range_over_steps(range, loop, &limit, algebra);
    const fc_sym *length = fc_sym_add(algebra, fc_sym_subtract(algebra, range->high, range->low), one);
    range->trips = fc_sym_proves_nonnegative(algebra, length) ? length : fc_sym_maximum(algebra, length, zero);
    return true;
}
