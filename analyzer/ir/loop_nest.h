/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file loop_nest.h  The loops of a graph and how they nest; irreducible loops are marked.
 *
 * Algorithm: Havlak, "Nesting of reducible and irreducible loops" (TOPLAS 1997), with union-find. Nearly linear for a
 * reducible graph; each irreducible entry may be visited once per enclosing loop. The header of an irreducible loop is
 * its node that the depth-first search finds first. */
#ifndef FC_LOOP_NEST_H
#define FC_LOOP_NEST_H

#include "analyzer/ir/graph.h"

typedef struct fc_loop {
    int header;
    int parent;          /* the innermost loop around it; FC_GRAPH_NONE: none */
    int depth;           /* 1: outermost */
    int last;            /* the loops within it are numbered from its own number + 1 to `last` */
    bool is_irreducible; /* an edge from outside enters it elsewhere than at the header */
    int first, n_nodes;  /* its nodes, inner loops included: nest->node[first] .. nest->node[first + n_nodes - 1] */
} fc_loop;

typedef struct fc_loop_nest {
    fc_loop *loop; /* outer before inner */
    int n_loops;
    int *innermost; /* by node: its innermost loop; FC_GRAPH_NONE: none */
    int *node;      /* the nodes of loops, by innermost loop; the header of each loop precedes its other nodes */
} fc_loop_nest;

/** Of the nodes that are reached from the root. */
void fc_loop_nest_create(FC_GIVE fc_loop_nest *out, const fc_graph *graph, int root);
void fc_loop_nest_free(fc_loop_nest *nest);
/** Constant time. */
bool fc_loop_nest_holds(const fc_loop_nest *nest, int loop, int node);
/** The loop that the node is the header of; FC_GRAPH_NONE: none. */
int fc_loop_nest_headed_by(const fc_loop_nest *nest, int node);
/** The tables agree; only irreducible loops are entered elsewhere than at their header; without the edges from inside a
 * loop to its header the graph has no cycle. */
bool fc_loop_nest_is_valid(const fc_loop_nest *nest, const fc_graph *graph, int root);
/** The outermost loop around `from` that does not hold `to`; FC_GRAPH_NONE: each loop around `from` holds `to`. */
int fc_loop_nest_left(const fc_loop_nest *nest, int from, int to);
/** The depth of the block's innermost loop; 0: no loop. */
int fc_loop_nest_depth(const fc_loop_nest *nest, int block);

#endif
