/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Printing of expressions over their common denominator, as a sum of terms or, if shorter, as a product. */
#include "analyzer/symbolic/symbolic_print.h"
#include "support/quote.h"

#include <ctype.h>
#include <flint/fmpq_mpoly_factor.h>
#include <flint/fmpz.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void print_factor(fc_text *out, const fc_sym *expression, fc_notation notation);

/* ---- atoms ---- */

/* Prints an identifier; any other character of a label becomes '_'. */
static void print_identifier(fc_text *out, const char *label)
{
    if (isdigit((unsigned char)label[0]))
        fc_text_add(out, "_");
    for (const char *c = label; *c; c++)
        fc_text_append(out, isalnum((unsigned char)*c) ? c : "_", 1);
}

static void print_variable(fc_text *out, const fc_atom *atom, fc_notation notation)
{
    const char *c = atom->label_c;
    switch (notation) {
    case FC_NOTATION_TEXT:
        fc_text_add(out, "%s", atom->label);
        break;
    case FC_NOTATION_LATEX:
        if (atom->label[0] && !atom->label[1] && isalpha((unsigned char)atom->label[0]))
            fc_text_add(out, "%s", atom->label);
        else {
            const char *label = atom->label;
            fc_text_add(out, label[0] && label[1] ? "\\mathit{" : "{");
            fc_quote_latex(out, label);
            fc_text_add(out, "}");
        }
        break;
    case FC_NOTATION_C:
        while (isalnum((unsigned char)*c) || *c == '_')
            c++;
        fc_text_add(out, *c ? "(double)(%s)" : "(double)%s", atom->label_c);
        break;
    case FC_NOTATION_JAVASCRIPT:
    case FC_NOTATION_PYTHON:
        print_identifier(out, atom->facts & FC_FACT_BOUND ? atom->label_c : atom->label);
        break;
    }
}

/* name(argument, ...) */
static void print_function(fc_text *out, const char *name, const fc_atom *atom, fc_notation notation)
{
    bool symmetric = atom->kind == FC_ATOM_MINIMUM || atom->kind == FC_ATOM_MAXIMUM || atom->kind == FC_ATOM_XOR;
    int first = symmetric && fc_sym_is_constant(atom->argument[0], NULL) ? 1 : 0; /* a constant comes last */
    fc_text_add(out, "%s(", name);
    for (int i = 0; i < atom->n_arguments; i++) {
        if (i > 0)
            fc_text_add(out, ", ");
        fc_sym_print(out, atom->argument[i ^ first], notation);
    }
    fc_text_add(out, ")");
}

/* floor((x + d - 1) / d) is ceil(x / d): returns x, or NULL if the result is not shorter. */
static const fc_sym *ceiling_of(const fc_atom *atom)
{
    const fc_sym *a = atom->argument[0], *d = atom->argument[1];
    fc_algebra *algebra = a->algebra;
    const fc_sym *x = fc_sym_subtract(algebra, a, fc_sym_subtract(algebra, d, fc_sym_integer(algebra, 1)));
    return fc_sym_n_terms(x) < fc_sym_n_terms(a) ? x : NULL;
}

static void print_ratio(fc_text *out, const fc_sym *a, const fc_sym *b, fc_notation notation)
{
    bool latex = notation == FC_NOTATION_LATEX;
    if (fc_sym_n_terms(a) == 1 || latex)
        fc_sym_print(out, a, notation);
    else
        print_factor(out, a, notation);
    fc_text_add(out, latex ? " / " : "/");
    print_factor(out, b, notation);
}

static void print_ratio_atom(fc_text *out, const fc_atom *atom, fc_notation notation)
{
    if (notation == FC_NOTATION_LATEX) {
        fc_text_add(out, "\\frac{");
        fc_sym_print(out, atom->argument[0], notation);
        fc_text_add(out, "}{");
        fc_sym_print(out, atom->argument[1], notation);
        fc_text_add(out, "}");
        return;
    }
    fc_text_add(out, "(");
    print_factor(out, atom->argument[0], notation);
    fc_text_add(out, fc_print_is_c_like(notation) ? " / " : "/");
    print_factor(out, atom->argument[1], notation);
    fc_text_add(out, ")");
}

static void print_rounded(fc_text *out, const fc_atom *atom, fc_notation notation)
{
    const fc_sym *a = atom->argument[0], *b = atom->argument[1], *x = ceiling_of(atom);
    if (notation == FC_NOTATION_TEXT)
        fc_text_add(out, x ? "ceil(" : "floor(");
    else
        fc_text_add(out, x ? "\\lceil " : "\\lfloor ");
    if (notation == FC_NOTATION_LATEX && fc_sym_n_terms(x ? x : a) > 1) {
        fc_text_add(out, "(");
        fc_sym_print(out, x ? x : a, notation);
        fc_text_add(out, ") / ");
        print_factor(out, b, notation);
    } else {
        print_ratio(out, x ? x : a, b, notation);
    }
    if (notation == FC_NOTATION_TEXT)
        fc_text_add(out, ")");
    else
        fc_text_add(out, x ? " \\rceil" : " \\rfloor");
}

static void print_floor(fc_text *out, const fc_atom *atom, fc_notation notation)
{
    if (fc_print_is_c_like(notation))
        print_function(out, "fc_floor_div", atom, notation);
    else
        print_rounded(out, atom, notation);
}

static void print_c_divide(fc_text *out, const fc_atom *atom, fc_notation notation)
{
    fc_text a = {0}, b = {0};
    print_factor(&a, atom->argument[0], notation);
    print_factor(&b, atom->argument[1], notation);
    if (fc_print_is_c_like(notation))
        print_function(out, "fc_c_div", atom, notation);
    else
        fc_text_add(out, notation == FC_NOTATION_TEXT ? "trunc(%s/%s)" : "\\mathrm{trunc}(%s / %s)", a.bytes, b.bytes);
    fc_text_free(&a);
    fc_text_free(&b);
}

/* The negative terms, negated. */
static const fc_sym *negative_terms(const fc_sym *a)
{
    const fc_sym *sum = fc_sym_integer(a->algebra, 0);
    ulong *exponent = fc_allocate((size_t)a->n_atoms + 1, sizeof *exponent);
    fmpq_t coefficient;
    fmpq_init(coefficient);
    for (int t = 0; t < fc_sym_n_terms(a); t++) {
        fc_sym_term(coefficient, exponent, a, t);
        if (fmpq_sgn(coefficient) < 0)
            sum = fc_sym_subtract(a->algebra, sum, fc_sym_monomial(a, coefficient, exponent));
    }
    fmpq_clear(coefficient);
    free(exponent);
    return sum;
}

static void print_indicator(fc_text *out, const fc_atom *atom, fc_notation notation)
{
    if (fc_print_is_c_like(notation)) {
        print_function(out, atom->kind == FC_ATOM_NONNEGATIVE ? "fc_ge0" : "fc_eq0", atom, notation);
        return;
    }
    fc_text_add(out, "[");
    /* TEXT or LATEX. Prints a >= 0 as positive terms >= negated negative terms; a remainder stays whole. */
    static const char *const equal[] = {"==", "="}, *const order[] = {">=", "\\ge"};
    const fc_sym *a = atom->argument[0], *right;
    fc_print_modulo modulo;
    if (fc_print_find_modulo(&modulo, a)) {
        right = negative_terms(modulo.rest);
        right = modulo.times < 0 ? fc_sym_subtract(a->algebra, right, modulo.whole) : right;
    } else {
        right = negative_terms(a);
    }
    fc_sym_print(out, fc_sym_add(a->algebra, a, right), notation);
    fc_text_add(out, " %s ", (atom->kind == FC_ATOM_ZERO ? equal : order)[notation]);
    fc_sym_print(out, right, notation);
    fc_text_add(out, "]");
}

/* A GNU statement expression, since C has no sum operator. */
static void print_c_loop(fc_text *out, const fc_atom *atom, const char *const *part)
{
    int level = atom->level;
    fc_text_add(out,
                "__extension__({ double fc_s%d = 0; const double fc_e%d = %s; "
                "for (double %s = %s; %s <= fc_e%d; %s += 1) fc_s%d += %s; fc_s%d; })",
                level, level, part[2], part[0], part[1], part[0], level, part[0], level, part[3], level);
}

static void print_loop(fc_text *out, const fc_atom *atom, fc_notation notation)
{
    fc_text part[4] = {{0}, {0}, {0}, {0}};
    const fc_atom *bound = atom->argument[0]->atom[0];
    fc_text_add(&part[0], "%s",
                notation == FC_NOTATION_TEXT || notation == FC_NOTATION_LATEX ? bound->label : bound->label_c);
    for (int i = 1; i < 4; i++)
        fc_sym_print(&part[i], atom->argument[i], notation);
    if (notation == FC_NOTATION_C)
        print_c_loop(out, atom, (const char *const[]){part[0].bytes, part[1].bytes, part[2].bytes, part[3].bytes});
    else if (notation == FC_NOTATION_TEXT)
        fc_text_add(out, "sum(%s, %s = %s .. %s)", part[3].bytes, part[0].bytes, part[1].bytes, part[2].bytes);
    else if (notation == FC_NOTATION_LATEX)
        fc_text_add(out, "\\left( \\sum_{%s=%s}^{%s} %s \\right)", part[0].bytes, part[1].bytes, part[2].bytes,
                    part[3].bytes);
    else
        fc_text_add(out, "fc_sum(%s, %s, (%s) => %s)", part[1].bytes, part[2].bytes, part[0].bytes, part[3].bytes);
    for (int i = 0; i < 4; i++)
        fc_text_free(&part[i]);
}

static void print_product_over(fc_text *out, const fc_atom *atom, fc_notation notation)
{
    fc_text_add(out, "(");
    print_factor(out, atom->argument[0], notation);
    fc_text_add(out, notation == FC_NOTATION_LATEX ? " \\cdot " : " * ");
    print_factor(out, atom->argument[1], notation);
    fc_text_add(out, ")");
}

static void print_power_atom(fc_text *out, const fc_atom *atom, fc_notation notation)
{
    if (fc_print_is_c_like(notation)) {
        print_function(out, "fc_power", atom, notation);
        return;
    }
    fc_text_add(out, notation == FC_NOTATION_LATEX ? "%ld^{" : "%ld^", fc_atom_base(atom));
    if (notation == FC_NOTATION_LATEX)
        fc_sym_print(out, atom->argument[0], notation);
    else
        print_factor(out, atom->argument[0], notation);
    fc_text_add(out, notation == FC_NOTATION_LATEX ? "}" : "");
}

static void print_atom(fc_text *out, const fc_atom *atom, fc_notation notation)
{
    static const char *const minimum[] = {"min", "\\min", "fc_min", "Math.min"};
    static const char *const maximum[] = {"max", "\\max", "fc_max", "Math.max"};
    static const char *const log2[] = {"log2", "\\log_2", "fc_log2", "Math.log2"};
    static const char *const root[] = {"isqrt", "\\operatorname{isqrt}", "fc_isqrt", "fc_isqrt"};
    static const char *const exclusive_or[] = {"xor", "\\operatorname{xor}", "fc_xor", "fc_xor"};
    static const char *const digits[] = {"ilog", "\\operatorname{ilog}", "fc_ilog", "fc_ilog"};
    switch (atom->kind) {
    case FC_ATOM_VARIABLE:
        print_variable(out, atom, notation);
        break;
    case FC_ATOM_FLOOR:
        print_floor(out, atom, notation);
        break;
    case FC_ATOM_C_DIVIDE:
        print_c_divide(out, atom, notation);
        break;
    case FC_ATOM_RATIO:
        print_ratio_atom(out, atom, notation);
        break;
    case FC_ATOM_MINIMUM:
        print_function(out, minimum[notation], atom, notation);
        break;
    case FC_ATOM_MAXIMUM:
        print_function(out, maximum[notation], atom, notation);
        break;
    case FC_ATOM_NONNEGATIVE:
    case FC_ATOM_ZERO:
        print_indicator(out, atom, notation);
        break;
    case FC_ATOM_LOG2:
        print_function(out, log2[notation], atom, notation);
        break;
    case FC_ATOM_ROOT:
        print_function(out, root[notation], atom, notation);
        break;
    case FC_ATOM_DIGITS:
        print_function(out, digits[notation], atom, notation);
        break;
    case FC_ATOM_POWER:
        print_power_atom(out, atom, notation);
        break;
    case FC_ATOM_XOR:
        print_function(out, exclusive_or[notation], atom, notation);
        break;
    case FC_ATOM_CALL:
        print_function(out,
                       strcmp(atom->key, FC_PRINTED_MAXIMUM) == 0   ? maximum[notation]
                       : strcmp(atom->key, FC_PRINTED_MINIMUM) == 0 ? minimum[notation]
                                                                    : atom->key,
                       atom, notation);
        break;
    case FC_ATOM_SUM:
        print_loop(out, atom, notation);
        break;
    case FC_ATOM_PRODUCT:
        print_product_over(out, atom, notation);
        break;
    }
}

/* ---- sums and products ---- */

typedef struct printer {
    fc_text *out;
    fc_notation notation;
} printer;

static void put_integer(const printer *p, const fmpz_t value)
{
    char *digits = fmpz_get_str(NULL, 10, value);
    fc_text_add(p->out, p->notation == FC_NOTATION_C ? "%s.0" : "%s", digits);
    flint_free(digits);
}

static const char *times(fc_notation notation)
{
    switch (notation) {
    case FC_NOTATION_LATEX:
        return " \\, ";
    case FC_NOTATION_C:
        return " * ";
    default:
        return "*";
    }
}

/* C has no power operator, and JavaScript's takes no sign before it. Short bases are repeated; others use pow(), which
 * is exact where the result is representable. */
static void put_power(const printer *p, const char *base, ulong exponent)
{
    bool is_power = isdigit((unsigned char)base[0]); /* 2^t */
    if (exponent == 1) {
        fc_text_add(p->out, "%s", base);
    } else if (p->notation == FC_NOTATION_TEXT) {
        fc_text_add(p->out, is_power ? "(%s)^%lu" : "%s^%lu", base, exponent);
    } else if (p->notation == FC_NOTATION_LATEX) {
        fc_text_add(p->out, is_power ? "(%s)^{%lu}" : "%s^{%lu}", base, exponent);
    } else if (strlen(base) > 24 || exponent > 4) {
        fc_text_add(p->out, "%spow(%s, %lu)", p->notation == FC_NOTATION_C ? "" : "Math.", base, exponent);
    } else {
        for (ulong i = 0; i < exponent; i++)
            fc_text_add(p->out, "%s%s", i > 0 ? " * " : "", base);
    }
}

/* factor * product of atoms; a factor 1 is left out. */
static void put_term(const printer *p, const fmpz_t number, const fc_sym *expression, const ulong *exponent)
{
    bool first = true;
    if (!fmpz_is_one(number)) {
        put_integer(p, number);
        first = false;
    }
    for (int i = 0; i < expression->n_atoms; i++) {
        if (exponent[i] == 0)
            continue;
        fc_text base = {0};
        print_atom(&base, expression->atom[i], p->notation);
        if (!first)
            fc_text_add(p->out, "%s", times(p->notation));
        put_power(p, base.bytes, exponent[i]);
        fc_text_free(&base);
        first = false;
    }
    if (first)
        put_integer(p, number);
}

/* The first non-negative term, so that the text does not begin with a sign; 0 if all are negative. */
static int leading_term(const fc_sym *expression)
{
    int leading = -1;
    ulong *exponent = fc_allocate((size_t)expression->n_atoms + 1, sizeof *exponent);
    fmpq_t coefficient;
    fmpq_init(coefficient);
    for (int t = 0; t < fc_sym_n_terms(expression) && leading < 0; t++) {
        fc_sym_term(coefficient, exponent, expression, t);
        leading = fmpq_sgn(coefficient) > 0 ? t : -1;
    }
    fmpq_clear(coefficient);
    free(exponent);
    return leading < 0 ? 0 : leading;
}

/* An expression with integer coefficients, its leading term first, the others in order. */
static void put_terms(const printer *p, const fc_sym *expression)
{
    ulong *exponent = fc_allocate((size_t)expression->n_atoms + 1, sizeof *exponent);
    fmpq_t coefficient;
    fmpq_init(coefficient);
    int leading = leading_term(expression);
    for (int i = 0; i < fc_sym_n_terms(expression); i++) {
        int t = i == 0 ? leading : i <= leading ? i - 1 : i;
        fc_sym_term(coefficient, exponent, expression, t);
        bool negative = fmpq_sgn(coefficient) < 0;
        if (i > 0)
            fc_text_add(p->out, negative ? " - " : " + ");
        else if (negative)
            fc_text_add(p->out, "-");
        fmpz_abs(fmpq_numref(coefficient), fmpq_numref(coefficient));
        put_term(p, fmpq_numref(coefficient), expression, exponent);
    }
    fmpq_clear(coefficient);
    free(exponent);
}

static void print_factor(fc_text *out, const fc_sym *expression, fc_notation notation)
{
    fc_text text = {0};
    double value;
    fc_sym_print(&text, expression, notation);
    bool atom = expression->n_atoms == 1 && expression->atom[0]->sym == expression;
    bool whole = fc_sym_is_constant(expression, &value) && value >= 0 && fc_sym_is_integer(expression);
    fc_text_add(out, atom || whole ? "%s" : "(%s)", text.bytes);
    fc_text_free(&text);
}

/* |number|'s numerator times the factors; the caller prints the sign and the denominator. */
static void put_factors(const printer *p, const fmpz_t number, const fc_printed_factor *factors, int n)
{
    bool first = fmpz_is_one(number);
    if (!first)
        put_integer(p, number);
    for (int i = 0; i < n; i++) {
        fc_text base = {0};
        print_factor(&base, factors[i].base, p->notation);
        if (!first)
            fc_text_add(p->out, "%s", times(p->notation));
        put_power(p, base.bytes, factors[i].exponent);
        fc_text_free(&base);
        first = false;
    }
}

/* In mathematical notations the sign precedes the fraction; in a program the signed numerator is divided. */
static void put_quotient(const printer *p, const char *numerator, const fmpz_t denominator)
{
    if (p->notation == FC_NOTATION_LATEX) {
        /* A long numerator follows its fraction: lines can break between its terms, but not within a \frac. */
        enum {
            LONG = 160
        };
        if (strlen(numerator) > LONG) {
            fc_text_add(p->out, "\\tfrac{1}{");
            put_integer(p, denominator);
            fc_text_add(p->out, "} \\, (%s)", numerator);
        } else {
            fc_text_add(p->out, "\\frac{%s}{", numerator);
            put_integer(p, denominator);
            fc_text_add(p->out, "}");
        }
        return;
    }
    fc_text_add(p->out, "%s/", numerator);
    put_integer(p, denominator);
}

/* Prints a product; prints nothing if there is none. */
static void print_product(fc_text *out, const fc_sym *e, fc_notation notation)
{
    fmpq_t number;
    fmpz_t size;
    int n = 0;
    fc_text numerator = {0};
    printer inner = {&numerator, notation}, outer = {out, notation};
    fmpq_init(number);
    fc_printed_factor *factors = fc_print_find_factors(number, &n, e);
    fmpz_init(size);
    if (factors) {
        fmpz_abs(size, fmpq_numref(number));
        if (fmpq_sgn(number) < 0)
            fc_text_add(&numerator, "-");
        put_factors(&inner, size, factors, n);
        if (fmpz_is_one(fmpq_denref(number)))
            fc_text_append(out, numerator.bytes, numerator.length);
        else
            put_quotient(&outer, numerator.bytes, fmpq_denref(number));
    }
    fmpz_clear(size);
    fmpq_clear(number);
    fc_text_free(&numerator);
    free(factors);
}

static void print_sum(fc_text *out, const fc_sym *e, fc_notation notation)
{
    fc_text numerator = {0}, bracketed = {0};
    printer inner = {&numerator, notation}, outer = {out, notation};
    fmpq_t denominator;
    fmpq_init(denominator);
    fmpz_set(fmpq_numref(denominator), fmpq_denref(e->polynomial->content));
    put_terms(&inner, fc_sym_scale(e, denominator));
    if (fc_sym_n_terms(e) == 0)
        put_integer(&inner, fmpq_numref(e->polynomial->content));
    bool brackets = fc_sym_n_terms(e) > 1 && notation != FC_NOTATION_LATEX;
    fc_text_add(&bracketed, brackets ? "(%s)" : "%s", numerator.bytes);
    if (fmpz_is_one(fmpq_numref(denominator)))
        fc_text_append(out, numerator.bytes, numerator.length);
    else
        put_quotient(&outer, bracketed.bytes, fmpq_numref(denominator));
    fmpq_clear(denominator);
    fc_text_free(&numerator);
    fc_text_free(&bracketed);
}

/* The remainder first, unless it is subtracted. */
static void print_with_remainder(fc_text *out, const fc_print_modulo *modulo, fc_notation notation)
{
    fc_text rest = {0};
    const char *sum = modulo->times < 0 ? " - " : " + ";
    bool alone = fc_sym_n_terms(modulo->rest) == 0;
    long size = labs(modulo->times);
    fc_sym_print(&rest, modulo->rest, notation);
    if (modulo->times < 0)
        fc_text_add(out, alone ? "-" : "%s%s", rest.bytes, sum);
    if (size != 1)
        fc_text_add(out, notation == FC_NOTATION_C ? "%ld.0%s" : "%ld%s", size, times(notation));
    const fc_atom *quotient = modulo->quotient;
    static const char *const of_floor[][3] = {
        {"(", " mod ", ")"}, {"(", " \\bmod ", ")"}, {"fc_mod(", ", ", ")"}, {"fc_mod(", ", ", ")"}};
    static const char *const of_c[][3] = {
        {"(", " rem ", ")"}, {"(", " \\operatorname{rem} ", ")"}, {"fc_c_rem(", ", ", ")"}, {"fc_c_rem(", ", ", ")"}};
    const char *const *around = (quotient->kind == FC_ATOM_FLOOR ? of_floor : of_c)[notation];
    fc_text_add(out, "%s", around[0]);
    print_factor(out, quotient->argument[0], notation);
    fc_text_add(out, "%s", around[1]);
    print_factor(out, quotient->argument[1], notation);
    fc_text_add(out, "%s", around[2]);
    if (modulo->times > 0 && !alone)
        fc_text_add(out, rest.bytes[0] == '-' ? " - %s" : " + %s", rest.bytes + (rest.bytes[0] == '-'));
    fc_text_free(&rest);
}

void fc_sym_print(fc_text *out, const fc_sym *expression, fc_notation notation)
{
    if (!fc_print_is_c_like(notation))
        expression = fc_print_with_maxima(expression);
    fc_text product = {0}, sum = {0};
    fc_print_modulo modulo;
    if (fc_print_find_modulo(&modulo, expression)) {
        print_with_remainder(out, &modulo, notation);
        return;
    }
    print_product(&product, expression, notation);
    print_sum(&sum, expression, notation);
    bool short_enough = product.length <= sum.length + sum.length / 8;
    const fc_text *best = product.length > 0 && short_enough ? &product : &sum;
    fc_text_append(out, best->bytes, best->length);
    fc_text_free(&product);
    fc_text_free(&sum);
}
