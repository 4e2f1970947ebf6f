/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file symbolic_tape.h  Expressions as a linear list of steps, for evaluation in doubles at many points.
 *
 * Common subexpressions share one step. One variable, the pivot, may run over a range of integers. The steps that
 * depend on it are marked, and fc_tape_span determines where in a range they are constant. Integers are exact while
 * every step's value is below 2^53, as in the C code of fc_sym_print(). */
#ifndef FC_SYMBOLIC_TAPE_H
#define FC_SYMBOLIC_TAPE_H

#include "analyzer/symbolic/symbolic.h"

typedef enum fc_tape_operation {
    FC_TAPE_CONSTANT,
    FC_TAPE_VARIABLE,
    FC_TAPE_ADD,
    FC_TAPE_MULTIPLY,
    FC_TAPE_DIVIDE, /* by a constant */
    FC_TAPE_FLOOR,  /* floor(a / b) */
    FC_TAPE_C_DIVIDE,
    FC_TAPE_MINIMUM,
    FC_TAPE_MAXIMUM,
    FC_TAPE_NONNEGATIVE,
    FC_TAPE_ZERO,
    FC_TAPE_LOG2,
    FC_TAPE_ROOT,
    FC_TAPE_DIGITS,
    FC_TAPE_CALL
} fc_tape_operation;

typedef struct fc_tape_step {
    fc_tape_operation operation;
    int a, b, c;     /* earlier steps; for a variable, a is its index */
    double constant; /* a constant, or the divisor of a division */
    bool depends;    /* on the pivot */
} fc_tape_step;

/** The value of a call with three arguments; NAN: unknown. */
typedef double fc_tape_call(double a, double b, double c);

typedef struct fc_tape {
    fc_tape_step *step;
    int n_steps, n_variables;
    size_t capacity;
    fc_tape_call *call;
    int *dependent; /* the steps that depend on the pivot, in order */
    int n_dependent;
} fc_tape;

/** The names of a tape's variables. The last one is the pivot. */
typedef struct fc_tape_names {
    const char *const *variable; /* keys */
    int n_variables;
    const char *call_name; /* the only function that may be called; NULL: none */
    fc_tape_call *call;
} fc_tape_names;

enum {
    FC_TAPE_ROWS = 64,
    FC_TAPE_MOST_STEPS = 4000
};

/** step[i]: the step of expression i. NULL if an expression holds another variable or function, or a sum, or needs more
 * than FC_TAPE_MOST_STEPS. */
FC_GIVE fc_tape *fc_tape_create(int *step, const fc_sym *const *expression, int n, const fc_tape_names *names);
void fc_tape_free(FC_TAKE fc_tape *tape);

/** Evaluates the steps that do not depend on the pivot at n <= FC_TAPE_ROWS points. variable[i]: the values of variable
 * i, without the pivot. value[step * FC_TAPE_ROWS + point]; good[point]: all of them are finite. */
void fc_tape_run(double *value, bool *good, const fc_tape *tape, const double *const *variable, int n);

/** Integers low ... high of the pivot, and the values of a tape there. */
typedef struct fc_tape_span {
    double low, high;
    double *at_low, *at_high; /* [n_steps] */
    unsigned char *form;      /* [n_steps]; 0: constant over the span, at_low */
    double split;             /* low <= split < high: where to split a span that is not constant */
    bool good;                /* all values are finite */
} fc_tape_span;

/** Loads the steps that do not depend on the pivot from the output of fc_tape_run(); value: points at the column of the
 * point. */
void fc_tape_load(fc_tape_span *span, const fc_tape *tape, const double *value);
/** Evaluates the dependent steps at both ends of low ... high and marks each one proven constant between. Each step is
 * followed as a linear function of the pivot as long as it is one. False: a step changes within the span, at `split`,
 * and later steps were not evaluated. Otherwise `split` is the middle. */
bool fc_tape_follow(fc_tape_span *span, const fc_tape *tape);

#endif
