/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file task_sequences.h  A task graph as one task sequence a process. For relaxation*.c.
 *
 * Nodes are the graph's tasks, ordered by process and then by number. A join follows its task of the lowest-numbered
 * process that enters it. */
#ifndef FC_TASK_SEQUENCES_H
#define FC_TASK_SEQUENCES_H

#include "runtime/taskgraph/relaxed/cost_polynomial.h"
#include "runtime/taskgraph/relaxed/derivation.h"

typedef struct fc_task_sequences {
    uint32_t n, n_sequences;
    uint32_t *first;          /* [n_sequences + 1] first node of each sequence */
    uint32_t *sequence;       /* [n] sequence of the node */
    uint32_t *task;           /* [n] task of the graph */
    double rounding_s;        /* rounding error of a difference of clock values */
    fc_cost_polynomial *cost; /* [n] */
    uint32_t *like;           /* [n] class number of the cost: equal for costs that differ by rounding only */
    size_t *in;               /* [n + 1] index into the next three */
    uint32_t *from;           /* source nodes, ascending */
    fc_cost_polynomial *delay;
    uint32_t *delay_class;
    size_t *out;  /* [n + 1] index into to */
    uint32_t *to; /* target nodes, ascending */
    size_t *mark; /* [n + 1] index into item */
    int *item;
    int n_items;        /* greater than every item */
    fc_counted counted; /* terms of costs and delays: none before loops are folded */
} fc_task_sequences;

void fc_task_sequences_make(FC_GIVE fc_task_sequences *out, const fc_derivation_source *source);
/** The longest path as a single sequence [machine, section 2.2: only the latest incoming edge of a state counts]. Among
 * paths of equal length up to rounding, stays in the same process if possible. To be called before loops are folded. */
void fc_task_sequences_longest_path(FC_GIVE fc_task_sequences *out, const fc_task_sequences *sequences);
void fc_task_sequences_free(fc_task_sequences *sequences);

#endif
