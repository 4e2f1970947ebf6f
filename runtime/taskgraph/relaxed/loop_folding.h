/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file loop_folding.h  Loop folding: replaces runs of matching iterations by one representative iteration. For
 * derivation.c. */
#ifndef FC_LOOP_FOLDING_H
#define FC_LOOP_FOLDING_H

#include "runtime/taskgraph/relaxed/iterations.h"

typedef struct fc_loop_folding_loop {
    int around; /* the enclosing loop; -1: none */
    uint32_t n_iterations;
    int item;     /* code site that delimits its iterations */
    bool is_even; /* its iterations have equal costs */
} fc_loop_folding_loop;

/** An edge from an iteration to the next; both nodes are in the loop's first iteration. */
typedef struct fc_loop_folding_edge {
    uint32_t from, to;
    int loop;
    fc_cost_polynomial delay;
} fc_loop_folding_edge;

typedef struct fc_loop_folding {
    fc_task_sequences
        *sequences; /* costs of representative nodes and edges become those of all iterations they represent */
    uint32_t *twin; /* [sequences->n] the representative, in the loop's first iteration; itself: not folded */
    int *loop;      /* [sequences->n] innermost loop of representative nodes; -1: none */
    fc_loop_folding_loop *loops;
    size_t n_loops, loop_capacity;
    fc_loop_folding_edge *ahead;
    size_t n_ahead, ahead_capacity;
} fc_loop_folding;

void fc_loop_folding_make(FC_GIVE fc_loop_folding *out, fc_derivation_mismatch *unlike, fc_task_sequences *sequences);
void fc_loop_folding_free(fc_loop_folding *folding);
/** The representative of a node. */
uint32_t fc_loop_folding_representative(const fc_loop_folding *folding, uint32_t node);

#endif
