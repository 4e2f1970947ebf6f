/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/symbolic/symbolic.h"
#include "analyzer/symbolic/symbolic_store.h"

#include <flint/fmpz.h>
#include <math.h>
#include <stdlib.h>

fc_algebra *fc_algebra_create(void)
{
    __flint_set_memory_functions(malloc, fc_calloc, realloc, free);
    fc_algebra *algebra = fc_allocate(1, sizeof *algebra);
    algebra->n_expression_buckets = 1024;
    algebra->expression_bucket = fc_allocate(algebra->n_expression_buckets, sizeof *algebra->expression_bucket);
    algebra->n_atom_buckets = 256;
    algebra->atom_bucket = fc_allocate(algebra->n_atom_buckets, sizeof *algebra->atom_bucket);
    return algebra;
}

void fc_algebra_free(fc_algebra *algebra)
{
    if (!algebra)
        return;
    for (size_t i = 0; i < algebra->n_expressions; i++) {
        fc_sym *expression = algebra->expression[i];
        fmpq_mpoly_clear(expression->polynomial, fc_store_ring(algebra, expression->n_atoms));
        free(expression->atom);
        free(expression);
    }
    for (size_t i = 0; i < algebra->n_atoms; i++)
        fc_atom_free(algebra->atom[i]);
    for (size_t i = 0; i < algebra->ring_capacity; i++) {
        if (algebra->ring[i])
            fmpq_mpoly_ctx_clear(algebra->ring[i]);
        free(algebra->ring[i]);
    }
    free(algebra->expression);
    free(algebra->expression_bucket);
    free(algebra->atom);
    free(algebra->atom_bucket);
    free(algebra->ring);
    free(algebra->assumed);
    fc_map_free(&algebra->proofs);
    fc_map_free(&algebra->sums);
    fc_map_free(&algebra->products);
    free(algebra);
}

const fc_sym *fc_store_number(fc_algebra *algebra, const fmpq_t number)
{
    fc_loop_frame frame = {.algebra = algebra};
    fmpq_mpoly_t polynomial;
    fc_store_frame_zero(polynomial, &frame);
    fmpq_mpoly_set_fmpq(polynomial, number, frame.ring);
    const fc_sym *result = fc_store_frame_store(&frame, polynomial);
    fc_store_frame_close(&frame);
    return result;
}

const fc_sym *fc_sym_integer(fc_algebra *algebra, long value)
{
    return fc_sym_rational(algebra, value, 1);
}

const fc_sym *fc_sym_rational(fc_algebra *algebra, long numerator, long denominator)
{
    fmpq_t number;
    fmpz_t below;
    fmpq_init(number);
    fmpz_init_set_si(below, denominator);
    fmpz_set_si(fmpq_numref(number), numerator);
    fmpq_div_fmpz(number, number, below);
    const fc_sym *result = fc_store_number(algebra, number);
    fmpz_clear(below);
    fmpq_clear(number);
    return result;
}

bool fc_store_constant(fmpq_t out, const fc_sym *expression)
{
    if (expression->n_atoms > 0)
        return false;
    fmpq_mpoly_get_fmpq(out, expression->polynomial, fc_store_ring(expression->algebra, 0));
    return true;
}

bool fc_sym_is_constant(const fc_sym *expression, double *value)
{
    fmpq_t number;
    if (expression->n_atoms > 0)
        return false;
    fmpq_init(number);
    fc_store_constant(number, expression);
    if (value)
        *value = fmpq_get_d(number);
    fmpq_clear(number);
    return true;
}

const fc_sym *fc_sym_add(fc_algebra *algebra, const fc_sym *a, const fc_sym *b)
{
    (void)algebra;
    fc_loop_frame frame = fc_store_frame_open(a, b);
    fmpq_mpoly_t x, y;
    fc_store_frame_lift(x, &frame, a);
    fc_store_frame_lift(y, &frame, b);
    fmpq_mpoly_add(x, x, y, frame.ring);
    fmpq_mpoly_clear(y, frame.ring);
    const fc_sym *result = fc_store_frame_store(&frame, x);
    fc_store_frame_close(&frame);
    return fc_sym_plainly_integer(a) && fc_sym_plainly_integer(b) ? fc_sym_known_integer(result) : result;
}

const fc_sym *fc_sym_scale(const fc_sym *a, const fmpq_t number)
{
    fc_loop_frame frame = fc_store_frame_open(a, NULL);
    fmpq_mpoly_t x;
    fc_store_frame_lift(x, &frame, a);
    fmpq_mpoly_scalar_mul_fmpq(x, x, number, frame.ring);
    const fc_sym *result = fc_store_frame_store(&frame, x);
    fc_store_frame_close(&frame);
    bool integer = fmpz_is_one(fmpq_denref(number)) && fc_sym_plainly_integer(a);
    return integer ? fc_sym_known_integer(result) : result;
}

const fc_sym *fc_sym_primitive(fc_algebra *algebra, const fc_sym *expression)
{
    (void)algebra;
    fmpq_t number;
    fmpq_init(number);
    fmpq_abs(number, expression->polynomial->content);
    fmpq_inv(number, number);
    const fc_sym *result = fc_sym_scale(expression, number);
    fmpq_clear(number);
    return result;
}

const fc_sym *fc_sym_negate(const fc_sym *a)
{
    fmpq_t minus_one;
    fmpq_init(minus_one);
    fmpq_set_si(minus_one, -1, 1);
    const fc_sym *result = fc_sym_scale(a, minus_one);
    fmpq_clear(minus_one);
    return result;
}

const fc_sym *fc_sym_subtract(fc_algebra *algebra, const fc_sym *a, const fc_sym *b)
{
    return fc_sym_add(algebra, a, fc_sym_negate(b));
}

static long coefficient_bits(const fc_sym *a)
{
    long bits = (long)fmpq_height_bits(a->polynomial->content);
    long inner = fmpz_mpoly_max_bits(a->polynomial->zpoly);
    return bits + labs(inner);
}

static long total_degree(const fc_sym *a)
{
    return fmpq_mpoly_total_degree_si(a->polynomial, fc_store_ring(a->algebra, a->n_atoms));
}

static bool fits(const fc_sym *a, const fc_sym *b)
{
    return total_degree(a) + total_degree(b) <= FC_LIMIT_DEGREE &&
           (long)fc_sym_n_terms(a) * fc_sym_n_terms(b) <= FC_LIMIT_TERMS &&
           coefficient_bits(a) + coefficient_bits(b) <= FC_LIMIT_BITS;
}

static const fc_sym *multiply(fc_algebra *algebra, const fc_sym *a, const fc_sym *b)
{
    if (!fits(a, b)) {
        const fc_sym *argument[2] = {a->id < b->id ? a : b, a->id < b->id ? b : a};
        return fc_atom_intern(algebra,
                              &(fc_atom_shape){.kind = FC_ATOM_PRODUCT, .argument = argument, .n_arguments = 2});
    }
    fc_loop_frame frame = fc_store_frame_open(a, b);
    fmpq_mpoly_t x, y;
    fc_store_frame_lift(x, &frame, a);
    fc_store_frame_lift(y, &frame, b);
    fmpq_mpoly_mul(x, x, y, frame.ring);
    fmpq_mpoly_clear(y, frame.ring);
    const fc_sym *result = fc_store_frame_store(&frame, x);
    fc_store_frame_close(&frame);
    return fc_sym_plainly_integer(a) && fc_sym_plainly_integer(b) ? fc_sym_known_integer(result) : result;
}

/* A product of two expressions is computed once: the terms of a program have few factors, each many times. */
const fc_sym *fc_sym_multiply(fc_algebra *algebra, const fc_sym *a, const fc_sym *b)
{
    if (fc_sym_n_terms(a) == 0)
        return a;
    if (fc_sym_n_terms(b) == 0)
        return b;
    if (algebra->flattening > 0)
        return multiply(algebra, a, b);
    const int key[] = {a->id < b->id ? a->id : b->id, a->id < b->id ? b->id : a->id};
    const fc_sym *product = fc_map_get(&algebra->products, key, sizeof key);
    if (!product) {
        product = multiply(algebra, a, b);
        fc_map_put(&algebra->products, key, sizeof key, (void *)product);
    }
    return product;
}

const fc_sym *fc_sym_log2(fc_algebra *algebra, const fc_sym *a)
{
    fmpq_t number;
    fmpq_init(number);
    long exponent = -1;
    if (fc_store_constant(number, a) && fmpz_is_one(fmpq_denref(number)) && fmpz_sgn(fmpq_numref(number)) > 0) {
        ulong bits = fmpz_bits(fmpq_numref(number));
        if (fmpz_val2(fmpq_numref(number)) == bits - 1)
            exponent = (long)bits - 1;
    }
    fmpq_clear(number);
    if (exponent >= 0)
        return fc_sym_integer(algebra, exponent);
    return fc_atom_intern(algebra, &(fc_atom_shape){.kind = FC_ATOM_LOG2, .argument = &a, .n_arguments = 1});
}

/* The value of a constant; false: it is no integer constant. */
static bool integer_of(fmpz_t out, const fc_sym *a)
{
    fmpq_t number;
    fmpq_init(number);
    bool is_integer = fc_store_constant(number, a) && fmpz_is_one(fmpq_denref(number));
    if (is_integer)
        fmpz_set(out, fmpq_numref(number));
    fmpq_clear(number);
    return is_integer;
}

void fc_sym_isqrt_of(fmpz_t out)
{
    if (fmpz_sgn(out) < 0)
        fmpz_set_si(out, -1);
    else
        fmpz_sqrt(out, out);
}

void fc_sym_ilog_of(fmpz_t out, const fmpz_t base)
{
    fmpz_set_si(out, fmpz_sgn(out) > 0 ? fmpz_flog(out, base) : -1);
}

static const fc_sym *whole(fc_algebra *algebra, const fmpz_t value)
{
    fmpq_t number;
    fmpq_init(number);
    fmpz_set(fmpq_numref(number), value);
    const fc_sym *result = fc_store_number(algebra, number);
    fmpq_clear(number);
    return result;
}

const fc_sym *fc_sym_isqrt(fc_algebra *algebra, const fc_sym *a)
{
    fmpz_t value;
    fmpz_init(value);
    const fc_sym *result = NULL;
    if (integer_of(value, a)) {
        fc_sym_isqrt_of(value);
        result = whole(algebra, value);
    }
    fmpz_clear(value);
    return result ? result
                  : fc_atom_intern(algebra, &(fc_atom_shape){.kind = FC_ATOM_ROOT, .argument = &a, .n_arguments = 1});
}

const fc_sym *fc_sym_ilog(fc_algebra *algebra, long base, const fc_sym *a)
{
    const fc_sym *argument[2] = {a, fc_sym_integer(algebra, base)}, *result = NULL;
    fmpz_t value, number;
    fmpz_init(value);
    fmpz_init_set_si(number, base);
    if (integer_of(value, a)) {
        fc_sym_ilog_of(value, number);
        result = whole(algebra, value);
    }
    fmpz_clear(value);
    fmpz_clear(number);
    result = result ? result : fc_sym_power_ilog(a, base);
    fc_atom_shape shape = {.kind = FC_ATOM_DIGITS, .argument = argument, .n_arguments = 2};
    return result ? result : fc_atom_intern(algebra, &shape);
}

/* ---- bits of integers in two's complement ---- */

bool fc_sym_is_power_of_two(const fc_sym *a)
{
    const fc_sym *log = fc_sym_power_ilog(a, 2);
    double number;
    if (fc_sym_is_constant(a, &number))
        return number >= 1 && number < 0x1p62 && ((long)number & ((long)number - 1)) == 0;
    return log && fc_sym_power(a->algebra, 2, log) == a;
}

static const fc_sym *complement(fc_algebra *algebra, const fc_sym *a)
{
    return fc_sym_subtract(algebra, fc_sym_integer(algebra, -1), a);
}

const fc_sym *fc_sym_xor(fc_algebra *algebra, const fc_sym *a, const fc_sym *b)
{
    const fc_sym *pair[2] = {a, b}, *zero = fc_sym_integer(algebra, 0);
    double x, y;
    if (a == b)
        return zero;
    if (fc_sym_is_constant(a, &x) && fc_sym_is_constant(b, &y) && fabs(x) < 0x1p62 && fabs(y) < 0x1p62)
        return fc_sym_integer(algebra, (long)x ^ (long)y);
    for (int i = 0; i < 2; i++) {
        if (pair[i] == zero)
            return pair[1 - i];
        if (fc_sym_proves_nonnegative(algebra, complement(algebra, pair[i])))
            return complement(algebra, fc_sym_xor(algebra, pair[1 - i], complement(algebra, pair[i])));
    }
    if (a->id > b->id) {
        pair[0] = b;
        pair[1] = a;
    }
    return fc_atom_intern(algebra, &(fc_atom_shape){.kind = FC_ATOM_XOR, .argument = pair, .n_arguments = 2});
}

const fc_sym *fc_sym_call(fc_algebra *algebra, const char *name, const fc_sym *const *args, int n_args, int facts)
{
    return fc_atom_intern(
        algebra,
        &(fc_atom_shape){.kind = FC_ATOM_CALL, .key = name, .argument = args, .n_arguments = n_args, .facts = facts});
}
