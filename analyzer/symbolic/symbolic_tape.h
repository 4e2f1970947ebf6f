/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file symbolic_tape.h  Expressions as a linear list of steps, for evaluation in doubles at many points.
 *
 * Common subexpressions share one step. One variable, the pivot, may run over a range of integers. The steps that
 * depend on it are marked, and fc_tape_span determines where in a range they are constant. Steps are evaluated at
 * FC_TAPE_ROWS rows together, a group of lanes at a time. Integers are exact while every step's value is below 2^53, as
 * in the C code of fc_sym_print(). */
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
    FC_TAPE_POWER,
    FC_TAPE_XOR,
    FC_TAPE_RATIO, /* a / b */
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
} fc_tape;

/** Some steps of a tape, in ascending order. */
typedef struct fc_tape_list {
    int *step;
    int n;
} fc_tape_list;

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

/** How a tape is evaluated by classes, intervals of the pivot on which all wanted steps are constant. A step that
 * follows from constants of a class is constant too: it is evaluated once for a class instead of being followed. */
typedef struct fc_tape_plan { /* constants are in no list */
    fc_tape_list shared;      /* do not depend on the pivot */
    fc_tape_list followed;    /* are followed over intervals of the pivot to find the classes */
    fc_tape_list watched;     /* of these: must be constant in a class */
    fc_tape_list gathered;    /* shared, and needed for a class */
    fc_tape_list entering;    /* gathered, or an operand of a followed step: all that classes follow from */
    fc_tape_list derived;     /* follow from watched and gathered ones, and are needed for a class */
} fc_tape_plan;
/** wanted: [n_steps]. */
void fc_tape_plan_make(FC_GIVE fc_tape_plan *out, const fc_tape *tape, const bool *wanted);
void fc_tape_plan_free(FC_TAKE fc_tape_plan *plan);

/** Sets the rows of the constants. */
void fc_tape_run_constants(double *value, const fc_tape *tape);
/** Evaluates the listed steps, without the pivot. value[step * FC_TAPE_ROWS + row]; variable[i]: the rows of variable
 * i. invalid[row] becomes NAN where a step's value is not finite. */
void fc_tape_run(double *value, double *invalid, const fc_tape *tape, const fc_tape_list *list,
                 const double *const *variable);

/** For each row, integers low ... high of the pivot (low > high: the row is idle), and the values of a tape there. The
 * arrays are by step, then by row. at_low has the steps that do not depend on the pivot too; the caller evaluates these
 * by fc_tape_run(). */
typedef struct fc_tape_span {
    double low[FC_TAPE_ROWS], high[FC_TAPE_ROWS];
    double *at_low, *at_high;
    double *form;                 /* 0: constant over the span, at_low */
    double split[FC_TAPE_ROWS];   /* low <= split < high: where to split a span within which a step changes; below low:
                                     none does */
    double invalid[FC_TAPE_ROWS]; /* 0: all values are finite, if no step changes; NAN otherwise */
    int busy[FC_TAPE_ROWS], n_busy; /* groups of lanes with a row that is not idle */
} fc_tape_span;

/** All rows are idle. */
void fc_tape_span_open(FC_GIVE fc_tape_span *span, const fc_tape *tape);
void fc_tape_span_close(FC_TAKE fc_tape_span *span);
/** Evaluates the listed steps, which depend on the pivot, at both ends of low ... high, and marks each one proven
 * constant between. Each step is followed as a linear function of the pivot as long as it is one. If a step changes
 * within the span, `split` is set, and the values of that row are undefined. */
void fc_tape_follow(fc_tape_span *span, const fc_tape *tape, const fc_tape_list *list);

#endif
