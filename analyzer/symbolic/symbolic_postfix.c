/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/symbolic/symbolic_postfix.h"

#include "analyzer/symbolic/symbolic_store.h"

#include <flint/fmpz.h>
#include <stdlib.h>

static void push(fc_postfix *out)
{
    out->depth++;
    out->most = out->depth > out->most ? out->depth : out->most;
}

static void add_number(fc_postfix *out, double value)
{
    fc_text_add(&out->text, "%.17g ", value);
    push(out);
}

/* Replaces the last two values by the operation's result. */
static void combine(fc_postfix *out, const char *operation)
{
    fc_text_add(&out->text, "%s", operation);
    out->depth--;
}

static void add_variable(fc_postfix *out, const fc_atom *atom)
{
    size_t number = 0;
    push(out);
    if (atom->key[0] == 'c') {
        fc_text_add(&out->text, "%s ", atom->key);
        return;
    }
    while (number < out->n_variables && out->variable[number] != atom->sym)
        number++;
    if (number == out->n_variables) {
        out->variable = fc_grow(out->variable, &out->capacity, number + 1, sizeof *out->variable);
        out->variable[out->n_variables++] = atom->sym;
    }
    fc_text_add(&out->text, "v%zu ", number);
}

static bool add_function(fc_postfix *out, const fc_atom *atom)
{
    static const char *const operation[] = {
        [FC_ATOM_FLOOR] = "f", [FC_ATOM_C_DIVIDE] = "t",    [FC_ATOM_MINIMUM] = "m", [FC_ATOM_MAXIMUM] = "M",
        [FC_ATOM_LOG2] = "l",  [FC_ATOM_NONNEGATIVE] = "n", [FC_ATOM_ZERO] = "z",    [FC_ATOM_PRODUCT] = "*",
        [FC_ATOM_ROOT] = "r",  [FC_ATOM_DIGITS] = "d",      [FC_ATOM_POWER] = "p",   [FC_ATOM_RATIO] = "/",
        [FC_ATOM_XOR] = "x"};
    for (int i = 0; i < atom->n_arguments; i++)
        if (!fc_postfix_add(out, atom->argument[i]))
            return false;
    fc_text_add(&out->text, "%s", operation[atom->kind]);
    out->depth -= atom->n_arguments - 1;
    return true;
}

static bool add_atom(fc_postfix *out, const fc_atom *atom)
{
    switch (atom->kind) {
    case FC_ATOM_VARIABLE:
        add_variable(out, atom);
        return true;
    case FC_ATOM_CALL:
    case FC_ATOM_SUM:
        return false;
    default:
        return add_function(out, atom);
    }
}

static bool add_term(fc_postfix *out, const fc_sym *expression, double factor, const ulong *exponent)
{
    bool is_first = factor == 1, is_known = true;
    if (!is_first)
        add_number(out, factor);
    for (int i = 0; i < expression->n_atoms; i++)
        for (ulong k = 0; k < exponent[i] && is_known; k++) {
            is_known = add_atom(out, expression->atom[i]);
            if (!is_first)
                combine(out, "*");
            is_first = false;
        }
    if (is_first)
        add_number(out, factor);
    return is_known;
}

/* A polynomial with integer coefficients. */
static bool add_terms(fc_postfix *out, const fc_sym *expression)
{
    ulong *exponent = fc_allocate((size_t)expression->n_atoms + 1, sizeof *exponent);
    bool is_known = true;
    fmpq_t coefficient;
    fmpq_init(coefficient);
    for (int t = 0; t < fc_sym_n_terms(expression) && is_known; t++) {
        fc_sym_term(coefficient, exponent, expression, t);
        is_known = add_term(out, expression, fmpq_get_d(coefficient), exponent);
        if (t > 0)
            combine(out, "+");
    }
    if (fc_sym_n_terms(expression) == 0)
        add_number(out, 0);
    fmpq_clear(coefficient);
    free(exponent);
    return is_known;
}

/* As fc_sym_print() does in C: the numerators are added, and the sum is divided. */
bool fc_postfix_add(fc_postfix *out, const fc_sym *expression)
{
    fmpq_t denominator;
    double value;
    if (fc_sym_is_constant(expression, &value)) {
        add_number(out, value);
        return true;
    }
    fmpq_init(denominator);
    fmpz_set(fmpq_numref(denominator), fmpq_denref(expression->polynomial->content));
    bool is_whole = fmpz_is_one(fmpq_numref(denominator));
    bool is_known = add_terms(out, is_whole ? expression : fc_sym_scale(expression, denominator));
    if (!is_whole) {
        add_number(out, fmpz_get_d(fmpq_numref(denominator)));
        combine(out, "/");
    }
    fmpq_clear(denominator);
    return is_known;
}

void fc_postfix_repeat(fc_postfix *out, int value)
{
    fc_text_add(&out->text, "=%d ", value);
    push(out);
}

void fc_postfix_add_infinity(fc_postfix *out)
{
    fc_text_add(&out->text, "I");
    push(out);
}

void fc_postfix_mark(fc_postfix *out)
{
    fc_text_add(&out->text, ";");
}

void fc_postfix_free(fc_postfix *postfix)
{
    fc_text_free(&postfix->text);
    free(postfix->variable);
    *postfix = (fc_postfix){0};
}
