/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file strands.h  A task graph as one task sequence (strand) a process. For relaxation*.c.
 *
 * Nodes are the graph's tasks, ordered by process and then by number. A join follows its task of the lowest-numbered
 * process that enters it. */
#ifndef FC_STRANDS_H
#define FC_STRANDS_H

#include "runtime/taskgraph/counted.h"
#include "runtime/taskgraph/relaxation.h"

typedef struct fc_strands {
    uint32_t n, n_strands;
    uint32_t *first;       /* [n_strands + 1] first node of each sequence */
    uint32_t *strand;      /* [n] sequence of the node */
    uint32_t *task;        /* [n] task of the graph */
    double rounding_s;     /* rounding error of a difference of clock values */
    fc_counted_cost *cost; /* [n] */
    uint32_t *like;        /* [n] class number of the cost: equal for costs that differ by rounding only */
    size_t *in;            /* [n + 1] index into the next three */
    uint32_t *from;        /* source nodes, ascending */
    fc_counted_cost *delay;
    uint32_t *delay_like;
    size_t *out;  /* [n + 1] index into to */
    uint32_t *to; /* target nodes, ascending */
    size_t *mark; /* [n + 1] index into item */
    int *item;
    int n_items;        /* greater than every item */
    fc_counted counted; /* terms of costs and delays: none before loops are folded */
} fc_strands;

void fc_strands_make(FC_GIVE fc_strands *out, const fc_relaxation_source *source);
/** The longest path as a single sequence [machine, section 2.2: only the latest incoming edge of a state counts]. Among
 * paths of equal length up to rounding, stays in the same process if possible. To be called before loops are folded. */
void fc_strands_longest_path(FC_GIVE fc_strands *out, const fc_strands *strands);
void fc_strands_free(fc_strands *strands);

#endif
