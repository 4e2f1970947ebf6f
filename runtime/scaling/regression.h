/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file regression.h  Regression decision: compares a version with its baseline, with an outcome for each point and
 * its causes. */
#ifndef FC_REGRESSION_H
#define FC_REGRESSION_H

#include "runtime/scaling/baseline.h"

/** Key, printed words, and whether it fails the check. */
#define FC_REGRESSION_OUTCOME_LIST(X)                                                                                  \
    X(SLOWER, "slower", true)                                                                                          \
    X(FASTER, "faster", false)                                                                                         \
    X(SAME, "same", false)                                                                                             \
    X(NEW, "new", false)                                                                                               \
    X(GONE, "gone", true)                                                                                              \
    X(FAILED, "failed", true)                                                                                          \
    X(UNMEASURED, "without measure", true)
typedef enum fc_regression_outcome {
#define FC_REGRESSION_OUTCOME_ENUM(name, words, fails) FC_REGRESSION_##name,
    FC_REGRESSION_OUTCOME_LIST(FC_REGRESSION_OUTCOME_ENUM)
#undef FC_REGRESSION_OUTCOME_ENUM
    FC_N_REGRESSION_OUTCOMES
} fc_regression_outcome;
const char *fc_regression_outcome_words(fc_regression_outcome outcome);
bool fc_regression_outcome_fails(fc_regression_outcome outcome);

/** A place that costs more than before or, in a speedup, less. before NULL: new; after NULL: removed. */
typedef struct fc_regression_cause {
    const fc_baseline_term *before, *after;
    const fc_baseline_head *changed; /* an enclosing loop or call that is new; NULL: none */
    double was, is;                  /* cost before and after, in the decision's measure at its point */
} fc_regression_cause;

enum {
    FC_REGRESSION_MOST_CAUSES = 3
};

typedef struct fc_regression_decision {
    fc_regression_outcome outcome;
    const fc_baseline_program *before, *after; /* NULL: the program is new, removed */
    const fc_baseline_point *was, *is; /* NULL: the point is new, removed; both NULL: the whole program failed */
    fc_measure measure;                /* SLOWER, FASTER: the measure that differs */
    double limit;                      /* its tolerance, relative to the baseline */
    fc_regression_cause cause[FC_REGRESSION_MOST_CAUSES]; /* SLOWER, FASTER: the largest causes first */
    int n_causes;
} fc_regression_decision;

/** The relative change that each measure may have. */
typedef struct fc_regression_tolerance {
    double of[FC_N_MEASURES];
} fc_regression_tolerance;

typedef struct fc_regression_decisions {
    fc_regression_decision *item;
    size_t n, capacity;
    size_t count[FC_N_REGRESSION_OUTCOMES];
} fc_regression_decisions;

/** Compares every point of both versions, by time, then messages, then bytes. tolerance: one for each after->program.
 *
 * Causes: the terms of both versions are paired if their costs are equal at all common points. Terms of the same
 * function are paired first, so that moved or renamed code pairs with itself. Then equal statements or functions
 * decide. The operation must always be equal. Unpaired terms are new or removed. The decisions point into both
 * baselines. */
void fc_regression_decide(FC_GIVE fc_regression_decisions *out, const fc_baseline *before, const fc_baseline *after,
                          const fc_regression_tolerance *tolerance);
void fc_regression_decisions_free(fc_regression_decisions *decisions);
bool fc_regression_decisions_fail(const fc_regression_decisions *decisions);
/** The term that describes a cause: after, or before if it was removed. */
const fc_baseline_term *fc_regression_cause_term(const fc_regression_cause *cause);

/* ---- for regression_cause.c ---- */
/** The pairing of terms: for each term of `after` its index in `before`, or -1. */
FC_GIVE long *fc_regression_pair_terms(const fc_baseline_program *before, const fc_baseline_program *after);
/** Fills the causes of a decision with known points and measure. */
void fc_regression_find_causes(fc_regression_decision *decision, const long *pairs);

#endif
