/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Powers of a constant, and sums of a polynomial times such powers: with the ratio r of the powers, the antiderivative
 * is q(v) times the powers, where q(v) - q(v - 1) / r is the polynomial (Graham, Knuth, Patashnik, Concrete
 * Mathematics, section 2.6: summation by parts). */
#include "analyzer/symbolic/symbolic_sum.h"

#include <flint/fmpz.h>
#include <math.h>
#include <stdlib.h>

enum {
    MOST_REPEATED = 8 /* base^(k e) is (base^e)^k for up to so many k */
};

/* ---- powers ---- */

long fc_atom_base(const fc_atom *atom)
{
    double base = 2;
    fc_sym_is_constant(atom->argument[1], &base);
    return (long)base;
}

static const fc_sym *power_atom(fc_algebra *algebra, long base, const fc_sym *exponent)
{
    const fc_sym *argument[2] = {exponent, fc_sym_integer(algebra, base)};
    return fc_atom_intern(
        algebra,
        &(fc_atom_shape){.kind = FC_ATOM_POWER, .argument = argument, .n_arguments = 2, .facts = FC_FACT_POSITIVE});
}

/* base^exponent as a number; NULL: it is too large. */
static const fc_sym *constant_power(fc_algebra *algebra, long base, double exponent)
{
    if (fabs(exponent) * log2((double)base) > FC_LIMIT_BITS / 4.0)
        return NULL;
    fmpq_t number;
    fmpq_init(number);
    fmpq_set_si(number, base, 1);
    fmpq_pow_si(number, number, (long)exponent);
    const fc_sym *result = fc_store_number(algebra, number);
    fmpq_clear(number);
    return result;
}

static const fc_sym *repeated(fc_algebra *algebra, const fc_sym *factor, long times)
{
    const fc_sym *product = fc_sym_integer(algebra, 1);
    for (long i = 0; i < times; i++)
        product = fc_sym_multiply(algebra, product, factor);
    return product;
}

/* The positive constant summand of an exponent with other summands; 0: none, or no integer. */
static double constant_summand(const fc_sym *exponent)
{
    ulong *power = fc_allocate((size_t)exponent->n_atoms + 1, sizeof *power);
    fmpq_t last;
    fmpq_init(last);
    fc_sym_term(last, power, exponent, fc_sym_n_terms(exponent) - 1);
    double summand = fmpz_is_one(fmpq_denref(last)) && fmpq_sgn(last) > 0 ? fmpq_get_d(last) : 0;
    for (int i = 0; i < exponent->n_atoms; i++)
        summand = power[i] == 0 ? summand : 0;
    fmpq_clear(last);
    free(power);
    return summand;
}

/* The exponent's integer content, from 2 to MOST_REPEATED; 1: none such. */
static long repetitions(const fc_sym *exponent)
{
    const fmpq *content = exponent->polynomial->content;
    bool fits = fmpz_is_one(fmpq_denref(content)) && fmpz_cmp_si(fmpq_numref(content), 2) >= 0 &&
                fmpz_cmp_si(fmpq_numref(content), MOST_REPEATED) <= 0;
    return fits ? fmpz_get_si(fmpq_numref(content)) : 1;
}

/* Without powers of two as base, a constant summand, and a common factor of the exponent. */
const fc_sym *fc_sym_power(fc_algebra *algebra, long base, const fc_sym *exponent)
{
    double constant;
    if (base > 2 && (base & (base - 1)) == 0)
        return fc_sym_power(algebra, 2,
                            fc_sym_multiply(algebra, exponent, fc_sym_ilog(algebra, 2, fc_sym_integer(algebra, base))));
    const fc_sym *known = fc_sym_is_constant(exponent, &constant) && constant == floor(constant)
                              ? constant_power(algebra, base, constant)
                              : NULL;
    if (known)
        return known;
    double summand = exponent->n_atoms > 0 ? constant_summand(exponent) : 0;
    const fc_sym *factor = summand > 0 ? constant_power(algebra, base, summand) : NULL;
    if (factor) {
        const fc_sym *rest = fc_sym_subtract(algebra, exponent, fc_sym_integer(algebra, (long)summand));
        return fc_sym_multiply(algebra, factor, fc_sym_power(algebra, base, rest));
    }
    long times = exponent->n_atoms > 0 ? repetitions(exponent) : 1;
    const fc_sym *each = times > 1 ? fc_sym_multiply(algebra, exponent, fc_sym_rational(algebra, 1, times)) : exponent;
    return repeated(algebra, power_atom(algebra, base, each), times);
}

/* Of c * (base^t)^k for a constant c >= 1: k t and the logarithm of c. NULL: another a. */
static const fc_sym *log_of_power(const fc_sym *a, long base)
{
    fc_algebra *algebra = a->algebra;
    const fc_atom *atom = a->n_atoms == 1 ? a->atom[0] : NULL;
    ulong times;
    fmpq_t factor;
    if (!atom || atom->kind != FC_ATOM_POWER || fc_atom_base(atom) != base || fc_sym_n_terms(a) != 1)
        return NULL;
    fmpq_init(factor);
    fc_sym_term(factor, &times, a, 0);
    bool is_whole = fmpz_is_one(fmpq_denref(factor)) && fmpq_sgn(factor) > 0;
    const fc_sym *rest = fc_store_number(algebra, factor);
    fmpq_clear(factor);
    if (!is_whole)
        return NULL;
    const fc_sym *of_power = fc_sym_multiply(algebra, atom->argument[0], fc_sym_integer(algebra, (long)times));
    return fc_sym_add(algebra, of_power, fc_sym_ilog(algebra, base, rest));
}

/* Of floor(x / (base d)) with floor(x / d) >= 1: one less than that of floor(x / d). NULL: another a. */
static const fc_sym *log_of_quotient(const fc_sym *a, long base)
{
    fc_algebra *algebra = a->algebra;
    const fc_atom *atom = a->n_atoms == 1 && a->atom[0]->sym == a ? a->atom[0] : NULL;
    if (!atom || atom->kind != FC_ATOM_FLOOR ||
        !fmpz_divisible_si(fmpq_numref(atom->argument[1]->polynomial->content), base))
        return NULL;
    const fc_sym *less = fc_sym_multiply(algebra, atom->argument[1], fc_sym_rational(algebra, 1, base));
    const fc_sym *whole = fc_sym_floor_divide(algebra, atom->argument[0], less), *one = fc_sym_integer(algebra, 1);
    return fc_sym_proves_positive(algebra, whole) ? fc_sym_subtract(algebra, fc_sym_ilog(algebra, base, whole), one)
                                                  : NULL;
}

const fc_sym *fc_sym_power_ilog(const fc_sym *a, long base)
{
    const fc_sym *known = log_of_power(a, base);
    return known ? known : log_of_quotient(a, base);
}

/* ---- sums ---- */

bool fc_sum_is_geometric(const fc_atom *atom, const fc_atom *variable)
{
    const fc_sym *slope, *offset;
    double ratio;
    return atom->kind == FC_ATOM_POWER && fc_sym_linear(&slope, &offset, atom->argument[0], variable) &&
           fc_sym_is_constant(slope, &ratio) && ratio == floor(ratio) && !fc_sym_depends(offset, variable->sym);
}

/* base^(slope * v + offset) */
typedef struct factor {
    long base;
    const fc_sym *exponent;
    double slope;
} factor;

/* A product of such powers over v. */
typedef struct geometric {
    fc_algebra *algebra;
    const fc_atom *variable;
    factor *factor;
    size_t n, capacity;
    fmpq_t ratio; /* of the product at v + 1 to that at v */
} geometric;

static void include(geometric *g, long base, const fc_sym *exponent)
{
    size_t i = 0;
    while (i < g->n && g->factor[i].base != base)
        i++;
    if (i == g->n) {
        g->factor = fc_grow(g->factor, &g->capacity, g->n + 1, sizeof *g->factor);
        g->factor[g->n++] = (factor){base, fc_sym_integer(g->algebra, 0), 0};
    }
    g->factor[i].exponent = fc_sym_add(g->algebra, g->factor[i].exponent, exponent);
}

/* The powers of the group, whose terms have the same ones; *polynomial: what they are multiplied by. False: the ratio
 * is too large. */
static bool take_powers(geometric *g, const fc_sym **polynomial, const fc_sym *group)
{
    *polynomial = group;
    for (int i = 0; i < group->n_atoms; i++) {
        const fc_atom *atom = group->atom[i];
        if (atom == g->variable || !fc_atom_depends(atom, g->variable))
            continue;
        int degree = fc_sym_degree(group, atom);
        *polynomial = fc_sym_coefficient(*polynomial, atom, degree);
        include(g, fc_atom_base(atom),
                fc_sym_multiply(g->algebra, atom->argument[0], fc_sym_integer(g->algebra, degree)));
    }
    fmpq_t of;
    double bits = 0;
    fmpq_init(of);
    for (size_t i = 0; i < g->n; i++) {
        fc_sym_is_constant(fc_sym_coefficient(g->factor[i].exponent, g->variable, 1), &g->factor[i].slope);
        bits += fabs(g->factor[i].slope) * log2((double)g->factor[i].base);
        if (bits > 512)
            break;
        fmpq_set_si(of, g->factor[i].base, 1);
        fmpq_pow_si(of, of, (long)g->factor[i].slope);
        fmpq_mul(g->ratio, g->ratio, of);
    }
    fmpq_clear(of);
    return bits <= 512;
}

/* The product at v = at. Growing powers are those at v + 1, divided by their ratio: at the end of an empty range, their
 * exponents are >= 0 there only. */
static const fc_sym *product_at(const geometric *g, const fc_sym *at)
{
    const fc_sym *product = fc_sym_integer(g->algebra, 1), *one = product;
    for (size_t i = 0; i < g->n; i++) {
        const factor *f = &g->factor[i];
        const fc_sym *v = f->slope > 0 ? fc_sym_add(g->algebra, at, one) : at;
        product = fc_sym_multiply(g->algebra, product,
                                  fc_sym_power(g->algebra, f->base, fc_sym_replace_top(f->exponent, g->variable, v)));
        if (f->slope > 0)
            product = fc_sym_multiply(g->algebra, product, constant_power(g->algebra, f->base, -f->slope));
    }
    return product;
}

/* The q of polynomial = q(v) - q(v - 1) / r: its coefficients from the highest on. */
static const fc_sym *quotient(const geometric *g, const fc_sym *polynomial)
{
    int degree = fc_sym_degree(polynomial, g->variable);
    const fc_sym **q = fc_allocate((size_t)degree + 1, sizeof *q), *sum = fc_sym_integer(g->algebra, 0);
    fmpq_t scale, inverse;
    fmpz_t choose;
    fmpq_init(scale);
    fmpq_init(inverse);
    fmpz_init(choose);
    fmpq_inv(inverse, g->ratio);
    for (int j = degree; j >= 0; j--) {
        q[j] = fc_sym_coefficient(polynomial, g->variable, j);
        for (int k = j + 1; k <= degree; k++) {
            fmpz_bin_uiui(choose, (ulong)k, (ulong)j);
            fmpq_mul_fmpz(scale, inverse, choose);
            if ((k - j) % 2 == 1)
                fmpq_neg(scale, scale);
            q[j] = fc_sym_add(g->algebra, q[j], fc_sym_scale(q[k], scale));
        }
        fmpq_set_si(scale, 1, 1);
        fmpq_sub(scale, scale, inverse);
        fmpq_inv(scale, scale);
        q[j] = fc_sym_scale(q[j], scale);
    }
    for (int j = degree; j >= 0; j--)
        sum = fc_sym_add(g->algebra, fc_sym_multiply(g->algebra, sum, g->variable->sym), q[j]);
    fmpz_clear(choose);
    fmpq_clear(inverse);
    fmpq_clear(scale);
    free(q);
    return sum;
}

static const fc_sym *sum_of(const geometric *g, fc_sum_range range, const fc_sym *polynomial)
{
    fc_algebra *algebra = g->algebra;
    if (fmpq_is_one(g->ratio)) {
        const fc_sym *sum = fc_sum_polynomial(algebra, range, polynomial);
        return sum ? fc_sym_multiply(algebra, sum, product_at(g, fc_sym_integer(algebra, 0))) : NULL;
    }
    if (fc_sym_degree(polynomial, g->variable) > FC_SUM_DEGREE)
        return NULL;
    const fc_sym *q = quotient(g, polynomial),
                 *before = fc_sym_subtract(algebra, range.low, fc_sym_integer(algebra, 1));
    const fc_sym *end =
        fc_sym_multiply(algebra, fc_sym_replace_top(q, g->variable, range.high), product_at(g, range.high));
    const fc_sym *begin = fc_sym_multiply(algebra, fc_sym_replace_top(q, g->variable, before), product_at(g, before));
    return fc_sym_subtract(algebra, end, begin);
}

const fc_sym *fc_sum_geometric(fc_sum *job, fc_sum_range range, const fc_sym *group)
{
    geometric g = {.algebra = job->algebra, .variable = range.variable};
    const fc_sym *polynomial, *result = NULL;
    fmpq_init(g.ratio);
    fmpq_one(g.ratio);
    if (take_powers(&g, &polynomial, group))
        result = sum_of(&g, range, polynomial);
    fmpq_clear(g.ratio);
    free(g.factor);
    return result;
}
