/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/symbolic/symbolic_tape.h"
#include "analyzer/symbolic/symbolic_store.h"

#include <flint/fmpz.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A tape under construction: the step of each visited expression and atom, -1 for none. */
typedef struct writer {
    fc_tape *tape;
    const fc_tape_names *names;
    int *of_expression, *of_atom;
    bool failed;
} writer;

static int write_expression(writer *w, const fc_sym *expression);

/* ---- steps ---- */

static bool is_equal(const fc_tape_step *x, const fc_tape_step *y)
{
    return x->operation == y->operation && x->a == y->a && x->b == y->b && x->c == y->c && x->constant == y->constant;
}

static bool depends_on_pivot(const writer *w, const fc_tape_step *step)
{
    if (step->operation == FC_TAPE_CONSTANT)
        return false;
    if (step->operation == FC_TAPE_VARIABLE)
        return step->a == w->names->n_variables - 1;
    const fc_tape_step *all = w->tape->step;
    return all[step->a].depends || all[step->b].depends || all[step->c].depends;
}

/* Appends the step, or finds an equal one. */
static int put(writer *w, fc_tape_step step)
{
    fc_tape *tape = w->tape;
    for (int i = 0; i < tape->n_steps; i++)
        if (is_equal(&tape->step[i], &step))
            return i;
    if (tape->n_steps >= FC_TAPE_MOST_STEPS) {
        w->failed = true;
        return 0;
    }
    step.depends = depends_on_pivot(w, &step);
    tape->step = fc_grow(tape->step, &tape->capacity, (size_t)tape->n_steps + 1, sizeof *tape->step);
    tape->step[tape->n_steps] = step;
    return tape->n_steps++;
}

static int put_constant(writer *w, double value)
{
    return put(w, (fc_tape_step){.operation = FC_TAPE_CONSTANT, .constant = value});
}

static int put_pair(writer *w, fc_tape_operation operation, int a, int b)
{
    return put(w, (fc_tape_step){.operation = operation, .a = a, .b = b});
}

static int fail(writer *w)
{
    w->failed = true;
    return put_constant(w, 0);
}

/* ---- atoms ---- */

static int write_variable(writer *w, const fc_atom *atom)
{
    for (int i = 0; i < w->names->n_variables; i++)
        if (strcmp(w->names->variable[i], atom->key) == 0)
            return put(w, (fc_tape_step){.operation = FC_TAPE_VARIABLE, .a = i});
    return fail(w);
}

static int write_call(writer *w, const fc_atom *atom)
{
    if (!w->names->call_name || strcmp(w->names->call_name, atom->key) != 0 || atom->n_arguments != 3)
        return fail(w);
    fc_tape_step step = {.operation = FC_TAPE_CALL};
    step.a = write_expression(w, atom->argument[0]);
    step.b = write_expression(w, atom->argument[1]);
    step.c = write_expression(w, atom->argument[2]);
    return put(w, step);
}

static int write_function(writer *w, const fc_atom *atom)
{
    static const fc_tape_operation operation[] = {
        [FC_ATOM_FLOOR] = FC_TAPE_FLOOR,     [FC_ATOM_C_DIVIDE] = FC_TAPE_C_DIVIDE,
        [FC_ATOM_MINIMUM] = FC_TAPE_MINIMUM, [FC_ATOM_MAXIMUM] = FC_TAPE_MAXIMUM,
        [FC_ATOM_LOG2] = FC_TAPE_LOG2,       [FC_ATOM_NONNEGATIVE] = FC_TAPE_NONNEGATIVE,
        [FC_ATOM_ZERO] = FC_TAPE_ZERO,       [FC_ATOM_PRODUCT] = FC_TAPE_MULTIPLY,
        [FC_ATOM_ROOT] = FC_TAPE_ROOT,       [FC_ATOM_DIGITS] = FC_TAPE_DIGITS,
        [FC_ATOM_POWER] = FC_TAPE_POWER,     [FC_ATOM_RATIO] = FC_TAPE_RATIO,
        [FC_ATOM_XOR] = FC_TAPE_XOR};
    int a = write_expression(w, atom->argument[0]);
    int b = atom->n_arguments > 1 ? write_expression(w, atom->argument[1]) : a;
    return put_pair(w, operation[atom->kind], a, b);
}

static int write_atom(writer *w, const fc_atom *atom)
{
    int known = w->of_atom[atom->id];
    if (known >= 0)
        return known;
    switch (atom->kind) {
    case FC_ATOM_VARIABLE:
        return w->of_atom[atom->id] = write_variable(w, atom);
    case FC_ATOM_CALL:
        return w->of_atom[atom->id] = write_call(w, atom);
    case FC_ATOM_SUM:
        return fail(w);
    default:
        return w->of_atom[atom->id] = write_function(w, atom);
    }
}

/* ---- polynomials ---- */

static int write_term(writer *w, const fc_sym *expression, double coefficient, const ulong *exponent)
{
    int product = -1;
    for (int i = 0; i < expression->n_atoms; i++)
        for (ulong k = 0; k < exponent[i] && !w->failed; k++) {
            int factor = write_atom(w, expression->atom[i]);
            product = product < 0 ? factor : put_pair(w, FC_TAPE_MULTIPLY, product, factor);
        }
    if (product < 0)
        return put_constant(w, coefficient);
    return coefficient == 1 ? product : put_pair(w, FC_TAPE_MULTIPLY, product, put_constant(w, coefficient));
}

static int write_terms(writer *w, const fc_sym *expression, const fmpz_t denominator)
{
    ulong *exponent = fc_allocate((size_t)expression->n_atoms + 1, sizeof *exponent);
    fmpq_t coefficient;
    int sum = -1;
    fmpq_init(coefficient);
    for (int t = 0; t < fc_sym_n_terms(expression) && !w->failed; t++) {
        fc_sym_term(coefficient, exponent, expression, t);
        fmpq_mul_fmpz(coefficient, coefficient, denominator);
        int term = write_term(w, expression, fmpq_get_d(coefficient), exponent);
        sum = sum < 0 ? term : put_pair(w, FC_TAPE_ADD, sum, term);
    }
    fmpq_clear(coefficient);
    free(exponent);
    return sum < 0 ? put_constant(w, 0) : sum;
}

static int write_expression(writer *w, const fc_sym *expression)
{
    int known = w->of_expression[expression->id];
    if (known >= 0 || w->failed)
        return known >= 0 ? known : 0;
    fmpz_t denominator;
    fmpz_init(denominator);
    /* The common denominator of the polynomial's coefficients. */
    ulong *exponent = fc_allocate((size_t)expression->n_atoms + 1, sizeof *exponent);
    fmpq_t coefficient;
    fmpq_init(coefficient);
    fmpz_one(denominator);
    for (int t = 0; t < fc_sym_n_terms(expression); t++) {
        fc_sym_term(coefficient, exponent, expression, t);
        fmpz_lcm(denominator, denominator, fmpq_denref(coefficient));
    }
    fmpq_clear(coefficient);
    free(exponent);
    int sum = write_terms(w, expression, denominator);
    if (!fmpz_is_one(denominator))
        sum = put(w, (fc_tape_step){.operation = FC_TAPE_DIVIDE, .a = sum, .constant = fmpz_get_d(denominator)});
    fmpz_clear(denominator);
    return w->of_expression[expression->id] = sum;
}

/* ---- the tape ---- */

static FC_GIVE int *unknown_steps(size_t n)
{
    int *step = fc_allocate(n, sizeof *step);
    for (size_t i = 0; i < n; i++)
        step[i] = -1;
    return step;
}

fc_tape *fc_tape_create(int *step, const fc_sym *const *expression, int n, const fc_tape_names *names)
{
    const fc_algebra *algebra = n > 0 ? expression[0]->algebra : NULL;
    writer w = {.tape = fc_allocate(1, sizeof *w.tape), .names = names};
    w.of_expression = unknown_steps(algebra ? algebra->n_expressions : 0);
    w.of_atom = unknown_steps(algebra ? algebra->n_atoms : 0);
    w.tape->call = names->call;
    w.tape->n_variables = names->n_variables;
    put_constant(&w, 0); /* step 0 is the operand of steps that ignore it */
    for (int i = 0; i < n && !w.failed; i++)
        step[i] = write_expression(&w, expression[i]);
    free(w.of_expression);
    free(w.of_atom);
    if (!w.failed)
        return w.tape;
    fc_tape_free(w.tape);
    return NULL;
}

void fc_tape_free(fc_tape *tape)
{
    if (!tape)
        return;
    free(tape->step);
    free(tape);
}
