/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Normal forms of minimum, maximum and indicators: shared terms are pulled out, common factors are divided out, and
 * proven cases are decided. */
#include "analyzer/symbolic/symbolic_store.h"

#include <flint/fmpz.h>
#include <stdlib.h>

/* The common terms of a and b. A constant on one side counts as shared, so that the other side is compared to 0. */
static const fc_sym *shared_terms(const fc_sym *a, const fc_sym *b)
{
    if (b->n_atoms == 0)
        return b;
    if (a->n_atoms == 0)
        return a;
    fc_loop_frame frame = fc_store_frame_open(a, b);
    fmpq_mpoly_t x, y, monomial, shared;
    fmpq_t c, d;
    fc_store_frame_lift(x, &frame, a);
    fc_store_frame_lift(y, &frame, b);
    fc_store_frame_zero(monomial, &frame);
    fc_store_frame_zero(shared, &frame);
    fmpq_init(c);
    fmpq_init(d);
    for (slong t = 0; t < fmpq_mpoly_length(x, frame.ring); t++) {
        fmpq_mpoly_get_term_coeff_fmpq(c, x, t, frame.ring);
        fmpq_mpoly_get_term_monomial(monomial, x, t, frame.ring);
        fmpq_mpoly_get_coeff_fmpq_monomial(d, y, monomial, frame.ring);
        if (!fmpq_equal(c, d))
            continue;
        fmpq_mpoly_scalar_mul_fmpq(monomial, monomial, c, frame.ring);
        fmpq_mpoly_add(shared, shared, monomial, frame.ring);
    }
    fmpq_clear(c);
    fmpq_clear(d);
    fmpq_mpoly_clear(x, frame.ring);
    fmpq_mpoly_clear(y, frame.ring);
    fmpq_mpoly_clear(monomial, frame.ring);
    const fc_sym *result = fc_store_frame_store(&frame, shared);
    fc_store_frame_close(&frame);
    return result;
}

static const fc_sym *pair_atom(fc_algebra *algebra, fc_atom_kind kind, const fc_sym *a, const fc_sym *b)
{
    const fc_sym *argument[2] = {a->id < b->id ? a : b, a->id < b->id ? b : a};
    return fc_atom_intern(algebra, &(fc_atom_shape){.kind = kind, .argument = argument, .n_arguments = 2});
}

/* max(d, 0), where d and -d share one atom: max(-d, 0) = max(d, 0) - d. */
static const fc_sym *positive_part(fc_algebra *algebra, const fc_sym *d)
{
    const fc_sym *zero = fc_sym_integer(algebra, 0);
    if (fmpq_sgn(d->polynomial->content) > 0)
        return pair_atom(algebra, FC_ATOM_MAXIMUM, d, zero);
    return fc_sym_add(algebra, pair_atom(algebra, FC_ATOM_MAXIMUM, fc_sym_negate(d), zero), d);
}

const fc_sym *fc_select_mirrored(const fc_sym *e, const fc_atom *atom)
{
    fc_algebra *algebra = e->algebra;
    const fc_sym *zero = fc_sym_integer(algebra, 0);
    if (atom->kind != FC_ATOM_MAXIMUM || fc_sym_degree(e, atom) != 1)
        return NULL;
    const fc_sym *d = atom->argument[atom->argument[0] == zero], *factor = fc_sym_coefficient(e, atom, 1);
    if (atom->argument[0] != zero && atom->argument[1] != zero)
        return NULL;
    const fc_sym *rest = fc_sym_coefficient(e, atom, 0);
    const fc_sym *left = fc_sym_add(algebra, rest, fc_sym_multiply(algebra, factor, d));
    return fc_sym_n_terms(left) < fc_sym_n_terms(rest) ? left : NULL;
}

static const fc_sym *select_atom(fc_algebra *algebra, fc_atom_kind kind, const fc_sym *a, const fc_sym *b)
{
    const fc_sym *zero = fc_sym_integer(algebra, 0);
    const fc_sym *d = a == zero ? b : a;
    if (a != zero && b != zero)
        return pair_atom(algebra, kind, a, b);
    if (kind == FC_ATOM_MAXIMUM)
        return positive_part(algebra, d);
    return fc_sym_subtract(algebra, d, positive_part(algebra, d));
}

static const fc_sym *select_of(fc_algebra *algebra, fc_atom_kind kind, const fc_sym *a, const fc_sym *b)
{
    const fc_sym *difference = fc_sym_subtract(algebra, a, b);
    if (fc_sym_proves_nonnegative(algebra, difference))
        return kind == FC_ATOM_MAXIMUM ? a : b;
    if (fc_sym_proves_nonnegative(algebra, fc_sym_negate(difference)))
        return kind == FC_ATOM_MAXIMUM ? b : a;
    const fc_sym *shared = shared_terms(a, b);
    a = fc_sym_subtract(algebra, a, shared);
    b = fc_sym_subtract(algebra, b, shared);
    fmpq_t scale;
    fmpq_init(scale);
    fmpq_gcd(scale, a->polynomial->content, b->polynomial->content);
    fmpq_inv(scale, scale);
    const fc_sym *atom = select_atom(algebra, kind, fc_sym_scale(a, scale), fc_sym_scale(b, scale));
    fmpq_inv(scale, scale);
    const fc_sym *result = fc_sym_add(algebra, shared, fc_sym_scale(atom, scale));
    fmpq_clear(scale);
    return result;
}

const fc_sym *fc_sym_minimum(fc_algebra *algebra, const fc_sym *a, const fc_sym *b)
{
    return select_of(algebra, FC_ATOM_MINIMUM, a, b);
}

const fc_sym *fc_sym_maximum(fc_algebra *algebra, const fc_sym *a, const fc_sym *b)
{
    return select_of(algebra, FC_ATOM_MAXIMUM, a, b);
}

/* a without its constant, divided by the common content of its coefficients. *constant is the constant, divided too. */
static const fc_sym *primitive_part(fmpq_t constant, const fc_sym *a)
{
    ulong *exponent = fc_allocate((size_t)a->n_atoms + 1, sizeof *exponent);
    fmpq_zero(constant);
    fc_sym_term(constant, exponent, a, fc_sym_n_terms(a) - 1);
    for (int i = 0; i < a->n_atoms; i++)
        if (exponent[i] > 0)
            fmpq_zero(constant);
    free(exponent);
    const fc_sym *variable_part = fc_sym_subtract(a->algebra, a, fc_store_number(a->algebra, constant));
    fmpq_t scale;
    fmpq_init(scale);
    fmpq_abs(scale, variable_part->polynomial->content);
    fmpq_inv(scale, scale);
    variable_part = fc_sym_scale(variable_part, scale);
    fmpq_mul(constant, constant, scale);
    fmpq_clear(scale);
    return variable_part;
}

static const fc_sym *indicator(fc_algebra *algebra, fc_atom_kind kind, const fc_sym *a)
{
    return fc_atom_intern(algebra, &(fc_atom_shape){.kind = kind, .argument = &a, .n_arguments = 1});
}

const fc_sym *fc_sym_is_nonnegative(fc_algebra *algebra, const fc_sym *a)
{
    if (fc_sym_proves_nonnegative(algebra, a))
        return fc_sym_integer(algebra, 1);
    if (fc_sym_proves_negative(algebra, a))
        return fc_sym_integer(algebra, 0);
    fmpq_t constant;
    fmpq_init(constant);
    const fc_sym *x = primitive_part(constant, a);
    if (fc_sym_is_integer(x)) { /* x + k >= 0 if and only if x + floor(k) >= 0 */
        fmpz_fdiv_q(fmpq_numref(constant), fmpq_numref(constant), fmpq_denref(constant));
        fmpz_one(fmpq_denref(constant));
    }
    const fc_sym *result =
        indicator(algebra, FC_ATOM_NONNEGATIVE, fc_sym_add(algebra, x, fc_store_number(algebra, constant)));
    fmpq_clear(constant);
    return result;
}

const fc_sym *fc_sym_is_zero(fc_algebra *algebra, const fc_sym *a)
{
    const fc_sym *minus_a = fc_sym_negate(a), *result = NULL;
    double value;
    if (fc_sym_is_constant(a, &value))
        return fc_sym_integer(algebra, value == 0);
    if (fc_sym_proves_positive(algebra, a) || fc_sym_proves_positive(algebra, minus_a))
        return fc_sym_integer(algebra, 0);
    fmpq_t constant;
    fmpq_init(constant);
    const fc_sym *x = primitive_part(constant, fmpq_sgn(a->polynomial->content) > 0 ? a : minus_a);
    if (fc_sym_is_integer(x) && !fmpz_is_one(fmpq_denref(constant)))
        result = fc_sym_integer(algebra, 0);
    else
        result = indicator(algebra, FC_ATOM_ZERO, fc_sym_add(algebra, x, fc_store_number(algebra, constant)));
    fmpq_clear(constant);
    return result;
}

static bool is_flattened(const fc_atom *atom)
{
    enum {
        MOST_TERMS = 5
    };
    return (atom->kind == FC_ATOM_MINIMUM || atom->kind == FC_ATOM_MAXIMUM) &&
           fc_sym_n_terms(atom->argument[0]) + fc_sym_n_terms(atom->argument[1]) <= MOST_TERMS;
}

/* X^k = slope X + offset, computed step by step from X^1. */
static const fc_sym *flatten_atom(const fc_sym *e, const fc_atom *atom, int degree)
{
    fc_algebra *algebra = e->algebra;
    const fc_sym *both = fc_sym_add(algebra, atom->argument[0], atom->argument[1]);
    const fc_sym *product = fc_sym_multiply(algebra, atom->argument[0], atom->argument[1]);
    const fc_sym *slope = fc_sym_integer(algebra, 1), *offset = fc_sym_integer(algebra, 0);
    const fc_sym *result = fc_sym_coefficient(e, atom, 0);
    for (int k = 1; k <= degree; k++) {
        const fc_sym *power = fc_sym_add(algebra, fc_sym_multiply(algebra, slope, atom->sym), offset);
        result = fc_sym_add(algebra, result, fc_sym_multiply(algebra, fc_sym_coefficient(e, atom, k), power));
        const fc_sym *next = fc_sym_add(algebra, fc_sym_multiply(algebra, slope, both), offset);
        offset = fc_sym_negate(fc_sym_multiply(algebra, slope, product));
        slope = next;
    }
    return result;
}

const fc_sym *fc_select_flatten(const fc_sym *expression)
{
    enum {
        MOST_NESTED = 3 /* products of nested selections double with each level */
    };
    fc_algebra *algebra = expression->algebra;
    for (int i = expression->n_atoms - 1; i >= 0 && algebra->flattening < MOST_NESTED; i--) {
        const fc_atom *atom = expression->atom[i];
        int degree = is_flattened(atom) ? fc_sym_degree(expression, atom) : 0;
        if (degree <= 1)
            continue;
        algebra->flattening++;
        expression = flatten_atom(expression, atom, degree);
        algebra->flattening--;
        return expression;
    }
    return expression;
}

/* A conditional value, simplified to a minimum or maximum if it is one. */

/* d, if the expression is the indicator [d >= 0] over the integers; NULL otherwise. */
static const fc_sym *tested(const fc_sym *chosen)
{
    if (chosen->n_atoms != 1 || chosen->atom[0]->kind != FC_ATOM_NONNEGATIVE || chosen->atom[0]->sym != chosen)
        return NULL;
    return fc_sym_is_integer(chosen->atom[0]->argument[0]) ? chosen->atom[0]->argument[0] : NULL;
}

/* d >= 0 and, over the integers, e >= 1 are equivalent or differ only at e == 0. */
static bool tests_sign_of(fc_algebra *algebra, const fc_sym *d, const fc_sym *e)
{
    return d == e || d == fc_sym_subtract(algebra, e, fc_sym_integer(algebra, 1));
}

/* v = min(u, x) with x >= 0: v has the sign of u where u is negative, and is non-negative elsewhere. */
static bool is_minimum_with(fc_algebra *algebra, const fc_sym *v, const fc_sym *u)
{
    if (v->n_atoms != 1 || v->atom[0]->kind != FC_ATOM_MINIMUM || v->atom[0]->sym != v)
        return false;
    const fc_sym *const *argument = v->atom[0]->argument;
    return (argument[0] == u && fc_sym_proves_nonnegative(algebra, argument[1])) ||
           (argument[1] == u && fc_sym_proves_nonnegative(algebra, argument[0]));
}

/* [u > 0 or u >= 0] ? v : 0 is max(v, 0) where v = u, or v = min(u, x) with x >= 0. */
static const fc_sym *clipped(fc_algebra *algebra, const fc_sym *d, const fc_sym *v)
{
    const fc_sym *u[] = {d, fc_sym_add(algebra, d, fc_sym_integer(algebra, 1))};
    for (int i = 0; i < 2; i++)
        if (v == u[i] || is_minimum_with(algebra, v, u[i]))
            return fc_sym_maximum(algebra, v, fc_sym_integer(algebra, 0));
    return NULL;
}

static const fc_sym *choose_by_sign(fc_algebra *algebra, const fc_sym *d, const fc_sym *a, const fc_sym *b)
{
    const fc_sym *zero = fc_sym_integer(algebra, 0), *one = fc_sym_integer(algebra, 1);
    const fc_sym *not_d = fc_sym_subtract(algebra, fc_sym_subtract(algebra, zero, d), one); /* d < 0 as not_d >= 0 */
    if (tests_sign_of(algebra, d, fc_sym_subtract(algebra, a, b)))
        return fc_sym_maximum(algebra, a, b);
    if (tests_sign_of(algebra, d, fc_sym_subtract(algebra, b, a)))
        return fc_sym_minimum(algebra, a, b);
    if (b == zero)
        return clipped(algebra, d, a);
    if (a == zero)
        return clipped(algebra, not_d, b);
    /* b > u ? max(u, 0) : b with b >= 0 */
    const fc_sym *u = fc_sym_subtract(algebra, b, d), *below = fc_sym_subtract(algebra, u, one);
    if (!fc_sym_proves_nonnegative(algebra, b))
        return NULL;
    if (a == fc_sym_maximum(algebra, u, zero) || a == fc_sym_maximum(algebra, below, zero))
        return fc_sym_minimum(algebra, a, b);
    return NULL;
}

const fc_sym *fc_sym_choose(fc_algebra *algebra, const fc_sym *chosen, const fc_sym *a, const fc_sym *b)
{
    if (a == b)
        return a;
    const fc_sym *d = tested(chosen);
    const fc_sym *known = d ? choose_by_sign(algebra, d, a, b) : NULL;
    if (known)
        return known;
    return fc_sym_add(algebra, b, fc_sym_multiply(algebra, chosen, fc_sym_subtract(algebra, a, b)));
}
