/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/effects/cost_expression.h"

#include <ctype.h>
#include <string.h>

enum {
    MOST_DEPTH = 64
};
#define MOST_DIGITS 1000000000000000000L /* limit on a numerator or denominator: 10^18 */

typedef struct reading {
    fc_algebra *algebra;
    fc_cost_names names;
    const char *text, *at;
    int depth;
    fc_cost_fault fault;
} reading;

static const fc_sym *read_sum(reading *r);

static const fc_sym *refuse(reading *r, const char *what)
{
    if (!r->fault.what)
        r->fault = (fc_cost_fault){what, (size_t)(r->at - r->text)};
    return NULL;
}

static bool take(reading *r, char c)
{
    r->at += strspn(r->at, " \t");
    if (r->fault.what || *r->at != c)
        return false;
    r->at++;
    return true;
}

static void expect(reading *r, char c, const char *what)
{
    if (!take(r, c))
        refuse(r, what);
}

static bool times_ten(long *number)
{
    *number *= *number <= MOST_DIGITS / 10 ? 10 : 1;
    return *number <= MOST_DIGITS / 10;
}

/* Scales the fraction by the number's exponent; it already includes the digits after the decimal point. */
static bool take_exponent(reading *r, long *numerator, long *denominator)
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
static const fc_sym *read_number(reading *r)
{
    long numerator = 0, denominator = 1;
    bool is_behind = false, fits = true;
    for (; isdigit((unsigned char)*r->at) || (*r->at == '.' && !is_behind); r->at++) {
        if (*r->at == '.') {
            is_behind = true;
            continue;
        }
        fits &= numerator <= MOST_DIGITS / 100 && (!is_behind || times_ten(&denominator));
        numerator = fits ? 10 * numerator + (*r->at - '0') : 0;
    }
    if (!fits || !take_exponent(r, &numerator, &denominator))
        return refuse(r, "a number must have at most 16 digits and lie between 1e-17 and 1e17");
    return fc_sym_rational(r->algebra, numerator, denominator);
}

/* Reads "( sum, sum )", the arguments of a binary function. */
static const fc_sym *read_two(reading *r, const char *name, size_t length)
{
    const fc_sym *a = read_sum(r);
    expect(r, ',', "expected a comma");
    const fc_sym *b = read_sum(r);
    expect(r, ')', "expected a closing parenthesis");
    if (!a || !b)
        return NULL;
    if (length == 3)
        return name[1] == 'i' ? fc_sym_minimum(r->algebra, a, b) : fc_sym_maximum(r->algebra, a, b);
    if (!fc_sym_proves_positive(r->algebra, b))
        return NULL;
    if (name[0] == 'c')
        a = fc_sym_add(r->algebra, a, fc_sym_subtract(r->algebra, b, fc_sym_integer(r->algebra, 1)));
    return fc_sym_floor_divide(r->algebra, a, b);
}

static const fc_sym *read_function(reading *r, const char *name, size_t length)
{
    static const char *const two[] = {"min", "max", "ceil", "floor"};
    if (length == 4 && memcmp(name, "log2", 4) == 0) {
        const fc_sym *a = read_sum(r);
        expect(r, ')', "expected a closing parenthesis");
        return a ? fc_sym_log2(r->algebra, a) : NULL;
    }
    for (int i = 0; i < 4; i++)
        if (strlen(two[i]) == length && memcmp(two[i], name, length) == 0)
            return read_two(r, name, length);
    r->at = name;
    return refuse(r, "expected one of the functions log2(a), min(a, b), max(a, b), ceil(a, b), floor(a, b)");
}

/* NAME = word { ("." | "->") word } */
static const char *skip_name(const char *at)
{
    for (;;) {
        while (isalnum((unsigned char)*at) || *at == '_')
            at++;
        int joint = *at == '.' ? 1 : at[0] == '-' && at[1] == '>' ? 2 : 0;
        if (joint == 0 || !(isalpha((unsigned char)at[joint]) || at[joint] == '_'))
            return at;
        at += joint;
    }
}

static const fc_sym *read_factor(reading *r)
{
    r->at += strspn(r->at, " \t");
    if (r->depth++ >= MOST_DEPTH)
        return refuse(r, "nested too deeply");
    const fc_sym *value = NULL;
    const char *name = r->at;
    if (isdigit((unsigned char)*r->at) || *r->at == '.') {
        value = read_number(r);
    } else if (take(r, '(')) {
        value = read_sum(r);
        expect(r, ')', "expected a closing parenthesis");
    } else if (take(r, '-')) {
        value = read_factor(r);
        value = value ? fc_sym_subtract(r->algebra, fc_sym_integer(r->algebra, 0), value) : NULL;
    } else {
        r->at = skip_name(name);
        size_t length = (size_t)(r->at - name);
        if (length == 0)
            value = refuse(r, "expected a number, a name or a parenthesis");
        else
            value = take(r, '(') ? read_function(r, name, length) : r->names.value(r->names.data, name, length);
    }
    r->depth--;
    return r->fault.what ? NULL : value;
}

static const fc_sym *divided(reading *r, const fc_sym *a, const fc_sym *b)
{
    static const double least = 1e-17;
    double divisor = 0;
    if (!b || !fc_sym_is_constant(b, &divisor) || divisor != (double)(long)divisor || divisor < least)
        return refuse(r, "a divisor must be a positive integer constant; write ceil(a, b) or floor(a, b)");
    return a ? fc_sym_multiply(r->algebra, a, fc_sym_rational(r->algebra, 1, (long)divisor)) : NULL;
}

static const fc_sym *read_product(reading *r)
{
    const fc_sym *value = read_factor(r);
    while (!r->fault.what) {
        if (take(r, '*')) {
            const fc_sym *by = read_factor(r);
            value = value && by ? fc_sym_multiply(r->algebra, value, by) : NULL;
        } else if (take(r, '/')) {
            value = divided(r, value, read_factor(r));
        } else {
            break;
        }
    }
    return value;
}

static const fc_sym *read_sum(reading *r)
{
    const fc_sym *value = read_product(r);
    while (!r->fault.what) {
        bool is_added = take(r, '+');
        if (!is_added && !take(r, '-'))
            break;
        const fc_sym *by = read_product(r);
        if (!value || !by)
            value = NULL;
        else
            value = is_added ? fc_sym_add(r->algebra, value, by) : fc_sym_subtract(r->algebra, value, by);
    }
    return value;
}

fc_cost_fault fc_cost_expression_read(const fc_sym **out, fc_algebra *algebra, const char *text, fc_cost_names names)
{
    reading r = {.algebra = algebra, .names = names, .text = text, .at = text};
    const fc_sym *value = read_sum(&r);
    r.at += strspn(r.at, " \t");
    if (!r.fault.what && *r.at)
        refuse(&r, "expected an operator or the end");
    *out = r.fault.what ? NULL : value;
    return r.fault;
}
