/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/infix.h"

#include <ctype.h>
#include <string.h>

/* By fc_infix_operator, as far as the signs are infix. */
static const char *const signs[] = {"+", "-", "*", "/", "^", "<=", ">=", "==", "<", ">"};

static void *read_expression(fc_infix *in);

void *fc_infix_refuse(fc_infix *in, const char *at, const char *what)
{
    if (!in->fault) {
        in->fault = what;
        in->fault_at = (size_t)(at - in->text);
    }
    return NULL;
}

static bool take(fc_infix *in, const char *sign)
{
    in->at += strspn(in->at, " \t\r\n");
    if (in->fault || strncmp(in->at, sign, strlen(sign)) != 0)
        return false;
    in->at += strlen(sign);
    return true;
}

static void expect(fc_infix *in, const char *sign, const char *what)
{
    if (!take(in, sign))
        fc_infix_refuse(in, in->at, what);
}

static void *read_call(fc_infix *in, const char *name, size_t length)
{
    void *argument[FC_INFIX_ARGUMENTS] = {NULL};
    int n = 0, function = in->values->function(name, length, &n);
    if (function < 0)
        return fc_infix_refuse(in, name, in->values->functions);
    for (int i = 0; i < n; i++) {
        argument[i] = in->fault ? NULL : read_expression(in);
        if (i + 1 < n)
            expect(in, ",", "expected a comma");
    }
    expect(in, ")", "expected a closing parenthesis");
    return in->values->call(in, function, argument);
}

static void *read_atom(fc_infix *in)
{
    in->at += strspn(in->at, " \t\r\n");
    if (isdigit((unsigned char)*in->at) || *in->at == '.')
        return in->values->number(in);
    if (take(in, "(")) {
        void *value = read_expression(in);
        expect(in, ")", "expected a closing parenthesis");
        return value;
    }
    const char *name = in->at;
    size_t length = in->values->name_length(name);
    if (length == 0)
        return fc_infix_refuse(in, name, "expected a number, a name or a parenthesis");
    in->at += length;
    return take(in, "(") ? read_call(in, name, length) : in->values->name(in, name, length);
}

static void *read_factor(fc_infix *in)
{
    if (++in->depth > in->values->most_depth)
        return fc_infix_refuse(in, in->at, "nested too deeply");
    void *value;
    if (take(in, "-")) {
        value = in->values->combine(in, FC_INFIX_NEGATE, read_factor(in), NULL);
    } else {
        value = read_atom(in);
        if (!in->values->is_arithmetic && take(in, "^"))
            value = in->values->combine(in, FC_INFIX_POWER, value, read_factor(in));
    }
    in->depth--;
    return value;
}

/* Reads operands between the signs `first` and `first` + 1, from left to right. */
static void *read_chain(fc_infix *in, fc_infix_operator first, void *(*read_operand)(fc_infix *))
{
    void *value = read_operand(in);
    for (;;) {
        fc_infix_operator sign = take(in, signs[first]) ? first : first + 1;
        if (sign != first && !take(in, signs[sign]))
            return value;
        value = in->values->combine(in, sign, value, read_operand(in));
    }
}

static void *read_product(fc_infix *in)
{
    return read_chain(in, FC_INFIX_MULTIPLY, read_factor);
}

static void *read_expression(fc_infix *in)
{
    void *value = read_chain(in, FC_INFIX_ADD, read_product);
    /* Longer signs first, as the first match is used. */
    for (int sign = FC_INFIX_AT_MOST; sign <= FC_INFIX_GREATER && !in->values->is_arithmetic; sign++)
        if (take(in, signs[sign]))
            return in->values->combine(in, (fc_infix_operator)sign, value, read_chain(in, FC_INFIX_ADD, read_product));
    return value;
}

void *fc_infix_read(fc_infix *in)
{
    in->at = in->text;
    void *value = read_expression(in);
    in->at += strspn(in->at, " \t\r\n");
    if (*in->at)
        fc_infix_refuse(in, in->at, "expected an operator or the end");
    return value;
}
