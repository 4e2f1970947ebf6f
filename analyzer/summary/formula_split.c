/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colors with closed sizes: blocks floor(rank / c), residue classes rank mod c, two colors by a condition, and one
 * color. A constant may be added to each. */
#include "analyzer/summary/formula_split.h"

#include "runtime/core/forecost.h"

#include <string.h>

enum {
    MOST_DIMENSIONS = 4, /* of MPI_Dims_create, whose product is p */
    MOST_SUMMANDS = 12,  /* of a size */
    MOST_FIRST_COLOR = 3 /* the color where a condition is 0 or 1 */
};

typedef struct splitting {
    const fc_run *run;
    fc_algebra *algebra;
    const fc_sym *p, *rank, *color, *key; /* key NULL: not closed */
    fc_run_group *group;                  /* size NULL: not found */
} splitting;

static const fc_sym *integer(const splitting *s, long value)
{
    return fc_sym_integer(s->algebra, value);
}

static const fc_sym *minus(const splitting *s, const fc_sym *a, const fc_sym *b)
{
    return fc_sym_subtract(s->algebra, a, b);
}

/* ---- colors and keys ---- */

typedef struct variables {
    const fc_formula *formula;
    bool are_known;
} variables;

/* Parameters have the same value on all ranks; quantities, counts and indices of sums may differ. */
static void check_variable(void *data, const fc_sym *variable)
{
    variables *of = data;
    const char *key = fc_sym_key(variable);
    bool is_known = strcmp(key, "p") == 0 || strcmp(key, "rank") == 0;
    for (size_t i = 0; i < of->formula->n_parameters && !is_known; i++)
        is_known = strcmp(fc_formula_key(of->formula->parameter[i]), key) == 0;
    for (size_t i = 0; i < of->formula->n_quantities && is_known; i++)
        is_known = strcmp(of->formula->quantity[i].name, key) != 0;
    of->are_known &= is_known;
}

static bool is_function_of_rank(const fc_run *run, const fc_sym *value)
{
    variables of = {run->formula, true};
    if (value)
        fc_sym_variables(value, check_variable, &of);
    return value && of.are_known;
}

/* Ranks of equal key keep their order. */
static bool keeps_order(const splitting *s, const fc_sym *key)
{
    const fc_sym_range ranks = {s->rank, integer(s, 0), minus(s, s->p, integer(s, 1))};
    const fc_sym_domain domain = {.range = &ranks, .n_ranges = 1};
    return key && (fc_sym_direction(s->algebra, key, s->rank, &domain) & FC_GROWS);
}

/* a and b differ by a constant, as far as the rank is concerned. */
static bool is_shifted(const splitting *s, const fc_sym *a, const fc_sym *b)
{
    return !fc_sym_depends(minus(s, a, b), s->rank);
}

/* ---- divisors of p ---- */

/* p / c of a product c of some of the dimensions that MPI_Dims_create gives for p; NULL: c is none. */
static const fc_sym *other_dimensions(const splitting *s, const fc_sym *c)
{
    for (int n = 2; n <= MOST_DIMENSIONS; n++)
        for (unsigned kept = 1; kept < (1U << n); kept++) {
            const fc_sym *product[2] = {integer(s, 1), integer(s, 1)};
            for (int i = 0; i < n; i++) {
                const fc_sym *args[] = {s->p, integer(s, n), integer(s, i)};
                const fc_sym **side = &product[kept >> i & 1U];
                *side = fc_sym_multiply(s->algebra, *side,
                                        fc_sym_call(s->algebra, "dims_create", args, 3, FC_FACT_POSITIVE));
            }
            if (product[1] == c)
                return product[0];
        }
    return NULL;
}

/* Runs in which this is not 0 have stopped before. */
static bool is_zero_in_runs(const splitting *s, const fc_sym *value)
{
    const fc_sym *stop = minus(s, integer(s, 1), fc_sym_is_zero(s->algebra, value));
    bool is_zero = false;
    for (size_t i = 0; i < s->run->formula->n_stops && !is_zero; i++)
        is_zero = s->run->formula->stop[i] == stop;
    return is_zero;
}

/* p / c where c is known to divide p; NULL: it is not. */
static const fc_sym *cofactor(const splitting *s, const fc_sym *c)
{
    const fc_sym *others = fc_sym_is_constant(c, NULL) ? NULL : other_dimensions(s, c);
    if (others)
        return others;
    if (is_zero_in_runs(s, minus(s, fc_sym_multiply(s->algebra, c, c), s->p)))
        return c;
    return is_zero_in_runs(s, fc_sym_c_remainder(s->algebra, s->p, c)) ? fc_sym_floor_divide(s->algebra, s->p, c)
                                                                       : NULL;
}

/* ---- blocks and residue classes ---- */

static void set(splitting *s, const fc_sym *size, const fc_sym *rank, bool keeps)
{
    s->group->size = size;
    s->group->rank = keeps ? rank : NULL;
}

/* The color is rank / c, or rank % c, of C. A divisor >= 0 is > 0: the program does not divide by 0. */
static void split_by(void *data, const fc_sym *c)
{
    splitting *s = data;
    fc_algebra *algebra = s->algebra;
    const fc_sym *quotient = fc_sym_c_divide(algebra, s->rank, c), *remainder = fc_sym_c_remainder(algebra, s->rank, c);
    const fc_sym *block = fc_sym_floor_divide(algebra, s->rank, c), *start = fc_sym_multiply(algebra, c, block);
    const fc_sym *place = minus(s, s->rank, start), *one = integer(s, 1), *other = cofactor(s, c);
    if (s->group->size || !fc_sym_proves_nonnegative(algebra, c))
        return;
    bool keeps = keeps_order(s, s->key) || (s->key && is_shifted(s, s->key, quotient));
    if (is_shifted(s, s->color, quotient)) {
        const fc_sym *rest = minus(s, s->p, start);
        keeps = keeps || (s->key && is_shifted(s, s->key, remainder));
        set(s, other ? c : fc_sym_minimum(algebra, c, rest), place, keeps);
    } else if (is_shifted(s, s->color, remainder)) {
        const fc_sym *before = fc_sym_floor_divide(algebra, minus(s, minus(s, s->p, one), place), c);
        set(s, other ? other : fc_sym_add(algebra, before, one), block, keeps);
    }
}

/* ---- two colors ---- */

/* 1 where the color is one of two, 0 where it is the other; NULL: there may be more, or MPI_UNDEFINED, which gives no
 * communicator. Colors are e.g. [rank < c], 1 + [rank < c], 2 [rank < c], or 3 - 2 [rank < c]. */
static const fc_sym *indicator_of(const splitting *s)
{
    for (long first = 0; first <= MOST_FIRST_COLOR; first++) {
        const fc_sym *rest = minus(s, s->color, integer(s, first)), *test = fc_sym_primitive(s->algebra, rest);
        const fc_sym *negated = minus(s, integer(s, 0), test), *square = fc_sym_multiply(s->algebra, test, test);
        const fc_sym *holds = square == test ? test : square == negated ? negated : NULL;
        const fc_sym *none = fc_sym_multiply(s->algebra, test, integer(s, FC_MPI_UNDEFINED - first));
        if (holds)
            return rest == none || minus(s, integer(s, 0), rest) == none ? NULL : holds;
    }
    return NULL;
}

/* How many ranks from 0 to `last` the condition holds on; NULL: not closed. */
static const fc_sym *number_of(const splitting *s, const fc_sym *holds, const fc_sym *last)
{
    const fc_sym *other = fc_sym_variable(s->algebra, "\005rank", "r", NULL, FC_FACT_NONNEGATIVE);
    const fc_sym *each = fc_sym_substitute(s->algebra, holds, s->rank, other);
    const fc_sym *number = fc_sym_sum(s->algebra, other, integer(s, 0), last, each);
    return number && !fc_sym_is_longer(number, MOST_SUMMANDS) ? number : NULL;
}

static void split_in_two(splitting *s)
{
    const fc_sym *holds = indicator_of(s), *one = integer(s, 1);
    const fc_sym *with = holds ? number_of(s, holds, minus(s, s->p, one)) : NULL;
    const fc_sym *before = with ? number_of(s, holds, minus(s, s->rank, one)) : NULL;
    if (!with)
        return;
    const fc_sym *place = before ? fc_sym_choose(s->algebra, holds, before, minus(s, s->rank, before)) : NULL;
    set(s, fc_sym_choose(s->algebra, holds, with, minus(s, s->p, with)), place, keeps_order(s, s->key));
}

/* ---- the split ---- */

bool fc_run_split(fc_run_group *out, const fc_run *run, const fc_sym *color, const fc_sym *key)
{
    fc_algebra *algebra = run->analysis->algebra;
    splitting s = {.run = run,
                   .algebra = algebra,
                   .p = fc_sym_variable(algebra, "p", "p", "p", FC_FACT_POSITIVE),
                   .rank = fc_sym_variable(algebra, "rank", "rank", "rank", FC_FACT_NONNEGATIVE),
                   .color = color,
                   .key = is_function_of_rank(run, key) ? key : NULL,
                   .group = out};
    *out = (fc_run_group){0};
    if (!is_function_of_rank(run, color))
        return false;
    if (!fc_sym_depends(color, s.rank)) {
        if (keeps_order(&s, s.key) && color != fc_sym_integer(algebra, FC_MPI_UNDEFINED))
            set(&s, s.p, s.rank, true);
        return out->size;
    }
    fc_sym_divisors(color, s.rank, false, split_by, &s);
    fc_sym_divisors(color, s.rank, true, split_by, &s);
    if (!out->size)
        split_in_two(&s);
    return out->size;
}
