/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Substitution of an atom: a composition of polynomials at the top level; below it, each atom is rebuilt. */
#include "analyzer/symbolic/symbolic_store.h"

#include <stdlib.h>

/* Limits the terms of value^power, so that compositions stay small. */
static bool power_fits(const fc_sym *value, int power)
{
    double terms = 1;
    for (int i = 0; i < power && terms <= FC_LIMIT_TERMS; i++)
        terms *= 1 + 0.5 * (fc_sym_n_terms(value) - 1);
    return terms <= FC_LIMIT_TERMS;
}

static bool composition_fits(const fc_sym *expression, const fc_sym *const *value)
{
    long degree = 0;
    for (int i = 0; i < expression->n_atoms; i++) {
        int power = fc_sym_degree(expression, expression->atom[i]);
        long of_value = 0;
        for (int j = 0; j < value[i]->n_atoms; j++)
            of_value += fc_sym_degree(value[i], value[i]->atom[j]);
        degree += power * of_value;
        if (!power_fits(value[i], power))
            return false;
    }
    return degree <= 2 * FC_LIMIT_DEGREE && fc_sym_n_terms(expression) <= FC_LIMIT_TERMS;
}

/* Term by term through fc_sym_multiply, which handles products that are too large. */
static const fc_sym *compose_slowly(const fc_sym *expression, const fc_sym *const *value)
{
    fc_algebra *algebra = expression->algebra;
    const fc_sym *result = fc_sym_integer(algebra, 0);
    ulong *exponent = fc_allocate((size_t)expression->n_atoms + 1, sizeof *exponent);
    fmpq_t coefficient;
    fmpq_init(coefficient);
    for (int t = 0; t < fc_sym_n_terms(expression); t++) {
        fc_sym_term(coefficient, exponent, expression, t);
        const fc_sym *term = fc_store_number(algebra, coefficient);
        for (int i = 0; i < expression->n_atoms; i++)
            for (ulong k = 0; k < exponent[i]; k++)
                term = fc_sym_multiply(algebra, term, value[i]);
        result = fc_sym_add(algebra, result, term);
    }
    fmpq_clear(coefficient);
    free(exponent);
    return result;
}

static const fc_sym *compose_at_once(const fc_sym *expression, const fc_sym *const *value)
{
    fc_algebra *algebra = expression->algebra;
    fc_loop_frame frame = {.algebra = algebra};
    size_t n = (size_t)expression->n_atoms;
    for (size_t i = 0; i < n; i++)
        fc_store_frame_include(&frame, value[i]);
    fmpq_mpoly_struct *lifted = fc_allocate(n, sizeof *lifted);
    fmpq_mpoly_struct **each = fc_allocate(n, sizeof *each);
    for (size_t i = 0; i < n; i++) {
        each[i] = &lifted[i];
        fc_store_frame_lift(each[i], &frame, value[i]);
    }
    fmpq_mpoly_t out;
    fc_store_frame_zero(out, &frame);
    int done = fmpq_mpoly_compose_fmpq_mpoly(out, expression->polynomial, each,
                                             fc_store_ring(algebra, expression->n_atoms), frame.ring);
    for (size_t i = 0; i < n; i++)
        fmpq_mpoly_clear(each[i], frame.ring);
    const fc_sym *result = fc_store_frame_store(&frame, out);
    fc_store_frame_close(&frame);
    free(lifted);
    free(each);
    return done ? result : compose_slowly(expression, value);
}

const fc_sym *fc_sym_compose(const fc_sym *expression, const fc_sym *const *value)
{
    if (expression->n_atoms == 0)
        return expression;
    if (expression->n_atoms == 1 && expression == expression->atom[0]->sym)
        return value[0];
    bool fits = composition_fits(expression, value), integer = fc_sym_plainly_integer(expression);
    for (int i = 0; i < expression->n_atoms && integer; i++)
        integer = fc_sym_plainly_integer(value[i]);
    const fc_sym *result = fits ? compose_at_once(expression, value) : compose_slowly(expression, value);
    return integer ? fc_sym_known_integer(result) : result;
}

const fc_sym *fc_sym_replace_top(const fc_sym *expression, const fc_atom *atom, const fc_sym *value)
{
    if (fc_sym_find_atom(expression, atom) < 0)
        return expression;
    const fc_sym **each = fc_allocate((size_t)expression->n_atoms, sizeof *each);
    for (int i = 0; i < expression->n_atoms; i++)
        each[i] = expression->atom[i] == atom ? value : expression->atom[i]->sym;
    const fc_sym *result = fc_sym_compose(expression, each);
    free(each);
    return result;
}

/* Replacements already made in this substitution. */
typedef struct substitution {
    const fc_atom *target;
    const fc_sym *value;
    const fc_atom **done;
    const fc_sym **result;
    size_t n, done_capacity, result_capacity;
} substitution;

static const fc_sym *substitute(substitution *job, const fc_sym *expression);

const fc_sym *fc_atom_rebuild(fc_algebra *algebra, const fc_atom *atom, const fc_sym *const *argument)
{
    switch (atom->kind) {
    case FC_ATOM_VARIABLE:
        return atom->sym;
    case FC_ATOM_FLOOR:
        return fc_sym_floor_divide(algebra, argument[0], argument[1]);
    case FC_ATOM_C_DIVIDE:
        return fc_sym_c_divide(algebra, argument[0], argument[1]);
    case FC_ATOM_RATIO:
        return fc_sym_divide(algebra, argument[0], argument[1]);
    case FC_ATOM_MINIMUM:
        return fc_sym_minimum(algebra, argument[0], argument[1]);
    case FC_ATOM_MAXIMUM:
        return fc_sym_maximum(algebra, argument[0], argument[1]);
    case FC_ATOM_NONNEGATIVE:
        return fc_sym_is_nonnegative(algebra, argument[0]);
    case FC_ATOM_ZERO:
        return fc_sym_is_zero(algebra, argument[0]);
    case FC_ATOM_LOG2:
        return fc_sym_log2(algebra, argument[0]);
    case FC_ATOM_ROOT:
        return fc_sym_isqrt(algebra, argument[0]);
    case FC_ATOM_DIGITS:
        return fc_sym_ilog(algebra, fc_atom_base(atom), argument[0]);
    case FC_ATOM_POWER:
        return fc_sym_power(algebra, fc_atom_base(atom), argument[0]);
    case FC_ATOM_XOR:
        return fc_sym_xor(algebra, argument[0], argument[1]);
    case FC_ATOM_CALL:
        return fc_sym_call(algebra, atom->key, argument, atom->n_arguments, atom->facts);
    case FC_ATOM_SUM:
        return fc_sym_sum_or_loop(algebra, argument[0], argument[1], argument[2], argument[3]);
    case FC_ATOM_PRODUCT:
        return fc_sym_multiply(algebra, argument[0], argument[1]);
    }
    return atom->sym;
}

/* Arguments hold older atoms only: an atom older than the target cannot contain it. */
static bool may_hold(const fc_atom *atom, const fc_atom *target)
{
    if (target->kind == FC_ATOM_VARIABLE)
        return fc_atom_depends(atom, target);
    return atom->id >= target->id;
}

static const fc_sym *substitute_atom(substitution *job, const fc_atom *atom)
{
    if (atom == job->target)
        return job->value;
    if (!may_hold(atom, job->target))
        return atom->sym;
    for (size_t i = 0; i < job->n; i++)
        if (job->done[i] == atom)
            return job->result[i];
    const fc_sym **argument = fc_allocate((size_t)atom->n_arguments + 1, sizeof *argument);
    bool changed = false;
    for (int i = 0; i < atom->n_arguments; i++) {
        argument[i] = substitute(job, atom->argument[i]);
        changed = changed || argument[i] != atom->argument[i];
    }
    const fc_sym *result = changed ? fc_atom_rebuild(job->value->algebra, atom, argument) : atom->sym;
    free(argument);
    job->done = fc_grow(job->done, &job->done_capacity, job->n + 1, sizeof *job->done);
    job->result = fc_grow(job->result, &job->result_capacity, job->n + 1, sizeof *job->result);
    job->done[job->n] = atom;
    job->result[job->n++] = result;
    return result;
}

static const fc_sym *substitute(substitution *job, const fc_sym *expression)
{
    const fc_sym **value = fc_allocate((size_t)expression->n_atoms + 1, sizeof *value);
    bool changed = false;
    for (int i = 0; i < expression->n_atoms; i++) {
        value[i] = substitute_atom(job, expression->atom[i]);
        changed = changed || value[i] != expression->atom[i]->sym;
    }
    const fc_sym *result = changed ? fc_sym_compose(expression, value) : expression;
    free(value);
    return result;
}

const fc_sym *fc_sym_replace(const fc_sym *expression, const fc_atom *atom, const fc_sym *value)
{
    substitution job = {.target = atom, .value = value};
    const fc_sym *result = substitute(&job, expression);
    free(job.done);
    free(job.result);
    return result;
}

const fc_sym *fc_sym_substitute(fc_algebra *algebra, const fc_sym *expression, const fc_sym *variable,
                                const fc_sym *value)
{
    (void)algebra;
    const fc_atom *target = fc_atom_of_variable(variable);
    return target ? fc_sym_replace(expression, target, value) : expression;
}
