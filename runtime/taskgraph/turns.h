/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file turns.h  Rows of alike turns in a part of a program's strands (relaxation.h says what is alike). */
#ifndef FC_TURNS_H
#define FC_TURNS_H

#include "runtime/taskgraph/strands.h"

/** Nodes first ... end - 1 of a strand. */
typedef struct fc_span {
    uint32_t first, end;
} fc_span;

/** A part of a program: spans of different strands, none empty. */
typedef struct fc_region {
    fc_span *span; /* [n] */
    uint32_t n;
} fc_region;

/** Every strand comes n_comings times to the piece `item`; stretch k is what it does from its coming k (from 0 on) up
 * to the next. A turn is `stretches` of them. */
typedef struct fc_turns {
    int item;
    uint32_t n_comings;
    uint32_t *coming; /* [spans][n_comings] nodes */
    uint32_t begin;   /* stretch of the first turn */
    uint32_t stretches, n;
    double folded; /* nodes that go if one turn stands for all */
    bool is_even;  /* costs are alike but for rounding; else: functions of the turn (counted.h) */
} fc_turns;

/** The row that folds most nodes away; n is 0 where there is none. stretch_of: [strands->n], all -1, as after it. */
void fc_turns_find(FC_GIVE fc_turns *out, fc_relaxation_unlike *unlike, const fc_strands *strands,
                   const fc_region *region, int *stretch_of);
void fc_turns_free(fc_turns *turns);

/** The node of span i where turn t (from 0 on; n: behind the last) begins. */
static inline uint32_t fc_turns_node(const fc_turns *turns, uint32_t i, uint32_t t)
{
    return turns->coming[(size_t)i * turns->n_comings + turns->begin + (size_t)t * turns->stretches];
}

/** Where an edge into a node of the row leads from. */
typedef enum fc_turns_edge {
    FC_TURNS_WITHIN, /* the same turn */
    FC_TURNS_AHEAD,  /* the turn before */
    FC_TURNS_OUTSIDE
} fc_turns_edge;

/** A node of the first turn, with its twins in the others. */
typedef struct fc_turns_place {
    const fc_strands *strands;
    const fc_turns *turns;
    uint32_t i, offset; /* span, and how far behind the turn's beginning */
} fc_turns_place;

/** cost[turns->n]: what they cost. */
void fc_turns_costs(fc_counted_cost *cost, const fc_turns_place *place);
/** The delays of their edge e by the turn that it leaves: *n, one for each turn within, one less ahead. stretch_of: of
 * the row's nodes. */
fc_turns_edge fc_turns_delays(fc_counted_cost *cost, uint32_t *n, const fc_turns_place *place, const int *stretch_of,
                              size_t e);

#endif
