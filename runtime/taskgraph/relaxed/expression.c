/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/relaxed/expression.h"

#include "runtime/models/queueing.h"
#include "support/infix.h"
#include "support/messages/taskgraph.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef double function_of(const double *argument);

/* One node of the tree. */
struct fc_expression {
    function_of *function; /* NULL: a number or a name */
    double number;
    int name; /* -1: a number */
    int n;    /* arguments */
    fc_expression *argument[FC_INFIX_ARGUMENTS];
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

/* By fc_infix_operator; the last one is a prefix. */
static const struct {
    const char *sign;
    function_of *function;
} operators[] = {
    {"+", of_add},   {"-", of_subtract}, {"*", of_multiply},  {"/", of_divide},
    {"^", of_power}, {"<=", of_at_most}, {">=", of_at_least}, {"==", of_equal},
    {"<", of_less},  {">", of_greater},  {NULL, of_negate},
};

/* ---- parsing ---- */

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

static void *combine(fc_infix *in, fc_infix_operator sign, void *a, void *b)
{
    (void)in;
    if (a && (b || sign == FC_INFIX_NEGATE))
        return make(operators[sign].function, a, b);
    fc_expression_free(a);
    fc_expression_free(b);
    return NULL;
}

static int find_function(const char *name, size_t length, int *n_arguments)
{
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++)
        if (strlen(functions[f].name) == length && strncmp(functions[f].name, name, length) == 0) {
            *n_arguments = functions[f].n;
            return (int)f;
        }
    return -1;
}

static void *call(fc_infix *in, int function, void **argument)
{
    (void)in;
    fc_expression *e = make_leaf(0, -1);
    e->function = functions[function].function;
    e->n = functions[function].n;
    bool is_whole = true;
    for (int i = 0; i < e->n; i++) {
        e->argument[i] = argument[i];
        is_whole &= argument[i] != NULL;
    }
    if (is_whole)
        return e;
    fc_expression_free(e);
    return NULL;
}

static size_t name_length(const char *name)
{
    size_t length = 0;
    while (isalnum((unsigned char)name[length]) || name[length] == '_')
        length++;
    return length;
}

static void *find_name(fc_infix *in, const char *name, size_t length)
{
    const fc_words *names = in->data;
    for (size_t i = 0; i < names->n; i++)
        if (strlen(names->item[i]) == length && strncmp(names->item[i], name, length) == 0)
            return make_leaf(0, (int)i);
    return fc_infix_refuse(in, name, "unknown name");
}

static void *read_number(fc_infix *in)
{
    char digits[64], *end;
    size_t length = strspn(in->at, "0123456789.");
    if (in->at[length] == 'e' || in->at[length] == 'E') {
        size_t exponent = length + 1 + (in->at[length + 1] == '-' || in->at[length + 1] == '+');
        if (isdigit((unsigned char)in->at[exponent]))
            length = exponent + strspn(in->at + exponent, "0123456789");
    }
    if (length >= sizeof digits)
        return fc_infix_refuse(in, in->at, "the number is too long");
    memcpy(digits, in->at, length);
    digits[length] = '\0';
    double number = strtod(digits, &end);
    if (*end || end == digits || !isfinite(number))
        return fc_infix_refuse(in, in->at, "expected a number");
    in->at += length;
    return make_leaf(number, -1);
}

fc_status fc_expression_parse(fc_expression **out, const char *text, const fc_words *names, fc_place place,
                              fc_report *report)
{
    static const fc_infix_values values = {.number = read_number,
                                           .name = find_name,
                                           .combine = combine,
                                           .function = find_function,
                                           .call = call,
                                           .functions = "unknown function",
                                           .name_length = name_length,
                                           .most_depth = 200};
    fc_infix in = {.text = text, .values = &values, .data = (void *)names};
    fc_expression *e = fc_infix_read(&in);
    if (!in.fault) {
        *out = e;
        return FC_OK;
    }
    fc_expression_free(e);
    if (place.column)
        place.column += (int)in.fault_at;
    return fc_fail(report, FC_E_INPUT, place, NULL, FC_MSG_EXPRESSION_INVALID, in.fault, text + in.fault_at);
}

double fc_expression_value(const fc_expression *e, const double *value)
{
    double argument[FC_INFIX_ARGUMENTS];
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
    else {
        const char *sign = sign_of(e), *between = sign ? sign : ",";
        for (int i = 0; i < e->n; i++) {
            fc_text_add(out, "%s", i > 0 ? between : "");
            fc_expression_write(out, e->argument[i], names);
        }
    }
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
