/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Monotonicity in a variable, by the rules of interval analysis: a product of factors >= 0 that all grow grows, a
 * quotient grows with its numerator and falls with its divisor, minima, maxima and tests grow with their arguments. */
#include "analyzer/symbolic/symbolic_store.h"

#include <stdlib.h>

static int direction(fc_algebra *algebra, const fc_sym *e, const fc_atom *variable);

static int reversed(int direction)
{
    return (direction & FC_GROWS ? FC_FALLS : 0) | (direction & FC_FALLS ? FC_GROWS : 0);
}

static int of_quotient(fc_algebra *algebra, const fc_atom *atom, const fc_atom *variable)
{
    int above = direction(algebra, atom->argument[0], variable),
        below = direction(algebra, atom->argument[1], variable);
    if (!fc_sym_proves_positive(algebra, atom->argument[1]))
        return 0;
    if (below != (FC_GROWS | FC_FALLS) && !fc_sym_proves_nonnegative(algebra, atom->argument[0]))
        return 0;
    return above & reversed(below);
}

static int of_atom(fc_algebra *algebra, const fc_atom *atom, const fc_atom *variable)
{
    if (!fc_atom_depends(atom, variable))
        return FC_GROWS | FC_FALLS;
    switch (atom->kind) {
    case FC_ATOM_VARIABLE:
        return FC_GROWS;
    case FC_ATOM_FLOOR:
    case FC_ATOM_C_DIVIDE:
    case FC_ATOM_RATIO:
        return of_quotient(algebra, atom, variable);
    case FC_ATOM_MINIMUM:
    case FC_ATOM_MAXIMUM:
        return direction(algebra, atom->argument[0], variable) & direction(algebra, atom->argument[1], variable);
    case FC_ATOM_NONNEGATIVE:
    case FC_ATOM_LOG2:
    case FC_ATOM_ROOT:
    case FC_ATOM_DIGITS:
    case FC_ATOM_POWER:
        return direction(algebra, atom->argument[0], variable);
    case FC_ATOM_ZERO: /* of an argument >= 0: 1, then 0 */
        return fc_sym_proves_nonnegative(algebra, atom->argument[0])
                   ? direction(algebra, atom->argument[0], variable) & FC_GROWS ? FC_FALLS : 0
                   : 0;
    default:
        return 0;
    }
}

static int of_term(fc_algebra *algebra, const fc_sym *e, int term, const int *of_each)
{
    ulong *exponent = fc_allocate((size_t)e->n_atoms + 1, sizeof *exponent);
    int result = FC_GROWS | FC_FALLS, n_factors = 0;
    bool nonnegative = true;
    fmpq_t coefficient;
    fmpq_init(coefficient);
    fc_sym_term(coefficient, exponent, e, term);
    for (int i = 0; i < e->n_atoms; i++) {
        if (exponent[i] == 0)
            continue;
        n_factors += (int)exponent[i];
        result &= of_each[i];
        nonnegative = nonnegative && fc_sym_proves_nonnegative(algebra, e->atom[i]->sym);
    }
    bool is_fixed = result == (FC_GROWS | FC_FALLS);
    result = is_fixed || nonnegative || n_factors < 2 ? result : 0;
    result = fmpq_sgn(coefficient) < 0 ? reversed(result) : result;
    fmpq_clear(coefficient);
    free(exponent);
    return result;
}

/* Of max(-d, 0) times k, for max(d, 0) in e = k max(d, 0) + r. */
static int of_mirrored(fc_algebra *algebra, const fc_sym *e, const fc_atom *atom, const fc_atom *variable)
{
    const fc_sym *factor = fc_sym_coefficient(e, atom, 1);
    int result = reversed(of_atom(algebra, atom, variable));
    if (fc_sym_proves_nonnegative(algebra, factor))
        return result & direction(algebra, factor, variable);
    const fc_sym *minus = fc_sym_negate(factor);
    return fc_sym_proves_nonnegative(algebra, minus) ? reversed(result & direction(algebra, minus, variable)) : 0;
}

/* Of C * atom + R if no other atom depends on the variable; -1: another does. */
static int of_only_atom(fc_algebra *algebra, const fc_sym *e, const int *of_each)
{
    int only = -1;
    for (int i = 0; i < e->n_atoms; i++)
        if (of_each[i] != (FC_GROWS | FC_FALLS)) {
            if (only >= 0)
                return -1;
            only = i;
        }
    if (only < 0 || fc_sym_degree(e, e->atom[only]) != 1)
        return -1;
    const fc_sym *factor = fc_sym_coefficient(e, e->atom[only], 1);
    if (fc_sym_proves_nonnegative(algebra, factor))
        return of_each[only];
    return fc_sym_proves_nonnegative(algebra, fc_sym_negate(factor)) ? reversed(of_each[only]) : -1;
}

static int direction(fc_algebra *algebra, const fc_sym *e, const fc_atom *variable)
{
    for (int i = 0; i < e->n_atoms; i++) {
        const fc_sym *rest = fc_select_mirrored(e, e->atom[i]);
        if (rest)
            return direction(algebra, rest, variable) & of_mirrored(algebra, e, e->atom[i], variable);
    }
    int result = FC_GROWS | FC_FALLS, *of_each = fc_allocate((size_t)e->n_atoms + 1, sizeof *of_each);
    for (int i = 0; i < e->n_atoms; i++)
        of_each[i] = of_atom(algebra, e->atom[i], variable);
    int of_only = of_only_atom(algebra, e, of_each);
    result = of_only >= 0 ? of_only : result;
    for (int t = 0; t < fc_sym_n_terms(e) && result && of_only < 0; t++)
        result &= of_term(algebra, e, t, of_each);
    free(of_each);
    return result;
}

int fc_sym_direction(fc_algebra *algebra, const fc_sym *expression, const fc_sym *variable, const fc_sym_domain *domain)
{
    size_t mark = fc_simplify_assume_domain(algebra, domain);
    int result = direction(algebra, expression, fc_atom_of_variable(variable));
    fc_sign_retract(algebra, mark);
    return result;
}
