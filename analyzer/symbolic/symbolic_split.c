/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resolves an atom of a sum's body. An atom whose value is proven is replaced. Otherwise the range is cut where the
 * atom changes (min, max, indicators, truncating quotients), or is summed by blocks or residue classes (floors). */
#include "analyzer/symbolic/symbolic_sum.h"

#include <flint/fmpz.h>
#include <math.h>
#include <stdlib.h>

static const fc_sym *one_of(fc_sum *job)
{
    return fc_sym_integer(job->algebra, 1);
}

static const fc_sym *add(fc_sum *job, const fc_sym *a, const fc_sym *b)
{
    return a && b ? fc_sym_add(job->algebra, a, b) : NULL;
}

static const fc_sym *minus(fc_sum *job, const fc_sym *a, const fc_sym *b)
{
    return a && b ? fc_sym_subtract(job->algebra, a, b) : NULL;
}

/* Sums the range under the additional assumption `known` >= 0. */
static const fc_sym *piece_knowing(fc_sum *job, fc_sum_range range, const fc_sym *body, const fc_sym *known)
{
    int before = job->n_known;
    if (before < FC_SUM_KNOWN)
        job->known[job->n_known++] = known;
    const fc_sym *result = fc_sum_piece(job, range, body);
    job->n_known = before;
    return result;
}

/* The values of an atom where its condition is >= 0, and elsewhere. */
typedef struct choice {
    const fc_sym *condition;
    const fc_sym *yes, *no;
    bool same_at_zero; /* both values are right where the condition is 0 */
} choice;

/* Clamped to low .. high + 1, so that each side of a cut has a length >= 0. */
static const fc_sym *clamp(fc_sum *job, fc_sum_range range, const fc_sym *first)
{
    first = fc_sym_maximum(job->algebra, first, range.low);
    return fc_sym_minimum(job->algebra, first, add(job, range.high, one_of(job)));
}

static bool stands_by(fc_sum *job, const fc_sym *first, const fc_sym *bound)
{
    return fc_sym_is_constant(minus(job, first, bound), NULL);
}

/* The first value of the variable after the sign change of slope * v + offset. If the value 0 may go to either side,
 * there are two such positions. The one that needs no clamp and lies at an end of the range is preferred. */
static const fc_sym *first_above(fc_sum *job, fc_sum_range range, const fc_sym *slope, const fc_sym *offset,
                                 bool either)
{
    fc_algebra *algebra = job->algebra;
    bool rising = fc_sym_proves_positive(algebra, slope);
    if (!rising && !fc_sym_proves_negative(algebra, slope))
        return NULL;
    const fc_sym *size = rising ? slope : fc_sym_negate(slope), *zero = rising ? fc_sym_negate(offset) : offset;
    const fc_sym *up = fc_sym_negate(fc_sym_floor_divide(algebra, fc_sym_negate(zero), size)); /* ceil(zero / size) */
    const fc_sym *down = add(job, fc_sym_floor_divide(algebra, zero, size), one_of(job));
    const fc_sym *first = rising ? up : down, *other = rising ? down : up;
    bool better = stands_by(job, other, range.low) || stands_by(job, other, range.high);
    if (either && better && clamp(job, range, other) == other)
        return other;
    return clamp(job, range, first);
}

/* Cuts the range where the condition, linear in the variable, changes sign. */
static const fc_sym *cut(fc_sum *job, fc_sum_range range, const choice *body)
{
    const fc_sym *slope, *offset, *one = one_of(job);
    if (!fc_sym_linear(&slope, &offset, body->condition, range.variable))
        return NULL;
    const fc_sym *first = first_above(job, range, slope, offset, body->same_at_zero);
    if (!first)
        return NULL;
    bool rising = fc_sym_proves_positive(job->algebra, slope);
    fc_sum_range below = {range.variable, range.low, minus(job, first, one)};
    fc_sum_range above = {range.variable, first, range.high};
    const fc_sym *otherwise = fc_sym_negate(body->condition);
    if (!body->same_at_zero)
        otherwise = minus(job, otherwise, one);
    const fc_sym *yes = piece_knowing(job, rising ? above : below, body->yes, body->condition);
    const fc_sym *no = yes ? piece_knowing(job, rising ? below : above, body->no, otherwise) : NULL;
    return add(job, yes, no);
}

static const fc_sym *choose(fc_sum *job, fc_sum_range range, const choice *body)
{
    if (fc_sum_proves(job, range, body->condition))
        return fc_sum_piece(job, range, body->yes);
    if (!fc_sym_is_integer(body->condition))
        return NULL;
    const fc_sym *otherwise = fc_sym_negate(body->condition);
    if (!body->same_at_zero)
        otherwise = minus(job, otherwise, one_of(job));
    if (fc_sum_proves(job, range, otherwise))
        return fc_sum_piece(job, range, body->no);
    return cut(job, range, body);
}

static const fc_sym *resolve_c_divide(fc_sum *job, fc_sum_range range, const fc_sym *body, const fc_atom *atom)
{
    fc_algebra *algebra = job->algebra;
    const fc_sym *a = atom->argument[0], *b = atom->argument[1];
    bool negative = fc_sym_proves_negative(algebra, b);
    if (!negative && !fc_sym_proves_positive(algebra, b))
        return NULL;
    const fc_sym *size = negative ? fc_sym_negate(b) : b;
    const fc_sym *yes = fc_sym_floor_divide(algebra, a, size);
    const fc_sym *no = fc_sym_negate(fc_sym_floor_divide(algebra, fc_sym_negate(a), size));
    choice sides = {a, fc_sym_replace(body, atom, negative ? fc_sym_negate(yes) : yes),
                    fc_sym_replace(body, atom, negative ? fc_sym_negate(no) : no), true};
    return choose(job, range, &sides);
}

/* The only point where slope * v + offset is 0, if the slope divides the offset and the point is in the range. */
static const fc_sym *resolve_zero(fc_sum *job, fc_sum_range range, const fc_sym *body, const fc_atom *atom)
{
    fc_algebra *algebra = job->algebra;
    const fc_sym *slope, *offset, *a = atom->argument[0];
    if (!fc_sym_is_integer(a) || !fc_sym_linear(&slope, &offset, a, range.variable))
        return NULL;
    if (!fc_sym_proves_positive(algebra, slope) && !fc_sym_proves_negative(algebra, slope))
        return NULL;
    const fc_sym *minus_offset = fc_sym_negate(offset);
    const fc_sym *point = fc_sym_floor_divide(algebra, minus_offset, slope);
    const fc_sym *hit = fc_sym_is_zero(algebra, fc_sym_modulo(algebra, minus_offset, slope));
    hit = fc_sym_multiply(algebra, hit, fc_sym_is_nonnegative(algebra, minus(job, point, range.low)));
    hit = fc_sym_multiply(algebra, hit, fc_sym_is_nonnegative(algebra, minus(job, range.high, point)));
    const fc_sym *there = fc_sym_replace(body, atom, one_of(job));
    const fc_sym *elsewhere = fc_sym_replace(body, atom, fc_sym_integer(algebra, 0));
    const fc_sym *difference = fc_sym_replace(minus(job, there, elsewhere), range.variable, point);
    return add(job, fc_sum_piece(job, range, elsewhere), fc_sym_multiply(algebra, hit, difference));
}

/* v = period * w + rest for each residue: floors with that period become polynomials. */
static const fc_sym *by_residue(fc_sum *job, fc_sum_range range, const fc_sym *body, long period)
{
    fc_algebra *algebra = job->algebra;
    int fresh = algebra->fresh;
    const fc_sym *w = fc_atom_fresh(algebra), *total = fc_sym_integer(algebra, 0);
    const fc_sym *each = fc_sym_integer(algebra, period);
    for (long rest = 0; rest < period && total; rest++) {
        const fc_sym *r = fc_sym_integer(algebra, rest);
        const fc_sym *v = add(job, fc_sym_multiply(algebra, each, w), r);
        const fc_sym *before = fc_sym_floor_divide(algebra, minus(job, minus(job, range.low, r), one_of(job)), each);
        fc_sum_range class = {fc_atom_of_variable(w), add(job, before, one_of(job)),
                              fc_sym_floor_divide(algebra, minus(job, range.high, r), each)};
        const fc_sym *part = fc_sym_replace(body, range.variable, v);
        total = add(job, total, piece_knowing(job, class, part, minus(job, v, range.low)));
    }
    algebra->fresh = fresh;
    return total;
}

/* The period of floor(a/c) in the variable, for a constant c: c / gcd(c, slope) for linear a. 0: none. */
static long period_of(const fc_sym *a, const fc_sym *c, const fc_atom *variable)
{
    const fc_sym *slope, *offset;
    fmpq_t divisor, coefficient;
    fmpz_t period;
    fmpq_init(divisor);
    fmpq_init(coefficient);
    fmpz_init(period);
    if (fc_store_constant(divisor, c) && fc_sym_is_integer(a)) {
        fmpz_set(period, fmpq_numref(divisor));
        if (fc_sym_linear(&slope, &offset, a, variable) && fc_store_constant(coefficient, slope)) {
            fmpz_gcd(fmpq_numref(coefficient), fmpq_numref(coefficient), period);
            fmpz_divexact(period, period, fmpq_numref(coefficient));
        }
    }
    long result = fmpz_cmp_si(period, FC_SUM_PERIOD) <= 0 ? fmpz_get_si(period) : 0;
    fmpz_clear(period);
    fmpq_clear(coefficient);
    fmpq_clear(divisor);
    return result;
}

/* The sum over s = 0 .. n - 1 of the body, where the floor's value is t. */
typedef struct blocks {
    const fc_sym *t, *s;
    const fc_sym *body; /* over t and s */
} blocks;

static const fc_sym *within_block(fc_sum *job, const blocks *b, const fc_sym *n, const fc_sym *t)
{
    fc_sum_range range = {fc_atom_of_variable(b->s), fc_sym_integer(job->algebra, 0), minus(job, n, one_of(job))};
    return fc_sum_piece(job, range, fc_sym_replace(b->body, fc_atom_of_variable(b->t), t));
}

/* With u = c t + s, 0 <= s < c, over begin <= u < end: whole blocks, plus the part of the last block before the end,
 * minus the part of the first block before the beginning. */
static const fc_sym *sum_blocks(fc_sum *job, const blocks *b, const fc_sym *c, const fc_sym *bound[2])
{
    fc_algebra *algebra = job->algebra;
    const fc_sym *first = fc_sym_floor_divide(algebra, bound[0], c), *last = fc_sym_floor_divide(algebra, bound[1], c);
    const fc_sym *skipped = fc_sym_modulo(algebra, bound[0], c), *begun = fc_sym_modulo(algebra, bound[1], c);
    const fc_sym *whole = within_block(job, b, c, b->t);
    fc_sum_range range = {fc_atom_of_variable(b->t), first, minus(job, last, one_of(job))};
    const fc_sym *total = whole ? fc_sum_piece(job, range, whole) : NULL;
    total = add(job, total, total ? within_block(job, b, begun, last) : NULL);
    return minus(job, total, total ? within_block(job, b, skipped, first) : NULL);
}

/* floor((offset +- v) / c) with c > 0 */
static const fc_sym *by_block(fc_sum *job, fc_sum_range range, const fc_sym *body, const fc_atom *atom)
{
    fc_algebra *algebra = job->algebra;
    const fc_sym *slope, *offset, *c = atom->argument[1];
    double sign;
    if (!fc_sym_linear(&slope, &offset, atom->argument[0], range.variable) || !fc_sym_is_integer(offset) ||
        !fc_sym_is_integer(c) || !fc_sym_proves_positive(algebra, c))
        return NULL;
    if (!fc_sym_is_constant(slope, &sign) || (sign != 1 && sign != -1))
        return NULL;
    int fresh = algebra->fresh, n_known = job->n_known;
    blocks b = {fc_atom_fresh(algebra), fc_atom_fresh(algebra), NULL};
    const fc_sym *u = add(job, fc_sym_multiply(algebra, c, b.t), b.s);
    const fc_sym *v = sign > 0 ? minus(job, u, offset) : minus(job, offset, u);
    b.body = fc_sym_replace(fc_sym_replace(body, atom, b.t), range.variable, v);
    const fc_sym *low = sign > 0 ? add(job, range.low, offset) : minus(job, offset, range.high);
    const fc_sym *high = sign > 0 ? add(job, range.high, offset) : minus(job, offset, range.low);
    const fc_sym *bound[2] = {low, add(job, high, one_of(job))};
    job->n_known = 0; /* blocks extend beyond the range, where the assumptions do not hold */
    const fc_sym *result = sum_blocks(job, &b, c, bound);
    job->n_known = n_known;
    algebra->fresh = fresh;
    return result;
}

/* The number of atoms that depend on the variable, at any depth, counted up to two. */
static int count_atoms(const fc_sym *body, const fc_atom *variable)
{
    int n = 0;
    for (int i = 0; i < body->n_atoms && n < 2; i++) {
        const fc_atom *atom = body->atom[i];
        if (atom == variable || !fc_atom_depends(atom, variable))
            continue;
        n++;
        for (int k = 0; k < atom->n_arguments; k++)
            n += count_atoms(atom->argument[k], variable);
    }
    return n;
}

/* A factor times floor((v + c) / d) or floor((c - v) / d) over d values of v: floor(x / d) + floor((x + 1) / d) + ...
 * + floor((x + d - 1) / d) is x (Hermite; Graham, Knuth, Patashnik: Concrete Mathematics, 3.26). NULL: another sum. */
static const fc_sym *over_one_period(fc_sum *job, fc_sum_range range, const fc_sym *body, const fc_atom *atom)
{
    const fc_sym *divisor = atom->argument[1], *factor, *rest, *slope, *offset;
    const fc_sym *length = add(job, minus(job, range.high, range.low), one_of(job));
    double direction;
    if (length != divisor || !fc_sym_proves_positive(job->algebra, divisor) ||
        !fc_sym_linear(&factor, &rest, body, atom) || fc_sym_n_terms(rest) > 0 ||
        fc_sym_depends(factor, range.variable->sym) ||
        !fc_sym_linear(&slope, &offset, atom->argument[0], range.variable) || !fc_sym_is_integer(offset) ||
        !fc_sym_is_constant(slope, &direction) || fabs(direction) != 1)
        return NULL;
    const fc_sym *least = direction > 0 ? add(job, offset, range.low) : minus(job, offset, range.high);
    return fc_sym_multiply(job->algebra, factor, least);
}

/* A single floor is summed by blocks: the result then has only one atom per end of the range. */
static const fc_sym *resolve_floor(fc_sum *job, fc_sum_range range, const fc_sym *body, const fc_atom *atom)
{
    long period = period_of(atom->argument[0], atom->argument[1], range.variable);
    if (fc_sym_depends(atom->argument[1], range.variable->sym))
        return NULL;
    const fc_sym *whole = over_one_period(job, range, body, atom);
    if (whole)
        return whole;
    if (period == 0 || count_atoms(body, range.variable) == 1) {
        const fc_sym *result = by_block(job, range, body, atom);
        if (result)
            return result;
    }
    return period > 0 ? by_residue(job, range, body, period) : NULL;
}

const fc_sym *fc_sum_resolve(fc_sum *job, fc_sum_range range, const fc_sym *body, const fc_atom *atom)
{
    switch (atom->kind) {
    case FC_ATOM_MINIMUM:
    case FC_ATOM_MAXIMUM: {
        const fc_sym *a = atom->argument[0], *b = atom->argument[1];
        bool maximum = atom->kind == FC_ATOM_MAXIMUM;
        choice sides = {minus(job, a, b), fc_sym_replace(body, atom, maximum ? a : b),
                        fc_sym_replace(body, atom, maximum ? b : a), true};
        return choose(job, range, &sides);
    }
    case FC_ATOM_NONNEGATIVE: {
        choice sides = {atom->argument[0], fc_sym_replace(body, atom, one_of(job)),
                        fc_sym_replace(body, atom, fc_sym_integer(job->algebra, 0)), false};
        return choose(job, range, &sides);
    }
    case FC_ATOM_ZERO:
        return resolve_zero(job, range, body, atom);
    case FC_ATOM_C_DIVIDE:
        return resolve_c_divide(job, range, body, atom);
    case FC_ATOM_FLOOR:
        return resolve_floor(job, range, body, atom);
    default:
        return NULL;
    }
}
