/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file control_dependence.h  Control dependence: the edges that decide whether a node runs.
 *
 * Node b depends on edge a -> c if b postdominates c and does not strictly postdominate a: whoever takes the edge
 * reaches b, and a has another way out that may avoid b. Algorithm: Ferrante, Ottenstein, Warren, "The program
 * dependence graph and its use in optimization" (TOPLAS 1987), section 3.1: for each edge, a walk up the postdominator
 * tree. Time linear in the edges and the size of the result. */
#ifndef FC_CONTROL_DEPENDENCE_H
#define FC_CONTROL_DEPENDENCE_H

#include "analyzer/ir/dominance.h"

typedef struct fc_control_dependence {
    int *first, *edge; /* node b depends on the edges edge[first[b]] .. edge[first[b + 1] - 1], ascending */
} fc_control_dependence;

/** postdominance: of the same graph, each of whose nodes reaches the exit. */
void fc_control_dependence_create(FC_GIVE fc_control_dependence *out, const fc_graph *graph,
                                  const fc_dominance *postdominance);
void fc_control_dependence_free(fc_control_dependence *dependence);
/** Each dependence satisfies the definition. */
bool fc_control_dependence_is_valid(const fc_control_dependence *dependence, const fc_graph *graph,
                                    const fc_dominance *postdominance);

#endif
