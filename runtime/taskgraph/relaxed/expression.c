/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/relaxed/expression.h"

#include "runtime/models/queueing.h"
#include "support/messages/taskgraph.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_DEPTH = 200,
    MOST_ARGUMENTS = 3
};

typedef double function_of(const double *argument);

/* One node of the tree. */
struct fc_expression {
    function_of *function; /* NULL: a number or a name */
    double number;
    int name; /* -1: a number */
    int n;    /* arguments */
    fc_expression *argument[MOST_ARGUMENTS];
};

/* ---- functions and operators ---- */

static double of_add(const double *a)
{
    return a[0] + a[1];
}
static double of_subtract(const double *a)
{
    return a[0] - a[1];
}
static double of_multiply(const double *a)
{
    return a[0] * a[1];
}
static double of_divide(const double *a)
{
    return a[0] / a[1];
}
static double of_power(const double *a)
{
    return pow(a[0], a[1]);
}
static double of_negate(const double *a)
{
    return -a[0];
}
static double of_less(const double *a)
{
    return a[0] < a[1];
}
static double of_at_most(const double *a)
{
    return a[0] <= a[1];
}
static double of_equal(const double *a)
{
    return a[0] == a[1];
}
static double of_greater(const double *a)
{
    return a[0] > a[1];
}
static double of_at_least(const double *a)
{
    return a[0] >= a[1];
}
static double of_ceil(const double *a)
{
    return ceil(a[0]);
}
static double of_floor(const double *a)
{
    return floor(a[0]);
}
static double of_sqrt(const double *a)
{
    return sqrt(a[0]);
}
static double of_log2(const double *a)
{
    return log2(a[0]);
}
static double of_abs(const double *a)
{
    return fabs(a[0]);
}
static double of_min(const double *a)
{
    return fmin(a[0], a[1]);
}
static double of_max(const double *a)
{
    return fmax(a[0], a[1]);
}
static double of_mod(const double *a)
{
    return a[0] - a[1] * floor(a[0] / a[1]);
}
static double of_if(const double *a)
{
    return a[0] != 0 ? a[1] : a[2];
}
static double of_node(const double *a)
{
    return a[0] >= 1 && a[0] <= 1e6 && a[1] >= 0 && a[2] >= 0 ? fc_node_time((int)a[0], a[1], a[2]) : NAN;
}

static const struct {
    const char *name;
    int n;
    function_of *function;
} functions[] = {
    {"ceil", 1, of_ceil}, {"floor", 1, of_floor}, {"sqrt", 1, of_sqrt}, {"log2", 1, of_log2}, {"abs", 1, of_abs},
    {"min", 2, of_min},   {"max", 2, of_max},     {"mod", 2, of_mod},   {"if", 3, of_if},     {"node", 3, of_node},
};

/* Longer operators first, as the first match is used. */
static const struct {
    const char *sign;
    function_of *function;
} comparisons[] = {{"<=", of_at_most}, {">=", of_at_least}, {"==", of_equal}, {"<", of_less}, {">", of_greater}};

static const struct {
    const char *sign;
    function_of *function;
} operators[] = {{"+", of_add}, {"-", of_subtract}, {"*", of_multiply}, {"/", of_divide}, {"^", of_power}};

/* ---- parsing ---- */

typedef struct parser {
    const char *text, *at;
    const fc_words *names;
    fc_place place;
    int depth;
    fc_report *report;
    fc_status status;
} parser;

static fc_expression *parse_expression(parser *p);

static void complain(parser *p, const char *at, const char *what)
{
    fc_place place = p->place;
    if (p->status)
        return;
    if (place.column)
        place.column += (int)(at - p->text);
    p->status = fc_fail(p->report, FC_E_INPUT, place, NULL, FC_MSG_EXPRESSION_INVALID, what, at);
}

static void skip_blanks(parser *p)
{
    p->at += strspn(p->at, " \t\r\n");
}

static bool take(parser *p, const char *sign)
{
    skip_blanks(p);
    if (strncmp(p->at, sign, strlen(sign)) != 0)
        return false;
    p->at += strlen(sign);
    return true;
}

static fc_expression *make(function_of *function, fc_expression *a, fc_expression *b)
{
    fc_expression *e = fc_allocate(1, sizeof *e);
    *e = (fc_expression){.function = function, .name = -1, .n = b ? 2 : 1, .argument = {a, b}};
    return e;
}

static fc_expression *make_leaf(double number, int name)
{
    fc_expression *e = fc_allocate(1, sizeof *e);
    *e = (fc_expression){.number = number, .name = name};
    return e;
}

static fc_expression *parse_call(parser *p, const char *name, size_t length)
{
    fc_expression *e = make_leaf(0, -1);
    size_t f = 0;
    const size_t n = sizeof functions / sizeof *functions;
    while (f < n && (strlen(functions[f].name) != length || strncmp(functions[f].name, name, length) != 0))
        f++;
    if (f == n) {
        complain(p, name, "unknown function");
        return e;
    }
    e->function = functions[f].function;
    while (e->n < functions[f].n && !p->status) {
        e->argument[e->n++] = parse_expression(p);
        if (!take(p, e->n < functions[f].n ? "," : ")"))
            complain(p, p->at, e->n < functions[f].n ? "expected another argument" : "expected )");
    }
    return e;
}

static fc_expression *parse_name(parser *p)
{
    const char *name = p->at;
    size_t length = 0;
    while (isalnum((unsigned char)name[length]) || name[length] == '_')
        length++;
    p->at += length;
    if (take(p, "("))
        return parse_call(p, name, length);
    for (size_t i = 0; i < p->names->n; i++)
        if (strlen(p->names->item[i]) == length && strncmp(p->names->item[i], name, length) == 0)
            return make_leaf(0, (int)i);
    complain(p, name, "unknown name");
    return make_leaf(0, -1);
}

static fc_expression *parse_number(parser *p)
{
    char digits[64], *end;
    size_t length = strspn(p->at, "0123456789.");
    if (p->at[length] == 'e' || p->at[length] == 'E') {
        size_t exponent = length + 1 + (p->at[length + 1] == '-' || p->at[length + 1] == '+');
        if (isdigit((unsigned char)p->at[exponent]))
            length = exponent + strspn(p->at + exponent, "0123456789");
    }
    if (length >= sizeof digits)
        complain(p, p->at, "the number is too long");
    memcpy(digits, p->at, length < sizeof digits ? length : 0);
    digits[length < sizeof digits ? length : 0] = '\0';
    double number = strtod(digits, &end);
    if (*end || end == digits || !isfinite(number))
        complain(p, p->at, "expected a number");
    p->at += length;
    return make_leaf(number, -1);
}

static fc_expression *parse_atom(parser *p)
{
    skip_blanks(p);
    if (take(p, "(")) {
        fc_expression *e = parse_expression(p);
        if (!take(p, ")"))
            complain(p, p->at, "expected )");
        return e;
    }
    if (isalpha((unsigned char)*p->at) || *p->at == '_')
        return parse_name(p);
    if (isdigit((unsigned char)*p->at) || *p->at == '.')
        return parse_number(p);
    complain(p, p->at, "expected a value");
    return make_leaf(0, -1);
}

static fc_expression *parse_power(parser *p)
{
    if (++p->depth > MOST_DEPTH) {
        complain(p, p->at, "nested too deeply");
        return make_leaf(0, -1);
    }
    const bool is_negative = take(p, "-");
    fc_expression *e = is_negative ? make(of_negate, parse_power(p), NULL) : parse_atom(p);
    if (!is_negative && !p->status && take(p, "^"))
        e = make(of_power, e, parse_power(p));
    p->depth--;
    return e;
}

static fc_expression *parse_product(parser *p)
{
    fc_expression *e = parse_power(p);
    for (;;) {
        function_of *function = p->status ? NULL : take(p, "*") ? of_multiply : take(p, "/") ? of_divide : NULL;
        if (!function)
            return e;
        e = make(function, e, parse_power(p));
    }
}

static fc_expression *parse_sum(parser *p)
{
    fc_expression *e = parse_product(p);
    for (;;) {
        function_of *function = p->status ? NULL : take(p, "+") ? of_add : take(p, "-") ? of_subtract : NULL;
        if (!function)
            return e;
        e = make(function, e, parse_product(p));
    }
}

static fc_expression *parse_expression(parser *p)
{
    if (++p->depth > MOST_DEPTH) {
        complain(p, p->at, "nested too deeply");
        return make_leaf(0, -1);
    }
    fc_expression *e = parse_sum(p);
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons && !p->status; i++)
        if (take(p, comparisons[i].sign)) {
            e = make(comparisons[i].function, e, parse_sum(p));
            break;
        }
    p->depth--;
    return e;
}

fc_status fc_expression_parse(fc_expression **out, const char *text, const fc_words *names, fc_place place,
                              fc_report *report)
{
    parser p = {.text = text, .at = text, .names = names, .place = place, .report = report};
    fc_expression *e = parse_expression(&p);
    skip_blanks(&p);
    if (*p.at)
        complain(&p, p.at, "expected the end of the expression");
    if (p.status)
        fc_expression_free(e);
    else
        *out = e;
    return p.status;
}

double fc_expression_value(const fc_expression *e, const double *value)
{
    double argument[MOST_ARGUMENTS];
    if (!e->function)
        return e->name < 0 ? e->number : value[e->name];
    for (int i = 0; i < e->n; i++)
        argument[i] = fc_expression_value(e->argument[i], value);
    return e->function(argument);
}

bool fc_expression_is_number(const fc_expression *e)
{
    return !e->function && e->name < 0;
}

bool fc_expression_uses(const fc_expression *e, const bool *uses)
{
    bool found = !e->function && e->name >= 0 && uses[e->name];
    for (int i = 0; i < e->n && !found; i++)
        found = fc_expression_uses(e->argument[i], uses);
    return found;
}

/* The infix operator; NULL: prefix, or a named function. */
static const char *sign_of(const fc_expression *e)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].function == e->function)
            return operators[i].sign;
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
        if (comparisons[i].function == e->function)
            return comparisons[i].sign;
    return NULL;
}

static const char *name_of(const fc_expression *e)
{
    size_t f = 0;
    while (functions[f].function != e->function)
        f++;
    return functions[f].name;
}

static bool is_sum(const fc_expression *e)
{
    return e->function == of_add || e->function == of_subtract;
}

/* Writes a sum whose left operand is a sum without parentheses around it, which limits the nesting of long sums. */
static void write_sum(fc_text *out, const fc_expression *e, const fc_words *names)
{
    if (is_sum(e->argument[0]))
        write_sum(out, e->argument[0], names);
    else
        fc_expression_write(out, e->argument[0], names);
    fc_text_add(out, "%s", sign_of(e));
    fc_expression_write(out, e->argument[1], names);
}

static void write_arguments(fc_text *out, const fc_expression *e, const fc_words *names)
{
    const char *sign = sign_of(e), *between = sign ? sign : ",";
    for (int i = 0; i < e->n; i++) {
        fc_text_add(out, "%s", i > 0 ? between : "");
        fc_expression_write(out, e->argument[i], names);
    }
}

void fc_expression_write(fc_text *out, const fc_expression *e, const fc_words *names)
{
    if (fc_expression_is_number(e)) {
        fc_text_add(out, "%.17g", e->number);
        return;
    }
    if (!e->function) {
        fc_text_add(out, "%s", names->item[e->name]);
        return;
    }
    const bool negates = e->function == of_negate; /* in parentheses, as powers bind tighter */
    fc_text_add(out, "%s(", sign_of(e) ? "" : negates ? "(-" : name_of(e));
    if (is_sum(e))
        write_sum(out, e, names);
    else
        write_arguments(out, e, names);
    fc_text_add(out, negates ? "))" : ")");
}

/* ---- sums ---- */

static bool are_same(const fc_expression *a, const fc_expression *b)
{
    if (a->function != b->function || a->name != b->name || a->n != b->n)
        return false;
    if (!a->function && a->name < 0 && a->number != b->number)
        return false;
    for (int i = 0; i < a->n; i++)
        if (!are_same(a->argument[i], b->argument[i]))
            return false;
    return true;
}

/* The leading numeric factor of a product; NULL: it has none. */
static fc_expression *factor_of(fc_expression *e)
{
    while (e->function == of_multiply)
        e = e->argument[0];
    return fc_expression_is_number(e) ? e : NULL;
}

/* Whether two products differ only in their numeric factor. */
static bool are_multiples(const fc_expression *a, const fc_expression *b)
{
    if (fc_expression_is_number(a) && fc_expression_is_number(b))
        return true;
    return a->function == of_multiply && b->function == of_multiply && are_same(a->argument[1], b->argument[1]) &&
           are_multiples(a->argument[0], b->argument[0]);
}

/* Adds the term to a term of the sum that is a multiple of it; false: the sum has none. */
static bool add_into(fc_expression *sum, const fc_expression *term, double factor)
{
    for (; sum; sum = is_sum(sum) ? sum->argument[0] : NULL) {
        const bool subtracts = sum->function == of_subtract;
        fc_expression *last = is_sum(sum) ? sum->argument[1] : sum;
        if (!are_multiples(last, term))
            continue;
        factor_of(last)->number += subtracts ? -factor : factor;
        return true;
    }
    return false;
}

/* a + term, or a - term, for a single term. */
static fc_expression *add_term(fc_expression *a, fc_expression *term, bool negative)
{
    const fc_expression *factor = factor_of(term);
    if (!factor || !add_into(a, term, negative ? -factor->number : factor->number))
        return make(negative ? of_subtract : of_add, a, term);
    fc_expression_free(term);
    return a;
}

fc_expression *fc_expression_add(fc_expression *a, fc_expression *b)
{
    if (!is_sum(b))
        return add_term(a, b, false);
    fc_expression *last = b->argument[1];
    const bool negative = b->function == of_subtract;
    a = fc_expression_add(a, b->argument[0]);
    free(b);
    return add_term(a, last, negative);
}

void fc_expression_free(fc_expression *e)
{
    for (int i = 0; e && i < e->n; i++)
        fc_expression_free(e->argument[i]);
    free(e);
}
