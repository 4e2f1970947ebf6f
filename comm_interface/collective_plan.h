/* SPDX-License-Identifier: Apache-2.0 */
/** @file collective_plan.h  Collective operations as algorithms over point-to-point messages: which messages each rank
 * sends and receives, stage by stage.
 *
 * The algorithms are those of MPI libraries (Thakur, Rabenseifner, Gropp: Optimization of Collective Communication
 * Operations in MPICH, 2005; Pjesivac-Grbovic et al.: Performance Analysis of MPI Collective Operations, 2007).
 * Messages are not cut in segments: neither library's fixed rules ask for it. Reductions' arithmetic costs nothing
 * here. */
#ifndef FC_COLLECTIVE_PLAN_H
#define FC_COLLECTIVE_PLAN_H

#include "coefficients.h"

typedef enum fc_plan_tree {
    FC_PLAN_STAR,
    FC_PLAN_CHAIN,
    FC_PLAN_BINARY, /* level by level, as Open MPI's */
    FC_PLAN_BINOMIAL,
    FC_PLAN_KNOMIAL /* 4 */
} fc_plan_tree;

typedef enum fc_stage_kind {
    FC_STAGE_OUT,        /* down a tree: receive from the parent, send to the children, the largest subtree first unless
                            nearest_first */
    FC_STAGE_IN,         /* up a tree, the smallest subtree first */
    FC_STAGE_FOLD,       /* to a power of two of ranks: the first 2 (p - 2^k) hand theirs to every second one */
    FC_STAGE_UNFOLD,     /* and get the result back */
    FC_STAGE_PAIRS,      /* of the 2^k: exchange at distances 1, 2, 4 ..., bytes change by `factor` from step to step */
    FC_STAGE_PAIRS_DOWN, /* likewise at distances ... 4, 2, 1 */
    FC_STAGE_PAIRS_REST, /* as PAIRS, all blocks of `bytes` in all but those that the 2^i ranks so far are to have */
    FC_STAGE_DISSEMINATE, /* to 2^i further on, the same bytes each step */
    FC_STAGE_GATHER,      /* Bruck: to 2^i back as many blocks as there are, the rest in the last step */
    FC_STAGE_SPREAD,      /* Bruck: to 2^i further on all blocks whose number has bit i */
    FC_STAGE_RING,        /* `steps` times to the next */
    FC_STAGE_ROTATE,      /* to 1, 2 ... p - 1 further on */
    FC_STAGE_NEIGHBOR,    /* with both neighbours in turn: a block, then two each step; p even */
    FC_STAGE_ALL          /* to and from all others at once */
} fc_stage_kind;

/** bytes: of a message, or of a block where messages hold several. */
typedef struct fc_stage {
    fc_stage_kind kind;
    fc_plan_tree tree;  /* OUT, IN */
    bool grows;         /* OUT, IN: a message holds a block for each rank of the child's subtree */
    bool folded;        /* OUT, IN: among the 2^k ranks that FOLD left */
    bool nearest_first; /* OUT: the smallest subtree first */
    double factor;      /* PAIRS */
    int steps;          /* RING */
    int at_once;        /* ALL: so many partners at a time, oneself counts; 0: all */
    double bytes;
} fc_stage;

enum {
    FC_MOST_STAGES = 8
};
typedef struct fc_plan {
    int n;
    fc_stage stage[FC_MOST_STAGES];
} fc_plan;

/** What a rank does in one step; ranks count from the root on. -1: nobody; bytes may be fractions. */
typedef struct fc_step_of {
    int to, from;
    double sent, received;
} fc_step_of;

/** An operation among p >= 2 ranks, m bytes as operations.c counts them, n elements. */
typedef struct fc_collective {
    fc_fit fit;
    int p;
    double n, bytes;
} fc_collective;

/** Adds the stages of an algorithm. IN_TURN has no plan of its own (collective_choice.h). An algorithm that the
 * operation does not know is taken for LINEAR. */
void fc_plan_add(fc_plan *plan, const fc_collective *what, fc_algorithm algorithm);
/** Adds one stage. */
void fc_plan_stage(fc_plan *plan, fc_stage stage);

/** Step i = 0, 1, ... of rank v of p in a stage; false: there are no more. Steps in which the rank has nothing to do
 * have neither to nor from. ALL: one step a partner. */
bool fc_stage_step(fc_step_of *out, const fc_stage *stage, int p, int v, int i);

/** Child k = 0, 1 ... of node v of p, the largest subtree first, -1: none; and how many nodes its subtree has (a
 * binomial, 4-nomial tree or a star). */
int fc_plan_child(fc_plan_tree tree, int p, int v, int k);
int fc_plan_size(fc_plan_tree tree, int p, int v);
/** -1 of the root. */
int fc_plan_parent(fc_plan_tree tree, int v);
/** The largest k with 2^k <= p, and the smallest with 2^k >= p. */
int fc_log2_floor(int p);
int fc_log2_ceil(int p);

#endif
