/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file turns.h  Finds runs of matching iterations in a part of the task sequences (relaxation.h defines matching).
 *
 * Code sites that all sequences visit equally often delimit segments, and each segment gets a hash of its tasks, edges
 * and costs. The best run is the periodic repetition of hashes that removes the most nodes. Cost a site: O(nodes +
 * edges) for the hashes, and O(segments) a period; at most 32 sites and 512 periods are tried. */
#ifndef FC_TURNS_H
#define FC_TURNS_H

#include "runtime/taskgraph/strands.h"

/** Nodes first ... end - 1 of a sequence. */
typedef struct fc_span {
    uint32_t first, end;
} fc_span;

/** A part of the program: non-empty spans of different sequences. */
typedef struct fc_region {
    fc_span *span; /* [n] */
    uint32_t n;
} fc_region;

/** A run of iterations. Every sequence visits code site `item` n_comings times. Segment k spans visit k (from 0) up to
 * the next visit. An iteration consists of `stretches` segments. */
typedef struct fc_turns {
    int item;
    uint32_t n_comings;
    uint32_t *coming; /* [spans][n_comings] nodes of the visits */
    uint32_t begin;   /* first segment of the first iteration */
    uint32_t stretches, n;
    double folded; /* nodes removed when one iteration represents all */
    bool is_even;  /* costs are equal up to rounding; otherwise polynomials (counted.h) */
} fc_turns;

/** Finds the run that removes the most nodes; n is 0 if there is none. stretch_of: [strands->n], all -1 before and
 * after. */
void fc_turns_find(FC_GIVE fc_turns *out, fc_relaxation_unlike *unlike, const fc_strands *strands,
                   const fc_region *region, int *stretch_of);
void fc_turns_free(fc_turns *run);

/** The first node of iteration t of span i (t from 0; n: the node after the last iteration). */
static inline uint32_t fc_turns_node(const fc_turns *run, uint32_t i, uint32_t t)
{
    return run->coming[(size_t)i * run->n_comings + run->begin + (size_t)t * run->stretches];
}

/** The source of an edge into a node of the run. */
typedef enum fc_turns_edge {
    FC_TURNS_WITHIN, /* the same iteration */
    FC_TURNS_AHEAD,  /* the previous iteration */
    FC_TURNS_OUTSIDE
} fc_turns_edge;

/** A node of the first iteration, which stands for the corresponding nodes of all iterations. */
typedef struct fc_turns_place {
    const fc_strands *strands;
    const fc_turns *turns;
    uint32_t i, offset; /* span, and offset from the start of the iteration */
} fc_turns_place;

/** cost[turns->n]: the node's cost in each iteration. */
void fc_turns_costs(fc_counted_cost *cost, const fc_turns_place *place);
/** The delays of the node's incoming edge e, by source iteration. *n: one an iteration if the source is in the same
 * iteration, one less if it is in the previous one. stretch_of: segments of the run's nodes. */
fc_turns_edge fc_turns_delays(fc_counted_cost *cost, uint32_t *n, const fc_turns_place *place, const int *stretch_of,
                              size_t e);

#endif
