/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Printing of an atom in each notation. */
#include "analyzer/symbolic/symbolic_print.h"
#include "support/quote.h"

#include <ctype.h>
#include <flint/fmpz.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Prints an identifier; any other character of a label becomes '_'. */
static void print_identifier(fc_text *out, const char *label)
{
    if (isdigit((unsigned char)label[0]))
        fc_text_add(out, "_");
    for (const char *c = label; *c; c++)
        fc_text_append(out, isalnum((unsigned char)*c) ? c : "_", 1);
}

static void print_latex_name(fc_text *out, const char *label)
{
    fc_text_add(out, label[0] && label[1] ? "\\mathit{" : "{");
    fc_quote_latex(out, label);
    fc_text_add(out, "}");
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
        else
            print_latex_name(out, atom->label);
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
    bool symmetric = atom->kind == FC_ATOM_MINIMUM || atom->kind == FC_ATOM_MAXIMUM;
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
        fc_print_factor(out, a, notation);
    fc_text_add(out, latex ? " / " : "/");
    fc_print_factor(out, b, notation);
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
        fc_print_factor(out, b, notation);
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
    fc_print_factor(&a, atom->argument[0], notation);
    fc_print_factor(&b, atom->argument[1], notation);
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

/* TEXT or LATEX. Prints a >= 0 as positive terms >= negated negative terms; a remainder stays whole. */
static void print_comparison(fc_text *out, const fc_atom *atom, fc_notation notation)
{
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
}

static void print_indicator(fc_text *out, const fc_atom *atom, fc_notation notation)
{
    if (fc_print_is_c_like(notation)) {
        print_function(out, atom->kind == FC_ATOM_NONNEGATIVE ? "fc_ge0" : "fc_eq0", atom, notation);
        return;
    }
    fc_text_add(out, "[");
    print_comparison(out, atom, notation);
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

static void print_product(fc_text *out, const fc_atom *atom, fc_notation notation)
{
    fc_text_add(out, "(");
    fc_print_factor(out, atom->argument[0], notation);
    fc_text_add(out, notation == FC_NOTATION_LATEX ? " \\cdot " : " * ");
    fc_print_factor(out, atom->argument[1], notation);
    fc_text_add(out, ")");
}

static void print_power(fc_text *out, const fc_atom *atom, fc_notation notation)
{
    if (fc_print_is_c_like(notation)) {
        print_function(out, "fc_power", atom, notation);
        return;
    }
    fc_text_add(out, notation == FC_NOTATION_LATEX ? "%ld^{" : "%ld^", fc_atom_base(atom));
    if (notation == FC_NOTATION_LATEX)
        fc_sym_print(out, atom->argument[0], notation);
    else
        fc_print_factor(out, atom->argument[0], notation);
    fc_text_add(out, notation == FC_NOTATION_LATEX ? "}" : "");
}

void fc_print_atom(fc_text *out, const fc_atom *atom, fc_notation notation)
{
    static const char *const minimum[] = {"min", "\\min", "fc_min", "Math.min"};
    static const char *const maximum[] = {"max", "\\max", "fc_max", "Math.max"};
    static const char *const log2[] = {"log2", "\\log_2", "fc_log2", "Math.log2"};
    static const char *const root[] = {"isqrt", "\\operatorname{isqrt}", "fc_isqrt", "fc_isqrt"};
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
        print_power(out, atom, notation);
        break;
    case FC_ATOM_CALL:
        print_function(out, strcmp(atom->key, FC_PRINTED_MAXIMUM) == 0 ? maximum[notation] : atom->key, atom, notation);
        break;
    case FC_ATOM_SUM:
        print_loop(out, atom, notation);
        break;
    case FC_ATOM_PRODUCT:
        print_product(out, atom, notation);
        break;
    }
}

/* Remainders are stored as a - b * floor(a/b) and printed as a mod b. */

/* The integer `times` with k = -times * b; 0: there is none. */
static long times_of(const fc_sym *k, const fc_sym *b)
{
    fmpq_t ratio;
    fmpq_init(ratio);
    fmpq_div(ratio, k->polynomial->content, b->polynomial->content);
    double times = -fmpq_get_d(ratio);
    bool same = fc_sym_scale(b, ratio) == k && times == trunc(times) && fabs(times) < 1e9;
    fmpq_clear(ratio);
    return same ? (long)times : 0;
}

static bool split_off(fc_print_modulo *out, const fc_sym *e, const fc_atom *quotient)
{
    fc_algebra *algebra = e->algebra;
    const fc_sym *a = quotient->argument[0], *b = quotient->argument[1];
    if (fc_sym_n_terms(b) == 0 || fc_sym_degree(e, quotient) != 1)
        return false;
    long times = times_of(fc_sym_coefficient(e, quotient, 1), b);
    if (times == 0)
        return false;
    const fc_sym *remainder = fc_sym_subtract(algebra, a, fc_sym_multiply(algebra, b, quotient->sym));
    const fc_sym *whole = fc_sym_multiply(algebra, fc_sym_integer(algebra, times), remainder);
    *out = (fc_print_modulo){quotient, times, whole, fc_sym_subtract(algebra, e, whole)};
    return fc_sym_n_terms(out->rest) + 1 < fc_sym_n_terms(e);
}

bool fc_print_find_modulo(fc_print_modulo *out, const fc_sym *expression)
{
    for (int i = 0; i < expression->n_atoms; i++) {
        const fc_atom *atom = expression->atom[i];
        if ((atom->kind == FC_ATOM_FLOOR || atom->kind == FC_ATOM_C_DIVIDE) && split_off(out, expression, atom))
            return true;
    }
    return false;
}

void fc_print_remainder(fc_text *out, const fc_atom *quotient, fc_notation notation)
{
    static const char *const of_floor[][3] = {
        {"(", " mod ", ")"}, {"(", " \\bmod ", ")"}, {"fc_mod(", ", ", ")"}, {"fc_mod(", ", ", ")"}};
    static const char *const of_c[][3] = {
        {"(", " rem ", ")"}, {"(", " \\operatorname{rem} ", ")"}, {"fc_c_rem(", ", ", ")"}, {"fc_c_rem(", ", ", ")"}};
    const char *const *around = (quotient->kind == FC_ATOM_FLOOR ? of_floor : of_c)[notation];
    fc_text_add(out, "%s", around[0]);
    fc_print_factor(out, quotient->argument[0], notation);
    fc_text_add(out, "%s", around[1]);
    fc_print_factor(out, quotient->argument[1], notation);
    fc_text_add(out, "%s", around[2]);
}
