/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file judgement.h  A version compared with its baseline: a verdict a point, and what is responsible for it. */
#ifndef FC_JUDGEMENT_H
#define FC_JUDGEMENT_H

#include "runtime/scaling/baseline.h"

/** Key, words, whether a check that finds it has failed. */
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

/** A place that costs more (or, where all became faster, less) than it did. before NULL: new; after NULL: gone. */
typedef struct fc_cause {
    const fc_baseline_term *before, *after;
    const fc_baseline_head *changed; /* what stands around it and did not before; NULL: nothing */
    double was, is;                  /* in the judgement's measure at its point */
} fc_cause;

enum {
    FC_MOST_CAUSES = 3
};

typedef struct fc_judgement {
    fc_verdict verdict;
    const fc_baseline_program *before, *after; /* NULL: the program is new, is gone */
    const fc_baseline_point *was, *is;         /* NULL: the point is new, is gone; both: all of the program failed */
    fc_measure measure;                        /* SLOWER, FASTER: what differs */
    double limit;                              /* by how much it may, a share of what was */
    fc_cause cause[FC_MOST_CAUSES];            /* SLOWER, FASTER: the most to blame first */
    int n_causes;
} fc_judgement;

/** By which share of what it was each measure may grow. */
typedef struct fc_tolerance {
    double of[FC_N_MEASURES];
} fc_tolerance;

typedef struct fc_judgements {
    fc_judgement *item;
    size_t n, capacity;
    size_t count[FC_N_VERDICTS];
} fc_judgements;

/** Every point of both. Time decides; where it is the same, messages do, then bytes. tolerance: by after->program.
 *
 * Causes: terms of both versions are paired by what they cost at all points they share, in the same function first, so
 * that what was moved or renamed pairs with itself; then by function and operation; what is left is new or gone. The
 * judgements refer to both baselines. */
void fc_judge(FC_GIVE fc_judgements *out, const fc_baseline *before, const fc_baseline *after,
              const fc_tolerance *tolerance);
void fc_judgements_free(fc_judgements *judgements);
bool fc_judgements_fail(const fc_judgements *judgements);
/** The term a cause is told by: after, or before where it is gone. */
const fc_baseline_term *fc_cause_term(const fc_cause *cause);

/* ---- for judgement_cause.c ---- */
/** Which terms of two versions of a program are the same: by term of `after`, its index in before or -1. */
FC_GIVE long *fc_judgement_pairs(const fc_baseline_program *before, const fc_baseline_program *after);
/** Fills the causes of a judgement whose points and measure are known. */
void fc_judgement_blame(fc_judgement *judgement, const long *pairs);

#endif
