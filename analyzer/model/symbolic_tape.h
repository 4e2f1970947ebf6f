/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file symbolic_tape.h  Expressions as a list of steps, to be evaluated in doubles at many points.
 *
 * What several expressions share is one step. One of the variables, the pivot, may run over a range of integers: the
 * steps that depend on it are told apart, and fc_tape_span() tells where in a range they have one value. Exact for
 * integers as long as every step's value is below 2^53, as the C that fc_sym_print() writes. */
#ifndef FC_SYMBOLIC_TAPE_H
#define FC_SYMBOLIC_TAPE_H

#include "analyzer/model/symbolic.h"

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
    FC_TAPE_CALL
} fc_tape_operation;

typedef struct fc_tape_step {
    fc_tape_operation operation;
    int a, b, c;     /* steps before this one; of a variable a is its index */
    double constant; /* of a constant, and the divisor of a division */
    bool depends;    /* on the pivot */
} fc_tape_step;

/** The value of a call of three arguments; NAN: unknown. */
typedef double fc_tape_call(double a, double b, double c);

typedef struct fc_tape {
    fc_tape_step *step;
    int n_steps, n_variables;
    size_t capacity;
    fc_tape_call *call;
    int *dependent; /* the steps that depend on the pivot, in order */
    int n_dependent;
} fc_tape;

/** What the variables of a tape are called. The pivot is the last of them. */
typedef struct fc_tape_names {
    const char *const *variable; /* keys */
    int n_variables;
    const char *call_name; /* the only function of expressions that may be called; NULL: none */
    fc_tape_call *call;
} fc_tape_names;

enum {
    FC_TAPE_ROWS = 64,
    FC_TAPE_MOST_STEPS = 4000
};

/** step[i]: the step that holds expression i. NULL where an expression holds another variable or function, a sum, or
 * too much for FC_TAPE_MOST_STEPS. */
FC_GIVE fc_tape *fc_tape_create(int *step, const fc_sym *const *expression, int n, const fc_tape_names *names);
void fc_tape_free(FC_TAKE fc_tape *tape);

/** The steps that do not depend on the pivot, at n <= FC_TAPE_ROWS points. variable[i]: the values of variable i, the
 *  pivot left out. value[step * FC_TAPE_ROWS + point]; good[point]: all of them are finite. */
void fc_tape_run(double *value, bool *good, const fc_tape *tape, const double *const *variable, int n);

/** Integers low ... high of the pivot, and what a tape comes to for them. */
typedef struct fc_tape_span {
    double low, high;
    double *at_low, *at_high; /* [n_steps] */
    unsigned char *form;      /* [n_steps]; 0: one value for the whole span, which is at_low */
    double split;             /* low <= split < high: where to part a span that has several values */
    bool good;                /* all values are finite */
} fc_tape_span;

/** Takes the steps that do not depend on the pivot from what fc_tape_run() wrote; value: that from the point on. */
void fc_tape_load(fc_tape_span *span, const fc_tape *tape, const double *value);
/** Evaluates the dependent steps at both ends of low ... high, and tells by their form which have one value between:
 * proven, as every step is followed as a linear function of the pivot as long as it is one. False: a step changes
 * within the span, at `split`, and what comes after that step was left out. Otherwise `split` is the middle. */
bool fc_tape_follow(fc_tape_span *span, const fc_tape *tape);

#endif
