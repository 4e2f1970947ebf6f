/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs that an expression is >= 0, from the facts on variables and from temporary assumptions.
 *
 * First every variable known to be >= 1 is shifted by one, and each term must be >= 0. If that fails, an atom is
 * replaced by a bound (floor, min, max, indicators), or a multiple of an assumption is subtracted. */
#include "analyzer/symbolic/symbolic_store.h"

#include <flint/fmpz.h>
#include <stdlib.h>

enum {
    PROOF_DEPTH = 6,
    PROOF_STEPS = 60, /* for each assumption, and without one */
    PROOF_TERMS = 40
};

static bool prove(fc_algebra *algebra, const fc_sym *expression, int depth);

size_t fc_sign_assume(fc_algebra *algebra, const fc_sym *expression)
{
    algebra->assumed =
        fc_grow(algebra->assumed, &algebra->assumed_capacity, algebra->n_assumed + 1, sizeof *algebra->assumed);
    algebra->assumed[algebra->n_assumed] = expression;
    return algebra->n_assumed++;
}

void fc_sign_retract(fc_algebra *algebra, size_t mark)
{
    algebra->n_assumed = mark;
}

static bool proves_positive(fc_algebra *algebra, const fc_sym *e, int depth);

static bool find_nonnegative(fc_algebra *algebra, const fc_atom *atom, int depth)
{
    const fc_sym *const *argument = atom->argument;
    switch (atom->kind) {
    case FC_ATOM_VARIABLE:
    case FC_ATOM_CALL:
        return atom->facts & FC_FACT_NONNEGATIVE;
    case FC_ATOM_NONNEGATIVE:
    case FC_ATOM_ZERO:
    case FC_ATOM_POWER:
        return true;
    case FC_ATOM_FLOOR:
    case FC_ATOM_C_DIVIDE:
    case FC_ATOM_RATIO:
        return proves_positive(algebra, argument[1], depth) && prove(algebra, argument[0], depth);
    case FC_ATOM_MAXIMUM:
        return prove(algebra, argument[0], depth) || prove(algebra, argument[1], depth);
    case FC_ATOM_MINIMUM:
    case FC_ATOM_XOR:
    case FC_ATOM_PRODUCT:
        return prove(algebra, argument[0], depth) && prove(algebra, argument[1], depth);
    case FC_ATOM_ROOT:
        return prove(algebra, argument[0], depth);
    case FC_ATOM_LOG2:
    case FC_ATOM_DIGITS:
        return prove(algebra, fc_sym_subtract(algebra, argument[0], fc_sym_integer(algebra, 1)), depth);
    case FC_ATOM_SUM:
        return prove(algebra, argument[3], depth);
    }
    return false;
}

/* Without assumptions: an atom's sign is cached until a fact is added. */
static bool atom_is_nonnegative(fc_algebra *algebra, const fc_atom *atom, int depth)
{
    fc_atom *cache = algebra->atom[atom->id];
    if (cache->nonnegative || cache->sign_generation == algebra->generation + 1)
        return cache->nonnegative;
    size_t base = algebra->assumed_base;
    algebra->assumed_base = algebra->n_assumed;
    bool nonnegative = find_nonnegative(algebra, atom, depth - 1);
    algebra->assumed_base = base;
    if (nonnegative || (depth == PROOF_DEPTH && algebra->proof_steps > 0))
        cache->sign_generation = algebra->generation + 1;
    cache->nonnegative = nonnegative;
    return nonnegative;
}

/* Cached until a fact is added. */
static const fc_sym *shift(fc_algebra *algebra, const fc_sym *e)
{
    fc_sym *cache = algebra->expression[e->id];
    if (cache->shift_generation != algebra->generation + 1) {
        const fc_sym **value = fc_allocate((size_t)e->n_atoms + 1, sizeof *value);
        bool any = false;
        for (int i = 0; i < e->n_atoms; i++) {
            bool positive = (e->atom[i]->facts & FC_FACT_POSITIVE) == FC_FACT_POSITIVE;
            value[i] = positive ? fc_sym_add(algebra, e->atom[i]->sym, fc_sym_integer(algebra, 1)) : e->atom[i]->sym;
            any = any || positive;
        }
        const fc_sym *shifted = any ? fc_sym_compose(e, value) : e;
        free(value);
        cache->shifted = shifted;
        cache->shift_generation = algebra->generation + 1;
    }
    return cache->shifted;
}

/* sign: of the coefficient that makes the term >= 0 */
static bool term_is_nonnegative(fc_algebra *algebra, const fc_sym *e, int term, int depth)
{
    ulong *exponent = fc_allocate((size_t)e->n_atoms + 1, sizeof *exponent);
    fmpq_t coefficient;
    fmpq_init(coefficient);
    fc_sym_term(coefficient, exponent, e, term);
    bool good = fmpq_sgn(coefficient) >= 0;
    for (int i = 0; i < e->n_atoms && good; i++)
        good = exponent[i] % 2 == 0 || atom_is_nonnegative(algebra, e->atom[i], depth);
    fmpq_clear(coefficient);
    free(exponent);
    return good;
}

static bool every_term_is_nonnegative(fc_algebra *algebra, const fc_sym *e, int depth)
{
    for (int t = fc_sym_n_terms(e) - 1; t >= 0; t--)
        if (!term_is_nonnegative(algebra, e, t, depth))
            return false;
    return true;
}

/* e = rest + k * floor(a/b) with b > 0 and k of one sign: b * e is at least the value at the bound on floor(a/b). An
 * integer e is >= 0 if b * e > -b. */
static bool prove_by_positive_floor(fc_algebra *algebra, const fc_sym *e, const fc_atom *atom, int depth)
{
    const fc_sym *a = atom->argument[0], *b = atom->argument[1], *one = fc_sym_integer(algebra, 1);
    bool integer = fc_sym_is_integer(a) && fc_sym_is_integer(b);
    const fc_sym *k = fc_sym_coefficient(e, atom, 1), *rest = fc_sym_coefficient(e, atom, 0);
    const fc_sym *bound = a;        /* b * floor(a/b) <= a */
    if (prove(algebra, k, depth)) { /* and >= a - b + 1, or > a - b */
        bound = fc_sym_subtract(algebra, a, b);
        bound = integer ? fc_sym_add(algebra, bound, one) : bound;
    } else if (!prove(algebra, fc_sym_negate(k), depth)) {
        return false;
    }
    const fc_sym *scaled = fc_sym_add(algebra, fc_sym_multiply(algebra, rest, b), fc_sym_multiply(algebra, k, bound));
    if (integer && fc_sym_is_integer(e))
        scaled = fc_sym_add(algebra, scaled, fc_sym_subtract(algebra, b, one));
    return prove(algebra, scaled, depth);
}

/* A divisor is not 0: an integer b >= 0 is at least 1 where e has a value. */
static bool prove_by_floor(fc_algebra *algebra, const fc_sym *e, const fc_atom *atom, int depth)
{
    const fc_sym *b = atom->argument[1];
    if (fc_sym_degree(e, atom) != 1)
        return false;
    if (proves_positive(algebra, b, depth))
        return prove_by_positive_floor(algebra, e, atom, depth);
    if (!fc_sym_is_integer(b) || !prove(algebra, b, depth))
        return false;
    const size_t mark = fc_sign_assume(algebra, fc_sym_subtract(algebra, b, fc_sym_integer(algebra, 1)));
    bool proven = prove_by_positive_floor(algebra, e, atom, depth);
    fc_sign_retract(algebra, mark);
    return proven;
}

static bool prove_assuming(fc_algebra *algebra, const fc_sym *e, const fc_sym *assumption, int depth)
{
    size_t mark = fc_sign_assume(algebra, assumption);
    bool proven = prove(algebra, e, depth);
    fc_sign_retract(algebra, mark);
    return proven;
}

/* min or max: case distinction by the order of the two arguments. */
static bool prove_by_cases(fc_algebra *algebra, const fc_sym *e, const fc_atom *atom, int depth)
{
    const fc_sym *a = atom->argument[0], *b = atom->argument[1];
    const fc_sym *with_a = fc_sym_replace_top(e, atom, a), *with_b = fc_sym_replace_top(e, atom, b);
    const fc_sym *a_less_b = fc_sym_subtract(algebra, a, b), *b_less_a = fc_sym_negate(a_less_b);
    bool is_maximum = atom->kind == FC_ATOM_MAXIMUM;
    return prove_assuming(algebra, with_a, is_maximum ? a_less_b : b_less_a, depth) &&
           prove_assuming(algebra, with_b, is_maximum ? b_less_a : a_less_b, depth);
}

/* A maximum with a coefficient >= 0 may be replaced by either argument; so may a minimum with one <= 0. */
static bool prove_by_either(fc_algebra *algebra, const fc_sym *e, const fc_atom *atom, int depth)
{
    if (fc_sym_degree(e, atom) != 1)
        return false;
    const fc_sym *k = fc_sym_coefficient(e, atom, 1);
    if (!prove(algebra, atom->kind == FC_ATOM_MAXIMUM ? k : fc_sym_negate(k), depth))
        return false;
    return prove(algebra, fc_sym_replace_top(e, atom, atom->argument[0]), depth) ||
           prove(algebra, fc_sym_replace_top(e, atom, atom->argument[1]), depth);
}

static bool prove_by_atom(fc_algebra *algebra, const fc_sym *e, const fc_atom *atom, int depth)
{
    switch (atom->kind) {
    case FC_ATOM_FLOOR:
        return prove_by_floor(algebra, e, atom, depth);
    case FC_ATOM_MINIMUM:
    case FC_ATOM_MAXIMUM:
        return prove_by_either(algebra, e, atom, depth) || prove_by_cases(algebra, e, atom, depth);
    case FC_ATOM_NONNEGATIVE:
    case FC_ATOM_ZERO: {
        const fc_sym *on = fc_sym_replace_top(e, atom, fc_sym_integer(algebra, 1));
        const fc_sym *off = fc_sym_replace_top(e, atom, fc_sym_integer(algebra, 0));
        return prove_assuming(algebra, on, atom->argument[0], depth) && prove(algebra, off, depth);
    }
    case FC_ATOM_ROOT:
    case FC_ATOM_DIGITS: {
        /* At the least value: the integer root of a >= 1 is >= 1, the integer logarithm >= 0; both are >= -1. */
        const bool is_root = atom->kind == FC_ATOM_ROOT;
        if (fc_sym_degree(e, atom) != 1 || !prove(algebra, fc_sym_coefficient(e, atom, 1), depth))
            return false;
        bool is_positive = proves_positive(algebra, atom->argument[0], depth);
        bool is_above = is_positive || (is_root && prove(algebra, atom->argument[0], depth));
        const fc_sym *least = fc_sym_integer(algebra, is_positive && is_root ? 1 : is_above ? 0 : -1);
        return prove(algebra, fc_sym_replace_top(e, atom, least), depth);
    }
    default:
        return false;
    }
}

/* e - (term of e / term of h) * h, if the quotient is a monomial known to be >= 0; NULL otherwise. */
static const fc_sym *cancel(const fc_sym *e, int term, const fc_sym *h, int h_term, int depth)
{
    fc_algebra *algebra = e->algebra;
    const fc_sym *result = NULL;
    fmpq_t c, d;
    ulong *x = fc_allocate((size_t)e->n_atoms + 1, sizeof *x), *y = fc_allocate((size_t)h->n_atoms + 1, sizeof *y);
    fmpq_init(c);
    fmpq_init(d);
    fc_sym_term(c, x, e, term);
    fc_sym_term(d, y, h, h_term);
    bool divides = fmpq_sgn(c) == fmpq_sgn(d);
    for (int j = 0; j < h->n_atoms && divides; j++) {
        int i = fc_sym_find_atom(e, h->atom[j]);
        divides = y[j] == 0 || (i >= 0 && x[i] >= y[j]);
        if (divides && y[j] > 0)
            x[i] -= y[j];
    }
    for (int i = 0; i < e->n_atoms && divides; i++)
        divides = x[i] % 2 == 0 || atom_is_nonnegative(algebra, e->atom[i], depth);
    if (divides) {
        fmpq_div(c, c, d);
        result = fc_sym_subtract(algebra, e, fc_sym_multiply(algebra, fc_sym_monomial(e, c, x), h));
    }
    fmpq_clear(c);
    fmpq_clear(d);
    free(x);
    free(y);
    return result;
}

/* Subtracts a multiple of h that cancels a term of e that is not known to be >= 0. */
static bool prove_by_one(fc_algebra *algebra, const fc_sym *e, const fc_sym *h, int depth)
{
    for (int t = 0; t < fc_sym_n_terms(e); t++) {
        if (term_is_nonnegative(algebra, e, t, depth))
            continue;
        for (int u = 0; u < fc_sym_n_terms(h) && algebra->proof_steps > 0; u++) {
            const fc_sym *left = cancel(e, t, h, u, depth);
            if (left && prove(algebra, left, depth))
                return true;
        }
    }
    return false;
}

static bool prove(fc_algebra *algebra, const fc_sym *e, int depth)
{
    double value;
    if (fc_sym_is_constant(e, &value))
        return value >= 0;
    if (depth < 0 || algebra->proof_steps-- <= 0)
        return false;
    if (every_term_is_nonnegative(algebra, shift(algebra, e), depth))
        return true;
    if (depth == 0 || fc_sym_n_terms(e) > PROOF_TERMS)
        return false;
    for (int i = e->n_atoms - 1; i >= 0; i--)
        if (prove_by_atom(algebra, e, e->atom[i], depth - 1))
            return true;
    /* Each assumption is used at most once: it is hidden during the recursion. */
    bool proven = false;
    for (size_t i = algebra->n_assumed; i-- > algebra->assumed_base && !proven;) {
        const fc_sym *assumption = algebra->assumed[i];
        if (!assumption)
            continue;
        algebra->assumed[i] = NULL;
        proven = prove_by_one(algebra, e, assumption, depth - 1);
        algebra->assumed[i] = assumption;
    }
    return proven;
}

/* e > 0: an integer is then >= 1; a real number needs all its terms >= 0 and a constant one > 0. */
static bool proves_positive(fc_algebra *algebra, const fc_sym *e, int depth)
{
    double value;
    if (fc_sym_is_constant(e, &value))
        return value > 0;
    if (fc_sym_is_integer(e))
        return prove(algebra, fc_sym_subtract(algebra, e, fc_sym_integer(algebra, 1)), depth);
    const fc_sym *shifted = shift(algebra, e);
    ulong *exponent = fc_allocate((size_t)shifted->n_atoms + 1, sizeof *exponent);
    fmpq_t last;
    fmpq_init(last);
    fc_sym_term(last, exponent, shifted, fc_sym_n_terms(shifted) - 1);
    bool constant = fmpq_sgn(last) > 0;
    for (int i = 0; i < shifted->n_atoms; i++)
        constant = constant && exponent[i] == 0;
    fmpq_clear(last);
    free(exponent);
    return constant && every_term_is_nonnegative(algebra, shifted, depth);
}

/* Proofs do not nest: an expression built during one is not simplified by another. False: a simplification has less
 * than a whole budget left, so that a failure is not final. */
static bool begin_proof(fc_algebra *algebra)
{
    int most = PROOF_STEPS * (int)(1 + algebra->n_assumed);
    bool is_short = algebra->is_simplifying && algebra->simplify_steps < most;
    algebra->proof_steps = is_short ? algebra->simplify_steps : most;
    algebra->simplify_steps -= algebra->proof_steps;
    return !is_short;
}

static void end_proof(fc_algebra *algebra)
{
    algebra->simplify_steps += algebra->proof_steps > 0 ? algebra->proof_steps : 0;
    algebra->proof_steps = 0;
}

/* With assumptions: a simplification asks for the same signs again and again. The key is what a proof rests on. */
static bool prove_once(fc_algebra *algebra, const fc_sym *expression)
{
    static char proven, failed;
    size_t n = algebra->n_assumed, length = (n + 2) * sizeof(int);
    int *key = fc_allocate(n + 2, sizeof *key);
    key[0] = (int)algebra->generation;
    key[1] = expression->id;
    for (size_t i = 0; i < n; i++)
        key[2 + i] = algebra->assumed[i]->id;
    const void *known = fc_map_get(&algebra->proofs, key, length);
    bool result = known == &proven;
    if (!known) {
        bool is_final = begin_proof(algebra);
        result = prove(algebra, expression, PROOF_DEPTH);
        end_proof(algebra);
        if (result || is_final)
            fc_map_put(&algebra->proofs, key, length, result ? &proven : &failed);
    }
    free(key);
    return result;
}

bool fc_sym_proves_nonnegative(fc_algebra *algebra, const fc_sym *expression)
{
    fc_sym *cache = algebra->expression[expression->id];
    if (cache->nonnegative)
        return true;
    if (algebra->n_assumed > 0)
        return prove_once(algebra, expression);
    if (cache->sign_generation != algebra->generation + 1) {
        begin_proof(algebra);
        cache->nonnegative = prove(algebra, expression, PROOF_DEPTH);
        end_proof(algebra);
        cache->sign_generation = algebra->generation + 1;
    }
    return cache->nonnegative;
}

bool fc_sym_proves_positive(fc_algebra *algebra, const fc_sym *expression)
{
    if (fc_sym_is_integer(expression))
        return fc_sym_proves_nonnegative(algebra, fc_sym_subtract(algebra, expression, fc_sym_integer(algebra, 1)));
    begin_proof(algebra);
    bool proven = proves_positive(algebra, expression, PROOF_DEPTH);
    end_proof(algebra);
    return proven;
}

bool fc_sym_proves_negative(fc_algebra *algebra, const fc_sym *expression)
{
    return fc_sym_proves_positive(algebra, fc_sym_negate(expression));
}
