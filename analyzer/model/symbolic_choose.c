/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A conditional value, simplified to a minimum or maximum if it is one. */
#include "analyzer/model/symbolic_store.h"

/* d, if the expression is the indicator [d >= 0] over the integers; NULL otherwise. */
static const fc_sym *tested(const fc_sym *chosen)
{
    if (chosen->n_atoms != 1 || chosen->atom[0]->kind != FC_ATOM_NONNEGATIVE || chosen->atom[0]->sym != chosen)
        return NULL;
    return fc_sym_is_integer(chosen->atom[0]->argument[0]) ? chosen->atom[0]->argument[0] : NULL;
}

/* d >= 0 and, over the integers, e >= 1 are equivalent or differ only at e == 0. */
static bool tests_sign_of(fc_algebra *algebra, const fc_sym *d, const fc_sym *e)
{
    return d == e || d == fc_sym_subtract(algebra, e, fc_sym_integer(algebra, 1));
}

/* v = min(u, x) with x >= 0: v has the sign of u where u is negative, and is non-negative elsewhere. */
static bool is_minimum_with(fc_algebra *algebra, const fc_sym *v, const fc_sym *u)
{
    if (v->n_atoms != 1 || v->atom[0]->kind != FC_ATOM_MINIMUM || v->atom[0]->sym != v)
        return false;
    const fc_sym *const *argument = v->atom[0]->argument;
    return (argument[0] == u && fc_sym_proves_nonnegative(algebra, argument[1])) ||
           (argument[1] == u && fc_sym_proves_nonnegative(algebra, argument[0]));
}

/* [u > 0 or u >= 0] ? v : 0 is max(v, 0) where v = u, or v = min(u, x) with x >= 0. */
static const fc_sym *clipped(fc_algebra *algebra, const fc_sym *d, const fc_sym *v)
{
    const fc_sym *u[] = {d, fc_sym_add(algebra, d, fc_sym_integer(algebra, 1))};
    for (int i = 0; i < 2; i++)
        if (v == u[i] || is_minimum_with(algebra, v, u[i]))
            return fc_sym_maximum(algebra, v, fc_sym_integer(algebra, 0));
    return NULL;
}

static const fc_sym *choose_by_sign(fc_algebra *algebra, const fc_sym *d, const fc_sym *a, const fc_sym *b)
{
    const fc_sym *zero = fc_sym_integer(algebra, 0), *one = fc_sym_integer(algebra, 1);
    const fc_sym *not_d = fc_sym_subtract(algebra, fc_sym_subtract(algebra, zero, d), one); /* d < 0 as not_d >= 0 */
    if (tests_sign_of(algebra, d, fc_sym_subtract(algebra, a, b)))
        return fc_sym_maximum(algebra, a, b);
    if (tests_sign_of(algebra, d, fc_sym_subtract(algebra, b, a)))
        return fc_sym_minimum(algebra, a, b);
    if (b == zero)
        return clipped(algebra, d, a);
    if (a == zero)
        return clipped(algebra, not_d, b);
    /* b > u ? max(u, 0) : b with b >= 0 */
    const fc_sym *u = fc_sym_subtract(algebra, b, d), *below = fc_sym_subtract(algebra, u, one);
    if (!fc_sym_proves_nonnegative(algebra, b))
        return NULL;
    if (a == fc_sym_maximum(algebra, u, zero) || a == fc_sym_maximum(algebra, below, zero))
        return fc_sym_minimum(algebra, a, b);
    return NULL;
}

const fc_sym *fc_sym_choose(fc_algebra *algebra, const fc_sym *chosen, const fc_sym *a, const fc_sym *b)
{
    const fc_sym *d = a == b ? NULL : tested(chosen);
    const fc_sym *known = d ? choose_by_sign(algebra, d, a, b) : NULL;
    if (known)
        return known;
    return fc_sym_add(algebra, b, fc_sym_multiply(algebra, chosen, fc_sym_subtract(algebra, a, b)));
}
