/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Normal form of quotients floor(a/b). Numerator and divisor become polynomials over Z without a common factor, the
 * divisor's first coefficient positive. Every integer multiple of the divisor is pulled out of the floor. */
#include "analyzer/symbolic/symbolic_store.h"

#include <flint/fmpz.h>
#include <stdlib.h>

typedef struct quotient {
    fc_algebra *algebra;
    const fc_sym *a, *b;
    const fc_sym *whole; /* floor(a/b) + whole is the value */
} quotient;

/* a / b with integer coefficients and without a common factor; the divisor's first coefficient positive. */
static void reduce(quotient *q)
{
    fc_loop_frame frame = fc_store_frame_open(q->a, q->b);
    fmpq_mpoly_t a, b, common;
    fmpq_t ratio, scale;
    fc_store_frame_lift(a, &frame, q->a);
    fc_store_frame_lift(b, &frame, q->b);
    fc_store_frame_zero(common, &frame);
    fmpq_init(ratio);
    fmpq_init(scale);
    if (fmpq_mpoly_gcd(common, a, b, frame.ring) && !fmpq_mpoly_is_fmpq(common, frame.ring)) {
        fmpq_mpoly_divides(a, a, common, frame.ring);
        fmpq_mpoly_divides(b, b, common, frame.ring);
    }
    fmpq_div(ratio, a->content, b->content); /* the primitive parts have a positive first coefficient */
    fmpz_set(fmpq_numref(scale), fmpq_numref(ratio));
    fmpz_one(fmpq_denref(scale));
    fmpq_set(a->content, scale);
    fmpz_set(fmpq_numref(scale), fmpq_denref(ratio));
    fmpq_set(b->content, scale);
    fmpq_clear(ratio);
    fmpq_clear(scale);
    fmpq_mpoly_clear(common, frame.ring);
    q->a = fc_store_frame_store(&frame, a);
    q->b = fc_store_frame_store(&frame, b);
    fc_store_frame_close(&frame);
}

/* Rounds the constant down and other coefficients to the nearest integer, so that n and -n leave remainders of equal
 * size. */
static void round_coefficient(fmpq_t c, bool constant)
{
    if (constant) {
        fmpz_fdiv_q(fmpq_numref(c), fmpq_numref(c), fmpq_denref(c));
    } else { /* ceil(c - 1/2) */
        fmpz_mul_2exp(fmpq_numref(c), fmpq_numref(c), 1);
        fmpz_sub(fmpq_numref(c), fmpq_numref(c), fmpq_denref(c));
        fmpz_mul_2exp(fmpq_denref(c), fmpq_denref(c), 1);
        fmpz_cdiv_q(fmpq_numref(c), fmpq_numref(c), fmpq_denref(c));
    }
    fmpz_one(fmpq_denref(c));
}

/* The terms of scale * from, with coefficients rounded to integers, that are integer valued. */
static const fc_sym *integer_part(const fc_sym *from, const fmpq_t scale)
{
    fc_algebra *algebra = from->algebra;
    const fc_sym *sum = fc_sym_integer(algebra, 0);
    ulong *exponent = fc_allocate((size_t)from->n_atoms + 1, sizeof *exponent);
    fmpq_t c;
    fmpq_init(c);
    for (int t = 0; t < fc_sym_n_terms(from); t++) {
        fc_sym_term(c, exponent, from, t);
        fmpq_mul(c, c, scale);
        bool integer = true, constant = true;
        for (int i = 0; i < from->n_atoms && integer; i++) {
            constant = constant && exponent[i] == 0;
            integer = exponent[i] == 0 || from->atom[i]->is_integer;
        }
        round_coefficient(c, constant);
        integer = integer && !fmpq_is_zero(c);
        if (integer)
            sum = fc_sym_add(algebra, sum, fc_sym_monomial(from, c, exponent));
    }
    fmpq_clear(c);
    free(exponent);
    return sum;
}

static const fc_sym *polynomial_quotient(const fc_sym *a, const fc_sym *b)
{
    fc_loop_frame frame = fc_store_frame_open(a, b);
    fmpq_mpoly_t x, y, whole, rest;
    fc_store_frame_lift(x, &frame, a);
    fc_store_frame_lift(y, &frame, b);
    fc_store_frame_zero(whole, &frame);
    fc_store_frame_zero(rest, &frame);
    fmpq_mpoly_divrem(whole, rest, x, y, frame.ring);
    fmpq_mpoly_clear(x, frame.ring);
    fmpq_mpoly_clear(y, frame.ring);
    fmpq_mpoly_clear(rest, frame.ring);
    const fc_sym *result = fc_store_frame_store(&frame, whole);
    fc_store_frame_close(&frame);
    return result;
}

static void pull_out(quotient *q)
{
    fmpq_t scale;
    fmpq_init(scale);
    const fc_sym *whole;
    if (fc_store_constant(scale, q->b)) {
        fmpq_inv(scale, scale);
        whole = integer_part(q->a, scale);
    } else {
        fmpq_one(scale);
        whole = integer_part(polynomial_quotient(q->a, q->b), scale);
    }
    fmpq_clear(scale);
    q->whole = fc_sym_add(q->algebra, q->whole, whole);
    q->a = fc_sym_subtract(q->algebra, q->a, fc_sym_multiply(q->algebra, whole, q->b));
}

/* floor((g x + k) / (g d)) = floor((x + floor(k/g)) / d) for integers x, k. */
static void drop_common_coefficient(quotient *q)
{
    fmpq_t divisor, c;
    fmpz_t g;
    ulong *exponent = fc_allocate((size_t)q->a->n_atoms + 1, sizeof *exponent);
    fmpq_init(divisor);
    fmpq_init(c);
    fmpz_init(g);
    bool possible = fc_store_constant(divisor, q->b) && fc_sym_is_integer(q->a) && q->a->n_atoms > 0;
    if (possible)
        fmpz_set(g, fmpq_numref(divisor));
    for (int t = 0; possible && t < fc_sym_n_terms(q->a); t++) {
        bool constant = true;
        fc_sym_term(c, exponent, q->a, t);
        for (int i = 0; i < q->a->n_atoms; i++)
            constant = constant && exponent[i] == 0;
        if (!constant)
            fmpz_gcd(g, g, fmpq_numref(c));
    }
    if (possible && !fmpz_is_one(g)) {
        fmpq_set_si(c, 1, 1);
        fmpq_div_fmpz(c, c, g);
        q->a = integer_part(q->a, c);
        q->b = fc_sym_scale(q->b, c);
    }
    fmpz_clear(g);
    fmpq_clear(c);
    fmpq_clear(divisor);
    free(exponent);
}

/* floor((floor(x/y) + k) / d) = floor((x + k y) / (y d)) for integer d > 0. False: a is not such a floor. */
static bool merge_nested(quotient *q)
{
    const fc_sym *a = q->a;
    if (!fc_sym_is_integer(q->b) || !fc_sym_proves_positive(q->algebra, q->b))
        return false;
    for (int i = 0; i < a->n_atoms; i++) {
        const fc_sym *rest = fc_sym_subtract(q->algebra, a, a->atom[i]->sym);
        if (a->atom[i]->kind != FC_ATOM_FLOOR || rest->n_atoms > 0)
            continue;
        const fc_sym *x = a->atom[i]->argument[0], *y = a->atom[i]->argument[1];
        q->a = fc_sym_add(q->algebra, x, fc_sym_multiply(q->algebra, rest, y));
        q->b = fc_sym_multiply(q->algebra, y, q->b);
        return true;
    }
    return false;
}

/* Writes floor((x - 1) / d) as floor((x - 1 + d) / d) - 1 for a symbolic d, that is ceil(x/d) - 1. */
static void prefer_ceiling(quotient *q)
{
    if (q->b->n_atoms == 0 || q->a->n_atoms == 0)
        return;
    ulong *exponent = fc_allocate((size_t)q->a->n_atoms, sizeof *exponent);
    fmpq_t last, minus_one;
    fmpq_init(last);
    fmpq_init(minus_one);
    fmpq_set_si(minus_one, -1, 1);
    fc_sym_term(last, exponent, q->a, fc_sym_n_terms(q->a) - 1);
    bool ceiling = fmpq_equal(last, minus_one);
    for (int i = 0; i < q->a->n_atoms; i++)
        ceiling = ceiling && exponent[i] == 0;
    if (ceiling) {
        q->a = fc_sym_add(q->algebra, q->a, q->b);
        q->whole = fc_sym_subtract(q->algebra, q->whole, fc_sym_integer(q->algebra, 1));
    }
    fmpq_clear(last);
    fmpq_clear(minus_one);
    free(exponent);
}

/* a / b for a constant b if it is an integer for all values, such as m (m + 1) / 2. NULL otherwise. */
static const fc_sym *integer_quotient(const quotient *q)
{
    fmpq_t scale;
    fmpq_init(scale);
    const fc_sym *result = NULL;
    if (fc_store_constant(scale, q->b)) {
        fmpq_inv(scale, scale);
        result = fc_sym_scale(q->a, scale);
        result = fc_sym_is_integer(result) ? fc_sym_add(q->algebra, q->whole, result) : NULL;
    }
    fmpq_clear(scale);
    return result;
}

/* 0 <= a < b gives 0, -b <= a < 0 gives -1. NULL: not proven. */
static const fc_sym *provable_quotient(const quotient *q)
{
    fc_algebra *algebra = q->algebra;
    if (!fc_sym_proves_positive(algebra, q->b))
        return NULL;
    if (fc_sym_proves_nonnegative(algebra, q->a) &&
        fc_sym_proves_negative(algebra, fc_sym_subtract(algebra, q->a, q->b)))
        return q->whole;
    if (fc_sym_proves_negative(algebra, q->a) && fc_sym_proves_nonnegative(algebra, fc_sym_add(algebra, q->a, q->b)))
        return fc_sym_subtract(algebra, q->whole, fc_sym_integer(algebra, 1));
    return NULL;
}

static const fc_sym *quotient_atom(fc_algebra *algebra, fc_atom_kind kind, const fc_sym *a, const fc_sym *b)
{
    const fc_sym *argument[2] = {a, b};
    return fc_atom_intern(algebra, &(fc_atom_shape){.kind = kind, .argument = argument, .n_arguments = 2});
}

static bool is_zero(const fc_sym *a)
{
    return fc_sym_n_terms(a) == 0;
}

/* floor(-x/d) = -floor((x + d - 1) / d) for integers with d > 0, so that x and -x share an atom. */
static bool is_mirrored(const quotient *q)
{
    return fmpq_sgn(q->a->polynomial->content) < 0 && fc_sym_is_integer(q->a) && fc_sym_is_integer(q->b) &&
           fc_sym_proves_positive(q->algebra, q->b);
}

const fc_sym *fc_sym_floor_divide(fc_algebra *algebra, const fc_sym *a, const fc_sym *b)
{
    quotient q = {algebra, a, b, fc_sym_integer(algebra, 0)};
    if (is_zero(b))
        return quotient_atom(algebra, FC_ATOM_FLOOR, a, b);
    do {
        if (is_zero(q.a))
            return q.whole;
        reduce(&q);
        pull_out(&q);
        drop_common_coefficient(&q);
        if (is_zero(q.a))
            return q.whole;
    } while (merge_nested(&q));
    if (is_mirrored(&q)) {
        const fc_sym *below = fc_sym_subtract(q.algebra, q.b, fc_sym_integer(q.algebra, 1));
        const fc_sym *size = fc_sym_floor_divide(q.algebra, fc_sym_subtract(q.algebra, below, q.a), q.b);
        return fc_sym_subtract(q.algebra, q.whole, size);
    }
    const fc_sym *known = integer_quotient(&q);
    known = known ? known : provable_quotient(&q);
    if (known)
        return known;
    prefer_ceiling(&q);
    return fc_sym_add(algebra, q.whole, quotient_atom(algebra, FC_ATOM_FLOOR, q.a, q.b));
}

const fc_sym *fc_sym_modulo(fc_algebra *algebra, const fc_sym *a, const fc_sym *b)
{
    return fc_sym_subtract(algebra, a, fc_sym_multiply(algebra, b, fc_sym_floor_divide(algebra, a, b)));
}

const fc_sym *fc_sym_divide(fc_algebra *algebra, const fc_sym *a, const fc_sym *b)
{
    quotient q = {algebra, a, b, fc_sym_integer(algebra, 0)};
    fmpq_t number, scale;
    if (is_zero(a) || is_zero(b))
        return is_zero(b) ? quotient_atom(algebra, FC_ATOM_RATIO, a, b) : a;
    reduce(&q);
    fmpq_init(number);
    fmpq_init(scale);
    fmpq_div(number, q.a->polynomial->content, q.b->polynomial->content);
    fmpq_inv(scale, q.a->polynomial->content);
    q.a = fc_sym_scale(q.a, scale);
    fmpq_inv(scale, q.b->polynomial->content);
    q.b = fc_sym_scale(q.b, scale);
    bool is_whole = fc_sym_is_constant(q.b, NULL);
    const fc_sym *result = fc_sym_scale(is_whole ? q.a : quotient_atom(algebra, FC_ATOM_RATIO, q.a, q.b), number);
    fmpq_clear(number);
    fmpq_clear(scale);
    return result;
}

/* Truncation is the floor of the absolute values' quotient, times the product of the signs. A divisor that may be 0
 * counts as positive: both quotients are undefined there. */
static const fc_sym *quotient_of_known_signs(fc_algebra *algebra, const fc_sym *a, const fc_sym *b)
{
    const fc_sym *minus_a = fc_sym_negate(a), *minus_b = fc_sym_negate(b);
    bool b_positive = fc_sym_proves_nonnegative(algebra, b);
    if (!b_positive && !fc_sym_proves_nonnegative(algebra, minus_b))
        return NULL;
    if (fc_sym_proves_nonnegative(algebra, a))
        return b_positive ? fc_sym_floor_divide(algebra, a, b)
                          : fc_sym_negate(fc_sym_floor_divide(algebra, a, minus_b));
    if (fc_sym_proves_nonnegative(algebra, minus_a))
        return b_positive ? fc_sym_negate(fc_sym_floor_divide(algebra, minus_a, b))
                          : fc_sym_floor_divide(algebra, minus_a, minus_b);
    return NULL;
}

const fc_sym *fc_sym_c_divide(fc_algebra *algebra, const fc_sym *a, const fc_sym *b)
{
    const fc_sym *result = NULL;
    if (!is_zero(b)) {
        /* a / b if the remainder is zero for all values. */
        quotient q = {algebra, a, b, fc_sym_integer(algebra, 0)};
        double divisor;
        if (is_zero(a))
            result = a;
        else {
            reduce(&q);
            bool exact = fc_sym_is_constant(q.b, &divisor) && divisor == 1 && fc_sym_is_integer(q.a);
            result = exact ? q.a : NULL;
        }
        if (!result)
            result = quotient_of_known_signs(algebra, a, b);
    }
    return result ? result : quotient_atom(algebra, FC_ATOM_C_DIVIDE, a, b);
}

const fc_sym *fc_sym_c_remainder(fc_algebra *algebra, const fc_sym *a, const fc_sym *b)
{
    return fc_sym_subtract(algebra, a, fc_sym_multiply(algebra, b, fc_sym_c_divide(algebra, a, b)));
}
