/* SPDX-License-Identifier: Apache-2.0 */
/* Values in postfix notation, as analyzer/symbolic/symbolic_postfix.c prints them. Operands: numbers; "c3", a counter;
 * "v0", a variable of the caller; "=1", a value of the stack by its number from below; "I", infinity. Operations take
 * one or two operands from the stack. At the mark ";" the evaluation ends if entries and iterations are 0. */
#include "forecost.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static double apply(char operation, double a, double b)
{
    switch (operation) {
    case '+':
        return a + b;
    case '*':
        return a * b;
    case '/':
        return a / b;
    case 'f':
        return fc_floor_div(a, b);
    case 't':
        return fc_c_div(a, b);
    case 'm':
        return fc_min(a, b);
    case 'M':
        return fc_max(a, b);
    case 'd':
        return fc_ilog(a, b);
    case 'x':
        return fc_xor(a, b);
    default:
        return fc_power(a, b);
    }
}

static double apply_one(char operation, double a)
{
    switch (operation) {
    case 'n':
        return fc_ge0(a);
    case 'z':
        return fc_eq0(a);
    case 'l':
        return fc_log2(a);
    default:
        return fc_isqrt(a);
    }
}

typedef struct evaluation {
    fc_rank *r;
    const double *variable;
    double stack[FC_POSTFIX_DEPTH];
    int n;
} evaluation;

/* The operand at *at, which moves past it. */
static double operand(const evaluation *e, const char **at)
{
    const char kind = *(*at)++;
    char *end;
    if (kind == 'I')
        return INFINITY;
    bool is_number = kind != 'c' && kind != 'v' && kind != '=';
    double number = is_number ? strtod(*at - 1, &end) : (double)strtol(*at, &end, 10);
    *at = end;
    if (is_number)
        return number;
    return kind == 'c' ? fc_counted(e->r, (int)number) : (kind == 'v' ? e->variable : e->stack)[(int)number];
}

/* The text after the token at `at`. */
static const char *step(evaluation *e, const char *at)
{
    double *top = e->stack + e->n - 1;
    if (*at == ';')
        return e->stack[0] == 0 && e->stack[1] == 0 ? "" : at + 1;
    if (strchr("nzlr", *at)) {
        *top = apply_one(*at, *top);
    } else if (strchr("+*/ftmMdpx", *at)) {
        e->n--;
        top[-1] = apply(*at, top[-1], *top);
    } else if (*at != ' ') {
        e->stack[e->n] = operand(e, &at);
        e->n++;
        return at;
    }
    return at + 1;
}

void fc_compute_postfix(fc_rank *r, int region, const char *text, const double *variable)
{
    evaluation e = {.r = r, .variable = variable, .n = 0};
    while (*text)
        text = step(&e, text);
    fc_compute(r, region, e.stack[0], e.stack[1], e.n > 2 ? e.stack + 2 : NULL);
}
