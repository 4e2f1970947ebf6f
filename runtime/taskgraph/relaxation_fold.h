/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file relaxation_fold.h  Loop folding: replaces runs of matching iterations by one representative iteration. For
 * relaxation.c. */
#ifndef FC_RELAXATION_FOLD_H
#define FC_RELAXATION_FOLD_H

#include "runtime/taskgraph/turns.h"

typedef struct fc_folded_loop {
    int around; /* the enclosing loop; -1: none */
    uint32_t turns;
    int item;     /* code site that delimits its iterations */
    bool is_even; /* its iterations have equal costs */
} fc_folded_loop;

/** An edge from an iteration to the next; both nodes are in the loop's first iteration. */
typedef struct fc_folded_edge {
    uint32_t from, to;
    int loop;
    fc_counted_cost delay;
} fc_folded_edge;

typedef struct fc_folding {
    fc_strands *strands; /* costs of representative nodes and edges become those of all iterations they represent */
    uint32_t *twin;      /* [strands->n] the representative, in the loop's first iteration; itself: not folded */
    int *loop;           /* [strands->n] innermost loop of representative nodes; -1: none */
    fc_folded_loop *loops;
    size_t n_loops, loop_capacity;
    fc_folded_edge *ahead;
    size_t n_ahead, ahead_capacity;
} fc_folding;

void fc_folding_make(FC_GIVE fc_folding *out, fc_relaxation_unlike *unlike, fc_strands *strands);
void fc_folding_free(fc_folding *folding);
/** The representative of a node. */
uint32_t fc_folding_kept(const fc_folding *folding, uint32_t node);

#endif
