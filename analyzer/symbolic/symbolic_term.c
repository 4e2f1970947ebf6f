/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of an expression: terms, coefficients, and integer-valuedness. */
#include "analyzer/symbolic/symbolic_store.h"

#include <flint/fmpz.h>
#include <stdlib.h>

int fc_sym_n_terms(const fc_sym *expression)
{
    return (int)fmpq_mpoly_length(expression->polynomial, fc_store_ring(expression->algebra, expression->n_atoms));
}

void fc_sym_term(fmpq_t coefficient, ulong *exponent, const fc_sym *expression, int term)
{
    fmpq_mpoly_ctx_struct *ring = fc_store_ring(expression->algebra, expression->n_atoms);
    fmpq_mpoly_get_term_coeff_fmpq(coefficient, expression->polynomial, term, ring);
    if (expression->n_atoms > 0)
        fmpq_mpoly_get_term_exp_ui(exponent, expression->polynomial, term, ring);
}

const fc_sym *fc_sym_monomial(const fc_sym *like, const fmpq_t coefficient, const ulong *exponent)
{
    if (like->n_atoms == 0)
        return fc_store_number(like->algebra, coefficient);
    fc_loop_frame frame = fc_store_frame_open(like, NULL);
    fmpq_mpoly_t polynomial;
    fc_store_frame_zero(polynomial, &frame);
    fmpq_mpoly_push_term_fmpq_ui(polynomial, coefficient, exponent, frame.ring);
    fmpq_mpoly_combine_like_terms(polynomial, frame.ring);
    const fc_sym *result = fc_store_frame_store(&frame, polynomial);
    fc_store_frame_close(&frame);
    return result;
}

int fc_sym_find_atom(const fc_sym *expression, const fc_atom *atom)
{
    int low = 0, high = expression->n_atoms;
    while (low < high) {
        int middle = (low + high) / 2;
        if (expression->atom[middle]->id < atom->id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < expression->n_atoms && expression->atom[low] == atom ? low : -1;
}

int fc_sym_degree(const fc_sym *expression, const fc_atom *atom)
{
    int place = fc_sym_find_atom(expression, atom);
    if (place < 0)
        return 0;
    fmpq_mpoly_ctx_struct *ring = fc_store_ring(expression->algebra, expression->n_atoms);
    return (int)fmpq_mpoly_degree_si(expression->polynomial, place, ring);
}

const fc_sym *fc_sym_coefficient(const fc_sym *expression, const fc_atom *atom, int power)
{
    int place = fc_sym_find_atom(expression, atom);
    if (place < 0)
        return power == 0 ? expression : fc_sym_integer(expression->algebra, 0);
    fc_loop_frame frame = fc_store_frame_open(expression, NULL);
    fmpq_mpoly_t whole, part;
    fc_store_frame_lift(whole, &frame, expression);
    fc_store_frame_zero(part, &frame);
    slong variable = place;
    ulong exponent = (ulong)power;
    fmpq_mpoly_get_coeff_vars_ui(part, whole, &variable, &exponent, 1, frame.ring);
    fmpq_mpoly_clear(whole, frame.ring);
    const fc_sym *result = fc_store_frame_store(&frame, part);
    fc_store_frame_close(&frame);
    return result;
}

static bool is_linear(const fc_sym *a, const fc_atom *variable)
{
    for (int i = 0; i < a->n_atoms; i++)
        if (a->atom[i] != variable && fc_atom_depends(a->atom[i], variable))
            return false;
    return fc_sym_degree(a, variable) <= 1;
}

const fc_sym *fc_sym_step(fc_algebra *algebra, const fc_sym *a, const fc_sym *variable)
{
    const fc_atom *atom = fc_atom_of_variable(variable);
    if (atom && is_linear(a, atom)) {
        const fc_sym *slope = fc_sym_coefficient(a, atom, 1);
        return fc_sym_plainly_integer(a) ? fc_sym_known_integer(slope) : slope;
    }
    const fc_sym *next = fc_sym_add(algebra, variable, fc_sym_integer(algebra, 1));
    return fc_sym_subtract(algebra, fc_sym_substitute(algebra, a, variable, next), a);
}

bool fc_sym_linear(const fc_sym **slope, const fc_sym **offset, const fc_sym *a, const fc_atom *variable)
{
    if (!is_linear(a, variable))
        return false;
    *slope = fc_sym_coefficient(a, variable, 1);
    *offset = fc_sym_coefficient(a, variable, 0);
    return true;
}

/* A polynomial of degree d_i in x_i is integer valued if and only if it is so on the grid 0..d_1 x 0..d_2 x ... */
static bool integer_on_grid(const fc_sym *expression)
{
    enum {
        MOST_POINTS = 2048,
        MOST_ATOMS = 12
    };
    fmpq_mpoly_ctx_struct *ring = fc_store_ring(expression->algebra, expression->n_atoms);
    fmpq point_value[MOST_ATOMS];
    fmpq *point[MOST_ATOMS];
    slong degree[MOST_ATOMS], at[MOST_ATOMS] = {0}, n_points = 1;
    int n = expression->n_atoms;
    if (n == 0)
        return fmpz_is_one(fmpq_denref(expression->polynomial->content));
    if (n > MOST_ATOMS)
        return false;
    fmpq_mpoly_degrees_si(degree, expression->polynomial, ring);
    for (int i = 0; i < n; i++) {
        n_points *= degree[i] + 1;
        if (n_points > MOST_POINTS)
            return false;
    }
    for (int i = 0; i < n; i++) {
        point[i] = &point_value[i];
        fmpq_init(point[i]);
    }
    fmpq_t value;
    fmpq_init(value);
    bool integer = true;
    while (n_points-- > 0 && integer) {
        for (int i = 0; i < n; i++)
            fmpq_set_si(point[i], at[i], 1);
        integer =
            fmpq_mpoly_evaluate_all_fmpq(value, expression->polynomial, point, ring) && fmpz_is_one(fmpq_denref(value));
        for (int i = 0; i < n && ++at[i] > degree[i]; i++)
            at[i] = 0;
    }
    fmpq_clear(value);
    for (int i = 0; i < n; i++)
        fmpq_clear(point[i]);
    return integer;
}

/* A minimum or maximum equals one of its two arguments: the expression is integer valued if it is so with either. */
static bool integer_by_cases(const fc_sym *expression, int depth)
{
    if (integer_on_grid(expression))
        return true;
    for (int i = expression->n_atoms - 1; i >= 0 && depth > 0; i--) {
        const fc_atom *atom = expression->atom[i];
        if (atom->kind == FC_ATOM_MINIMUM || atom->kind == FC_ATOM_MAXIMUM)
            return integer_by_cases(fc_sym_replace_top(expression, atom, atom->argument[0]), depth - 1) &&
                   integer_by_cases(fc_sym_replace_top(expression, atom, atom->argument[1]), depth - 1);
    }
    return false;
}

bool fc_sym_is_integer(const fc_sym *expression)
{
    enum {
        CASES = 4
    };
    fc_sym *cache = expression->algebra->expression[expression->id];
    if (cache->integer >= 0)
        return cache->integer;
    bool integer = true;
    for (int i = 0; i < expression->n_atoms && integer; i++)
        integer = expression->atom[i]->is_integer;
    bool whole = fmpz_is_one(fmpq_denref(expression->polynomial->content));
    cache->integer = integer && (whole || integer_by_cases(expression, CASES));
    return cache->integer;
}

bool fc_sym_is_small(const fc_sym *expression, int bits)
{
    ulong *exponent = fc_allocate((size_t)expression->n_atoms + 1, sizeof *exponent);
    bool small = true;
    fmpq_t coefficient;
    fmpq_init(coefficient);
    for (int t = 0; t < fc_sym_n_terms(expression) && small; t++) {
        fc_sym_term(coefficient, exponent, expression, t);
        small = (int)fmpq_height_bits(coefficient) <= bits;
    }
    fmpq_clear(coefficient);
    free(exponent);
    return small;
}

const fc_sym *fc_sym_known_integer(const fc_sym *expression)
{
    expression->algebra->expression[expression->id]->integer = 1;
    return expression;
}

bool fc_sym_plainly_integer(const fc_sym *expression)
{
    return expression->integer == 1 ||
           (fmpz_is_one(fmpq_denref(expression->polynomial->content)) && fc_sym_is_integer(expression));
}
