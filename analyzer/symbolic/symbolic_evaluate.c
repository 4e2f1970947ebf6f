/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluation with rational numbers as long as every part is exact, with doubles from there on. */
#include "analyzer/symbolic/symbolic_store.h"

#include <flint/fmpz.h>
#include <math.h>
#include <stdlib.h>

/* A number of more than MOST_BITS bits continues as a double. All sums together run at most MOST_STEPS iterations. */
enum {
    MOST_BITS = 1 << 14,
    MOST_STEPS = 20000000
};

typedef struct number {
    bool exact;
    fmpq_t rational; /* always initialized; the value if exact */
    double real;
} number;

/* The known values of atoms in this evaluation. */
typedef struct memo {
    bool known;
    number value;
} memo;

typedef struct evaluation {
    const fc_values *values;
    memo *memo; /* by atom id */
    int *order; /* known atoms, in order of evaluation */
    int n_known, n_atoms;
    long steps;
} evaluation;

static bool evaluate(evaluation *job, const fc_sym *expression, number *out);

static double to_double(const number *n)
{
    return n->exact ? fmpq_get_d(n->rational) : n->real;
}

static void make_real(number *n, double value)
{
    n->exact = false;
    n->real = value;
}

static void copy(number *to, const number *from)
{
    to->exact = from->exact;
    to->real = from->real;
    fmpq_set(to->rational, from->rational);
}

static void bound_size(number *n)
{
    if (n->exact && fmpq_height_bits(n->rational) > MOST_BITS)
        make_real(n, fmpq_get_d(n->rational));
}

static void set_double(number *n, double value)
{
    if (value != floor(value) || !isfinite(value)) {
        make_real(n, value);
        return;
    }
    n->exact = true;
    fmpz_set_d(fmpq_numref(n->rational), value);
    fmpz_one(fmpq_denref(n->rational));
}

static void multiply(number *a, const number *b)
{
    if (a->exact && b->exact)
        fmpq_mul(a->rational, a->rational, b->rational);
    else
        make_real(a, to_double(a) * to_double(b));
    bound_size(a);
}

static void add_to(number *a, const number *b)
{
    if (a->exact && b->exact)
        fmpq_add(a->rational, a->rational, b->rational);
    else
        make_real(a, to_double(a) + to_double(b));
    bound_size(a);
}

static int sign_of(const number *a)
{
    return a->exact ? fmpq_sgn(a->rational) : (a->real > 0) - (a->real < 0);
}

static int compare(const number *a, const number *b)
{
    if (a->exact && b->exact)
        return fmpq_cmp(a->rational, b->rational);
    return (to_double(a) > to_double(b)) - (to_double(a) < to_double(b));
}

/* floor(a/b), or the truncated quotient; false if b is 0. */
static bool divide(number *a, const number *b, bool truncate)
{
    if (sign_of(b) == 0)
        return false;
    if (!a->exact || !b->exact) {
        double quotient = to_double(a) / to_double(b);
        make_real(a, truncate ? trunc(quotient) : floor(quotient));
        return true;
    }
    fmpq_div(a->rational, a->rational, b->rational);
    if (truncate)
        fmpz_tdiv_q(fmpq_numref(a->rational), fmpq_numref(a->rational), fmpq_denref(a->rational));
    else
        fmpz_fdiv_q(fmpq_numref(a->rational), fmpq_numref(a->rational), fmpq_denref(a->rational));
    fmpz_one(fmpq_denref(a->rational));
    return true;
}

/* a / b; false if b is 0. */
static bool divide_exactly(number *a, const number *b)
{
    if (sign_of(b) == 0)
        return false;
    if (a->exact && b->exact)
        fmpq_div(a->rational, a->rational, b->rational);
    else
        make_real(a, to_double(a) / to_double(b));
    return true;
}

static void know(evaluation *job, const fc_atom *atom, const number *value)
{
    copy(&job->memo[atom->id].value, value);
    job->memo[atom->id].known = true;
    job->order[job->n_known++] = atom->id;
}

static bool evaluate_iteration(evaluation *job, const fc_atom *atom, number *at, number *total)
{
    number body = {.exact = true};
    const fc_atom *variable = atom->argument[0]->atom[0];
    fmpq_init(body.rational);
    know(job, variable, at);
    bool good = ++job->steps <= MOST_STEPS && evaluate(job, atom->argument[3], &body);
    add_to(total, &body);
    int kept = 0;
    for (int i = 0; i < job->n_known; i++) {
        int id = job->order[i];
        if (fc_atom_depends(atom->sym->algebra->atom[id], variable))
            job->memo[id].known = false;
        else
            job->order[kept++] = id;
    }
    job->n_known = kept;
    fmpq_clear(body.rational);
    return good;
}

static bool evaluate_sum(evaluation *job, const fc_atom *atom, number *out)
{
    number low = {.exact = true}, high = {.exact = true}, one = {.exact = true};
    fmpq_init(low.rational);
    fmpq_init(high.rational);
    fmpq_init(one.rational);
    fmpq_one(one.rational);
    bool good = evaluate(job, atom->argument[1], &low) && evaluate(job, atom->argument[2], &high) && low.exact &&
                high.exact && fmpz_is_one(fmpq_denref(low.rational)) && fmpz_is_one(fmpq_denref(high.rational));
    while (good && compare(&low, &high) <= 0) {
        good = evaluate_iteration(job, atom, &low, out);
        add_to(&low, &one);
    }
    fmpq_clear(low.rational);
    fmpq_clear(high.rational);
    fmpq_clear(one.rational);
    return good;
}

static bool evaluate_call(evaluation *job, const fc_atom *atom, number *out)
{
    double *argument = fc_allocate((size_t)atom->n_arguments + 1, sizeof *argument);
    bool good = job->values->call != NULL;
    for (int i = 0; i < atom->n_arguments && good; i++) {
        number value = {.exact = true};
        fmpq_init(value.rational);
        good = evaluate(job, atom->argument[i], &value);
        argument[i] = to_double(&value);
        fmpq_clear(value.rational);
    }
    double result = 0;
    good = good && job->values->call(job->values->data, atom->key, argument, atom->n_arguments, &result);
    set_double(out, result);
    free(argument);
    return good;
}

static bool evaluate_variable(evaluation *job, const fc_atom *atom, number *out)
{
    double value = 0;
    if (!job->values->variable || !job->values->variable(job->values->data, atom->key, &value))
        return false;
    set_double(out, value);
    return true;
}

/* False: a value is no integer. */
static bool exclusive_or(number *out, const number *b)
{
    bool good =
        out->exact && b->exact && fmpz_is_one(fmpq_denref(out->rational)) && fmpz_is_one(fmpq_denref(b->rational));
    if (good)
        fmpz_xor(fmpq_numref(out->rational), fmpq_numref(out->rational), fmpq_numref(b->rational));
    return good;
}

/* Atoms of two arguments; `out` holds the value of the first. */
static bool evaluate_pair(evaluation *job, const fc_atom *atom, number *out)
{
    number second = {.exact = true};
    fmpq_init(second.rational);
    bool good = evaluate(job, atom->argument[1], &second);
    if (good && atom->kind == FC_ATOM_PRODUCT)
        multiply(out, &second);
    else if (good && atom->kind == FC_ATOM_XOR)
        good = exclusive_or(out, &second);
    else if (good && atom->kind == FC_ATOM_RATIO)
        good = divide_exactly(out, &second);
    else if (good && (atom->kind == FC_ATOM_FLOOR || atom->kind == FC_ATOM_C_DIVIDE))
        good = divide(out, &second, atom->kind == FC_ATOM_C_DIVIDE);
    else if (good && (compare(&second, out) > 0) == (atom->kind == FC_ATOM_MAXIMUM))
        copy(out, &second);
    fmpq_clear(second.rational);
    return good;
}

/* floor(sqrt(x)), or floor(log(x)) to the atom's base. */
static void evaluate_whole(const fc_atom *atom, number *out)
{
    fmpz_t value, base;
    fmpz_init(value);
    if (out->exact)
        fmpz_fdiv_q(value, fmpq_numref(out->rational), fmpq_denref(out->rational));
    else
        fmpz_set_d(value, floor(out->real));
    fmpz_init_set_si(base, atom->kind == FC_ATOM_DIGITS ? fc_atom_base(atom) : 0);
    if (atom->kind == FC_ATOM_ROOT)
        fc_sym_isqrt_of(value);
    else
        fc_sym_ilog_of(value, base);
    out->exact = true;
    fmpq_zero(out->rational);
    fmpz_set(fmpq_numref(out->rational), value);
    fmpz_clear(base);
    fmpz_clear(value);
}

/* The atom's base to the exponent that `out` holds. */
static void evaluate_power(const fc_atom *atom, number *out)
{
    double exponent = to_double(out), base = (double)fc_atom_base(atom);
    bool exact = out->exact && exponent == floor(exponent) && fabs(exponent) * log2(base) < MOST_BITS;
    if (!exact) {
        make_real(out, pow(base, exponent));
        return;
    }
    fmpq_set_si(out->rational, (long)base, 1);
    fmpq_pow_si(out->rational, out->rational, (long)exponent);
}

static bool evaluate_function(evaluation *job, const fc_atom *atom, number *out)
{
    if (!evaluate(job, atom->argument[0], out))
        return false;
    switch (atom->kind) {
    case FC_ATOM_NONNEGATIVE:
        set_double(out, sign_of(out) >= 0);
        return true;
    case FC_ATOM_ZERO:
        set_double(out, sign_of(out) == 0);
        return true;
    case FC_ATOM_LOG2:
        set_double(out, log2(to_double(out)));
        return true;
    case FC_ATOM_ROOT:
    case FC_ATOM_DIGITS:
        evaluate_whole(atom, out);
        return true;
    case FC_ATOM_POWER:
        evaluate_power(atom, out);
        return true;
    default:
        return evaluate_pair(job, atom, out);
    }
}

static bool evaluate_atom(evaluation *job, const fc_atom *atom, number *out)
{
    if (job->memo[atom->id].known) {
        copy(out, &job->memo[atom->id].value);
        return true;
    }
    bool good;
    if (atom->kind == FC_ATOM_VARIABLE)
        good = evaluate_variable(job, atom, out);
    else if (atom->kind == FC_ATOM_CALL)
        good = evaluate_call(job, atom, out);
    else if (atom->kind == FC_ATOM_SUM)
        good = evaluate_sum(job, atom, out);
    else
        good = evaluate_function(job, atom, out);
    if (good)
        know(job, atom, out);
    return good;
}

static bool add_terms(const fc_sym *expression, const number *value, number *out)
{
    number term = {.exact = true};
    ulong *exponent = fc_allocate((size_t)expression->n_atoms + 1, sizeof *exponent);
    fmpq_init(term.rational);
    for (int t = 0; t < fc_sym_n_terms(expression); t++) {
        term.exact = true;
        fc_sym_term(term.rational, exponent, expression, t);
        for (int i = 0; i < expression->n_atoms; i++)
            for (ulong k = 0; k < exponent[i]; k++)
                multiply(&term, &value[i]);
        add_to(out, &term);
    }
    fmpq_clear(term.rational);
    free(exponent);
    return out->exact || isfinite(out->real);
}

static bool evaluate(evaluation *job, const fc_sym *expression, number *out)
{
    int n = expression->n_atoms;
    number *value = fc_allocate((size_t)n + 1, sizeof *value);
    bool good = true;
    for (int i = 0; i < n; i++) {
        value[i].exact = true;
        fmpq_init(value[i].rational);
        good = good && evaluate_atom(job, expression->atom[i], &value[i]);
    }
    out->exact = true;
    fmpq_zero(out->rational);
    good = good && add_terms(expression, value, out);
    for (int i = 0; i < n; i++)
        fmpq_clear(value[i].rational);
    free(value);
    return good;
}

bool fc_sym_evaluate(const fc_sym *expression, const fc_values *values, double *result)
{
    evaluation job = {.values = values};
    number out = {.exact = true};
    for (int i = 0; i < expression->n_atoms; i++)
        if (expression->atom[i]->id >= job.n_atoms)
            job.n_atoms = expression->atom[i]->id + 1;
    job.memo = fc_allocate((size_t)job.n_atoms + 1, sizeof *job.memo);
    job.order = fc_allocate((size_t)job.n_atoms + 1, sizeof *job.order);
    for (int i = 0; i < job.n_atoms; i++)
        fmpq_init(job.memo[i].value.rational);
    fmpq_init(out.rational);
    bool good = evaluate(&job, expression, &out);
    double value = to_double(&out);
    if (good && isfinite(value))
        *result = value;
    fmpq_clear(out.rational);
    for (int i = 0; i < job.n_atoms; i++)
        fmpq_clear(job.memo[i].value.rational);
    free(job.memo);
    free(job.order);
    return good && isfinite(value);
}
