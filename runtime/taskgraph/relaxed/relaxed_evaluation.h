/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file relaxed_evaluation.h  The state of one evaluation of a relaxed task graph. For relaxed_evaluation.c and
 * relaxed_steady.c. */
#ifndef FC_RELAXED_EVALUATION_H
#define FC_RELAXED_EVALUATION_H

#include "runtime/taskgraph/relaxed/relaxed.h"

/** Ring buffer of a forward edge: the stamps of the last ahead + 1 iterations. The stamp of the current iteration may
 * be written before that of `ahead` iterations ago is read. */
typedef struct fc_relaxed_ring {
    double *stamp; /* [ahead + 1], iteration i at i % (ahead + 1) */
    int loop;
} fc_relaxed_ring;

/** Transitions into, or out of, each state, without those removed by edge relaxation. */
typedef struct fc_relaxed_lists {
    int *start;      /* [n_states + 1] index into transition */
    int *transition; /* [n_transitions] */
} fc_relaxed_lists;

struct fc_relaxed_steady;

typedef struct fc_relaxed_evaluation {
    const fc_relaxed *graph;
    double *value;         /* [names] */
    double *active_s;      /* [n_states] activation times */
    double *stamp;         /* [n_transitions] */
    double *arrived;       /* [n_transitions] stamp at the last activation of its target */
    double *loop_s;        /* [n_loops] stamp of the loop edge in this iteration; NAN: the first */
    double *loop_next;     /* [n_loops] stamp for the next iteration */
    int64_t *iteration;    /* [n_loops] */
    fc_relaxed_ring *ring; /* [n_transitions] for forward edges */
    fc_relaxed_lists in, out;
    int *loop_at, *loop_from;        /* [n_states] the loop with this first (last) state; -1 */
    struct fc_relaxed_steady **pace; /* [n_loops] NULL: not created yet */
    int skipped;                     /* enclosing loops without iterations */
    const volatile sig_atomic_t *stop;
    fc_relaxed_result result;
    fc_report *report;
    fc_status status;
} fc_relaxed_evaluation;

/* ---- steady state of a loop ---- */
/* Where no cost in a loop depends on its counter, the loop soon reaches a steady state: every stamp grows by a
 * constant per iteration, each stamp by its own. As an activation is a maximum of stamps, this holds until a stamp
 * that grows faster overtakes a greater one; iterations before that need not be evaluated. So a loop's cost does not
 * depend on its limit. */

/** To be called before the first iteration. */
void fc_relaxed_steady_begin(fc_relaxed_evaluation *v, int loop);
/** To be called after an iteration, with `left` more to come. Returns how many were extrapolated, at most left - 1; 0:
 * the loop is not in a steady state, or costs depend on the counter. */
double fc_relaxed_steady_extrapolate(fc_relaxed_evaluation *v, int loop, double left);
void fc_relaxed_steady_free(struct fc_relaxed_steady *pace);

#endif
