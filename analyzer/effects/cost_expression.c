/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/effects/cost_expression.h"

#include "support/infix.h"

#include <ctype.h>
#include <string.h>

#define MOST_DIGITS 1000000000000000000L /* limit on a numerator or denominator: 10^18 */

typedef struct reading {
    fc_algebra *algebra;
    fc_cost_names names;
} reading;

/* A value of the algebra, as the reader of expressions holds it. */
static void *value_of(const fc_sym *expression)
{
    return (void *)expression;
}

static bool times_ten(long *number)
{
    *number *= *number <= MOST_DIGITS / 10 ? 10 : 1;
    return *number <= MOST_DIGITS / 10;
}

/* Scales the fraction by the number's exponent; it already includes the digits after the decimal point. */
static bool take_exponent(fc_infix *r, long *numerator, long *denominator)
{
    long exponent = 0;
    if (*r->at == 'e' || *r->at == 'E') {
        bool is_negative = r->at[1] == '-';
        r->at += is_negative || r->at[1] == '+' ? 2 : 1;
        if (!isdigit((unsigned char)*r->at))
            return false;
        while (isdigit((unsigned char)*r->at) && exponent < 100)
            exponent = 10 * exponent + (*r->at++ - '0');
        for (; exponent > 0; exponent--)
            if (!times_ten(is_negative ? denominator : numerator))
                return false;
    }
    return true;
}

/* NUMBER = digits [ "." digits ] [ "e" [ "+" | "-" ] digits ] */
static void *read_number(fc_infix *r)
{
    const reading *to = r->data;
    long numerator = 0, denominator = 1;
    bool is_fraction = false, fits = true;
    for (; isdigit((unsigned char)*r->at) || (*r->at == '.' && !is_fraction); r->at++) {
        if (*r->at == '.') {
            is_fraction = true;
            continue;
        }
        fits &= numerator <= MOST_DIGITS / 100 && (!is_fraction || times_ten(&denominator));
        numerator = fits ? 10 * numerator + (*r->at - '0') : 0;
    }
    if (!fits || !take_exponent(r, &numerator, &denominator))
        return fc_infix_refuse(r, r->at, "a number must have at most 16 digits and lie between 1e-17 and 1e17");
    return value_of(fc_sym_rational(to->algebra, numerator, denominator));
}

enum {
    LOG2,
    MIN,
    MAX,
    CEIL,
    FLOOR,
    N_FUNCTIONS
};

static int find_function(const char *name, size_t length, int *n_arguments)
{
    static const char *const names[N_FUNCTIONS] = {"log2", "min", "max", "ceil", "floor"};
    int found = 0;
    while (found < N_FUNCTIONS && (strlen(names[found]) != length || memcmp(names[found], name, length) != 0))
        found++;
    *n_arguments = found == LOG2 ? 1 : 2;
    return found < N_FUNCTIONS ? found : -1;
}

static void *call(fc_infix *r, int function, void **argument)
{
    fc_algebra *algebra = ((const reading *)r->data)->algebra;
    const fc_sym *a = argument[0], *b = argument[1];
    if (!a || (function != LOG2 && !b))
        return NULL;
    if (function == LOG2)
        return value_of(fc_sym_log2(algebra, a));
    if (function == MIN || function == MAX)
        return value_of(function == MIN ? fc_sym_minimum(algebra, a, b) : fc_sym_maximum(algebra, a, b));
    if (!fc_sym_proves_positive(algebra, b))
        return NULL;
    if (function == CEIL)
        a = fc_sym_add(algebra, a, fc_sym_subtract(algebra, b, fc_sym_integer(algebra, 1)));
    return value_of(fc_sym_floor_divide(algebra, a, b));
}

/* NAME = word { ("." | "->") word } */
static size_t name_length(const char *name)
{
    const char *at = name;
    for (;;) {
        while (isalnum((unsigned char)*at) || *at == '_')
            at++;
        int joint = *at == '.' ? 1 : at[0] == '-' && at[1] == '>' ? 2 : 0;
        if (joint == 0 || !(isalpha((unsigned char)at[joint]) || at[joint] == '_'))
            return (size_t)(at - name);
        at += joint;
    }
}

static void *name_value(fc_infix *r, const char *name, size_t length)
{
    const fc_cost_names *names = &((const reading *)r->data)->names;
    return value_of(names->value(names->data, name, length));
}

static void *combine(fc_infix *r, fc_infix_operator sign, void *left, void *right)
{
    fc_algebra *algebra = ((const reading *)r->data)->algebra;
    const fc_sym *a = left, *b = right;
    double divisor = 0;
    bool is_divisor = sign == FC_INFIX_DIVIDE && b && fc_sym_is_constant(b, &divisor) &&
                      divisor == (double)(long)divisor && divisor >= 1;
    if (sign == FC_INFIX_DIVIDE && !is_divisor)
        return fc_infix_refuse(r, r->at,
                               "a divisor must be a positive integer constant; write ceil(a, b) or floor(a, b)");
    if (!a || (!b && sign != FC_INFIX_NEGATE))
        return NULL;
    switch (sign) {
    case FC_INFIX_ADD:
        return value_of(fc_sym_add(algebra, a, b));
    case FC_INFIX_SUBTRACT:
        return value_of(fc_sym_subtract(algebra, a, b));
    case FC_INFIX_MULTIPLY:
        return value_of(fc_sym_multiply(algebra, a, b));
    case FC_INFIX_DIVIDE:
        return value_of(fc_sym_multiply(algebra, a, fc_sym_rational(algebra, 1, (long)divisor)));
    default:
        return value_of(fc_sym_subtract(algebra, fc_sym_integer(algebra, 0), a));
    }
}

fc_cost_fault fc_cost_expression_read(const fc_sym **out, fc_algebra *algebra, const char *text, fc_cost_names names)
{
    static const fc_infix_values values = {
        .number = read_number,
        .name = name_value,
        .combine = combine,
        .function = find_function,
        .call = call,
        .functions = "expected one of the functions log2(a), min(a, b), max(a, b), ceil(a, b), floor(a, b)",
        .name_length = name_length,
        .is_arithmetic = true,
        .most_depth = 64};
    fc_infix in = {.text = text, .values = &values, .data = &(reading){algebra, names}};
    const fc_sym *value = fc_infix_read(&in);
    *out = in.fault ? NULL : value;
    return (fc_cost_fault){in.fault, in.fault_at};
}
