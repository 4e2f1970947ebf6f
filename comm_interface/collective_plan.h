/* SPDX-License-Identifier: Apache-2.0 */
/** @file collective_plan.h  Collectives as algorithms over point-to-point messages: each rank's messages, stage by
 * stage.
 *
 * The algorithms are those of MPI libraries (Thakur, Rabenseifner, Gropp: Optimization of Collective Communication
 * Operations in MPICH, 2005; Pjesivac-Grbovic et al.: Performance Analysis of MPI Collective Operations, 2007).
 * Only SMPI's selector ompi segments messages: the fixed rules of the libraries do not. Reduction arithmetic costs
 * nothing. */
#ifndef FC_COLLECTIVE_PLAN_H
#define FC_COLLECTIVE_PLAN_H

#include "coefficients.h"

typedef enum fc_plan_tree {
    FC_PLAN_STAR,
    FC_PLAN_CHAIN,
    FC_PLAN_BINARY, /* nodes numbered level by level, as in Open MPI: the children of v differ by the nodes of its level
                     */
    FC_PLAN_TERNARY, /* the same with three children */
    FC_PLAN_HEAP,    /* binary: the children of v are 2 v + 1 and 2 v + 2 */
    FC_PLAN_BINOMIAL,
    FC_PLAN_KNOMIAL /* radix 4 */
} fc_plan_tree;

typedef enum fc_stage_kind {
    FC_STAGE_DOWN_TREE, /* down a tree: receive from the parent, send to the children, the largest subtree first unless
                     nearest_first */
    FC_STAGE_UP_TREE,   /* up a tree, the smallest subtree first */
    FC_STAGE_FOLD,      /* to 2^k ranks: of the first 2 (p - 2^k) ranks, each even one sends its data to the next; if
                        keeps_even, each odd one to the one before */
    FC_STAGE_UNFOLD,    /* the reverse of FOLD: the ranks left out receive the result */
    FC_STAGE_EXCHANGE,  /* recursive doubling or halving among the 2^k ranks, at distances 1, 2, 4 ...; bytes change by
                        `factor` each step */
    FC_STAGE_EXCHANGE_REVERSED,  /* the same at distances ... 4, 2, 1 */
    FC_STAGE_EXCHANGE_REMAINING, /* as PAIRS; each step sends all blocks of `bytes` except the 2^i blocks of the ranks
                            reached so far */
    FC_STAGE_EXCHANGE_ALL, /* recursive doubling of blocks among any number of ranks: where a partner is missing, the
                       ranks   that have its subtree's blocks send them to the others of their own subtree */
    FC_STAGE_DISSEMINATE,  /* dissemination: to the rank 2^i ahead, the same bytes in each step */
    FC_STAGE_BRUCK_GATHER, /* Bruck's allgather: to the rank 2^i before it, all blocks held so far; in the last step the
                        remaining ones */
    FC_STAGE_BRUCK_ALLTOALL, /* Bruck's all-to-all: to the rank 2^i ahead, all blocks whose number has bit i set */
    FC_STAGE_RING,           /* `steps` times to the next rank */
    FC_STAGE_ROTATE,         /* to the ranks 1, 2 ... p - 1 ahead, one a step */
    FC_STAGE_NEIGHBOR,   /* neighbor exchange: alternately with both neighbors, one block in the first step, then two; p
                            even */
    FC_STAGE_NONBLOCKING /* to and from all other ranks, nonblocking */
} fc_stage_kind;

/** One stage. bytes: of a message, or of one block where a message holds several. */
typedef struct fc_stage {
    fc_stage_kind kind;
    fc_plan_tree tree;  /* OUT, IN */
    bool grows;         /* OUT, IN: a message holds a block for each rank of the child's subtree */
    bool folded;        /* OUT, IN: among the 2^k ranks that remain after FOLD, numbered by reversed bits: the tree
                        retraces the distances of EXCHANGE */
    bool keeps_even;    /* FOLD and the stages after it */
    bool nearest_first; /* OUT: the smallest subtree first */
    bool posts;         /* OUT, IN: a rank posts all its messages, and waits for them */
    double segment;     /* OUT, IN: bytes of the segments of a message; 0: one segment. In a chain a rank receives the
                           next one while it sends the last one */
    bool together;      /* OUT: a rank posts all segments at once, and they share its link */
    double factor;      /* PAIRS */
    int steps;          /* RING */
    int at_once;        /* ALL: partners at a time, the own rank included; 0: all */
    double bytes;
} fc_stage;

enum {
    FC_MOST_STAGES = 8
};
typedef struct fc_plan {
    bool relays; /* the root first sends `relayed` bytes to rank 0, the root of all stages */
    double relayed;
    bool is_mirrored; /* ranks have the numbers of fc_plan_mirrored, not those from the root: their partners in FOLD and
                         EXCHANGE do not depend on it */
    int n;
    fc_stage stage[FC_MOST_STAGES];
} fc_plan;

/** What a rank does in one step; ranks are numbered from the root. -1: no partner. bytes may be fractional. */
typedef struct fc_plan_step {
    int to, from;
    double sent, received;
} fc_plan_step;

/** An operation among p >= 2 ranks on m bytes (counted as operations.c says), n elements. */
typedef struct fc_collective {
    fc_fit fit;
    int p;
    double n, bytes;
} fc_collective;

/** Adds the stages of an algorithm. TWO_COLLECTIVES has no stages of its own: collective_choice.h composes it of two
 * collectives. An algorithm that the operation does not implement is planned as LINEAR. */
void fc_plan_add(fc_plan *plan, const fc_collective *what, fc_algorithm algorithm);
/** Adds one stage; a plan holds at most FC_MOST_STAGES, further ones are ignored. */
void fc_plan_stage(fc_plan *plan, fc_stage stage);

/** Step i = 0, 1, ... of rank v of p in a stage. False: the rank has no more steps. A rank idle in a step has neither
 * `to` nor `from`. ALL has one step a partner. */
bool fc_plan_rank_step(fc_plan_step *out, const fc_stage *stage, int p, int v, int i);

/** The number of a rank in a stage of a mirrored plan: of the 2^k ranks after FOLD, r has r xor root in a tree; in
 * other stages its own. A root that FOLD left out takes the place of rank 0. The rank of a number likewise. */
int fc_plan_mirrored(const fc_stage *stage, int p, int root, int rank);
/** FOLD left this rank out. */
bool fc_plan_is_left_out(const fc_stage *stage, int p, int rank);

/** Child k = 0, 1 ... of node v of p, the largest subtree first; -1: none. fc_plan_subtree_size: nodes in the subtree
 * of v (binomial, radix-4 tree or star). */
int fc_plan_child(fc_plan_tree tree, int p, int v, int k);
int fc_plan_subtree_size(fc_plan_tree tree, int p, int v);
/** The parent of node v; -1 for the root. */
int fc_plan_parent(fc_plan_tree tree, int v);
/** The segments of a message of a tree, and the bytes of segment i. */
int fc_plan_segments(const fc_stage *stage);
double fc_plan_segment_bytes(const fc_stage *stage, int i);
/** The largest k with 2^k <= p, and the smallest with 2^k >= p. */
int fc_log2_floor(int p);
int fc_log2_ceil(int p);

#endif
