/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file relaxed_evaluation.h  A relaxed task graph while it is evaluated. For relaxed_evaluate.c and relaxed_pace.c.
 */
#ifndef FC_RELAXED_EVALUATION_H
#define FC_RELAXED_EVALUATION_H

#include "runtime/taskgraph/relaxed.h"

/** The stamps of a forward edge, one for each turn until it arrives, and that of this turn, which may be there before
 * the one of `ahead` turns ago is asked for. */
typedef struct fc_relaxed_ring {
    double *stamp; /* [ahead + 1], that of turn i at i % (ahead + 1) */
    int loop;
} fc_relaxed_ring;

/** Transitions into, or out of, each state; without those relaxed away. */
typedef struct fc_relaxed_lists {
    int *start;      /* [n_states + 1] into */
    int *transition; /* [n_transitions] */
} fc_relaxed_lists;

struct fc_relaxed_pace;

typedef struct fc_relaxed_evaluation {
    const fc_relaxed *graph;
    double *value;         /* [names] */
    double *active_s;      /* [n_states] activation times */
    double *stamp;         /* [n_transitions] */
    double *arrived;       /* [n_transitions] what it brought when its state was last activated */
    double *loop_s;        /* [n_loops] stamp of the loop edge in this turn; NAN: the first */
    double *loop_next;     /* [n_loops] in the next turn */
    int64_t *turn;         /* [n_loops] */
    fc_relaxed_ring *ring; /* [n_transitions] of forward edges */
    fc_relaxed_lists in, out;
    int *loop_at, *loop_from;      /* [n_states] the loop whose first, or last, state it is; -1 */
    struct fc_relaxed_pace **pace; /* [n_loops] NULL: not asked for yet */
    int skipped;                   /* loops of no turns around what is activated */
    const volatile sig_atomic_t *stop;
    fc_relaxed_result result;
    fc_report *report;
    fc_status status;
} fc_relaxed_evaluation;

/* ---- the pace of a loop ---- */
/* Where no cost in a loop depends on its counter, its turns soon follow each other at a steady pace: each stamp grows
 * by the same seconds from turn to turn, each by its own. As an activation is the greatest of its stamps, this goes on
 * until a stamp that grows faster overtakes; the turns before that need not be evaluated. So the cost of a loop does
 * not depend on its limit. */

/** Before the first turn. */
void fc_relaxed_pace_begin(fc_relaxed_evaluation *v, int loop);
/** After a turn, of `left` more to come: how many of them were passed over, all but one at most; 0: the pace is not
 * steady, or costs depend on the counter. */
double fc_relaxed_pace_skip(fc_relaxed_evaluation *v, int loop, double left);
void fc_relaxed_pace_free(struct fc_relaxed_pace *pace);

#endif
