/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simplification on a domain. Atoms are rebuilt from their simplified arguments, while the sign proofs assume the
 * domain. The factor of an indicator is simplified where the indicator holds; an indicator of an indicator is split
 * into its two cases (Shannon's expansion). Quotients with their remainders become one quotient (Graham, Knuth,
 * Patashnik: Concrete Mathematics, 3.4). */
#include "analyzer/symbolic/symbolic_store.h"

#include <flint/fmpz.h>
#include <stdlib.h>

enum {
    MOST_NESTED = 3, /* case distinctions within each other */
    MOST_CHANGES = 40,
    MOST_CLASSES = 8, /* of a divisor */
    MOST_TERMS = 60   /* longer expressions keep their form */
};

typedef struct simplifier {
    fc_algebra *algebra;
    const fc_sym_domain *domain;
    size_t n_known;       /* atoms when it began */
    const fc_sym **known; /* [n_known] by atom id: simplified */
    int nested;
} simplifier;

static const fc_sym *simplified(simplifier *job, const fc_sym *e);

/* ---- quotients ---- */

/* The atom floor((a + k) / d) of e; NULL: e has none of this form. */
static const fc_atom *shifted_quotient(const fc_sym *e, const fc_atom *quotient, int k)
{
    fc_algebra *algebra = e->algebra;
    const fc_sym *a = fc_sym_add(algebra, quotient->argument[0], fc_sym_integer(algebra, k));
    const fc_sym *moved = fc_sym_floor_divide(algebra, a, quotient->argument[1]);
    bool is_atom = moved->n_atoms == 1 && moved->atom[0]->sym == moved;
    return is_atom && fc_sym_find_atom(e, moved->atom[0]) >= 0 ? moved->atom[0] : NULL;
}

const fc_sym *fc_sym_join_quotients(const fc_sym *e)
{
    fc_algebra *algebra = e->algebra;
    for (int i = 0; i < e->n_atoms && fc_sym_n_terms(e) <= MOST_TERMS; i++) {
        const fc_atom *first = e->atom[i], *last = first;
        double d = 0;
        if (first->kind != FC_ATOM_FLOOR || !fc_sym_is_integer(first->argument[0]) ||
            !fc_sym_is_constant(first->argument[1], &d) || d < 2 || d > MOST_CLASSES)
            continue;
        const fc_sym *others = fc_sym_integer(algebra, 0);
        for (int k = 1; k < (int)d && last; k++) {
            others = fc_sym_add(algebra, others, last->sym);
            last = shifted_quotient(e, first, k);
        }
        if (!last)
            continue;
        const fc_sym *joined = fc_sym_replace_top(e, last, fc_sym_subtract(algebra, first->argument[0], others));
        if (fc_sym_n_terms(joined) < fc_sym_n_terms(e)) {
            e = joined;
            i = -1;
        }
    }
    return e;
}

/* ---- where an indicator holds ---- */

/* True if the monomial of term t of e is divisible by that of the one term of z. */
static bool divides_term(const fc_sym *z, const ulong *of_z, const fc_sym *e, const ulong *of_e)
{
    for (int k = 0; k < z->n_atoms; k++) {
        int i = fc_sym_find_atom(e, z->atom[k]);
        if (i < 0 || of_e[i] < of_z[k])
            return false;
    }
    return true;
}

/* e without the terms that are multiples of the monomial z. */
static const fc_sym *without_multiples(const fc_sym *e, const fc_sym *z)
{
    const fc_sym *rest = e;
    ulong *x = fc_allocate((size_t)e->n_atoms + 1, sizeof *x), *y = fc_allocate((size_t)z->n_atoms + 1, sizeof *y);
    fmpq_t c;
    fmpq_init(c);
    fc_sym_term(c, y, z, 0);
    for (int t = 0; t < fc_sym_n_terms(e); t++) {
        fc_sym_term(c, x, e, t);
        if (divides_term(z, y, e, x))
            rest = fc_sym_subtract(e->algebra, rest, fc_sym_monomial(e, c, x));
    }
    fmpq_clear(c);
    free(x);
    free(y);
    return rest;
}

/* The atom occurs in e, at its top level or within another atom. */
static bool occurs(const fc_sym *e, const fc_atom *atom)
{
    bool does = false;
    for (int i = 0; i < e->n_atoms && !does; i++) {
        does = e->atom[i] == atom;
        for (int k = 0; k < e->atom[i]->n_arguments && !does; k++)
            does = occurs(e->atom[i]->argument[k], atom);
    }
    return does;
}

/* The newest atom that z holds once, with coefficient 1 or -1, and its value where z is 0, without the atom (the occurs
 * check of unification: otherwise each replacement would bring it back); NULL: none. */
static const fc_atom *solved(const fc_sym **value, const fc_sym *z)
{
    for (int i = z->n_atoms - 1; i >= 0; i--) {
        double slope;
        const fc_sym *rest = fc_sym_coefficient(z, z->atom[i], 0);
        if (fc_sym_degree(z, z->atom[i]) != 1 || !fc_sym_is_constant(fc_sym_coefficient(z, z->atom[i], 1), &slope) ||
            (slope != 1 && slope != -1) || occurs(rest, z->atom[i]))
            continue;
        *value = slope == 1 ? fc_sym_negate(rest) : rest;
        return z->atom[i];
    }
    return NULL;
}

/* Simplifies e under one more assumption. */
static const fc_sym *simplified_assuming(const simplifier *job, const fc_sym *e, const fc_sym *assumption)
{
    simplifier inner = {job->algebra, job->domain, job->algebra->n_atoms, NULL, job->nested + 1};
    inner.known = fc_allocate(inner.n_known, sizeof *inner.known);
    size_t mark = fc_sign_assume(job->algebra, assumption);
    e = simplified(&inner, e);
    fc_sign_retract(job->algebra, mark);
    free(inner.known);
    return e;
}

/* e where the indicator is 1. */
static const fc_sym *where_it_holds(const simplifier *job, const fc_sym *e, const fc_atom *indicator)
{
    const fc_sym *z = indicator->argument[0], *value = NULL;
    if (job->nested >= MOST_NESTED || e->n_atoms == 0)
        return e;
    if (indicator->kind == FC_ATOM_NONNEGATIVE)
        return simplified_assuming(job, e, z);
    const fc_atom *atom = solved(&value, z);
    if (atom)
        return simplified_assuming(job, fc_sym_replace(e, atom, value), fc_sym_integer(job->algebra, 0));
    return fc_sym_n_terms(z) == 1 ? without_multiples(e, z) : e;
}

/* e where an indicator [a >= 0] of an integer is 0. */
static const fc_sym *where_it_fails(const simplifier *job, const fc_sym *e, const fc_atom *indicator)
{
    const fc_sym *a = indicator->argument[0];
    if (job->nested >= MOST_NESTED || e->n_atoms == 0 || indicator->kind != FC_ATOM_NONNEGATIVE ||
        !fc_sym_is_integer(a))
        return e;
    const fc_sym *below = fc_sym_subtract(job->algebra, fc_sym_integer(job->algebra, -1), a);
    return simplified_assuming(job, e, below);
}

/* ---- indicators ---- */

/* The indicator of this kind. */
static const fc_sym *tested(const simplifier *job, fc_atom_kind kind, const fc_sym *a)
{
    return kind == FC_ATOM_NONNEGATIVE ? fc_sym_is_nonnegative(job->algebra, a) : fc_sym_is_zero(job->algebra, a);
}

/* The first indicator within an indicator's argument, at its top level; NULL: none. */
static const fc_atom *indicator_within(const fc_atom *atom)
{
    for (int i = 0; i < atom->argument[0]->n_atoms; i++)
        if (fc_atom_is_indicator(atom->argument[0]->atom[i]))
            return atom->argument[0]->atom[i];
    return NULL;
}

/* [a] with an indicator J in a: J * [a where J is 1] + (1 - J) * [a where J is 0], if one of the two is decided. */
static const fc_sym *split_indicator(const simplifier *job, const fc_atom *atom)
{
    fc_algebra *algebra = job->algebra;
    const fc_atom *inner = indicator_within(atom);
    if (!inner || job->nested >= MOST_NESTED)
        return atom->sym;
    const fc_sym *a = atom->argument[0], *one = fc_sym_integer(algebra, 1), *zero = fc_sym_integer(algebra, 0);
    const fc_sym *on = where_it_holds(job, tested(job, atom->kind, fc_sym_replace_top(a, inner, one)), inner);
    const fc_sym *off = where_it_fails(job, tested(job, atom->kind, fc_sym_replace_top(a, inner, zero)), inner);
    if (!fc_sym_is_constant(on, NULL) && !fc_sym_is_constant(off, NULL))
        return atom->sym;
    return fc_sym_add(algebra, off, fc_sym_multiply(algebra, inner->sym, fc_sym_subtract(algebra, on, off)));
}

/* a == 0 without factors that are never 0. */
static const fc_sym *without_positive_factors(const simplifier *job, const fc_sym *indicator)
{
    const fc_sym *z = indicator->n_atoms == 1 ? indicator->atom[0]->argument[0] : NULL;
    if (!z || indicator->atom[0]->sym != indicator || indicator->atom[0]->kind != FC_ATOM_ZERO ||
        fc_sym_n_terms(z) != 1 || z->n_atoms < 2)
        return indicator;
    const fc_sym *left = fc_sym_integer(job->algebra, 1);
    for (int i = 0; i < z->n_atoms; i++)
        if (!fc_sym_proves_positive(job->algebra, z->atom[i]->sym))
            left = fc_sym_multiply(job->algebra, left, z->atom[i]->sym);
    return fc_sym_is_zero(job->algebra, left);
}

/* 1: a >= 0 is proven where the assumption holds, -1: a < 0 is, 0: neither. */
static int sign_where(const simplifier *job, const fc_sym *a, const fc_sym *assumption)
{
    size_t mark = fc_sign_assume(job->algebra, assumption);
    int sign = fc_sym_proves_nonnegative(job->algebra, a) ? 1 : fc_sym_proves_negative(job->algebra, a) ? -1 : 0;
    fc_sign_retract(job->algebra, mark);
    return sign;
}

static int sign_at(const simplifier *job, const fc_sym *a, const fc_sym *variable, const fc_sym *value)
{
    const fc_sym *there = fc_sym_substitute(job->algebra, a, variable, value);
    return sign_where(job, there, fc_sym_integer(job->algebra, 0));
}

/* [a >= 0] as an interval of a variable: all but its first or last value. NULL: it is none. */
static const fc_sym *interval_of(const simplifier *job, const fc_sym *a, const fc_sym_range *range)
{
    fc_algebra *algebra = job->algebra;
    const fc_sym *v = range->variable, *one = fc_sym_integer(algebra, 1);
    const fc_sym *above = fc_sym_subtract(algebra, fc_sym_subtract(algebra, v, range->low), one);
    const fc_sym *below = fc_sym_subtract(algebra, fc_sym_subtract(algebra, range->high, v), one);
    if (a == above || a == below || !fc_sym_depends(a, v))
        return NULL;
    if (sign_at(job, a, v, range->low) < 0 && sign_where(job, a, above) > 0)
        return fc_sym_is_nonnegative(algebra, above);
    if (sign_at(job, a, v, range->high) < 0 && sign_where(job, a, below) > 0)
        return fc_sym_is_nonnegative(algebra, below);
    return NULL;
}

static const fc_sym *as_interval(const simplifier *job, const fc_sym *indicator)
{
    const fc_atom *atom = indicator->n_atoms == 1 ? indicator->atom[0] : NULL;
    if (job->nested > 0 || !atom || atom->sym != indicator || atom->kind != FC_ATOM_NONNEGATIVE)
        return indicator;
    for (size_t i = 0; i < job->domain->n_ranges; i++) {
        const fc_sym *interval = interval_of(job, atom->argument[0], &job->domain->range[i]);
        if (interval)
            return interval;
    }
    return indicator;
}

/* ---- sums of atoms ---- */

/* c * z * k + c * [z == 0] = c * max(z * k, 1) for integers z >= 0 and k >= 1. */
static const fc_sym *as_maximum(const simplifier *job, const fc_sym *e, const fc_atom *indicator)
{
    fc_algebra *algebra = job->algebra;
    const fc_sym *z = indicator->argument[0], *factor = fc_sym_coefficient(e, indicator, 1), *found = NULL;
    if (indicator->kind != FC_ATOM_ZERO || factor->n_atoms > 0 || fc_sym_n_terms(z) != 1 || !fc_sym_is_integer(z) ||
        !fc_sym_proves_nonnegative(algebra, z))
        return e;
    ulong *x = fc_allocate((size_t)e->n_atoms + 1, sizeof *x), *y = fc_allocate((size_t)z->n_atoms + 1, sizeof *y);
    fmpq_t c, of_indicator;
    fmpq_init(c);
    fmpq_init(of_indicator);
    fc_sym_term(c, y, z, 0);
    fc_store_constant(of_indicator, factor);
    for (int t = 0; t < fc_sym_n_terms(e) && !found; t++) {
        fc_sym_term(c, x, e, t);
        if (!fmpq_equal(c, of_indicator) || !divides_term(z, y, e, x))
            continue;
        const fc_sym *term = fc_sym_monomial(e, c, x), *each;
        fmpq_inv(c, c);
        each = fc_sym_scale(term, c);
        for (int k = 0; k < z->n_atoms; k++)
            x[fc_sym_find_atom(e, z->atom[k])] -= y[k];
        fmpq_one(c);
        const fc_sym *others = fc_sym_monomial(e, c, x);
        if (!fc_sym_is_integer(others) || !fc_sym_proves_positive(algebra, others))
            continue;
        const fc_sym *rest = fc_sym_subtract(algebra, fc_sym_coefficient(e, indicator, 0), term);
        const fc_sym *largest = fc_sym_maximum(algebra, each, fc_sym_integer(algebra, 1));
        found = fc_sym_add(algebra, rest, fc_sym_multiply(algebra, factor, largest));
    }
    fmpq_clear(c);
    fmpq_clear(of_indicator);
    free(x);
    free(y);
    return found ? found : e;
}

/* R - R * [a >= 0] = R * [-a - 1 >= 0] for integers a; R - R * [a == 0] = R * [a - 1 >= 0] for integers a >= 0. */
static const fc_sym *as_complement(const simplifier *job, const fc_sym *e, const fc_atom *indicator)
{
    fc_algebra *algebra = job->algebra;
    const fc_sym *a = indicator->argument[0], *rest = fc_sym_coefficient(e, indicator, 0);
    const fc_sym *minus_one = fc_sym_integer(algebra, -1);
    if (fc_sym_coefficient(e, indicator, 1) != fc_sym_negate(rest) || !fc_sym_is_integer(a))
        return e;
    if (indicator->kind == FC_ATOM_ZERO && !fc_sym_proves_nonnegative(algebra, a))
        return e;
    const fc_sym *other =
        indicator->kind == FC_ATOM_ZERO ? fc_sym_add(algebra, a, minus_one) : fc_sym_subtract(algebra, minus_one, a);
    return fc_sym_multiply(algebra, rest, fc_sym_is_nonnegative(algebra, other));
}

/* floor(a/b) + [a mod b >= x] = floor((a + b - x) / b) for 1 <= x <= b. */
static const fc_sym *as_one_quotient(const simplifier *job, const fc_sym *e, const fc_atom *indicator)
{
    fc_algebra *algebra = job->algebra;
    const fc_sym *test = indicator->argument[0], *one = fc_sym_integer(algebra, 1);
    for (int i = 0; i < test->n_atoms && indicator->kind == FC_ATOM_NONNEGATIVE; i++) {
        const fc_atom *quotient = test->atom[i];
        if (quotient->kind != FC_ATOM_FLOOR || fc_sym_degree(test, quotient) != 1)
            continue;
        const fc_sym *a = quotient->argument[0], *b = quotient->argument[1];
        const fc_sym *remainder = fc_sym_subtract(algebra, a, fc_sym_multiply(algebra, b, quotient->sym));
        const fc_sym *x = fc_sym_subtract(algebra, remainder, test);
        if (fc_sym_degree(x, quotient) > 0 || !fc_sym_is_integer(x) || !fc_sym_is_integer(b) ||
            !fc_sym_proves_nonnegative(algebra, fc_sym_subtract(algebra, x, one)) ||
            !fc_sym_proves_nonnegative(algebra, fc_sym_subtract(algebra, b, x)))
            continue;
        const fc_sym *factor = fc_sym_coefficient(e, indicator, 1);
        const fc_sym *both = fc_sym_multiply(algebra, factor, fc_sym_add(algebra, quotient->sym, indicator->sym));
        const fc_sym *rest = fc_sym_subtract(algebra, e, both);
        const fc_sym *whole = fc_sym_floor_divide(algebra, fc_sym_subtract(algebra, fc_sym_add(algebra, a, b), x), b);
        if (fc_sym_n_terms(rest) + fc_sym_n_terms(factor) < fc_sym_n_terms(e))
            return fc_sym_add(algebra, rest, fc_sym_multiply(algebra, factor, whole));
    }
    return e;
}

/* k min(u, v) - k x = k min(u - x, v - x) for an atom x that u or v holds; the same for maxima. */
static const fc_sym *absorb(const fc_sym *e, const fc_atom *selection)
{
    fc_algebra *algebra = e->algebra;
    const fc_sym *factor = fc_sym_coefficient(e, selection, 1), *u = selection->argument[0];
    const fc_sym *v = selection->argument[1], *shift = NULL;
    const fc_sym *rest = fc_sym_coefficient(e, selection, 0);
    for (int i = 0; i < e->n_atoms && !shift; i++) {
        const fc_atom *x = e->atom[i];
        bool inside = fc_sym_find_atom(u, x) >= 0 || fc_sym_find_atom(v, x) >= 0;
        const fc_sym *left = fc_sym_add(algebra, rest, fc_sym_multiply(algebra, factor, x->sym));
        if (inside && x != selection && fc_sym_n_terms(left) + fc_sym_n_terms(factor) <= fc_sym_n_terms(rest))
            shift = x->sym;
    }
    if (!shift)
        return e;
    u = fc_sym_subtract(algebra, u, shift);
    v = fc_sym_subtract(algebra, v, shift);
    rest = fc_sym_add(algebra, rest, fc_sym_multiply(algebra, factor, shift));
    const fc_sym *chosen =
        selection->kind == FC_ATOM_MINIMUM ? fc_sym_minimum(algebra, u, v) : fc_sym_maximum(algebra, u, v);
    const fc_sym *result = fc_sym_add(algebra, rest, fc_sym_multiply(algebra, factor, chosen));
    return fc_sym_n_terms(result) < fc_sym_n_terms(e) ? result : e;
}

/* Applies absorb() to each selection at the top level. */
static const fc_sym *absorb_all(const fc_sym *e)
{
    for (int i = 0; i < e->n_atoms && fc_sym_n_terms(e) <= MOST_TERMS; i++) {
        const fc_atom *atom = e->atom[i];
        bool selects = atom->kind == FC_ATOM_MINIMUM || atom->kind == FC_ATOM_MAXIMUM;
        const fc_sym *result = selects && fc_sym_degree(e, atom) == 1 ? absorb(e, atom) : e;
        i = result == e ? i : -1;
        e = result;
    }
    return e;
}

/* Applies the rules for each indicator at the top level until none changes the expression. */
static const fc_sym *simplify_indicators(const simplifier *job, const fc_sym *e)
{
    int changes = 0;
    for (int i = 0; i < e->n_atoms && fc_sym_n_terms(e) <= MOST_TERMS && changes < MOST_CHANGES; i++) {
        const fc_atom *atom = e->atom[i];
        if (!fc_atom_is_indicator(atom) || fc_sym_degree(e, atom) != 1)
            continue;
        const fc_sym *before = e;
        e = as_one_quotient(job, e, atom);
        if (e == before) {
            /* C * [..] + R with C where the indicator holds, or one of the cases if they are equal. */
            fc_algebra *algebra = job->algebra;
            const fc_sym *factor = fc_sym_coefficient(e, atom, 1), *rest = fc_sym_coefficient(e, atom, 0);
            const fc_sym *there = where_it_holds(job, factor, atom);
            e = fc_sym_add(algebra, rest, fc_sym_multiply(algebra, there, atom->sym));
        }
        if (fc_sym_find_atom(e, atom) >= 0)
            e = as_maximum(job, e, atom);
        if (fc_sym_find_atom(e, atom) >= 0)
            e = as_complement(job, e, atom);
        if (e != before) {
            i = -1;
            changes++;
        }
    }
    return e;
}

/* ---- all of an expression ---- */

static const fc_sym *rebuilt_atom(simplifier *job, const fc_atom *atom)
{
    const fc_sym **argument = fc_allocate((size_t)atom->n_arguments + 1, sizeof *argument);
    for (int i = 0; i < atom->n_arguments; i++)
        argument[i] = simplified(job, atom->argument[i]);
    const fc_sym *result = fc_atom_rebuild(job->algebra, atom, argument);
    free(argument);
    result = as_interval(job, without_positive_factors(job, result));
    const fc_atom *left = result->n_atoms == 1 && result->atom[0]->sym == result ? result->atom[0] : NULL;
    return left && fc_atom_is_indicator(left) ? split_indicator(job, left) : result;
}

/* Sums without closed form keep their form: their index has no known range. */
static const fc_sym *simplified_atom(simplifier *job, const fc_atom *atom)
{
    if (atom->kind == FC_ATOM_VARIABLE || atom->kind == FC_ATOM_SUM)
        return atom->sym;
    if ((size_t)atom->id >= job->n_known)
        return rebuilt_atom(job, atom);
    if (!job->known[atom->id])
        job->known[atom->id] = rebuilt_atom(job, atom);
    return job->known[atom->id];
}

static const fc_sym *simplified(simplifier *job, const fc_sym *e)
{
    const fc_sym **value = fc_allocate((size_t)e->n_atoms + 1, sizeof *value);
    for (int i = 0; i < e->n_atoms; i++)
        value[i] = simplified_atom(job, e->atom[i]);
    e = fc_sym_compose(e, value);
    free(value);
    return fc_sym_join_quotients(absorb_all(simplify_indicators(job, e)));
}

size_t fc_simplify_assume_domain(fc_algebra *algebra, const fc_sym_domain *domain)
{
    size_t mark = algebra->n_assumed;
    for (size_t i = 0; i < domain->n_ranges; i++) {
        fc_sign_assume(algebra, fc_sym_subtract(algebra, domain->range[i].variable, domain->range[i].low));
        fc_sign_assume(algebra, fc_sym_subtract(algebra, domain->range[i].high, domain->range[i].variable));
    }
    for (size_t i = 0; i < domain->n_nonnegative; i++)
        fc_sign_assume(algebra, domain->nonnegative[i]);
    return mark;
}

bool fc_sym_proves_nonnegative_on(fc_algebra *algebra, const fc_sym *expression, const fc_sym_domain *domain)
{
    size_t mark = fc_simplify_assume_domain(algebra, domain);
    bool is_proven = fc_sym_proves_nonnegative(algebra, expression);
    fc_sign_retract(algebra, mark);
    return is_proven;
}

const fc_sym *fc_sym_simplify(fc_algebra *algebra, const fc_sym *expression, const fc_sym_domain *domain)
{
    enum {
        MOST_ROUNDS = 4,
        MOST_STEPS = 6000 /* of proofs: what is left then keeps its form */
    };
    size_t mark = fc_simplify_assume_domain(algebra, domain);
    algebra->is_simplifying = true;
    algebra->simplify_steps = MOST_STEPS;
    const fc_sym *before = NULL;
    for (int i = 0; i < MOST_ROUNDS && expression != before; i++) {
        simplifier job = {algebra, domain, algebra->n_atoms, NULL, 0};
        job.known = fc_allocate(job.n_known, sizeof *job.known);
        before = expression;
        expression = simplified(&job, expression);
        free(job.known);
    }
    fc_sign_retract(algebra, mark);
    algebra->is_simplifying = false;
    return expression;
}
