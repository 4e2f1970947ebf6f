/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file regression.h  Regression decision: compares a version with its baseline, with a verdict for each point and its
 * causes. */
#ifndef FC_REGRESSION_H
#define FC_REGRESSION_H

#include "runtime/scaling/baseline.h"

/** Key, printed words, and whether it fails the check. */
#define FC_VERDICT_LIST(X)                                                                                             \
    X(SLOWER, "slower", true)                                                                                          \
    X(FASTER, "faster", false)                                                                                         \
    X(SAME, "same", false)                                                                                             \
    X(NEW, "new", false)                                                                                               \
    X(GONE, "gone", true)                                                                                              \
    X(FAILED, "failed", true)                                                                                          \
    X(UNMEASURED, "without measure", true)
typedef enum fc_verdict {
#define FC_VERDICT_ENUM(name, words, fails) FC_VERDICT_##name,
    FC_VERDICT_LIST(FC_VERDICT_ENUM)
#undef FC_VERDICT_ENUM
    FC_N_VERDICTS
} fc_verdict;
const char *fc_verdict_words(fc_verdict verdict);
bool fc_verdict_fails(fc_verdict verdict);

/** A place that costs more than before or, in a speedup, less. before NULL: new; after NULL: removed. */
typedef struct fc_regression_cause {
    const fc_baseline_term *before, *after;
    const fc_baseline_head *changed; /* an enclosing loop or call that is new; NULL: none */
    double was, is;                  /* cost before and after, in the judgement's measure at its point */
} fc_regression_cause;

enum {
    FC_REGRESSION_MOST_CAUSES = 3
};

typedef struct fc_regression_decision {
    fc_verdict verdict;
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
    size_t count[FC_N_VERDICTS];
} fc_regression_decisions;

/** Compares every point of both versions, by time, then messages, then bytes. tolerance: one for each after->program.
 *
 * Causes: the terms of both versions are paired if their costs are equal at all common points. Terms of the same
 * function are paired first, so that moved or renamed code pairs with itself. Then equal statements or functions
 * decide. The operation must always be equal. Unpaired terms are new or removed. The judgements point into both
 * baselines. */
void fc_regression_decide(FC_GIVE fc_regression_decisions *out, const fc_baseline *before, const fc_baseline *after,
                          const fc_regression_tolerance *tolerance);
void fc_regression_decisions_free(fc_regression_decisions *judgements);
bool fc_regression_decisions_fail(const fc_regression_decisions *judgements);
/** The term that describes a cause: after, or before if it was removed. */
const fc_baseline_term *fc_regression_cause_term(const fc_regression_cause *cause);

/* ---- for regression_cause.c ---- */
/** The pairing of terms: for each term of `after` its index in `before`, or -1. */
FC_GIVE long *fc_regression_pair_terms(const fc_baseline_program *before, const fc_baseline_program *after);
/** Fills the causes of a judgement with known points and measure. */
void fc_regression_find_causes(fc_regression_decision *judgement, const long *pairs);

#endif
