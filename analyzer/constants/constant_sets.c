/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/constants/constant_sets.h"

#include <limits.h>

enum {
    LARGEST_REAL = 1 << 24 /* all integers up to there are floats */
};

fc_constant_set fc_constant_sets_any(void)
{
    return (fc_constant_set){.is_any = true};
}

fc_constant_set fc_constant_sets_one(long value)
{
    return (fc_constant_set){.n = 1, .value = {value}};
}

static bool add(fc_constant_set *to, long value)
{
    for (int i = 0; i < to->n; i++)
        if (to->value[i] == value)
            return false;
    if (to->n == FC_MOST_CONSTANTS)
        *to = fc_constant_sets_any();
    else
        to->value[to->n++] = value;
    return true;
}

bool fc_constant_sets_join(fc_constant_set *to, const fc_constant_set *from)
{
    bool changed = from->is_any && !to->is_any;
    if (changed)
        *to = fc_constant_sets_any();
    for (int i = 0; i < from->n && !to->is_any; i++)
        changed |= add(to, from->value[i]);
    return changed;
}

bool fc_constant_sets_may_hold(const fc_constant_set *set)
{
    bool may = set->is_any;
    for (int i = 0; i < set->n; i++)
        may |= set->value[i] != 0;
    return may;
}

bool fc_constant_sets_may_fail(const fc_constant_set *set)
{
    bool may = set->is_any;
    for (int i = 0; i < set->n; i++)
        may |= set->value[i] == 0;
    return may;
}

static bool is_number(const fc_type *type)
{
    return type && (type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_BOOL || type->kind == FC_TYPE_REAL);
}

/* The value in that type, which a long can hold; false: it cannot. Reals hold small integers exactly. */
static bool fit(long *value, const fc_type *type)
{
    if (type->kind == FC_TYPE_REAL)
        return *value >= -LARGEST_REAL && *value <= LARGEST_REAL;
    if (type->kind == FC_TYPE_BOOL) {
        *value = *value != 0;
        return true;
    }
    const int bits = type->bits > 0 ? type->bits : (int)type->size * CHAR_BIT;
    if (bits >= 64)
        return bits == 64 && (!type->is_unsigned || *value >= 0);
    const unsigned long mask = (1UL << bits) - 1, low = (unsigned long)*value & mask;
    const bool is_negative = !type->is_unsigned && (low >> (bits - 1) & 1);
    *value = (long)(is_negative ? low | ~mask : low);
    return true;
}

fc_constant_set fc_constant_sets_convert(const fc_constant_set *set, const fc_type *type)
{
    fc_constant_set out = {.is_any = set->is_any || !(is_number(type) || (type && type->kind == FC_TYPE_POINTER))};
    for (int i = 0; i < set->n && !out.is_any; i++) {
        long value = set->value[i];
        if (is_number(type) ? fit(&value, type) : value == 0)
            add(&out, value);
        else
            out = fc_constant_sets_any();
    }
    return out;
}

fc_constant_set fc_constant_sets_unary(fc_operator op, const fc_constant_set *a, const fc_type *type)
{
    fc_constant_set out = {.is_any = a->is_any};
    for (int i = 0; i < a->n && !out.is_any; i++) {
        const long value = a->value[i];
        if (op == FC_OP_NOT)
            add(&out, !value);
        else if (op == FC_OP_COMPLEMENT)
            add(&out, ~value);
        else if (op == FC_OP_PLUS || (op == FC_OP_NEGATE && value != LONG_MIN))
            add(&out, op == FC_OP_PLUS ? value : -value);
        else
            out = fc_constant_sets_any();
    }
    return fc_constant_sets_convert(&out, type);
}

/* is_real: the quotient must be exact. */
static bool compute(long *out, fc_operator op, long a, long b, bool is_real)
{
    switch (op) {
    case FC_OP_ADD:
        return !__builtin_add_overflow(a, b, out);
    case FC_OP_SUBTRACT:
        return !__builtin_sub_overflow(a, b, out);
    case FC_OP_MULTIPLY:
        return !__builtin_mul_overflow(a, b, out);
    case FC_OP_DIVIDE:
    case FC_OP_REMAINDER:
        if (b == 0 || (a == LONG_MIN && b == -1) || (is_real && a % b != 0))
            return false;
        *out = op == FC_OP_DIVIDE ? a / b : a % b;
        return true;
    case FC_OP_BIT_AND:
        *out = a & b;
        return true;
    case FC_OP_BIT_OR:
        *out = a | b;
        return true;
    case FC_OP_LESS:
        *out = a < b;
        return true;
    case FC_OP_LESS_EQUAL:
        *out = a <= b;
        return true;
    case FC_OP_GREATER:
        *out = a > b;
        return true;
    case FC_OP_GREATER_EQUAL:
        *out = a >= b;
        return true;
    case FC_OP_EQUAL:
        *out = a == b;
        return true;
    case FC_OP_NOT_EQUAL:
        *out = a != b;
        return true;
    default:
        return false;
    }
}

static fc_constant_set both_or_either(bool may_hold, bool may_fail)
{
    fc_constant_set out = {0};
    if (may_hold)
        add(&out, 1);
    if (may_fail)
        add(&out, 0);
    return out;
}

fc_constant_set fc_constant_sets_binary(fc_operator op, const fc_constant_set *a, const fc_constant_set *b,
                                        const fc_type *type)
{
    const bool a_holds = fc_constant_sets_may_hold(a), a_fails = fc_constant_sets_may_fail(a);
    const bool b_holds = fc_constant_sets_may_hold(b), b_fails = fc_constant_sets_may_fail(b);
    if (op == FC_OP_AND)
        return both_or_either(a_holds && b_holds, a_fails || (a_holds && b_fails));
    if (op == FC_OP_OR)
        return both_or_either(a_holds || (a_fails && b_holds), a_fails && b_fails);
    const bool is_real = type && type->kind == FC_TYPE_REAL;
    fc_constant_set out = {.is_any = a->is_any || b->is_any};
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < b->n && !out.is_any; k++) {
            long value;
            if (compute(&value, op, a->value[i], b->value[k], is_real))
                add(&out, value);
            else
                out = fc_constant_sets_any();
        }
    return fc_constant_sets_convert(&out, type);
}
