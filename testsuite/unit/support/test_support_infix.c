/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/infix.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Values are doubles in a pool. */
typedef struct pool {
    double value[300];
    int n;
} pool;

static void *keep(fc_infix *in, double value)
{
    pool *to = in->data;
    to->value[to->n] = value;
    return &to->value[to->n++];
}

static void *number(fc_infix *in)
{
    char *end;
    double value = strtod(in->at, &end);
    in->at = end;
    return keep(in, value);
}

static void *name(fc_infix *in, const char *text, size_t length)
{
    return length == 1 && *text == 'x' ? keep(in, 7) : fc_infix_refuse(in, text, "unknown name");
}

static void *combine(fc_infix *in, fc_infix_operator sign, void *left, void *right)
{
    if (!left || (!right && sign != FC_INFIX_NEGATE))
        return NULL;
    double a = *(double *)left, b = right ? *(double *)right : 0;
    const double value[] = {a + b, a - b, a * b, a / b, pow(a, b), a <= b, a >= b, a == b, a<b, a> b, -a};
    return keep(in, value[sign]);
}

static int function(const char *text, size_t length, int *n_arguments)
{
    *n_arguments = 2;
    return length == 3 && strncmp(text, "max", 3) == 0 ? 0 : -1;
}

static void *call(fc_infix *in, int which, void **argument)
{
    (void)which;
    return argument[0] && argument[1] ? keep(in, fmax(*(double *)argument[0], *(double *)argument[1])) : NULL;
}

static size_t name_length(const char *text)
{
    size_t n = 0;
    while (isalpha((unsigned char)text[n]))
        n++;
    return n;
}

static const fc_infix_values all = {number, name, combine, function, call, "unknown function", name_length, false, 20};
static const fc_infix_values arithmetic = {number,      name, combine, function, call, "unknown function",
                                           name_length, true, 20};

static void test_support_infix__follows_the_precedence_of_operators(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } cases[] = {{"2 + 3 * 4", 14},   {"20 - 5 - 3", 12},       {"24 / 4 / 3", 2}, {"2 ^ 3 ^ 2", 512}, {"-2 ^ 2", -4},
                 {"(2 + 3) * x", 35}, {"max(2, 3 + x) - 1", 9}, {"2 * -3", -6},    {"1 + 1 == 2", 1},  {"3 < 2", 0},
                 {"2 <= 2", 1},       {" 6 / 4 * 2 ", 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pool values = {.n = 0};
        fc_infix in = {.text = cases[i].text, .values = &all, .data = &values};
        const double *value = fc_infix_read(&in);
        if (in.fault || !value || *value != cases[i].value)
            fail_msg("%s: %g, fault %s", cases[i].text, value ? *value : NAN, in.fault ? in.fault : "none");
    }
}

static void test_support_infix__names_the_first_fault(void **state)
{
    (void)state;
    static const struct {
        const char *text, *fault;
        size_t at;
        bool is_arithmetic;
    } cases[] = {{"", "expected a number, a name or a parenthesis", 0, false},
                 {"2 + ", "expected a number, a name or a parenthesis", 4, false},
                 {"(2", "expected a closing parenthesis", 2, false},
                 {"max(2)", "expected a comma", 5, false},
                 {"2 3", "expected an operator or the end", 2, false},
                 {"2 + y * z", "unknown name", 4, false},
                 {"log(2)", "unknown function", 0, false},
                 {"2 ^ 3", "expected an operator or the end", 2, true},
                 {"2 < 3", "expected an operator or the end", 2, true},
                 {"((((((((((((((((((((2))))))))))))))))))))", "nested too deeply", 20, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pool values = {.n = 0};
        fc_infix in = {.text = cases[i].text, .values = cases[i].is_arithmetic ? &arithmetic : &all, .data = &values};
        fc_infix_read(&in);
        if (!in.fault || strcmp(in.fault, cases[i].fault) != 0 || in.fault_at != cases[i].at)
            fail_msg("%s: %s at %zu", cases[i].text, in.fault ? in.fault : "none", in.fault_at);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_support_infix__follows_the_precedence_of_operators),
        cmocka_unit_test(test_support_infix__names_the_first_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
