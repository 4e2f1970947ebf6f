/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asymptotic growth in one variable. Each atom that depends on the variable is replaced by its behavior at infinity:
 * minima, maxima and indicators by the case that eventually holds, and vanishing quotients by 0 or -1. A floor over a
 * fixed divisor d becomes a / d minus a remainder in [0, 1); an indicator that never settles becomes a number in [0,
 * 1]. The result is a polynomial in the variable and its logarithm. Its degree is an upper bound, and exact if the
 * leading coefficient is proven positive. */
#include "analyzer/symbolic/symbolic_store.h"

#include <stdlib.h>
#include <string.h>

static const char INVERSE[] = "1/"; /* prefix of the key of a variable that is the inverse of a positive expression */

enum {
    MOST_POWER = 9 /* of the variable, in base^log(...): beyond, its growth is unknown */
};

typedef struct growing {
    fc_algebra *algebra;
    const fc_atom *variable, *log;
    size_t n_known;
    const fc_sym **known; /* [n_known] by atom id: its behavior at infinity */
    bool *visited;
} growing;

typedef enum eventual_sign {
    NEGATIVE = -1,
    ZERO,
    POSITIVE,
    UNKNOWN
} eventual_sign;

/* ---- signs ---- */

static bool is_positive(fc_algebra *algebra, const fc_atom *atom)
{
    if (atom->kind == FC_ATOM_VARIABLE && strncmp(atom->key, INVERSE, sizeof INVERSE - 1) == 0)
        return true;
    if (atom->kind == FC_ATOM_LOG2) /* of arguments above 1 */
        return fc_sym_proves_positive(algebra, fc_sym_subtract(algebra, atom->argument[0], fc_sym_integer(algebra, 1)));
    return fc_sym_proves_positive(algebra, atom->sym);
}

/* Every term is >= 0 and one is > 0. This covers reals too, unlike proofs that shift integers. */
static bool is_plainly_positive(fc_algebra *algebra, const fc_sym *e)
{
    ulong *exponent = fc_allocate((size_t)e->n_atoms + 1, sizeof *exponent);
    bool good = true, strict = false;
    fmpq_t coefficient;
    fmpq_init(coefficient);
    for (int t = fc_sym_n_terms(e) - 1; t >= 0 && good; t--) {
        fc_sym_term(coefficient, exponent, e, t);
        good = fmpq_sgn(coefficient) > 0;
        bool positive = good;
        for (int i = 0; i < e->n_atoms && good; i++) {
            bool holds = exponent[i] == 0 || is_positive(algebra, e->atom[i]);
            positive = positive && holds;
            good = holds || fc_sym_proves_nonnegative(algebra, e->atom[i]->sym);
        }
        strict = strict || positive;
    }
    fmpq_clear(coefficient);
    free(exponent);
    return good && strict;
}

/* The coefficient of the highest power of the variable and, within it, of the highest power of the logarithm. */
static const fc_sym *leading(const growing *g, const fc_sym *e, int *power, int *logs)
{
    *power = fc_sym_degree(e, g->variable);
    e = fc_sym_coefficient(e, g->variable, *power);
    *logs = fc_sym_degree(e, g->log);
    return fc_sym_coefficient(e, g->log, *logs);
}

static bool is_fixed(const growing *g, const fc_sym *e)
{
    return fc_sym_degree(e, g->variable) + fc_sym_degree(e, g->log) == 0;
}

static eventual_sign sign_of(const growing *g, const fc_sym *e)
{
    int power, logs;
    if (e == fc_sym_integer(g->algebra, 0))
        return ZERO;
    const fc_sym *coefficient = leading(g, e, &power, &logs), *minus = fc_sym_negate(coefficient);
    if (is_plainly_positive(g->algebra, coefficient) || fc_sym_proves_positive(g->algebra, coefficient))
        return POSITIVE;
    return is_plainly_positive(g->algebra, minus) || fc_sym_proves_positive(g->algebra, minus) ? NEGATIVE : UNKNOWN;
}

/* ---- atoms ---- */

static const fc_sym *eventually(growing *g, const fc_sym *e);

/* A new real variable >= 0 with this key. */
static const fc_sym *stand_in(const growing *g, FC_TAKE char *key)
{
    const fc_sym *variable = fc_sym_variable(g->algebra, key, NULL, NULL, FC_FACT_REAL | FC_FACT_NONNEGATIVE);
    free(key);
    return variable;
}

/* floor(a / d) for a divisor that does not grow: a / d - rest, 0 <= rest < 1. */
static const fc_sym *over_fixed(const growing *g, const fc_sym *a, const fc_sym *d)
{
    const fc_sym *quotient;
    fmpq_t number;
    fmpq_init(number);
    if (fc_store_constant(number, d)) {
        fmpq_inv(number, number);
        quotient = fc_sym_scale(a, number);
    } else {
        quotient = fc_sym_multiply(g->algebra, a, stand_in(g, fc_format("%s%d", INVERSE, d->id)));
    }
    fmpq_clear(number);
    return fc_sym_subtract(g->algebra, quotient, stand_in(g, fc_format("rest of %d/%d", a->id, d->id)));
}

/* floor(a / d) at infinity; NULL: unknown. floor((n + p - 1) / p) is 1 + floor((n - 1) / p). */
static const fc_sym *quotient_of(const growing *g, const fc_sym *a, const fc_sym *d)
{
    if (!a || !d || sign_of(g, d) != POSITIVE)
        return NULL;
    eventual_sign sign = sign_of(g, a);
    if (sign == UNKNOWN && is_fixed(g, a) && fc_sym_proves_nonnegative(g->algebra, a))
        sign = ZERO; /* or positive: the quotient still becomes 0 */
    int above, below, logs_above, logs_below;
    bool alike = leading(g, a, &above, &logs_above) == leading(g, d, &below, &logs_below);
    if (is_fixed(g, a) && is_fixed(g, d))
        return fc_sym_floor_divide(g->algebra, a, d);
    if (alike && above == below && logs_above == logs_below && below > 0) {
        const fc_sym *rest = quotient_of(g, fc_sym_subtract(g->algebra, a, d), d);
        return rest ? fc_sym_add(g->algebra, rest, fc_sym_integer(g->algebra, 1)) : NULL;
    }
    if (sign == UNKNOWN)
        return NULL;
    if (sign == ZERO || above < below)
        return fc_sym_integer(g->algebra, sign == NEGATIVE ? -1 : 0);
    return below == 0 && logs_below == 0 ? over_fixed(g, a, d) : NULL;
}

/* a / d for a divisor that does not grow; NULL: it does, or its sign is unknown. */
static const fc_sym *ratio_of(const growing *g, const fc_sym *a, const fc_sym *d)
{
    if (!a || !d || !is_fixed(g, d) || sign_of(g, d) != POSITIVE)
        return NULL;
    return is_fixed(g, a) ? fc_sym_divide(g->algebra, a, d)
                          : fc_sym_multiply(g->algebra, a, stand_in(g, fc_format("%s%d", INVERSE, d->id)));
}

/* C's quotient rounds toward 0. */
static const fc_sym *truncated(const growing *g, const fc_sym *a, const fc_sym *d)
{
    if (a && d && is_fixed(g, a) && is_fixed(g, d))
        return fc_sym_c_divide(g->algebra, a, d);
    if (!a || sign_of(g, a) != NEGATIVE)
        return quotient_of(g, a, d);
    const fc_sym *size = quotient_of(g, fc_sym_negate(a), d);
    return size ? fc_sym_negate(size) : NULL;
}

static const fc_sym *selected(const growing *g, const fc_sym *a, const fc_sym *b, bool least)
{
    if (!a || !b)
        return NULL;
    if (is_fixed(g, a) && is_fixed(g, b))
        return least ? fc_sym_minimum(g->algebra, a, b) : fc_sym_maximum(g->algebra, a, b);
    eventual_sign sign = sign_of(g, fc_sym_subtract(g->algebra, a, b));
    if (sign == UNKNOWN)
        return NULL;
    return (sign == POSITIVE) == least ? b : a;
}

static const fc_sym *indicated(const growing *g, const fc_atom *atom, const fc_sym *a)
{
    bool order = atom->kind == FC_ATOM_NONNEGATIVE;
    if (a && is_fixed(g, a))
        return order ? fc_sym_is_nonnegative(g->algebra, a) : fc_sym_is_zero(g->algebra, a);
    eventual_sign sign = a ? sign_of(g, a) : UNKNOWN;
    if (sign == UNKNOWN)
        return stand_in(g, fc_format("indicator %d", atom->id));
    return fc_sym_integer(g->algebra, order && sign == POSITIVE);
}

/* floor(log_b(a)): a power of the variable times a constant gives its logarithm and a remainder that stays. The factor
 * 1 / log2(b) is a positive number. */
static const fc_sym *logarithm_of(const growing *g, const fc_atom *atom, const fc_sym *a)
{
    int power, logs;
    if (!a || sign_of(g, a) != POSITIVE)
        return NULL;
    leading(g, a, &power, &logs);
    if (power == 0 || logs > 0)
        return NULL;
    const fc_sym *log = fc_sym_multiply(g->algebra, fc_sym_integer(g->algebra, power), g->log->sym);
    double base = 2;
    fc_sym_is_constant(atom->argument[1], &base);
    if (base != 2)
        log = fc_sym_multiply(g->algebra, log, stand_in(g, fc_format("%slog2(%g)", INVERSE, base)));
    return fc_sym_subtract(g->algebra, log, stand_in(g, fc_format("rest of log %d", atom->id)));
}

/* base^e where e comes to k log(v) / log2(base) + c: v^k times a positive number. */
static const fc_sym *power_of(const growing *g, const fc_atom *atom, const fc_sym *e)
{
    if (!e || fc_sym_degree(e, g->variable) > 0 || fc_sym_degree(e, g->log) > 1)
        return NULL;
    long base = fc_atom_base(atom);
    const fc_sym *slope = fc_sym_coefficient(e, g->log, 1), *one = fc_sym_integer(g->algebra, 1), *power = one;
    const fc_sym *unit = base == 2 ? one : stand_in(g, fc_format("%slog2(%g)", INVERSE, (double)base));
    int k = 0;
    for (; k < MOST_POWER && slope != fc_sym_multiply(g->algebra, unit, fc_sym_integer(g->algebra, k)); k++)
        power = fc_sym_multiply(g->algebra, power, g->variable->sym);
    const fc_sym *factor = stand_in(g, fc_format("%spower %d", INVERSE, atom->id));
    return k < MOST_POWER ? fc_sym_multiply(g->algebra, power, factor) : NULL;
}

static const fc_sym *comes_to(growing *g, const fc_atom *atom)
{
    const fc_sym *const *argument = atom->argument;
    switch (atom->kind) {
    case FC_ATOM_VARIABLE:
        return atom->sym;
    case FC_ATOM_FLOOR:
        return quotient_of(g, eventually(g, argument[0]), eventually(g, argument[1]));
    case FC_ATOM_C_DIVIDE:
        return truncated(g, eventually(g, argument[0]), eventually(g, argument[1]));
    case FC_ATOM_RATIO:
        return ratio_of(g, eventually(g, argument[0]), eventually(g, argument[1]));
    case FC_ATOM_MINIMUM:
    case FC_ATOM_MAXIMUM:
        return selected(g, eventually(g, argument[0]), eventually(g, argument[1]), atom->kind == FC_ATOM_MINIMUM);
    case FC_ATOM_NONNEGATIVE:
    case FC_ATOM_ZERO:
        return indicated(g, atom, eventually(g, argument[0]));
    case FC_ATOM_DIGITS:
        return logarithm_of(g, atom, eventually(g, argument[0]));
    case FC_ATOM_POWER:
        return power_of(g, atom, eventually(g, argument[0]));
    case FC_ATOM_LOG2:
        return argument[0] == g->variable->sym ? g->log->sym : NULL;
    default:
        return NULL;
    }
}

static const fc_sym *eventual_atom(growing *g, const fc_atom *atom)
{
    if (!fc_atom_depends(atom, g->variable))
        return atom->sym;
    if ((size_t)atom->id >= g->n_known)
        return comes_to(g, atom);
    if (!g->visited[atom->id]) {
        g->visited[atom->id] = true;
        g->known[atom->id] = comes_to(g, atom);
    }
    return g->known[atom->id];
}

static const fc_sym *eventually(growing *g, const fc_sym *e)
{
    const fc_sym **value = fc_allocate((size_t)e->n_atoms + 1, sizeof *value), *result = NULL;
    bool known = true;
    for (int i = 0; i < e->n_atoms && known; i++)
        known = (value[i] = eventual_atom(g, e->atom[i])) != NULL;
    if (known)
        result = fc_sym_compose(e, value);
    free(value);
    return result;
}

bool fc_sym_growth(fc_growth *out, fc_algebra *algebra, const fc_sym *expression, const fc_sym *variable)
{
    int facts = FC_FACT_REAL | FC_FACT_NONNEGATIVE;
    growing g = {.algebra = algebra,
                 .variable = fc_atom_of_variable(variable),
                 .log = fc_atom_of_variable(fc_sym_variable(algebra, "growth log", NULL, NULL, facts)),
                 .n_known = algebra->n_atoms};
    g.known = fc_allocate(g.n_known, sizeof *g.known);
    g.visited = fc_allocate(g.n_known, sizeof *g.visited);
    const fc_sym *value = eventually(&g, expression);
    eventual_sign sign = value ? sign_of(&g, value) : UNKNOWN;
    if (value) {
        *out = (fc_growth){.is_zero = sign == ZERO, .is_bound = sign != ZERO && sign != POSITIVE};
        leading(&g, value, &out->power, &out->logs);
    }
    free(g.known);
    free(g.visited);
    return value != NULL;
}

int fc_growth_compare(fc_growth a, fc_growth b)
{
    if (a.is_zero != b.is_zero)
        return a.is_zero ? -1 : 1;
    return a.power != b.power ? (a.power > b.power) - (a.power < b.power) : (a.logs > b.logs) - (a.logs < b.logs);
}
