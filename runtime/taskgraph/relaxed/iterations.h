/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file iterations.h  Finds runs of matching iterations in a part of the task sequences (derivation.h defines
 * matching).
 *
 * Code sites that all sequences visit equally often delimit segments, and each segment gets a hash of its tasks, edges
 * and costs. The best run is the periodic repetition of hashes that removes the most nodes. Cost a site: O(nodes +
 * edges) for the hashes, and O(segments) a period; at most 32 sites and 512 periods are tried. */
#ifndef FC_ITERATIONS_H
#define FC_ITERATIONS_H

#include "runtime/taskgraph/relaxed/task_sequences.h"

/** Nodes first ... end - 1 of a sequence. */
typedef struct fc_span {
    uint32_t first, end;
} fc_span;

/** A part of the program: non-empty spans of different sequences. */
typedef struct fc_region {
    fc_span *span; /* [n] */
    uint32_t n;
} fc_region;

/** A run of iterations. Every sequence visits code site `item` n_visits times. Segment k spans visit k (from 0) up to
 * the next visit. An iteration consists of `stretches` segments. */
typedef struct fc_iterations {
    int item;
    uint32_t n_visits;
    uint32_t *coming; /* [spans][n_visits] nodes of the visits */
    uint32_t begin;   /* first segment of the first iteration */
    uint32_t stretches, n;
    double folded; /* nodes removed when one iteration represents all */
    bool is_even;  /* costs are equal up to rounding; otherwise polynomials (cost_polynomial.h) */
} fc_iterations;

/** Finds the run that removes the most nodes; n is 0 if there is none. segment_of: [sequences->n], all -1 before and
 * after. */
void fc_iterations_find(FC_GIVE fc_iterations *out, fc_derivation_mismatch *unlike, const fc_task_sequences *sequences,
                        const fc_region *region, int *segment_of);
void fc_iterations_free(fc_iterations *run);

/** The first node of iteration t of span i (t from 0; n: the node after the last iteration). */
static inline uint32_t fc_iterations_node(const fc_iterations *run, uint32_t i, uint32_t t)
{
    return run->coming[(size_t)i * run->n_visits + run->begin + (size_t)t * run->stretches];
}

/** The source of an edge into a node of the run. */
typedef enum fc_iterations_edge {
    FC_ITERATIONS_WITHIN, /* the same iteration */
    FC_ITERATIONS_AHEAD,  /* the previous iteration */
    FC_ITERATIONS_OUTSIDE
} fc_iterations_edge;

/** A node of the first iteration, which stands for the corresponding nodes of all iterations. */
typedef struct fc_iterations_place {
    const fc_task_sequences *sequences;
    const fc_iterations *run;
    uint32_t i, offset; /* span, and offset from the start of the iteration */
} fc_iterations_place;

/** cost[run->n]: the node's cost in each iteration. */
void fc_iterations_costs(fc_cost_polynomial *cost, const fc_iterations_place *place);
/** The delays of the node's incoming edge e, by source iteration. *n: one an iteration if the source is in the same
 * iteration, one less if it is in the previous one. segment_of: segments of the run's nodes. */
fc_iterations_edge fc_iterations_delays(fc_cost_polynomial *cost, uint32_t *n, const fc_iterations_place *place,
                                        const int *segment_of, size_t e);

#endif
