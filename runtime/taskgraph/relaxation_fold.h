/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file relaxation_fold.h  Rows of alike turns, folded: which node stands for which, and what leads from turn to turn.
 * For relaxation.c. */
#ifndef FC_RELAXATION_FOLD_H
#define FC_RELAXATION_FOLD_H

#include "runtime/taskgraph/turns.h"

typedef struct fc_folded_loop {
    int around; /* -1: none */
    uint32_t turns;
    int item;     /* the piece its turns begin with */
    bool is_even; /* its turns cost alike */
} fc_folded_loop;

/** From a node in one turn to one in the next; both in the loop's first turn. */
typedef struct fc_folded_edge {
    uint32_t from, to;
    int loop;
    fc_counted_cost delay;
} fc_folded_edge;

typedef struct fc_folding {
    fc_strands *strands; /* costs of kept nodes and their edges become those of the turns they stand for */
    uint32_t *twin;      /* [strands->n] the node of the loop's first turn that stands for it; itself: kept */
    int *loop;           /* [strands->n] of kept nodes, the innermost; -1: none */
    fc_folded_loop *loops;
    size_t n_loops, loop_capacity;
    fc_folded_edge *ahead;
    size_t n_ahead, ahead_capacity;
} fc_folding;

void fc_folding_make(FC_GIVE fc_folding *out, fc_relaxation_unlike *unlike, fc_strands *strands);
void fc_folding_free(fc_folding *folding);
/** The kept node that stands for it. */
uint32_t fc_folding_kept(const fc_folding *folding, uint32_t node);

#endif
