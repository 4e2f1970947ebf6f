/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums in closed form, by Faulhaber's formula; of powers by symbolic_geometric.c. The range is extended to a length >=
 * 0, and the body is split into groups of terms with the same atoms. Atoms that depend on the variable are resolved
 * (symbolic_split.c), and the remaining polynomials are summed. */
#include "analyzer/symbolic/symbolic_sum.h"

#include <flint/arith.h>
#include <flint/fmpq_poly.h>
#include <stdlib.h>

/* The polynomial F in the variable with F(v) - F(v - 1) = v^power and F(0) = 0: F(v) = (B(v + 1) - B(1)) / (power + 1)
 * with the Bernoulli polynomial B of degree power + 1. */
static const fc_sym *faulhaber(fc_algebra *algebra, const fc_sym *variable, int power)
{
    fmpq_poly_t bernoulli, next;
    fmpq_t c;
    fmpq_poly_init(bernoulli);
    fmpq_poly_init(next);
    fmpq_init(c);
    arith_bernoulli_polynomial(bernoulli, (ulong)power + 1);
    fmpq_poly_set_coeff_si(next, 0, 1);
    fmpq_poly_set_coeff_si(next, 1, 1);
    fmpq_poly_compose(bernoulli, bernoulli, next);
    fmpq_poly_scalar_div_si(bernoulli, bernoulli, power + 1);
    const fc_sym *sum = fc_sym_integer(algebra, 0);
    for (int i = power + 1; i >= 1; i--) {
        fmpq_poly_get_coeff_fmpq(c, bernoulli, i);
        sum = fc_sym_add(algebra, sum, fc_store_number(algebra, c));
        sum = fc_sym_multiply(algebra, sum, variable);
    }
    fmpq_clear(c);
    fmpq_poly_clear(bernoulli);
    fmpq_poly_clear(next);
    return sum;
}

const fc_sym *fc_sum_polynomial(fc_algebra *algebra, fc_sum_range range, const fc_sym *body)
{
    int degree = fc_sym_degree(body, range.variable);
    if (degree > FC_SUM_DEGREE)
        return NULL;
    const fc_sym *antiderivative = fc_sym_integer(algebra, 0);
    for (int k = 0; k <= degree; k++) {
        const fc_sym *coefficient = fc_sym_coefficient(body, range.variable, k);
        if (fc_sym_n_terms(coefficient) == 0)
            continue;
        const fc_sym *power_sum = faulhaber(algebra, range.variable->sym, k);
        antiderivative = fc_sym_add(algebra, antiderivative, fc_sym_multiply(algebra, coefficient, power_sum));
    }
    const fc_sym *before = fc_sym_subtract(algebra, range.low, fc_sym_integer(algebra, 1));
    return fc_sym_subtract(algebra, fc_sym_replace_top(antiderivative, range.variable, range.high),
                           fc_sym_replace_top(antiderivative, range.variable, before));
}

/* The least value, over the range, of an expression linear in the variable; the expression itself if it is not linear.
 */
static const fc_sym *least(fc_sum *job, fc_sum_range range, const fc_sym *expression)
{
    const fc_sym *slope, *offset;
    if (!fc_sym_linear(&slope, &offset, expression, range.variable))
        return expression;
    if (fc_sym_proves_nonnegative(job->algebra, slope))
        return fc_sym_replace_top(expression, range.variable, range.low);
    if (fc_sym_proves_nonnegative(job->algebra, fc_sym_negate(slope)))
        return fc_sym_replace_top(expression, range.variable, range.high);
    return expression;
}

bool fc_sum_proves(fc_sum *job, fc_sum_range range, const fc_sym *expression)
{
    fc_algebra *algebra = job->algebra;
    size_t mark = algebra->n_assumed;
    const fc_sym *end = least(job, range, expression), *variable = range.variable->sym;
    if (fc_sym_depends(end, variable)) {
        fc_sign_assume(algebra, fc_sym_subtract(algebra, variable, range.low));
        fc_sign_assume(algebra, fc_sym_subtract(algebra, range.high, variable));
    }
    for (int i = 0; i < job->n_known; i++)
        fc_sign_assume(algebra, job->known[i]);
    fc_sign_assume(algebra, fc_sym_subtract(algebra, range.high, range.low));
    bool proven = fc_sym_proves_nonnegative(algebra, end);
    fc_sign_retract(algebra, mark);
    return proven;
}

/* An atom that depends on the variable only through polynomial arguments. NULL: none but powers that are summed. */
static const fc_atom *innermost(const fc_sym *body, const fc_atom *variable)
{
    const fc_atom *found = NULL;
    for (int i = 0; i < body->n_atoms && !found; i++) {
        const fc_atom *atom = body->atom[i];
        if (atom == variable || !fc_atom_depends(atom, variable) || fc_sum_is_geometric(atom, variable))
            continue;
        for (int k = 0; k < atom->n_arguments && !found; k++)
            found = innermost(atom->argument[k], variable);
        found = found ? found : atom;
    }
    return found;
}

/* Two terms hold the same powers of the atoms that depend on the variable, the variable itself excepted. */
static bool same_atoms(const fc_sym *body, const fc_atom *variable, const ulong *x, const ulong *y)
{
    for (int i = 0; i < body->n_atoms; i++)
        if (x[i] != y[i] && body->atom[i] != variable && fc_atom_depends(body->atom[i], variable))
            return false;
    return true;
}

/* The terms of `rest` that hold the same atoms as its first term. */
static const fc_sym *first_group(const fc_sym *rest, const fc_atom *variable)
{
    fc_algebra *algebra = rest->algebra;
    const fc_sym *group = fc_sym_integer(algebra, 0);
    ulong *first = fc_allocate((size_t)rest->n_atoms + 1, sizeof *first);
    ulong *exponent = fc_allocate((size_t)rest->n_atoms + 1, sizeof *exponent);
    fmpq_t coefficient;
    fmpq_init(coefficient);
    fc_sym_term(coefficient, first, rest, 0);
    for (int t = 0; t < fc_sym_n_terms(rest); t++) {
        fc_sym_term(coefficient, exponent, rest, t);
        if (same_atoms(rest, variable, first, exponent))
            group = fc_sym_add(algebra, group, fc_sym_monomial(rest, coefficient, exponent));
    }
    fmpq_clear(coefficient);
    free(first);
    free(exponent);
    return group;
}

const fc_sym *fc_sum_piece(fc_sum *job, fc_sum_range range, const fc_sym *body)
{
    const fc_sym *total = fc_sym_integer(job->algebra, 0);
    if (job->pieces-- <= 0 || fc_sym_n_terms(body) > FC_SUM_TERMS)
        return NULL;
    if (fc_sym_add(job->algebra, range.high, fc_sym_integer(job->algebra, 1)) == range.low)
        return total;
    while (fc_sym_n_terms(body) > 0) {
        const fc_sym *group = first_group(body, range.variable);
        const fc_atom *atom = innermost(group, range.variable);
        const fc_sym *part = atom ? fc_sum_resolve(job, range, group, atom) : fc_sum_geometric(job, range, group);
        if (!part)
            return NULL;
        total = fc_sym_add(job->algebra, total, part);
        if (fc_sym_n_terms(total) > FC_SUM_TERMS)
            return NULL;
        body = fc_sym_subtract(job->algebra, body, group);
    }
    return total;
}

/* Adds up a small constant number of iterations. NULL: too many, or not constant. */
static const fc_sym *unroll(fc_algebra *algebra, fc_sum_range range, const fc_sym *body)
{
    enum {
        MOST = 16
    };
    double n;
    if (!fc_sym_is_constant(fc_sym_subtract(algebra, range.high, range.low), &n) || n >= MOST)
        return NULL;
    const fc_sym *total = fc_sym_integer(algebra, 0);
    for (int i = 0; i <= (int)n; i++) {
        const fc_sym *value = fc_sym_add(algebra, range.low, fc_sym_integer(algebra, i));
        total = fc_sym_add(algebra, total, fc_sym_replace(body, range.variable, value));
    }
    return total;
}

/* The sum of t(v) - t(v + step) for step 1 or -1, over a range of length >= 0. */
static const fc_sym *ends_of(const fc_sym *term, fc_sum_range range, int step)
{
    fc_algebra *algebra = term->algebra;
    const fc_sym *one = fc_sym_integer(algebra, 1);
    const fc_sym *own = step > 0 ? range.low : range.high;
    const fc_sym *other = step > 0 ? fc_sym_add(algebra, range.high, one) : fc_sym_subtract(algebra, range.low, one);
    return fc_sym_subtract(algebra, fc_sym_replace(term, range.variable, own),
                           fc_sym_replace(term, range.variable, other));
}

/* A term whose next or previous value another term subtracts, such as floor((v + 1) n / p) - floor(v n / p), leaves
 * its ends. NULL: there is none, or the other terms have no closed form. */
static const fc_sym *telescope(fc_algebra *algebra, fc_sum_range range, const fc_sym *body)
{
    ulong *exponent = fc_allocate((size_t)body->n_atoms + 1, sizeof *exponent);
    const fc_sym *result = NULL, *variable = range.variable->sym;
    fmpq_t coefficient;
    fmpq_init(coefficient);
    for (int t = 0; t < fc_sym_n_terms(body) && !result; t++) {
        fc_sym_term(coefficient, exponent, body, t);
        const fc_sym *term = fc_sym_monomial(body, coefficient, exponent);
        for (int step = -1; step <= 1 && innermost(term, range.variable) && !result; step += 2) {
            const fc_sym *moved =
                fc_sym_replace(term, range.variable, fc_sym_add(algebra, variable, fc_sym_integer(algebra, step)));
            const fc_sym *rest = fc_sym_add(algebra, fc_sym_subtract(algebra, body, term), moved);
            bool is_pair = fc_sym_n_terms(rest) == fc_sym_n_terms(body) - 2;
            const fc_sym *others = is_pair ? fc_sym_sum(algebra, variable, range.low, range.high, rest) : NULL;
            result = others ? fc_sym_add(algebra, ends_of(term, range, step), others) : NULL;
        }
    }
    fmpq_clear(coefficient);
    free(exponent);
    return result;
}

static const fc_sym *collapse(fc_algebra *algebra, fc_sum_range range, const fc_sym *body)
{
    fc_sum job = {.algebra = algebra, .pieces = FC_SUM_PIECES};
    int fresh = algebra->fresh;
    const fc_sym *result = fc_sum_piece(&job, range, body);
    algebra->fresh = fresh;
    return result;
}

/* A variable x with length = +-x + offset; NULL if there is none. *sign is its coefficient. */
static const fc_atom *solve_for(const fc_sym *length, double *sign)
{
    const fc_sym *slope, *offset;
    for (int i = 0; i < length->n_atoms; i++) {
        const fc_atom *atom = length->atom[i];
        if (atom->kind == FC_ATOM_VARIABLE && fc_sym_linear(&slope, &offset, length, atom) &&
            fc_sym_is_constant(slope, sign) && (*sign == 1 || *sign == -1))
            return atom;
    }
    return NULL;
}

/* The closed form without max(high, low - 1). It is valid if it is zero for every negative length that the facts allow,
 * from -1 down to -MOST. NULL otherwise. */
static const fc_sym *collapse_unguarded(fc_algebra *algebra, fc_sum_range range, const fc_sym *body,
                                        const fc_sym *length)
{
    enum {
        MOST = 4
    };
    double sign;
    int shortest = 1;
    const fc_atom *x = solve_for(length, &sign);
    while (x && shortest <= MOST &&
           !fc_sym_proves_nonnegative(algebra, fc_sym_add(algebra, length, fc_sym_integer(algebra, shortest))))
        shortest++;
    if (!x || shortest > MOST)
        return NULL;
    const fc_sym *result = collapse(algebra, range, body);
    for (int missing = 1; result && missing <= shortest; missing++) {
        /* length = sign x + offset = -missing, hence x = sign (-missing - offset) */
        const fc_sym *value = fc_sym_add(algebra, fc_sym_coefficient(length, x, 0), fc_sym_integer(algebra, missing));
        value = sign > 0 ? fc_sym_negate(value) : value;
        if (fc_sym_n_terms(fc_sym_replace(result, x, value)) > 0)
            return NULL;
    }
    return result;
}

static const fc_sym *sum_anew(fc_algebra *algebra, fc_sum_range range, const fc_sym *body)
{
    const fc_sym *one = fc_sym_integer(algebra, 1), *low = range.low, *high = range.high, *result = NULL;
    const fc_sym *length = fc_sym_add(algebra, fc_sym_subtract(algebra, high, low), one);
    if (fc_sym_proves_nonnegative(algebra, fc_sym_negate(length)))
        return fc_sym_integer(algebra, 0);
    if (!fc_sym_proves_nonnegative(algebra, length)) {
        result = collapse_unguarded(algebra, range, body, length);
        range.high = fc_sym_maximum(algebra, high, fc_sym_subtract(algebra, low, one));
    }
    result = result ? result : collapse(algebra, range, body);
    result = result ? result : telescope(algebra, range, body);
    result = result ? result : unroll(algebra, range, body);
    return result && fc_sym_is_integer(body) ? fc_sym_known_integer(result) : result;
}

/* The terms of a formula have sums in common, and each of its lines asks for them anew. The key is what a sum without
 * assumptions rests on; a stored `algebra` means that there is no closed form. */
const fc_sym *fc_sym_sum(fc_algebra *algebra, const fc_sym *variable, const fc_sym *low, const fc_sym *high,
                         const fc_sym *body)
{
    fc_sum_range range = {fc_atom_of_variable(variable), low, high};
    if (!range.variable || !fc_sym_is_integer(low) || !fc_sym_is_integer(high))
        return NULL;
    if (algebra->n_assumed > 0 || algebra->is_simplifying)
        return sum_anew(algebra, range, body);
    const int key[] = {(int)algebra->generation, algebra->fresh, variable->id, low->id, high->id, body->id};
    void *known = fc_map_get(&algebra->sums, key, sizeof key);
    if (!known) {
        const fc_sym *sum = sum_anew(algebra, range, body);
        known = sum ? algebra->expression[sum->id] : (void *)algebra;
        fc_map_put(&algebra->sums, key, sizeof key, known);
    }
    return known == algebra ? NULL : known;
}

/* The nesting depth of the body names the bound variable, so that sums that differ only in its name are one atom. */
const fc_sym *fc_sym_sum_or_loop(fc_algebra *algebra, const fc_sym *variable, const fc_sym *low, const fc_sym *high,
                                 const fc_sym *body)
{
    const fc_sym *closed = fc_sym_sum(algebra, variable, low, high, body);
    if (closed)
        return closed;
    int level = 0;
    for (int i = 0; i < body->n_atoms; i++)
        level = body->atom[i]->level > level ? body->atom[i]->level : level;
    const fc_sym *bound = fc_atom_bound(algebra, level + 1);
    const fc_sym *renamed = fc_sym_substitute(algebra, body, variable, bound);
    const fc_sym *argument[4] = {bound, low, high, renamed};
    return fc_atom_intern(algebra, &(fc_atom_shape){.kind = FC_ATOM_SUM, .argument = argument, .n_arguments = 4});
}
