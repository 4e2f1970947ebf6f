/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Printing of expressions over their common denominator, as a sum of terms or, if shorter, as a product. */
#include "analyzer/symbolic/symbolic_print.h"

#include <ctype.h>
#include <flint/fmpq_mpoly_factor.h>
#include <flint/fmpz.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
        fc_print_atom(&base, expression->atom[i], p->notation);
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

void fc_print_factor(fc_text *out, const fc_sym *expression, fc_notation notation)
{
    fc_text text = {0};
    double value;
    fc_sym_print(&text, expression, notation);
    bool atom = expression->n_atoms == 1 && expression->atom[0]->sym == expression;
    bool whole = fc_sym_is_constant(expression, &value) && value >= 0 && fc_sym_is_integer(expression);
    fc_text_add(out, atom || whole ? "%s" : "(%s)", text.bytes);
    fc_text_free(&text);
}

/* One factor of a factorization, to its power. */
typedef struct factor {
    const fc_sym *base;
    ulong exponent;
} factor;

/* Orders by the size of the coefficients, the constant first: n - 1 before n - 2. */
static int compare_coefficients(const fc_sym *a, const fc_sym *b)
{
    ulong *exponent = fc_allocate((size_t)(a->n_atoms + b->n_atoms) + 1, sizeof *exponent);
    int order = 0;
    fmpq_t x, y;
    fmpq_init(x);
    fmpq_init(y);
    for (int t = fc_sym_n_terms(a) - 1; t >= 0 && order == 0; t--) {
        fc_sym_term(x, exponent, a, t);
        fc_sym_term(y, exponent, b, t);
        order = fmpz_cmpabs(fmpq_numref(x), fmpq_numref(y));
        order = order ? order : fmpq_cmp(y, x);
    }
    fmpq_clear(x);
    fmpq_clear(y);
    free(exponent);
    return order;
}

static int compare_factors(const void *a, const void *b)
{
    const factor *x = a, *y = b;
    int by_terms = fc_sym_n_terms(x->base) - fc_sym_n_terms(y->base);
    if (by_terms != 0)
        return by_terms;
    for (int i = 0; i < x->base->n_atoms && i < y->base->n_atoms; i++)
        if (x->base->atom[i] != y->base->atom[i])
            return x->base->atom[i]->id - y->base->atom[i]->id;
    if (x->base->n_atoms != y->base->n_atoms)
        return x->base->n_atoms - y->base->n_atoms;
    int by_size = compare_coefficients(x->base, y->base);
    return by_size ? by_size : x->base->id - y->base->id;
}

static bool worth_factoring(const fc_sym *e)
{
    enum {
        MOST_TERMS = 40,
        MOST_ATOMS = 8,
        MOST_DEGREE = 12
    };
    int degree = 0;
    for (int i = 0; i < e->n_atoms; i++)
        degree += fc_sym_degree(e, e->atom[i]);
    return fc_sym_n_terms(e) > 1 && fc_sym_n_terms(e) <= MOST_TERMS && e->n_atoms <= MOST_ATOMS &&
           degree <= MOST_DEGREE;
}

/* Moves a leading sign into the last factor, if that is a sum to an odd power. */
static void take_sign(fmpq_t number, factor *last)
{
    if (fmpq_sgn(number) > 0 || fc_sym_n_terms(last->base) < 2 || last->exponent % 2 == 0)
        return;
    fmpq_neg(number, number);
    last->base = fc_sym_negate(last->base);
}

/* The factors of e (a heap array) and its numeric factor. NULL: e is irreducible. */
static factor *find_factors(fmpq_t number, int *n, const fc_sym *e)
{
    if (!worth_factoring(e))
        return NULL;
    fc_loop_frame frame = fc_store_frame_open(e, NULL);
    fmpq_mpoly_t whole, base;
    fmpq_mpoly_factor_t found;
    factor *factors = NULL;
    fc_store_frame_lift(whole, &frame, e);
    fmpq_mpoly_factor_init(found, frame.ring);
    bool done = fmpq_mpoly_factor(found, whole, frame.ring) && fmpq_mpoly_factor_make_integral(found, frame.ring);
    *n = done ? (int)fmpq_mpoly_factor_length(found, frame.ring) : 0;
    if (*n > 1 || (*n == 1 && fmpq_mpoly_factor_get_exp_si(found, 0, frame.ring) > 1)) {
        factors = fc_allocate((size_t)*n, sizeof *factors);
        fmpq_mpoly_factor_get_constant_fmpq(number, found, frame.ring);
        for (int i = 0; i < *n; i++) {
            fc_store_frame_zero(base, &frame);
            fmpq_mpoly_factor_get_base(base, found, i, frame.ring);
            factors[i].exponent = (ulong)fmpq_mpoly_factor_get_exp_si(found, i, frame.ring);
            factors[i].base = fc_store_frame_store(&frame, base);
        }
        qsort(factors, (size_t)*n, sizeof *factors, compare_factors);
        take_sign(number, &factors[*n - 1]);
    }
    fmpq_mpoly_factor_clear(found, frame.ring);
    fmpq_mpoly_clear(whole, frame.ring);
    fc_store_frame_close(&frame);
    return factors;
}

/* |number|'s numerator times the factors; the caller prints the sign and the denominator. */
static void put_factors(const printer *p, const fmpz_t number, const factor *factors, int n)
{
    bool first = fmpz_is_one(number);
    if (!first)
        put_integer(p, number);
    for (int i = 0; i < n; i++) {
        fc_text base = {0};
        fc_print_factor(&base, factors[i].base, p->notation);
        if (!first)
            fc_text_add(p->out, "%s", times(p->notation));
        put_power(p, base.bytes, factors[i].exponent);
        fc_text_free(&base);
        first = false;
    }
}

/* A long numerator follows its fraction: lines can break between its terms, but not within a \frac. */
static void put_fraction(const printer *p, const char *numerator, const fmpz_t denominator)
{
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
}

/* In mathematical notations the sign precedes the fraction; in a program the signed numerator is divided. */
static void put_quotient(const printer *p, const char *numerator, const fmpz_t denominator)
{
    if (p->notation == FC_NOTATION_LATEX) {
        put_fraction(p, numerator, denominator);
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
    factor *factors = find_factors(number, &n, e);
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
    fc_print_remainder(out, modulo->quotient, notation);
    if (modulo->times > 0 && !alone)
        fc_text_add(out, rest.bytes[0] == '-' ? " - %s" : " + %s", rest.bytes + (rest.bytes[0] == '-'));
    fc_text_free(&rest);
}

/* max(a, b) as it is printed. */
static const fc_sym *printed_maximum(fc_algebra *algebra, const fc_sym *a, long b)
{
    const fc_sym *argument[] = {a, fc_sym_integer(algebra, b)};
    return fc_sym_call(algebra, FC_PRINTED_MAXIMUM, argument, 2, FC_FACT_NONNEGATIVE);
}

/* The constant term; 0 if it is no integer. */
static long constant_of(const fc_sym *e)
{
    for (int i = 0; i < e->n_atoms; i++)
        e = fc_sym_coefficient(e, e->atom[i], 0);
    double value;
    return fc_sym_is_constant(e, &value) && value == trunc(value) && fabs(value) < 1e9 ? (long)value : 0;
}

/* k max(d, 0) + k d' as k max(-d, 0) or k max(d + s, s), where that is shorter. */
static const fc_sym *with_printed_maxima(const fc_sym *e)
{
    fc_algebra *algebra = e->algebra;
    for (int i = 0; i < e->n_atoms; i++) {
        const fc_atom *atom = e->atom[i];
        if (atom->kind != FC_ATOM_MAXIMUM || fc_sym_degree(e, atom) != 1)
            continue;
        const fc_sym *zero = fc_sym_integer(algebra, 0), *d = atom->argument[atom->argument[0] == zero];
        const fc_sym *factor = fc_sym_coefficient(e, atom, 1), *left = fc_select_mirrored(e, atom);
        const fc_sym *shown = left ? printed_maximum(algebra, fc_sym_negate(d), 0) : NULL;
        long least = -constant_of(d);
        if (!left && least > 0 && (atom->argument[0] == zero || atom->argument[1] == zero)) {
            const fc_sym *shift = fc_sym_integer(algebra, least), *rest = fc_sym_coefficient(e, atom, 0);
            left = fc_sym_subtract(algebra, rest, fc_sym_multiply(algebra, factor, shift));
            left = fc_sym_n_terms(left) < fc_sym_n_terms(rest) ? left : NULL;
            shown = left ? printed_maximum(algebra, fc_sym_add(algebra, d, shift), least) : NULL;
        }
        if (left)
            return with_printed_maxima(fc_sym_add(algebra, left, fc_sym_multiply(algebra, factor, shown)));
    }
    return e;
}

void fc_sym_print(fc_text *out, const fc_sym *expression, fc_notation notation)
{
    if (!fc_print_is_c_like(notation))
        expression = with_printed_maxima(expression);
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
