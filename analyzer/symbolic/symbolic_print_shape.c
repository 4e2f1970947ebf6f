/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shape in which an expression is printed: its factors, remainders and maxima. */
#include "analyzer/symbolic/symbolic_print.h"

#include <flint/fmpq_mpoly_factor.h>
#include <flint/fmpz.h>
#include <math.h>
#include <stdlib.h>

/* ---- factors ---- */

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
    const fc_printed_factor *x = a, *y = b;
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
static void take_sign(fmpq_t number, fc_printed_factor *last)
{
    if (fmpq_sgn(number) > 0 || fc_sym_n_terms(last->base) < 2 || last->exponent % 2 == 0)
        return;
    fmpq_neg(number, number);
    last->base = fc_sym_negate(last->base);
}

fc_printed_factor *fc_print_find_factors(fmpq_t number, int *n, const fc_sym *e)
{
    if (!worth_factoring(e))
        return NULL;
    fc_loop_frame frame = fc_store_frame_open(e, NULL);
    fmpq_mpoly_t whole, base;
    fmpq_mpoly_factor_t found;
    fc_printed_factor *factors = NULL;
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

/* ---- maxima ---- */

/* max(a, b) as it is printed. */
static const fc_sym *printed_maximum(fc_algebra *algebra, const fc_sym *a, long b)
{
    const fc_sym *argument[] = {a, fc_sym_integer(algebra, b)};
    return fc_sym_call(algebra, FC_PRINTED_MAXIMUM, argument, 2, FC_FACT_NONNEGATIVE);
}

/* e = r - k max(a, b) as k min(r/k - a, r/k - b) for a constant k > 0; NULL: not shorter. */
static const fc_sym *as_minimum(const fc_sym *e, const fc_atom *maximum)
{
    const fc_sym *factor = fc_sym_coefficient(e, maximum, 1), *rest = fc_sym_coefficient(e, maximum, 0);
    if (factor->n_atoms > 0 || fmpq_sgn(factor->polynomial->content) >= 0)
        return NULL;
    fmpq_t scale;
    fmpq_init(scale);
    fmpq_neg(scale, factor->polynomial->content);
    const fc_sym *number = fc_store_number(e->algebra, scale);
    fmpq_inv(scale, scale);
    const fc_sym *each = fc_sym_scale(rest, scale), *minimum = NULL, *argument[2];
    fmpq_clear(scale);
    int n = fc_sym_n_terms(rest);
    for (int i = 0; i < 2; i++) {
        argument[i] = fc_sym_subtract(e->algebra, each, maximum->argument[i]);
        n += fc_sym_n_terms(maximum->argument[i]) - fc_sym_n_terms(argument[i]);
    }
    if (n > 0)
        minimum = fc_sym_call(e->algebra, FC_PRINTED_MINIMUM, argument, 2, FC_FACT_NONE);
    return minimum ? fc_sym_multiply(e->algebra, number, minimum) : NULL;
}

/* The constant term; 0 if it is no integer. */
static long constant_of(const fc_sym *e)
{
    for (int i = 0; i < e->n_atoms; i++)
        e = fc_sym_coefficient(e, e->atom[i], 0);
    double value;
    return fc_sym_is_constant(e, &value) && value == trunc(value) && fabs(value) < 1e9 ? (long)value : 0;
}

const fc_sym *fc_print_with_maxima(const fc_sym *e)
{
    fc_algebra *algebra = e->algebra;
    for (int i = 0; i < e->n_atoms; i++) {
        const fc_atom *atom = e->atom[i];
        if (atom->kind != FC_ATOM_MAXIMUM || fc_sym_degree(e, atom) != 1)
            continue;
        const fc_sym *minimum = as_minimum(e, atom);
        if (minimum)
            return minimum;
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
            return fc_print_with_maxima(fc_sym_add(algebra, left, fc_sym_multiply(algebra, factor, shown)));
    }
    return e;
}

/* ---- remainders ---- */

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
