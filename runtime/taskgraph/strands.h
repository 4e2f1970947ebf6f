/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file strands.h  A task graph by process: a strand is what one process does, in order. For relaxation*.c.
 *
 * Nodes are the graph's tasks in the order of their strands; a join stands in that of the first process that comes,
 * behind its task. */
#ifndef FC_STRANDS_H
#define FC_STRANDS_H

#include "runtime/taskgraph/counted.h"
#include "runtime/taskgraph/relaxation.h"

typedef struct fc_strands {
    uint32_t n, n_strands;
    uint32_t *first;       /* [n_strands + 1] nodes */
    uint32_t *strand;      /* [n] */
    uint32_t *task;        /* [n] of the graph */
    double rounding_s;     /* of a difference of clocks */
    fc_counted_cost *cost; /* [n] */
    uint32_t *like;        /* [n] number of a cost: the same of costs that differ by rounding only */
    size_t *in;            /* [n + 1] into the next three */
    uint32_t *from;        /* nodes, in their order */
    fc_counted_cost *delay;
    uint32_t *delay_like;
    size_t *out;  /* [n + 1] into */
    uint32_t *to; /* nodes, in their order */
    size_t *mark; /* [n + 1] into */
    int *item;
    int n_items;        /* all are less */
    fc_counted counted; /* terms of costs and delays: none before loops are folded */
} fc_strands;

void fc_strands_make(FC_GIVE fc_strands *out, const fc_relaxation_source *source);
/** The longest path of these as one strand [machine, section 2.2: of a state's incoming edges only the latest counts].
 * Where several are as long but for rounding, it stays in its strand if it can. No loop is folded yet. */
void fc_strands_longest_path(FC_GIVE fc_strands *out, const fc_strands *strands);
void fc_strands_free(fc_strands *strands);

#endif
