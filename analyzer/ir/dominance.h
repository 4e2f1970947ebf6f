/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file dominance.h  Dominator tree and dominance frontiers of a graph; on reversed edges, postdominators.
 *
 * Algorithm: Cooper, Harvey, Kennedy, "A simple, fast dominance algorithm" (2001), which iterates over the nodes in
 * reverse postorder until nothing changes. Two passes suffice for a reducible graph; the worst case is quadratic. */
#ifndef FC_DOMINANCE_H
#define FC_DOMINANCE_H

#include "analyzer/ir/graph.h"

typedef struct fc_dominance {
    int root;
    fc_graph_direction direction;
    int *parent;            /* by node: its immediate dominator; FC_GRAPH_NONE: the root, or not reached from it */
    fc_graph tree;          /* edges from each immediate dominator to the nodes that it dominates immediately */
    fc_graph_search search; /* of the tree; its preorder has dominators before the nodes that they dominate */
} fc_dominance;

/** FC_GRAPH_FORWARD: dominators from the entry `root`. FC_GRAPH_BACKWARD: postdominators from the exit `root`. */
void fc_dominance_create(FC_GIVE fc_dominance *out, const fc_graph *graph, int root, fc_graph_direction direction);
void fc_dominance_free(fc_dominance *dominance);
/** a dominates b. Each node that is reached from the root dominates itself. Constant time. */
bool fc_dominance_holds(const fc_dominance *dominance, int a, int b);
/** Each reached node has a place in the tree, and each edge v -> w satisfies the parent property of Georgiadis and
 * Tarjan (2005): the immediate dominator of w dominates v. */
bool fc_dominance_is_valid(const fc_dominance *dominance, const fc_graph *graph);

/** DF(v): the nodes w such that v dominates a predecessor of w, but does not strictly dominate w (Cytron et al. 1991).
 */
typedef struct fc_dominance_frontiers {
    int *first, *node; /* those of v: node[first[v]] .. node[first[v + 1] - 1], without duplicates */
} fc_dominance_frontiers;

/** Of FC_GRAPH_FORWARD dominance. Time linear in the edges and the size of the result, which nested do loops can make
 * quadratic. */
void fc_dominance_frontiers_create(FC_GIVE fc_dominance_frontiers *out, const fc_dominance *dominance,
                                   const fc_graph *graph);
void fc_dominance_frontiers_free(fc_dominance_frontiers *frontiers);

#endif
